"""Decides who wrote the article of a page, and when it was published: never by a guess, always with the rule. Pure."""

import re
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from typing import Final, NamedTuple
from urllib.parse import unquote, urlsplit

from gpucat.catalog.dates import parse_date
from gpucat.errors import UsageError
from gpucat.formats.byline import Byline, day_in_path, is_label, read_byline
from gpucat.formats.html_page import HtmlPieces
from gpucat.formats.linked_data import ArticleNode
from gpucat.formats.page_pieces import TextLine, Time
from gpucat.links.page import Fact

_DATE: Final = re.compile(r"(\d{4})-?(\d{2})(?:-?(\d{2}))?(?!\d)")
_DATE_METAS: Final = (
    "article:published_time", "og:article:published_time", "datepublished", "date.published", "parsely-pub-date", "sailthru.date",
    "citation_publication_date", "citation_date", "dc.date.issued", "dcterms.issued", "dcterms.created", "dc.date.created",
    "dc.date", "dcterms.date", "publish_date", "publish-date", "publishdate", "pubdate", "publication_date", "date",
)  # fmt: skip
_AUTHOR_METAS: Final = (
    "author",
    "article:author",
    "citation_author",
    "dc.creator",
    "dcterms.creator",
    "parsely-author",
    "sailthru.author",
)
_AUTHOR_ELEMENTS: Final = ("itemprop name", "itemprop", "p-author", "rel=author", "byline")
_NO_AUTHORS: Final = frozenset({
    "admin", "administrator", "author", "user", "root", "editor", "webmaster", "anonymous", "guest", "unknown", "staff",
    "home", "about", "posts", "作者", "管理员", "简介", "me", "us",
})  # fmt: skip
_PUBLISHED_ROLES: Final = (
    "published",
    "pubdate",
    "post-date",
    "entry-date",
    "datepublished",
    "dt-published",
    "date-created",
)
_CHANGED_ROLES: Final = ("updated", "modified", "dt-updated")
_BEFORE_NAME: Final = re.compile(
    r"^(?:(?:written|posted|words|story|article)\s+by|by|von|par|por|door|autor(?:a|in)?|authors?)(?:\s*[:：]\s*|\s+)|^(?:作者|撰?文|著者)\s*[:：/]\s*",
    re.IGNORECASE,
)
_BETWEEN: Final = re.compile(r"\s*[、;；&]\s*|,?\s+(?:and|und)\s+|\s*和\s*")
_COMMAS: Final = re.compile(r"\s*[,，]\s*")
_NEAR_HEADING_WORDS: Final = 60
_BEFORE_HEADING_WORDS: Final = 30
_PROSE: Final = 120
_EARLIEST: Final = "1985"


class _Signed(NamedTuple):
    """The bylines near the headline, and those of the whole article."""

    near: tuple[Byline, ...]
    all: tuple[Byline, ...]


def read_credits(
    pieces: HtmlPieces, article: ArticleNode | None, site_names: Iterable[str], headline_at: int | None, address: str
) -> tuple[list[Fact], Fact | None]:
    """Returns the authors and the date of publication of the article whose headline ends after `headline_at` words."""
    signed = _signed(pieces.lines, headline_at)
    authors = _authors(pieces, article, signed, set(site_names))
    return authors, _published(pieces, article, signed, address)


def _signed(lines: list[TextLine], headline_at: int | None) -> _Signed:
    """Reads the lines near the headline, up to the first paragraph below it, and all others of the article."""
    near: list[Byline] = []
    others: list[Byline] = []
    before = ""
    is_head = headline_at is not None
    for line in lines:
        text, before = f"{before} {line.text}".strip(), ""
        if line.is_beside:
            continue
        if is_label(text):
            before = text
            continue
        distance = line.after_words - (headline_at or 0)
        is_head = is_head and not (distance >= 0 and len(text) > _PROSE)
        is_near = is_head and -_BEFORE_HEADING_WORDS <= distance <= _NEAR_HEADING_WORDS
        said = read_byline(text)
        if any(said):
            (near if is_near else others).append(said)
    return _Signed(tuple(near), (*near, *others))


