"""Whether two records are one work: `same` by address, `likely` or `maybe` by evidence of several kinds, each with its reason.

A verdict depends on the two records alone: word weights are fixed tables, so that adding records changes no verdict about
others, and the order of the two changes nothing. Pure.
"""

from typing import Final, Literal, NamedTuple

from gpucat.catalog.duplicate_evidence import (
    PASSING_ON,
    AddressRelation,
    CommonAuthors,
    DateRelation,
    Record,
    common_authors,
    relate_addresses,
    relate_authors,
    relate_dates,
)
from gpucat.catalog.duplicate_titles import Likeness, TitleEvidence, is_recurring_title, weigh_titles
from gpucat.catalog.people import NameRelation
from gpucat.catalog.places import place_of
from gpucat.catalog.title_parts import Known, is_translated_title, known_names, parse_title, telling_stems
from gpucat.catalog.title_relation import relate_titles
from gpucat.language import Bilingual

Verdict = Literal["same", "likely", "maybe"]
VERDICTS: Final[tuple[Verdict, ...]] = ("same", "likely", "maybe")


class Judgement(NamedTuple):
    """`same` may be acted on without asking; `likely` and `maybe` are for a person. `score` orders them, 0 to 1."""

    verdict: Verdict
    score: float
    reasons: tuple[Bilingual, ...]


class _Evidence(NamedTuple):
    title: TitleEvidence
    address: AddressRelation
    authors: NameRelation
    common: CommonAuthors
    dates: DateRelation
    one_host: bool
    """Both lie on one site, where two addresses are usually two articles."""
    two_owners: bool
    """Each lies on a site of its own with another name."""
    passed_on: bool
    """One is a discussion or an archived copy, which keeps the title and changes its ends, its date and its author."""
    unlike_places: bool
    """One is a video, a talk, code or a paper, and the other is not."""

    recurs: bool
    """A column or a digest that bears one title again and again."""

    @property
    def by_one_team(self) -> bool:
        """Whether several authors are in common, which no other work of one of them has."""
        return self.common.number > 1 and self.common.of_longer >= _HALF

    @property
    def by_one_author(self) -> bool:
        return self.authors in ("same", "compatible")


_SOME: Final = 1.5
_TELLING: Final = 2.5
"""Weight of shared words that two authors hardly choose alike by chance."""
_QUITE_TELLING: Final = 3.0
_VERY_TELLING: Final = 4.0
_MOSTLY: Final = 0.75
_HALF: Final = 0.5
_MORE_THAN_HALF: Final = 0.6
_TWO_FIFTHS: Final = 0.4
_THIRD: Final = 0.3


def compare_records(one: Record, other: Record) -> Judgement | None:
    """The verdict about two records; None where nothing speaks for one work or something speaks against it."""
    first, second = sorted((one, other), key=_order)
    address = relate_addresses(first, second)
    if address == "same":
        return Judgement("same", 1.0, (_ADDRESSES["same"],))
    authors = relate_authors(first, second)
    if address == "other" and _are_plainly_unlike(first.title, second.title, authors):
        return None
    evidence = _gather(first, second, address, authors)
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
    return missing > allowed and not is_translated_title(one) and not is_translated_title(other)


def _gather(one: Record, other: Record, address: AddressRelation, authors: NameRelation) -> _Evidence:
    known = _known_to(one).union(_known_to(other))
    titles = parse_title(one.title), parse_title(other.title)
    places = place_of(one.url), place_of(other.url)
    apart = {place.kind for place in places} - PASSING_ON - {"page"}
    passed_on = any(place.kind in PASSING_ON for place in places)
    return _Evidence(
        weigh_titles(*titles, relate_titles(*titles, known)),
        address,
        authors,
        common_authors(one, other),
        "unknown" if passed_on else relate_dates(one, other),
        one_host=bool(places[0].host) and places[0].host == places[1].host and not places[0].is_shared,
        two_owners=_are_two_sites(one, other),
        passed_on=passed_on,
        recurs=all(is_recurring_title(title) for title in titles),
        unlike_places=bool(apart) and places[0].kind != places[1].kind,
    )


def _known_to(record: Record) -> Known:
    return known_names(name for name in (record.source, *record.authors) if name)


def _are_two_sites(one: Record, other: Record) -> bool:
    places = place_of(one.url), place_of(other.url)
    own = all(place.host and not place.is_shared and place.kind == "page" for place in places)
    sources = [(record.source or "").casefold() for record in (one, other)]
    named = all(sources) and all((one.authors, other.authors))
    return own and places[0].host != places[1].host and named and sources[0] != sources[1]


def _verdict_by_address(evidence: _Evidence) -> Verdict | None:
    """What a second spelling of one address says, unless the titles name two parts."""
    if evidence.address == "spelling":
        return "maybe" if evidence.title.likeness is Likeness.CONTRADICTED else "likely"
    if evidence.address == "parameters":
        agrees = evidence.title.likeness in (Likeness.EQUAL, Likeness.NEAR)
        agrees = agrees or (evidence.by_one_author and evidence.dates == "same")
        return "likely" if agrees and evidence.title.likeness is not Likeness.CONTRADICTED else "maybe"
    return None


