"""The tables that turn the evidence about two titles that are not simply equal into a verdict. The first row that holds
decides: the more speaks for one work besides the titles, the less of the titles has to agree. Pure."""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from gpucat.duplicates.contradictions import Likeness
from gpucat.duplicates.pair import APART, Evidence

_Fact = Literal[
    "mine", "not another's", "team", "one day", "close", "close months", "days", "not apart", "soon", "discussed", "fresh",
    "named", "one slug", "short address", "within", "begins", "near", "one part", "kept", "no number", "edition",
    "translation", "repost",
]  # fmt: skip
_FACTS: Final[Mapping[_Fact, Callable[[Evidence], bool]]] = MappingProxyType(
    {
        "mine": lambda evidence: evidence.by_one_author,
        "not another's": lambda evidence: evidence.authors != "different",
        "team": lambda evidence: evidence.by_one_team,
        "one day": lambda evidence: evidence.dates == "same",
        "close": lambda evidence: evidence.dates in ("same", "close"),
        "close months": lambda evidence: evidence.dates in ("same", "close") and evidence.is_dated,
        "days": lambda evidence: evidence.is_within_days,
        "not apart": lambda evidence: evidence.dates not in APART,
        # The date of a discussion says nothing against it.
        "soon": lambda evidence: evidence.dates in ("same", "close") or evidence.passed_on,
        "discussed": lambda evidence: evidence.passed_on,
        "fresh": lambda evidence: evidence.is_fresh,
        "named": lambda evidence: evidence.address in ("slug", "named"),
        "one slug": lambda evidence: evidence.address == "slug",
        "short address": lambda evidence: evidence.has_short_address,
        "within": lambda evidence: evidence.title.likeness is Likeness.CONTAINED,
        "begins": lambda evidence: evidence.title.is_beginning,
        "near": lambda evidence: evidence.title.likeness is not Likeness.UNLIKE,
        "one part": lambda evidence: evidence.title.is_one_part,
        # No telling word of one title stands in the place of one of the other.
        "kept": lambda evidence: not evidence.title.swaps,
        # A number that only one title has is a doubt.
        "no number": lambda evidence: (
            not any(word.has_digit for side in evidence.title.relation[:2] for word in side.left_words)
        ),
        "edition": lambda evidence: evidence.title.tells_edition,
        "translation": lambda evidence: evidence.is_translation,
        "repost": lambda evidence: evidence.title.is_repost,
    }
)


class _Row(NamedTuple):
    """What speaks for one work, and what it needs of the two titles."""

    verdict: Literal["likely", "maybe"]
    facts: tuple[_Fact, ...]
    first: float
    """Share of the original's words, or of the shorter title's."""
    second: float
    """Share of the translation's words that can be read, or of the longer title's."""
    weight: float
    rarity: float


# The translator signs the translation, so that another author says little; free wording leaves few words in common.
_TRANSLATIONS: Final = (
    _Row("likely", ("mine", "soon"), 0.5, 0.75, 0.0, 1.0),
    _Row("likely", ("mine", "translation"), 0.6, 0.75, 0.0, 1.0),
    _Row("likely", ("mine", "kept"), 0.6, 0.6, 1.0, 1.0),
    _Row("likely", ("mine", "soon", "kept"), 0.33, 0.75, 1.0, 1.0),
    _Row("likely", ("soon",), 0.6, 0.9, 2.5, 2.0),
    _Row("likely", ("soon",), 0.95, 0.95, 3.0, 0.0),
    _Row("likely", ("soon",), 0.95, 0.95, 2.0, 1.0),
    _Row("likely", ("soon", "kept"), 0.5, 0.75, 2.0, 2.0),
    _Row("likely", ("soon",), 0.75, 0.75, 2.5, 3.0),
    _Row("likely", ("soon", "translation"), 0.75, 0.9, 0.0, 1.0),
    _Row("likely", ("translation", "kept"), 0.7, 0.9, 2.0, 1.0),
    _Row("likely", ("repost", "kept"), 0.9, 0.7, 2.0, 1.0),
    _Row("likely", ("kept",), 0.9, 0.95, 3.0, 3.0),
    _Row("likely", ("translation",), 0.75, 0.75, 2.5, 3.0),
    _Row("likely", ("translation",), 0.8, 0.9, 2.5, 1.0),
    _Row("maybe", ("mine",), 0.4, 0.75, 0.0, 1.0),
    _Row("maybe", ("one part",), 0.5, 0.5, 2.0, 0.0),
    _Row("maybe", ("mine", "translation"), 0.33, 0.25, 1.0, 1.0),
    _Row("maybe", ("fresh", "translation"), 0.4, 0.4, 1.0, 2.0),
    _Row("maybe", ("mine", "soon"), 0.4, 0.9, 1.0, 0.0),
    _Row("maybe", ("soon", "kept"), 0.33, 0.75, 0.0, 1.0),
    _Row("maybe", ("soon", "kept"), 0.6, 0.6, 0.0, 2.0),
    _Row("maybe", ("soon",), 0.25, 0.9, 0.0, 2.0),
    _Row("maybe", ("soon",), 0.6, 0.8, 2.5, 0.0),
    _Row("maybe", ("soon",), 0.95, 0.95, 2.0, 0.0),
    # A curator sees a real copy once at the price of a look at some that are none.
    _Row("maybe", ("translation",), 0.5, 0.6, 2.5, 1.0),
    _Row("maybe", ("soon", "translation"), 0.1, 0.9, 1.0, 1.0),
    _Row("maybe", ("soon",), 0.2, 0.9, 1.0, 1.0),
    _Row("maybe", ("soon",), 0.35, 0.5, 2.5, 3.0),
    _Row("maybe", ("soon",), 0.6, 0.6, 2.5, 2.0),
    _Row("maybe", ("mine", "soon"), 0.2, 0.2, 0.0, 1.0),
    _Row("maybe", (), 0.8, 0.9, 2.0, 1.0),
    _Row("maybe", (), 0.75, 0.75, 2.0, 3.0),
)

