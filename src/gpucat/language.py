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


def same(text: str) -> Bilingual:
    """A text that reads alike in both languages: a name, a number, a title."""
    return Bilingual(text, text)


def choose_language(asked: str | None, locale: str | None) -> Language:
    """The language in use: what was asked (`en`, `zh`), else Chinese for a Chinese locale, else English."""
    if asked in LANGUAGES:
        return "zh" if asked == "zh" else "en"
    return "zh" if (locale or "").lower().startswith("zh") else "en"
