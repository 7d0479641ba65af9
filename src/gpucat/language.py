"""The two languages of the program: one pair type for every text, and the language in use.

A text that a person sees is a `Bilingual`, so a message without its other half does not type-check.
Imports nothing of gpucat.
"""

from typing import Final, Literal, NamedTuple

Language = Literal["en", "zh"]
LANGUAGES: Final[tuple[Language, ...]] = ("en", "zh")


class Bilingual(NamedTuple):
    """One text in English and in Chinese; an empty half falls back to the other one."""

    en: str
    zh: str

    def text(self, language: Language) -> str:
        """The half for `language`, or the other one where that half is empty."""
        return (self.zh or self.en) if language == "zh" else (self.en or self.zh)


NOTHING: Final = Bilingual("", "")


def same(text: str) -> Bilingual:
    """A text that reads alike in both languages: a name, a number, a title."""
    return Bilingual(text, text)


def choose_language(asked: str | None, locale: str | None) -> Language:
    """The language in use: what was asked (`en`, `zh`), else Chinese for a Chinese locale, else English."""
    if asked in LANGUAGES:
        return "zh" if asked == "zh" else "en"
    return "zh" if (locale or "").lower().startswith("zh") else "en"


_in_use: list[Language] = ["en"]


def set_language(language: Language) -> None:
    """Sets the language of this run; called once, before the command line is built."""
    _in_use[0] = language


def language_in_use() -> Language:
    """The language of this run."""
    return _in_use[0]


def tr(en: str, zh: str) -> str:
    """A text of the command line's own help in the language of this run."""
    return Bilingual(en, zh).text(_in_use[0])