# Words added inside a title, or other words: a rewording if much else agrees, else a neighbouring subject.
_REWORDINGS: Final = (
    _Row("likely", ("team", "close", "near"), 0.75, 0.0, 2.5, 0.0),
    _Row("likely", ("mine", "one part"), 0.5, 0.0, 3.0, 0.0),
    _Row("likely", ("mine", "one slug"), 0.5, 0.0, 2.5, 1.0),
    _Row("likely", ("one slug", "close"), 0.75, 0.5, 2.5, 2.0),
    _Row("likely", ("mine", "soon"), 0.8, 0.5, 3.0, 3.0),
    _Row("likely", ("fresh", "kept"), 0.75, 0.5, 2.5, 2.0),
    _Row("likely", ("fresh",), 0.75, 0.6, 3.0, 3.0),
    _Row("likely", ("mine", "fresh"), 0.5, 0.0, 3.0, 3.0),
    _Row("likely", ("mine", "fresh"), 0.5, 0.5, 3.0, 2.0),
    _Row("likely", ("mine", "fresh", "kept"), 0.75, 0.5, 2.5, 1.0),
    _Row("likely", ("close", "within", "no number"), 0.99, 0.75, 4.0, 3.0),
    _Row("likely", ("close", "kept", "no number"), 0.9, 0.8, 4.0, 3.0),
    _Row("likely", ("mine", "close months"), 0.7, 0.6, 3.0, 2.0),
    _Row("likely", ("mine", "fresh", "within"), 0.99, 0.3, 2.5, 0.0),
    _Row("likely", ("mine", "discussed", "within"), 0.99, 0.6, 2.5, 0.0),
    _Row("likely", ("mine", "discussed", "kept"), 0.75, 0.6, 3.0, 2.0),
    _Row("likely", ("mine", "close", "within"), 0.99, 0.6, 3.0, 0.0),
    _Row("likely", ("discussed", "within"), 0.99, 0.6, 2.5, 1.0),
    _Row("likely", ("discussed", "begins"), 0.99, 0.4, 2.5, 1.0),
    _Row("likely", ("repost", "within"), 0.99, 0.6, 3.0, 0.0),
    _Row("maybe", ("named",), 0.0, 0.0, 0.0, 0.0),
    _Row("maybe", ("mine", "one part"), 0.3, 0.0, 1.5, 0.0),
    _Row("maybe", ("mine", "one day"), 0.4, 0.0, 1.0, 0.0),
    _Row("maybe", ("mine", "soon"), 0.6, 0.0, 1.5, 2.0),
    _Row("maybe", ("mine", "close"), 0.3, 0.0, 1.5, 2.0),
    _Row("maybe", ("fresh",), 0.4, 0.3, 2.0, 2.0),
    _Row("maybe", ("mine", "within"), 0.99, 0.35, 1.5, 1.0),
    _Row("maybe", ("mine", "kept"), 0.75, 0.5, 2.5, 0.0),
    _Row("maybe", ("fresh",), 0.5, 0.0, 2.5, 3.0),
    _Row("maybe", ("mine", "fresh"), 0.0, 0.0, 1.0, 1.0),
    _Row("maybe", ("mine", "days"), 0.0, 0.0, 1.0, 1.0),
    _Row("maybe", ("discussed", "within"), 0.99, 0.5, 1.5, 1.0),
    _Row("maybe", ("discussed", "kept"), 0.6, 0.5, 2.5, 1.0),
    _Row("maybe", ("close", "within"), 0.99, 0.0, 2.5, 1.0),
    _Row("maybe", ("close",), 0.7, 0.6, 5.0, 2.0),
    _Row("maybe", ("kept",), 0.75, 0.5, 3.0, 2.0),
)


# The same on one site, where two addresses are usually two articles.
_IN_PLACE: Final = (
    _Row("likely", ("short address", "within"), 0.0, 0.5, 0.0, 1.0),
    _Row("maybe", ("named", "within", "not another's", "not apart"), 0.0, 0.6, 0.0, 1.0),
    _Row("maybe", ("mine", "edition"), 0.75, 0.0, 0.0, 0.0),
    _Row("maybe", ("mine", "one day", "kept"), 0.75, 0.5, 0.0, 0.0),
    _Row("maybe", ("mine", "close", "kept"), 0.75, 0.75, 0.0, 3.0),
    _Row("maybe", ("mine", "close", "kept"), 0.99, 0.75, 0.0, 1.0),
    _Row("maybe", ("mine", "close", "kept"), 0.99, 0.5, 0.0, 3.0),
)


def judge_translation(evidence: Evidence) -> Literal["likely", "maybe"] | None:
    """One title as the translation of the other."""
    return _first_that_holds(_TRANSLATIONS, evidence, *evidence.title.translation)


def judge_rewording(evidence: Evidence) -> Literal["likely", "maybe"] | None:
    """Two titles in one language that have only some words in common."""
    rows = _IN_PLACE if evidence.one_host else _REWORDINGS
    return _first_that_holds(rows, evidence, evidence.title.coverage, evidence.title.overlap)


def _first_that_holds(
    rows: Iterable[_Row], evidence: Evidence, first: float, second: float
) -> Literal["likely", "maybe"] | None:
    weight, rarity = evidence.title.weight, evidence.title.rarity
    for row in rows:
        agrees = first >= row.first and second >= row.second and weight >= row.weight and rarity >= row.rarity
        if agrees and all(_FACTS[fact](evidence) for fact in row.facts):
            return row.verdict
    return None
