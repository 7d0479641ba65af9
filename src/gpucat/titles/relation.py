"""Compares two titles part by part: the words they share, and what is left over on each side. Symmetric, pure."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from gpucat.titles.pairing import are_turned_round, content_places, pair_words
from gpucat.titles.parts import Kind, Known, Segment, Title, is_foreign_title, kind_of
from gpucat.titles.words import FILLER_STEMS, PART, Word

HARMLESS: Final = frozenset({"nothing", "name", "site", "date", "edition", "discussion", "translation"})
"""Kinds of parts that do not point to another work."""


class Leftover(NamedTuple):
    """The words of one part of a title that the other title lacks."""

    segment: Segment
    kind: Kind
    words: tuple[Word, ...]
    is_whole: bool
    has_part_number: bool
    """Whether a part number that both titles share follows the words, so they may be a series' name."""

    @property
    def weight(self) -> float:
        return sum(word.weight for word in self.words)

    @property
    def shown(self) -> str:
        return self.segment.shown if self.is_whole else " ".join(self.texts)

    @property
    def texts(self) -> list[str]:
        return [word.text for word in self.words]

    @property
    def ends_part(self) -> bool:
        """Says whether the words are the whole part or its end."""
        return self.is_whole or self.words[-1] == self.segment.words[-1]


class Side(NamedTuple):
    """One title compared with the other: all its words, and those that both have."""

    words: tuple[Word, ...]
    shared: tuple[Word, ...]
    left: tuple[Leftover, ...]
    weight: float
    """Weight of all the words of the title."""

    @property
    def left_words(self) -> tuple[Word, ...]:
        return tuple(word for part in self.left for word in part.words)

    @property
    def is_foreign(self) -> bool:
        """Says whether the title is mainly in a language other than English."""
        return is_foreign_title(self.words)

    @property
    def calls_itself_translation(self) -> bool:
        return any(part.kind == "translation" for part in self.left)

    @property
    def left_parts(self) -> set[Word]:
        """Returns the part numbers that the other title lacks."""
        shared = {word.text for word in self.shared if word.is_part_number}
        return {word for word in self.left_words if word.is_part_number and word.text not in shared}

    def later_part(self, left: Leftover) -> Word | None:
        """Returns a part number that only this title has, except a first part's and one at the very start."""
        first = left.segment.words[0] if left.segment.is_first else None
        told = self.left_parts - {first, Word(PART + "1", PART + "1")}
        return next((word for word in left.words if word in told), None)


class Relation(NamedTuple):
    one: Side
    other: Side
    typos: int
    abbreviations: int
    translations: int
    """How many words of one title the other has in another language."""
    is_turned_round: bool
    """Whether the words are the same, but those around a `to` or `vs` have changed places."""
    only_one_asks: bool
    """Whether one title is a question and the other is not."""
    is_vouched: bool = False
    """Whether something other than the titles confirms one work: the author, the site, the host."""
    has_names: bool = True
    """Whether a name is known, so that its absence means something."""

    @property
    def sides(self) -> tuple[Side, Side]:
        return self.one, self.other

    @property
    def shared_weight(self) -> float:
        return sum(word.weight for word in self.one.shared)

    @property
    def is_in_two_languages(self) -> bool:
        return self.one.is_foreign != self.other.is_foreign


def relate_titles(one: Title, other: Title, known: Known) -> Relation:
    """Finds what both titles share, and classifies what only one of them has."""
    pairing = pair_words(one, other)
    return Relation(
        _side(one, pairing.one, other, known),
        _side(other, pairing.other, one, known),
        pairing.typos,
        pairing.abbreviations,
        pairing.translations,
        are_turned_round(one, other),
        _asks(one) != _asks(other),
        has_names=bool(known.stems),
    )


def _asks(title: Title) -> bool:
    return any(segment.shown.endswith("?") for segment in title.segments)


def _side(title: Title, missing: frozenset[tuple[int, int]], other: Title, known: Known) -> Side:
    places = content_places(title)
    shared = tuple(place.word for place in places if (place.segment, place.spot) not in missing)
    weight = sum(place.word.weight for place in places)
    return Side(title.words, shared, tuple(_leftovers(title, missing, is_foreign_title(other.words), known)), weight)


def _leftovers(
    title: Title, missing: frozenset[tuple[int, int]], others_are_foreign: bool, known: Known
) -> Iterator[Leftover]:
    for number, segment in enumerate(title.segments):
        words = tuple(word for index, word in enumerate(segment.words) if (number, index) in missing)
        if not words:
            continue
        told = [index for index, word in enumerate(segment.words) if word.stem not in FILLER_STEMS]
        is_whole = len(words) == len(told)
        last = max(index for index in range(len(segment.words)) if (number, index) in missing)
        parts = any(word.is_part_number and index > last for index, word in enumerate(segment.words))
        residue = _residue(
            (word.text if (number, index) in missing or word.stem in FILLER_STEMS else "~")
            for index, word in enumerate(segment.words)
        )
        kind = kind_of(segment if is_whole else segment._replace(shown=""), words, residue, known, others_are_foreign)
        yield Leftover(segment, kind, words, is_whole, parts)


def _residue(texts: Iterable[str]) -> str:
    """Returns the text of a part with `~` for what both titles have; Han characters stand without spaces."""
    residue = ""
    for text in texts:
        if text == "~" and residue.endswith("~"):
            continue
        glue = "" if not residue or (ord(text[0]) >= 0x2E80 and ord(residue[-1]) >= 0x2E80) else " "
        residue += glue + text
    return residue
