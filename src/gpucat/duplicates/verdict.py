"""Decides whether two records are one work: `same` by address, `likely` or `maybe` by a sum of weights. Pure.

Contradictions are decided before anything is summed. A verdict gives its reasons, and depends only on the two records
and not on their order, so adding records never changes other verdicts.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from gpucat.duplicates.evidence import PairEvidence
from gpucat.duplicates.records import Record
from gpucat.duplicates.titles import told_contradiction
from gpucat.language import Bilingual

Verdict = Literal["same", "likely", "maybe"]
VERDICTS: Final[tuple[Verdict, ...]] = ("same", "likely", "maybe")


class DuplicateJudgement(NamedTuple):
    """A verdict: `same` needs no confirmation, `likely` and `maybe` are for a person; `score` orders them, 0 to 1."""

    verdict: Verdict
    score: float
    reasons: tuple[Bilingual, ...]


# Fitted by tools/fit_duplicates.py to the labelled pairs of tests/yardsticks.
WEIGHTS: Final = MappingProxyType(
    {
        "title": 3.5,  # one title has all of the other: 1; with more at its ends 0.85; with more inside 0.5
        "translation": 4.5,  # one title may translate the other: share of either's words that the other has
        "rarity": 1.5,  # shared telling words, up to three
        "substance": 2.75,  # weight of all shared words, and their share of the longer title
        "author": 2.25,  # one author on two sites: 1; different authors: -1
        "dates apart": -5.0,  # different years: 1; far apart: 0.5
        "one page": 2.5,  # two addresses of one page
        "one host": -1.0,  # two titles at two addresses of one site
        "later edition": 5.0,  # one names its edition and is by the other's author
        "one part": 1.75,  # one part of a series under two names
        "recurring": -4.5,  # a column that repeats one title
    }
)
"""How much each piece of evidence counts for one work when it is fully present."""
LIKELY: Final = 5.25
"""A quarter above what the tool finds, for fewer false pairs among the benchmark's papers (the tests have a sample)."""
MAYBE: Final = 3.25
_WHOLE_TITLE: Final = MappingProxyType({"equal": 1.0, "decorated": 0.85, "within": 0.5})
_RARE_WORDS: Final = 3
_MUCH: Final = 5
_MOSTLY: Final = 0.75
_APART: Final = MappingProxyType({"far": 0.5, "other year": 1.0})


def compare_records(one: Record, other: Record) -> DuplicateJudgement | None:
    """Judges two records; returns None if nothing suggests one work, or something rules it out."""
    evidence = PairEvidence(one, other)
    if evidence.address == "same":
        return DuplicateJudgement("same", 1.0, (_ADDRESSES["same"],))
    is_one_address = evidence.address in ("spelling", "parameters")
    if evidence.is_plainly_unlike or (not is_one_address and _points(measure_at_best(evidence)) < MAYBE):
        return None
    if is_ruled_out(evidence):
        # Two parts of a series at one address are left to a person.
        points = MAYBE if is_one_address else 0.0
    else:
        points = _points(measure(evidence))
        points = max(points, LIKELY) if evidence.address == "spelling" else points
    verdict: Verdict | None = "likely" if points >= LIKELY else "maybe" if points >= MAYBE else None
    return DuplicateJudgement(verdict, _score(verdict, points), _reasons(evidence)) if verdict else None


def _points(measured: Mapping[str, float]) -> float:
    return sum(WEIGHTS[name] * value for name, value in measured.items())


def is_ruled_out(evidence: PairEvidence) -> bool:
    """Says whether something rules out one work, whatever other evidence there is, unless the addresses are one page's.

    The titles share too little or contradict each other, they are parts of two series, one record is not an article or
    announces the other, or one passes on something older than the other under another title.
    """
    if evidence.is_plainly_unlike or evidence.contradiction:
        return True
    kind, agreement = evidence.likeness.kind, evidence.likeness.agreement
    is_one_title = kind == "equal" or (kind == "decorated" and agreement >= _MOSTLY)
    if (
        evidence.is_of_two_series
        or evidence.is_announcement_of_part
        or (evidence.is_list_of_the_other and not evidence.is_one_page)
    ):
        return True
    is_of_another_kind = evidence.has_unlike_places or (evidence.copy_precedes and not is_one_title)
    return is_of_another_kind and not evidence.is_one_page