def _verdict_by_title(evidence: _Evidence) -> Verdict | None:
    if evidence.unlike_places:
        return None
    match evidence.title.likeness:
        case Likeness.EQUAL:
            return _equal_titles(evidence)
        case Likeness.NEAR | Likeness.CUT:
            return _nearly_equal_titles(evidence)
        case Likeness.TRANSLATED:
            return _translated_title(evidence)
        case Likeness.DECORATED:
            return _decorated_title(evidence)
        case Likeness.NEW_EDITION:
            return "maybe" if evidence.authors != "different" else None
        case Likeness.OTHER_YEAR:
            return "maybe" if evidence.authors != "different" and not evidence.one_host else None
        case Likeness.CONTAINED | Likeness.REWORDED_ENDS | Likeness.EDITED:
            return _partly_equal_titles(evidence)
        case Likeness.UNLIKE:
            return _retitled(evidence)
        case Likeness.CONTRADICTED:
            return None


def _equal_titles(evidence: _Evidence) -> Verdict | None:
    telling = evidence.title.weight >= _TELLING
    if evidence.authors == "different":
        return "maybe" if evidence.title.weight >= _QUITE_TELLING else None
    another_issue = (evidence.recurs and not evidence.by_one_team) or 0 < evidence.common.of_shorter < _HALF
    if evidence.dates == "other year" or (another_issue and evidence.dates != "same"):
        return "maybe"
    if evidence.by_one_author or evidence.passed_on:
        return "likely" if evidence.by_one_author or telling else "maybe"
    if evidence.two_owners and evidence.dates != "same":
        return "maybe"
    return "likely" if telling or evidence.dates in ("same", "close") else "maybe"


def _nearly_equal_titles(evidence: _Evidence) -> Verdict | None:
    if evidence.authors == "different":
        return "maybe" if evidence.title.weight >= _VERY_TELLING else None
    if evidence.dates == "other year":
        return "maybe"
    sure = evidence.by_one_author or (evidence.title.weight >= _TELLING and evidence.dates in ("same", "close"))
    return "likely" if sure else "maybe"


def _translated_title(evidence: _Evidence) -> Verdict | None:
    """The translator signs the translation, so that another author says little; free wording leaves few words in common."""
    title = evidence.title
    if title.coverage >= (_THIRD if title.is_translation else _TWO_FIFTHS):
        agrees = title.is_translation and title.coverage >= _MOSTLY and title.weight >= _TELLING
        return "likely" if evidence.by_one_author or agrees else "maybe"
    return "maybe" if evidence.by_one_author or evidence.dates in ("same", "close") else None


def _decorated_title(evidence: _Evidence) -> Verdict | None:
    if evidence.authors == "different":
        return "maybe" if evidence.title.weight >= _QUITE_TELLING else None
    if evidence.one_host:
        return None
    if evidence.by_one_author and evidence.dates != "far":
        return "likely"
    return "likely" if evidence.passed_on and evidence.title.weight >= _TELLING else "maybe"


def _partly_equal_titles(evidence: _Evidence) -> Verdict | None:
    """Words added inside a title, or other words: a rewording if much else agrees, else a neighbouring subject."""
    if evidence.authors == "different" or evidence.one_host or evidence.title.weight < _TELLING:
        return _retitled(evidence)
    if evidence.by_one_team and evidence.dates in ("same", "close") and evidence.title.coverage >= _MOSTLY:
        return "likely"
    if evidence.passed_on and (evidence.by_one_author or evidence.title.coverage > 0.99):
        return "likely" if evidence.title.likeness is Likeness.CONTAINED else "maybe"
    if evidence.passed_on or evidence.address == "slug":
        return "maybe"
    agrees = evidence.by_one_author and (evidence.dates in ("same", "close") or evidence.title.coverage >= _MOSTLY)
    if agrees or (evidence.title.coverage >= _MOSTLY and evidence.title.weight >= _QUITE_TELLING):
        return "maybe"
    return _retitled(evidence)


def _retitled(evidence: _Evidence) -> Verdict | None:
    """A copy elsewhere under another title: it ends its address alike, or its author put it there at about the same time."""
    if evidence.one_host or evidence.authors == "different":
        return None
    same_time = evidence.by_one_author and evidence.dates in ("same", "close")
    on_one_subject = evidence.title.coverage >= _MORE_THAN_HALF and evidence.title.weight >= _SOME
    return "maybe" if evidence.address == "slug" or (same_time and on_one_subject) else None


_BASE: Final = {"likely": 0.8, "maybe": 0.5}


def _score(verdict: Verdict, evidence: _Evidence) -> float:
    """Orders the pairs of one verdict by how much agrees; never crosses into the next verdict."""
    points = (
        evidence.title.likeness is Likeness.EQUAL,
        evidence.by_one_author,
        evidence.authors == "same",
        evidence.dates in ("same", "close"),
        evidence.address in ("spelling", "slug"),
        evidence.title.weight >= _TELLING,
    )
    return round(_BASE[verdict] + 0.19 * sum(points) / len(points), 3)


def _reasons(evidence: _Evidence) -> tuple[Bilingual, ...]:
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
    "slug": Bilingual("the addresses end alike", "网址末段相同"),
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
