"""Defines the pair type of every text in two languages, and holds the language in use.

A text that a person sees is a `Bilingual`, so a message without its other half does not type-check.
Imports nothing of gpucat.
"""

from collections.abc import Iterable
from typing import Final, Literal, NamedTuple

Language = Literal["en", "zh"]
LANGUAGES: Final[tuple[Language, ...]] = ("en", "zh")


class Bilingual(NamedTuple):
    """A text in English and Chinese; an empty half falls back to the other one."""

    en: str
    zh: str

    def text(self, language: Language) -> str:
        """Returns the half for `language`, or the other one if that half is empty."""
        return (self.zh or self.en) if language == "zh" else (self.en or self.zh)


NOTHING: Final = Bilingual("", "")


def same(text: str) -> Bilingual:
    """Returns a text that reads alike in both languages: a name, a number, a title."""
    return Bilingual(text, text)


def listed(items: Iterable[str | Bilingual]) -> Bilingual:
    """Joins the items as each language does: `a, b`, `甲、乙`."""
    pairs = [(item, item) if isinstance(item, str) else (item.text("en"), item.text("zh")) for item in items]
    return Bilingual(", ".join(en for en, _ in pairs), "、".join(zh for _, zh in pairs))


def choose_language(asked: str | None, locale: str | None) -> Language:
    """Returns the language that was asked for (`en`, `zh`), else Chinese for a Chinese locale, else English."""
    if asked in LANGUAGES:
        return "zh" if asked == "zh" else "en"
    return "zh" if (locale or "").lower().startswith("zh") else "en"


_in_use: list[Language] = ["en"]


def set_language(language: Language) -> None:
    """Sets the language of this run; called once, before the command line is built."""
    _in_use[0] = language


def language_in_use() -> Language:
    """Returns the language of this run."""
    return _in_use[0]


def tr(en: str, zh: str) -> str:
    """Returns a text of the command line's help in the language of this run."""
    return Bilingual(en, zh).text(_in_use[0])
