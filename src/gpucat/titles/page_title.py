"""Decides whether a page's title is still the title of the catalogued article. Pure.

No similarity score separates a decorated title from another article of the same blog. The reasons do: the differences
(`judgement`), the other titles of the catalogue, and what the page says of itself.
"""

import re
from collections.abc import Container, Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from gpucat.language import Bilingual
from gpucat.titles.judgement import (
    SAME,
    SPECIFIC,
    TITLE_VERDICTS,
    WORK_LABELS,
    TitleMatch,
    doubts,
    judge_catalogue_part,
    judge_contradictions,
    judge_page_part,
)
from gpucat.titles.names import is_organisation, is_person, names_in, relate_names
from gpucat.titles.parts import Known, Title, known_names, parse_title, work_named
from gpucat.titles.relation import Relation, relate_titles
from gpucat.titles.words import FILLER_STEMS, stem

_OTHER_PAGE_TYPES: Final = ("video", "product", "profile", "book", "music")
_LIST_PATH: Final = re.compile(
    r"/(?:tags?|categor(?:y|ies)|topics?|search|authors?|archives?|label|page/\d+)(?:/|$)|[?&](?:s|q|query|search)=",
    re.I,
)


def compare_titles(
    catalogue: str,
    page: str,
    names: Iterable[str] = (),
    siblings: Iterable[str] = (),
    *,
    url: str | None = None,
    page_url: str | None = None,
    author: str | None = None,
    site: str | None = None,
    og_type: str | None = None,
) -> TitleMatch:
    """Judges a page's title against the catalogue's.

    `names` are the article's source and authors, `siblings` the other titles of the catalogue, `url` the article's
    address. `page_url` is where the page was found, `author`, `site` and `og_type` are what it says of itself.
    """
    beside = _Beside(tuple(names), url, page_url, author, site, og_type)
    known = known_names(beside.names)
    ours, theirs = parse_title(catalogue), parse_title(page)
    relation = relate_titles(ours, theirs, known)._replace(is_vouched=_is_vouched(beside))
    if not relation.shared_weight:
        return TitleMatch("mismatch", Bilingual(f"no word in common with “{page}”", f"与“{page}”没有共同的词"))
    verdict = _judge_title(relation, known, theirs, url)
    others = (
        *_siblings_claim(ours, theirs, relation, known, tuple(siblings)),
        *_page_says(beside, relation),
    )
    return _gravest([verdict, *others])


class _Beside(NamedTuple):
    """What is known of the article and of the page apart from their titles."""

    names: tuple[str, ...]
    url: str | None
    page_url: str | None
    author: str | None
    site: str | None
    og_type: str | None


def _judge_title(relation: Relation, known: Known, page: Title, url: str | None) -> TitleMatch:
    """Judges the two titles by themselves, and with the words of the article's address."""
    found = _gravest(
        [
            SAME,
            *judge_contradictions(relation),
            *doubts(relation),
            *(judge_page_part(part, relation, known) for part in relation.other.left),
            *(judge_catalogue_part(part, relation, page) for part in relation.one.left),
        ]
    )
    if found.verdict == "changed" and url and _slug_has(url, relation):
        return TitleMatch(
            "decorated", Bilingual("the address has the words that the title lacks", "网址含有标题所缺的词")
        )
    return found


def _is_vouched(beside: _Beside) -> bool:
    """Says whether the page's host, author or site is the article's."""
    if beside.url and beside.page_url and _host(beside.url) == _host(beside.page_url):
        return True
    said = names_in([text for text in (beside.author, beside.site) if text])
    return any(relate_names(own, other) in ("same", "compatible") for own in names_in(beside.names) for other in said)


def _host(url: str) -> str | None:
    from gpucat.catalog.url import loose_key

    key = loose_key(url)
    return key.partition("/")[0] if key else None


def _gravest(findings: list[TitleMatch]) -> TitleMatch:
    return max(findings, key=lambda finding: TITLE_VERDICTS.index(finding.verdict))


def _slug_has(url: str, relation: Relation) -> bool:
    """Says whether the article's address has every word that the page's title adds, so both name the same page."""
    from gpucat.catalog.url import slug_words

    slug = {stem(word) for word in slug_words(url)}
    added = [
        word.stem for part in relation.other.left if part.kind not in ("name", "site", "date") for word in part.words
    ]
    return bool(added) and slug.issuperset(added)