def measure(evidence: PairEvidence) -> dict[str, float]:
    """Measures each piece of evidence from 0 to 1 (-1 for an author who differs)."""
    title = evidence.likeness
    return {
        "title": _WHOLE_TITLE.get(title.kind, 0.0),
        "translation": 0.0 if evidence.shares_only_names else title.translation,
        "rarity": min(title.rarity / _RARE_WORDS, 1.0),
        "substance": min(evidence.relation.shared_weight * title.share / _MUCH, 1.0),
        "author": _author(evidence),
        "dates apart": _APART.get(evidence.dates, 0.0),
        "one page": float(evidence.is_one_page),
        "one host": float(evidence.on_one_host and title.kind != "equal" and not evidence.is_one_page),
        "later edition": float(evidence.is_later_edition),
        "one part": float(title.is_one_part),
        "recurring": float(evidence.recurs),
    }


def measure_at_best(evidence: PairEvidence) -> dict[str, float]:
    """Measures what the pair can reach at most, in the order of `measure`, without the costly comparison of the titles.

    A title counts as the same or as a translation, never as both; evidence against one work counts only if it is sure.
    """
    most = evidence.most_shared
    return {
        max("title", "translation", key=WEIGHTS.__getitem__): 1.0,
        "rarity": min(most.rarity / _RARE_WORDS, 1.0),
        "substance": min(most.weight / _MUCH, 1.0),
        "author": _author(evidence),
        "dates apart": _APART.get(evidence.dates, 0.0),
        "one page": float(evidence.is_one_page),
        "later edition": float(evidence.by_one_author and evidence.dates != "same"),
        "one part": float(most.is_numbered),
    }


def _author(evidence: PairEvidence) -> float:
    if evidence.authors == "different":
        return -1.0
    return float(evidence.by_one_author and not evidence.on_one_host)


_BASES: Final = MappingProxyType({"likely": (0.8, LIKELY), "maybe": (0.5, MAYBE)})
_PER_POINT: Final = 0.04
_ROOM: Final = 0.19


def _score(verdict: Verdict, points: float) -> float:
    """Returns a score that orders the pairs of one verdict and never reaches the next verdict."""
    base, threshold = _BASES[verdict]
    return round(base + min(_PER_POINT * (points - threshold), _ROOM), 3)


def _reasons(evidence: PairEvidence) -> tuple[Bilingual, ...]:
    found = (
        told_contradiction(evidence.contradiction) if evidence.contradiction else evidence.likeness.reason,
        _ADDRESSES.get(evidence.address),
        _AUTHORS.get(evidence.authors),
        _DATES.get(evidence.dates),
        _ONE_HOST if evidence.on_one_host else _TWO_HOSTS,
        _DISCUSSED if evidence.is_passed_on else None,
    )
    return tuple(reason for reason in found if reason)


_ADDRESSES: Final = {
    "same": Bilingual("same address", "网址相同"),
    "spelling": Bilingual("the same address, written in two ways", "同一网址的不同写法"),
    "parameters": Bilingual("the same address with and without parameters", "同一网址，一个带参数"),
    "language": Bilingual("the same address in two languages", "同一网址的两种语言"),
    "edition": Bilingual("one address looks like a new edition of the other", "一个网址像是另一个的新版"),
    "slug": Bilingual("the addresses end alike", "网址末段相同"),
    "named": Bilingual("one address contains the other's title", "一方的网址含有另一方的标题"),
}
_AUTHORS: Final = {
    "same": Bilingual("same author", "作者相同"),
    "compatible": Bilingual("possibly the same author", "作者可能是同一人"),
    "unknown": Bilingual("the authors cannot be compared", "无法比较作者"),
    "different": Bilingual("different authors", "作者不同"),
}
_DATES: Final = {
    "same": Bilingual("same date", "日期相同"),
    "close": Bilingual("dates close together", "日期相近"),
    "far": Bilingual("dates far apart", "日期相距较远"),
    "other year": Bilingual("different years", "年份不同"),
}
_ONE_HOST: Final = Bilingual("same host", "主机相同")
_TWO_HOSTS: Final = Bilingual("different hosts", "主机不同")
_DISCUSSED: Final = Bilingual("one is a discussion of a link", "其中一个是链接讨论页")
