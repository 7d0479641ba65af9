"""Whether two records are one work: `same` by address, `likely` or `maybe` by evidence of several kinds, each with its reason.

A verdict depends on the two records alone: word weights are fixed tables, so that adding records changes no verdict about
others, and the order of the two changes nothing. Pure.
"""

from typing import Final, Literal, NamedTuple

from gpucat.duplicates.contradictions import Likeness
from gpucat.duplicates.leftovers import later_part
from gpucat.duplicates.pair import APART, Evidence, gather
from gpucat.duplicates.records import Record, is_discussion, is_within_days, relate_addresses, relate_authors
from gpucat.duplicates.tables import judge_rewording, judge_translation
from gpucat.language import Bilingual
from gpucat.titles.names import NameRelation
from gpucat.titles.parts import is_translated_title, telling_stems

Verdict = Literal["same", "likely", "maybe"]
VERDICTS: Final[tuple[Verdict, ...]] = ("same", "likely", "maybe")


class Judgement(NamedTuple):
    """`same` may be acted on without asking; `likely` and `maybe` are for a person. `score` orders them, 0 to 1."""

    verdict: Verdict
    score: float
    reasons: tuple[Bilingual, ...]


_BEGINNING: Final = 4
_SOME: Final = 1.5
_TELLING: Final = 2.5
"""Weight of shared words that two authors hardly choose alike by chance."""
_QUITE_TELLING: Final = 3.0
_HARDLY_CHOSEN_TWICE: Final = 5.0
_MOSTLY: Final = 0.75
_WHOLE: Final = 0.99
_HALF: Final = 0.5


def compare_records(one: Record, other: Record) -> Judgement | None:
    """The verdict about two records; None where nothing speaks for one work or something speaks against it."""
    first, second = sorted((one, other), key=_order)
    address = relate_addresses(first, second)
    if address == "same":
        return Judgement("same", 1.0, (_ADDRESSES["same"],))
    authors = relate_authors(first, second)
    is_mine = authors in ("same", "compatible")
    is_timely = is_mine and (any(map(is_discussion, (first, second))) or is_within_days(first, second))
    if address == "other" and not is_timely and _are_plainly_unlike(first.title, second.title, authors):
        return None
    evidence = gather(first, second, address, authors)
    verdict = _verdict_by_address(evidence) or _verdict_by_title(evidence)
    return Judgement(verdict, _score(verdict, evidence), _reasons(evidence)) if verdict else None


def _order(record: Record) -> tuple[str, str, tuple[str, ...], str, str]:
    return record.title, record.url, record.authors, record.published or "", record.source or ""


def _are_plainly_unlike(one: str, other: str, authors: NameRelation) -> bool:
    """Whether so many telling words of the shorter title are missing in the other that no reading makes them one.

    Half of them may be where the authors may be one, a third where they differ; translations are never plainly unlike.
    This spares the costly look at most pairs.
    """
    first, second = telling_stems(one), telling_stems(other)
    missing, size = min(len(first - second), len(second - first)), min(len(first), len(second))
    allowed = size // 3 if authors == "different" else (size + 1) // 2
    if missing <= allowed or is_translated_title(one) or is_translated_title(other):
        return False
    return missing - _written_together(first - second, second - first) > allowed


def _written_together(one: frozenset[str], other: frozenset[str]) -> int:
    """How many words may have their other half in a word of the other title: `layer normalization`, `layernorm`."""
    beginnings = {word[:_BEGINNING] for word in one}
    return sum(len(word) >= _BEGINNING and word[:_BEGINNING] in beginnings for word in other)


def _verdict_by_address(evidence: Evidence) -> Verdict | None:
    """What a second spelling of one address says, unless the titles name two parts."""
    if evidence.address == "spelling":
        return "maybe" if evidence.title.likeness is Likeness.CONTRADICTED else "likely"
    if evidence.address == "language" and evidence.title.likeness is not Likeness.CONTRADICTED:
        is_vouched = evidence.by_one_author or evidence.dates in ("same", "close")
        return "likely" if is_vouched else "maybe" if evidence.title.likeness is Likeness.TRANSLATED else None
    if evidence.address == "edition" and evidence.authors != "different":
        return "likely" if evidence.title.likeness in _WHOLE_TITLES else "maybe" if evidence.by_one_author else None
    if evidence.address == "parameters":
        agrees = evidence.title.likeness in _WHOLE_TITLES
        agrees = agrees or (evidence.by_one_author and evidence.dates == "same")
        return "likely" if agrees and evidence.title.likeness is not Likeness.CONTRADICTED else "maybe"
    return None