def _authors(pieces: HtmlPieces, article: ArticleNode | None, signed: _Signed, site_names: set[str]) -> list[Fact]:
    """Returns the authors by the first rule that names any."""
    told: list[tuple[str, Iterable[str]]] = [("json-ld", article.authors if article else ())]
    told += [(f"meta {name}", [value for key, value in pieces.metas if key == name]) for name in _AUTHOR_METAS]
    for rule in _AUTHOR_ELEMENTS:
        told.append(
            (rule.partition(" ")[0], [one.text for one in pieces.bylines if one.rule == rule and one.is_own][:3])
        )
    told.append(("byline", [one.names for one in signed.near if one.names][:1]))
    signers = {one.names for one in signed.all if one.names and one.has_colon}
    told.append(("byline", [name for name in signers if name] if len(signers) == 1 else []))
    for rule, values in told:
        names = [name for value in values for name in _people(value) if name not in site_names]
        if names:
            return [Fact(name, rule) for name in dict.fromkeys(names)]
    return []


def _people(text: str) -> Iterator[str]:
    """Yields the names in a text; none for an address, an account's default name or a sentence."""
    written = " ".join(text.split())
    said = read_byline(written).names or written
    parts = _BETWEEN.split(_BEFORE_NAME.sub("", said))
    for part in parts:
        several = _COMMAS.split(part)
        full = all(len(name.split()) > 1 or not name.isascii() for name in several)
        yield from filter(_is_name, several if full else [part])


def _is_name(name: str) -> bool:
    is_short = 2 <= len(name) <= 60 and len(name.split()) <= 6
    return is_short and "://" not in name and "@" not in name and name.casefold() not in _NO_AUTHORS


def _published(pieces: HtmlPieces, article: ArticleNode | None, signed: _Signed, address: str) -> Fact | None:
    """Returns the earlier of several explicit claims, or what the lines near the headline, the only label or the path say."""
    metas = dict(reversed(pieces.metas))
    own = [time for time in pieces.times if time.is_own and not any(role in time.role for role in _CHANGED_ROLES)]
    told = [(metas[name], f"meta {name}") for name in _DATE_METAS if name in metas]
    told += [(article.published, "json-ld")] if article and article.published else []
    told += [(time.moment, "time") for time in own if any(role in time.role for role in _PUBLISHED_ROLES)][:1]
    claims = [Fact(day, rule) for text, rule in told if (day := _day(text))]
    path_day = day_in_path(unquote(urlsplit(address).path))
    if claims:
        return _as_shown(_earliest(claims), [path_day, *(said.published or said.bare_date for said in signed.near)])
    labelled = {said.published for said in signed.all if said.published}
    for days, rule in (
        ([said.published for said in signed.near if said.published], "byline"),
        ([_day(time.moment) for time in _times_near(own, signed)], "time"),
        ([said.bare_date for said in signed.near if said.bare_date], "line below the headline"),
        (labelled if len(labelled) == 1 else (), "byline"),
        ([path_day], "address"),
    ):
        if day := next((day for day in days if day and day >= _EARLIEST), None):
            return Fact(day, rule)
    return None


def _earliest(claims: list[Fact]) -> Fact:
    """Returns the earliest day; a month alone gives way to a day in it."""
    first = min(claims, key=lambda fact: (fact.value[:7], -len(fact.value), fact.value))
    return first if len(first.value) > 7 else next((fact for fact in claims if fact.value[:7] == first.value), first)


def _as_shown(claim: Fact, shown: Iterable[str | None]) -> Fact:
    """Returns the claim with the day that the page shows, if that is the next one: in UTC it was still the day before."""
    after = (
        (date.fromisoformat(claim.value) + timedelta(days=1)).isoformat() if len(claim.value) > len("2024-05") else ""
    )
    return claim._replace(value=after) if after in shown else claim


def _times_near(times: list[Time], signed: _Signed) -> list[Time]:
    """Returns the first time near the heading, else the only one; not one that a line calls a change."""
    changed = {said.updated for said in signed.all if said.updated}
    unchanged = [time for time in times if _day(time.moment) not in changed]
    near = [time for time in unchanged if time.after_headings and time.after_words <= _NEAR_HEADING_WORDS]
    alone = unchanged if len({_day(time.moment) for time in unchanged}) == 1 else []
    return near[:1] or alone[:1]


def _day(text: str) -> str | None:
    """Returns `2024-05-14`, or `2024-05` without a day; None for anything else."""
    cleaned = text.strip().replace("/", "-")
    found = _DATE.match(cleaned)
    if not found:
        return None
    try:
        day = parse_date("-".join(part for part in found.groups() if part))
    except UsageError:
        return None
    return day if day >= _EARLIEST else None