def _siblings_claim(
    ours: Title, theirs: Title, relation: Relation, known: Known, siblings: tuple[str, ...]
) -> Iterator[TitleMatch]:
    """Finds other articles of the catalogue that the page's title fits better, or as well if it was shortened."""
    page = {word.stem: word.weight for word in theirs.words if word.stem not in known.stems}
    own = {word.stem for word in ours.words}
    kept = {word.stem for word in relation.one.shared if word.weight}
    fit = _fit(_weights(ours), page, kept, {word.stem for word in relation.other.shared})
    is_head = kept == _head(ours)
    is_shortened = any(part.kind not in ("nothing", "name", "edition", "date") for part in relation.one.left)
    for sibling in siblings:
        stems = _weights_of(sibling)
        if not kept & stems.keys():
            continue
        if stems.keys() & page.keys() - own and (other_fit := _fit(stems, page, page, stems)) > fit + 0.02:
            is_sure = stems.keys() <= page.keys() or other_fit >= fit + 0.2
            said = Bilingual(f"fits “{sibling}” better", f"更像“{sibling}”")
            yield TitleMatch("mismatch" if is_sure else "changed", said)
        elif is_shortened and kept <= stems.keys() != own and not (is_head and kept != _head(parse_title(sibling))):
            yield TitleMatch("changed", Bilingual(f"could also be “{sibling}”", f"也可能是“{sibling}”"))


def _fit(stems: dict[str, float], page: dict[str, float], kept: Container[str], explained: Container[str]) -> float:
    """Returns the share of both titles that they have in common.

    This counts the words of a catalogue's title that are `kept` on the page, and the page's words that it explains;
    those are more where an abbreviation stands next to its words.
    """
    shared = sum(weight for stem, weight in stems.items() if stem in kept)
    shared += sum(weight for stem, weight in page.items() if stem in explained)
    return shared / ((sum(stems.values()) + sum(page.values())) or 1.0)


@lru_cache(maxsize=4096)
def _weights_of(title: str) -> dict[str, float]:
    return _weights(parse_title(title))


def _weights(title: Title) -> dict[str, float]:
    return {word.stem: word.weight for word in title.words if word.stem not in FILLER_STEMS}


def _head(title: Title) -> set[str]:
    return {word.stem for word in title.segments[0].words if word.weight} if title.segments else set()


def _page_says(beside: _Beside, relation: Relation) -> Iterator[TitleMatch]:
    og_type, page_url, site = beside.og_type, beside.page_url, beside.site
    if og_type and og_type.lower().startswith(_OTHER_PAGE_TYPES):
        yield TitleMatch("changed", Bilingual(f"the page calls itself a {og_type}", f"页面自称是 {og_type}"))
    if page_url and _LIST_PATH.search(page_url):
        yield TitleMatch("mismatch", Bilingual("the address is that of a list or search page", "网址是列表或搜索页"))
    if site and not relation.is_vouched and (kind := work_named(site)):
        label = WORK_LABELS[kind]
        yield TitleMatch(
            "changed", Bilingual(f"the site “{site}” suggests {label.en}", f"站点“{site}”表明这是{label.zh}")
        )
    yield from _signed_by_another(beside, relation)


def _signed_by_another(beside: _Beside, relation: Relation) -> Iterator[TitleMatch]:
    author, site = beside.author, beside.site
    if author and _are_others(beside.names, author):
        sure = relation.shared_weight < SPECIFIC or is_person(author)
        said = Bilingual(f"the page is by {author}", f"页面作者是 {author}")
        yield TitleMatch("mismatch" if sure else "changed", said)
    elif site and is_person(site) and _are_others(beside.names, site):
        yield TitleMatch("changed", Bilingual(f"the site belongs to {site}", f"站点属于 {site}"))


def _are_others(names: tuple[str, ...], signed: str) -> bool:
    """Says whether all people of a byline differ from all people of the article."""
    ours, theirs = ([name for name in names_in(found) if not is_organisation(name)] for found in (names, [signed]))
    return bool(ours and theirs) and all(relate_names(own, name) == "different" for own in ours for name in theirs)
