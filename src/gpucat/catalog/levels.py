"""Handles difficulty levels and spans of them. Pure."""

from collections.abc import Iterable
from functools import cache
from typing import Final, NamedTuple

from gpucat.errors import UsageError
from gpucat.language import Bilingual

LEVELS: Final = ("beginner", "intermediate", "advanced")
LABELS: Final = {
    "beginner": Bilingual("beginner", "入门"),
    "intermediate": Bilingual("intermediate", "中级"),
    "advanced": Bilingual("advanced", "高级"),
}
_ALIASES: Final = {
    **{name: index for index, name in enumerate(LEVELS)},
    **{label.zh: index for index, label in enumerate(LABELS.values())},
    **{str(index + 1): index for index in range(3)},
    "初级": 0, "基础": 0, "進階": 2, "进阶": 2, "入門": 0, "中級": 1, "高級": 2,
}  # fmt: skip


class LevelSpan(NamedTuple):
    """The lowest and the highest level that an article or a question covers, as indexes into LEVELS."""

    low: int
    high: int

    def meets(self, other: "LevelSpan") -> bool:
        """Whether the two spans share a level."""
        return self.low <= other.high and other.low <= self.high

    def is_above(self, other: "LevelSpan") -> bool:
        """Whether even the lowest level is too high for a reader of the other span."""
        return self.low > other.high

    @property
    def names(self) -> list[str]:
        """The names of the span: `["beginner"]`, or its ends `["beginner", "intermediate"]`."""
        return [LEVELS[index] for index in dict.fromkeys(self)]


def parse_level(text: str) -> LevelSpan:
    """Parses `intermediate`, `beginner..intermediate`, `入门→中级`, `1..2` or `中级..`; raises UsageError."""
    cleaned = text.strip().lower()
    for separator in ("..", "→", "->", "~", "–"):
        if separator in cleaned:
            low, _, high = (part.strip() for part in cleaned.partition(separator))
            span = LevelSpan(_index(low, text) if low else 0, _index(high, text) if high else 2)
            if span.low > span.high:
                from gpucat.catalog.unknown import goes_backwards

                raise goes_backwards(text, f"{high}..{low}")
            return span
    only = _index(cleaned, text)
    return LevelSpan(only, only)


@cache
def format_level(span: LevelSpan, separator: str = "..") -> str:
    """Returns the span in the codes of the JSON and the command line."""
    return separator.join(span.names)


@cache
def label_level(span: LevelSpan, separator: str = "→") -> Bilingual:
    """Returns the span as people read it: `入门→中级`."""
    labels = [LABELS[name] for name in span.names]
    return Bilingual(separator.join(label.en for label in labels), separator.join(label.zh for label in labels))


def label_levels(spans: Iterable[LevelSpan]) -> Bilingual:
    """Returns several spans in a row."""
    labels = [label_level(span) for span in spans]
    return Bilingual(", ".join(label.en for label in labels), "、".join(label.zh for label in labels))


def _index(word: str, whole: str) -> int:
    if word in _ALIASES:
        return _ALIASES[word]
    starts = [index for index, name in enumerate(LEVELS) if len(word) >= 3 and name.startswith(word)]
    if len(starts) == 1:
        return starts[0]
    raise _unknown(word, whole)


def _unknown(word: str, text: str) -> UsageError:
    from gpucat.catalog.unknown import did_you_mean

    guess = did_you_mean(word, _ALIASES)
    return UsageError(
        "unknown_level",
        Bilingual(f"no level {text!r}", f"没有难度“{text}”"),
        Bilingual(
            f"{guess.en}levels: beginner, intermediate, advanced (or 入门, 中级, 高级; 1, 2, 3; a range such as beginner..intermediate)",
            f"{guess.zh}难度：入门、中级、高级（或 beginner、intermediate、advanced；1、2、3；范围如 beginner..intermediate）",
        ),
    )