_WHOLE_TITLES: Final = (Likeness.EQUAL, Likeness.NEAR, Likeness.NEW_EDITION, Likeness.DECORATED)


def _verdict_by_title(evidence: Evidence) -> Verdict | None:
    if evidence.unlike_places or (evidence.precedes and not _is_one_title(evidence)):
        return None
    if evidence.authors == "different":
        return _in_spite_of_authors(evidence)
    match evidence.title.likeness:
        case Likeness.EQUAL:
            return _equal_titles(evidence)
        case Likeness.NEAR | Likeness.CUT:
            return _nearly_equal_titles(evidence)
        case Likeness.TRANSLATED:
            return judge_translation(evidence)
        case Likeness.DECORATED:
            return _decorated_title(evidence)
        case Likeness.NEW_EDITION:
            is_later = evidence.by_one_author and evidence.dates != "same"
            return "likely" if is_later and evidence.title.weight >= _SOME else "maybe"
        case Likeness.OTHER_YEAR:
            return None if evidence.one_host else "maybe"
        case Likeness.CONTAINED | Likeness.REWORDED_ENDS | Likeness.EDITED | Likeness.UNLIKE:
            return judge_rewording(evidence)
        case Likeness.CONTRADICTED:
            return None


_ONE_TITLE: Final = (Likeness.EQUAL, Likeness.NEAR, Likeness.CUT)


def _is_one_title(evidence: Evidence) -> bool:
    title = evidence.title
    return title.likeness in _ONE_TITLE or (title.likeness is Likeness.DECORATED and title.overlap >= _MOSTLY)


def _in_spite_of_authors(evidence: Evidence) -> Verdict | None:
    """A title so long that two people do not choose it, or nearly so by two people at one time."""
    title = evidence.title
    if title.likeness is Likeness.TRANSLATED:
        return judge_translation(evidence)
    is_one = title.likeness in (*_ONE_TITLE, Likeness.DECORATED)
    if evidence.dates in APART:
        return "maybe" if is_one and title.weight >= _HARDLY_CHOSEN_TWICE else None
    if is_one:
        needed = _TELLING if title.likeness in (Likeness.EQUAL, Likeness.DECORATED) else _QUITE_TELLING
        return "maybe" if title.weight >= needed else None
    is_most = title.likeness is Likeness.CONTAINED and title.overlap >= _MOSTLY and not evidence.one_host
    return "maybe" if is_most and title.weight >= _HARDLY_CHOSEN_TWICE else None


def _equal_titles(evidence: Evidence) -> Verdict | None:
    telling, mine = evidence.title.weight >= _TELLING, evidence.by_one_author
    is_timely = evidence.dates in ("same", "close")
    if not (telling or mine or is_timely or evidence.passed_on or evidence.address != "other"):
        return None
    if not (evidence.title.rarity or mine or evidence.passed_on or evidence.address in ("slug", "named")):
        return None
    another_issue = (evidence.recurs and not evidence.by_one_team) or 0 < evidence.common.of_shorter < _HALF
    if evidence.is_later_edition:
        return "likely"
    if evidence.dates == "other year" or (another_issue and evidence.dates != "same"):
        return "maybe"
    if mine or evidence.passed_on or evidence.is_translation:
        return "likely" if mine or telling or evidence.is_fresh else "maybe"
    is_chosen_twice = evidence.is_within_days and evidence.title.weight >= _HARDLY_CHOSEN_TWICE
    if evidence.two_owners and evidence.dates != "same" and not is_chosen_twice:
        return "maybe"
    return "likely" if telling or is_timely else "maybe"


def _nearly_equal_titles(evidence: Evidence) -> Verdict | None:
    if evidence.dates == "other year":
        return "maybe"
    is_vouched = evidence.passed_on or evidence.dates in ("same", "close")
    sure = evidence.by_one_author or evidence.address == "slug" or (is_vouched and evidence.title.weight >= _TELLING)
    return "likely" if sure else "maybe"


def _decorated_title(evidence: Evidence) -> Verdict | None:
    """A whole title with more behind or before it."""
    title, mine = evidence.title, evidence.by_one_author
    telling = title.weight >= _TELLING
    if evidence.one_host:
        return _decorated_in_place(evidence)
    if not (mine or (title.weight >= _SOME and title.rarity)):
        return None
    if mine and evidence.dates != "far":
        return "likely"
    if (evidence.passed_on or evidence.dates in ("same", "close")) and telling:
        return "likely"
    return "maybe" if mine or telling or (evidence.passed_on and title.coverage >= _WHOLE) else None


def _decorated_in_place(evidence: Evidence) -> Verdict | None:
    """One site has one author's title with and without its series' name, its subtitle, or the name of an edition."""
    title = evidence.title
    if evidence.is_later_edition and title.weight >= _SOME:
        return "likely"
    if not (evidence.by_one_author and title.rarity):
        return None
    if evidence.dates not in ("same", "close"):
        return "maybe" if title.weight >= _HARDLY_CHOSEN_TWICE else None
    is_series = title.weight >= _TELLING and all(
        (part.kind == "series" and part.segment.is_first) or (part.kind == "part" and not later_part(side, part))
        for side in title.relation[:2]
        for part in side.left
    )
    if is_series or (evidence.has_short_address and title.rarity >= _SOME):
        return "likely"
    return "maybe" if evidence.dates == "same" or title.overlap >= _MOSTLY else None


_BASE: Final = {"likely": 0.8, "maybe": 0.5}


def _score(verdict: Verdict, evidence: Evidence) -> float:
    """Orders the pairs of one verdict by how much agrees; never crosses into the next verdict."""
    points = (
        evidence.title.likeness is Likeness.EQUAL,
        evidence.by_one_author,
        evidence.authors == "same",
        evidence.dates in ("same", "close"),
        evidence.address in ("spelling", "slug", "named"),
        evidence.title.weight >= _TELLING,
    )
    return round(_BASE[verdict] + 0.19 * sum(points) / len(points), 3)


def _reasons(evidence: Evidence) -> tuple[Bilingual, ...]:
    found = (
        evidence.title.reason,
        _ADDRESSES.get(evidence.address),
        _AUTHORS.get(evidence.authors),
        _DATES.get(evidence.dates),
        _ONE_HOST if evidence.one_host else _TWO_HOSTS,
        _DISCUSSED if evidence.passed_on else None,
    )
    return tuple(reason for reason in found if reason)


_ADDRESSES: Final = {
    "same": Bilingual("same address", "网址相同"),
    "spelling": Bilingual("one address, spelt in two ways", "同一网址的不同写法"),
    "parameters": Bilingual("one address with and without parameters", "同一网址，一个带参数"),
    "language": Bilingual("one address in two languages", "同一网址的两种语言"),
    "edition": Bilingual("one address ends like a new edition's of the other", "一个网址像是另一个的新版"),
    "slug": Bilingual("the addresses end alike", "网址末段相同"),
    "named": Bilingual("the address of one has the other's title", "一方的网址含有另一方的标题"),
}
_AUTHORS: Final = {
    "same": Bilingual("same author", "作者相同"),
    "compatible": Bilingual("the authors may be one", "作者可能是同一人"),
    "unknown": Bilingual("the author is not known on both sides", "作者不能互相印证"),
    "different": Bilingual("different authors", "作者不同"),
}
_DATES: Final = {
    "same": Bilingual("same date", "日期相同"),
    "close": Bilingual("dates close together", "日期相近"),
    "far": Bilingual("dates far apart", "日期相距较远"),
    "other year": Bilingual("different years", "年份不同"),
}
_ONE_HOST: Final = Bilingual("one host", "同一主机")
_TWO_HOSTS: Final = Bilingual("two hosts", "两个主机")
_DISCUSSED: Final = Bilingual("one is a discussion of a link", "其中一个是链接讨论页")
