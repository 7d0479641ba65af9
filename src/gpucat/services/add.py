"""Adds an article: fetches its page, proposes the fields and stores what was confirmed."""

import asyncio
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from gpucat.catalog.article import Article
from gpucat.catalog.catalogue import Learning
from gpucat.catalog.comparison import revise
from gpucat.catalog.dates import in_the_future, is_in_future
from gpucat.catalog.discovery import NEW
from gpucat.catalog.facets import FACET_FIELDS, facets_in
from gpucat.catalog.fields import LIST_FIELDS
from gpucat.catalog.filters import ArticleFilter
from gpucat.catalog.proposal import Near, Proposed, propose_from_site, propose_place
from gpucat.catalog.screening import points_elsewhere, screen
from gpucat.errors import FieldValueError, NetworkError, RefusedError, UsageError
from gpucat.formats.records import record_of
from gpucat.language import Bilingual
from gpucat.links.best_title import Expected
from gpucat.links.landing import host_of
from gpucat.links.observed import FieldFact, ObservedFact
from gpucat.links.page import Page, facts_of_page
from gpucat.links.probe import DEAD, UNKNOWN, Judgement, Probe, Verdict
from gpucat.links.verdicts import judge
from gpucat.net.session import open_session
from gpucat.net.settings import NetSettings
from gpucat.services.cards import find_telling
from gpucat.services.dedupe import find_copies
from gpucat.services.edit import checked_address, checked_fields
from gpucat.services.opening import utc_today
from gpucat.services.prominent_terms import propose_keywords
from gpucat.services.reader_page import ReaderPage, fetch_page
from gpucat.services.teaching import Concepts, given_learning, propose_learning, revised
from gpucat.store.articles import articles_by_number, find_articles
from gpucat.store.catalogue import read_learning
from gpucat.store.connection import Reader
from gpucat.store.lookup import find_removed, number_of_url

if TYPE_CHECKING:
    from gpucat.services.dedupe import DuplicatePair
    from gpucat.store.journal import Writer
    from gpucat.texts.extraction import ArticleText

_NO_FETCH = Bilingual("use --no-fetch to add it without visiting the page", "使用 --no-fetch 可不访问网页直接添加")
_AS_IT_WAS: Final = Bilingual("as before its removal", "与移出前相同")
NEAREST: Final = 5
_GIVEN: Final = Bilingual("given", "已指定")
_TITLE_AND_TEXT: Final = Bilingual("title and text", "标题与正文")
_LISTED_FACTS: Final = ("title", "authors", "source", "published", "url")


class Look(NamedTuple):
    """What a page told: its facts, the beginning of its text, notes for the reader, and the article if it could be read.

    `objection` says why the page, though it answered, is hardly an article: it says "not found", is a wall or is
    parked.
    """

    facts: tuple[FieldFact, ...]
    text: str
    notes: tuple[Bilingual, ...] = ()
    objection: Bilingual | None = None
    article: "ArticleText | None" = None


class Draft(NamedTuple):
    """An article before it is added: its fields, where each value came from, and what the page told.

    `article.number` is 0 for a new article, or the number of a removed article at this address, which is brought back.
    `learning` are its concepts; None if those of a removed article stay. `text` is the article as its page has it, if that
    could be read.
    """

    article: Article
    grounds: Mapping[str, Bilingual]
    facts: tuple[FieldFact, ...]
    notes: tuple[Bilingual, ...]
    objection: Bilingual | None = None
    learning: Learning | None = None
    text: "ArticleText | None" = None


class Objections(NamedTuple):
    """The reasons against adding an article: broken rules of the list, possible duplicates, and faults.

    A fault is a page that is hardly an article, or a field with a wrong value.
    """

    rules: tuple[Bilingual, ...]
    duplicates: "tuple[DuplicatePair, ...]"
    faults: tuple[Bilingual, ...] = ()

    @property
    def are_grave(self) -> bool:
        """Whether to ask before adding: a rule is broken, there is a fault, or a duplicate is certain or likely."""
        return bool(self.rules or self.faults) or any(found.judgement.verdict != "maybe" for found in self.duplicates)


def look_at(address: str, settings: NetSettings, title: str = "") -> Look:
    """Fetches the page at an address and returns what it tells; raises NetworkError if there is no page to add.

    `title` is the article's, where it is known: a page with that title is the article, whatever else it says.
    """
    probe, page, body = asyncio.run(_fetch(address, title, settings))
    judgement = _judge(title, address, probe, page)
    if page.titles and 200 <= (probe.status or 0) < 300 and judgement.verdict in DEAD | UNKNOWN:
        notes = tuple(_notes(page, probe))
        return Look(tuple(facts_of_page(page, address, probe.final_url)), page.opening, notes, judgement.reason)
    if judgement.verdict in DEAD or (probe.failure is not None and probe.status is None):
        reason = judgement.reason
        raise NetworkError(
            "no_page",
            Bilingual(f"{address}: {judgement.verdict}: {reason.en}", f"{address}：{judgement.verdict}：{reason.zh}"),
            _NO_FETCH,
        )
    if judgement.verdict in (Verdict.BLOCKED, Verdict.FLAKY, Verdict.TIMEOUT):
        note = Bilingual(f"the page could not be read: {judgement.reason.en}", f"无法读取页面：{judgement.reason.zh}")
        return Look((), "", (note,))
    article = _read_article(probe, page, body)
    text = article.markdown if article else page.opening
    facts = tuple(facts_of_page(page, address, probe.final_url))
    return Look(facts, text, tuple(_notes(page, probe)), article=article)


def _read_article(probe: Probe, page: Page, body: bytes) -> "ArticleText | None":
    """Returns the article on a page; None if it has none that can be read."""
    if page.kind != "html" or page.is_thin:
        return None
    from gpucat.services.text_worker import TextWorker

    with TextWorker() as worker:
        extracted = worker.extract(body, probe.headers.get("content-type", ""), probe.final_url)
    return None if isinstance(extracted, Bilingual) else extracted.article


def _judge(title: str, address: str, probe: Probe, page: Page) -> Judgement:
    """Judges the page without trusting its own title, then, if nothing is wrong, with that title as the article's."""
    for expected in (title, page.title or ""):
        judgement = judge(Expected(title=expected, url=address), probe, page)
        if judgement.verdict in (DEAD | UNKNOWN) - {Verdict.WRONG_ARTICLE}:
            break
    return judgement


async def _fetch(address: str, title: str, settings: NetSettings) -> ReaderPage:
    async with open_session(settings) as session:
        return await fetch_page(session.fetcher, Expected(title=title, url=address))


def _notes(page: Page, probe: Probe) -> list[Bilingual]:
    notes = []
    if page.kind != "html":
        notes.append(Bilingual(f"the page is not HTML ({page.kind})", f"页面不是 HTML（{page.kind}）"))
    if not page.titles:
        notes.append(Bilingual("the page has no title", "页面没有标题"))
    elif page.is_titled_by_site:
        site, told = page.titles[0].value, page.title
        notes.append(
            Bilingual(
                f"the page's title names only the site (“{site}”): is “{told}” its headline? If not, give --title",
                f"页面标题只是站点名（“{site}”）：“{told}”是文章标题吗？如果不是，请用 --title 指定",
            )
        )
    if page.titles and page.is_thin:
        notes.append(Bilingual(f"the page has only {page.words} words", f"页面只有约 {page.words} 个词"))
    if probe.cut_by:
        notes.append(Bilingual("only the beginning of the page was read", "只读取了页面的开头部分"))
    return notes


def discovered(connection: Reader, name: str) -> tuple[str, dict[str, Any]]:
    """Returns the address and the fields of what `discover` found, named `new/3`; any other text is an address itself.

    Raises UsageError if nothing was found under that name.
    """
    from gpucat.store.discoveries import find_discovery

    if not name.startswith(f"{NEW}/"):
        return name, {}
    number = name.partition("/")[2]
    found = find_discovery(connection, int(number)) if re.fullmatch(r"[0-9]{1,9}", number) else None
    if found is None:
        raise UsageError(
            "nothing_discovered",
            Bilingual(f"{name}: nothing was discovered under that name", f"{name}：没有这个名称的新发现"),
            Bilingual("`gpucat discover --seen` lists what was found", "`gpucat discover --seen` 列出已发现的文章"),
        )
    told = {"title": found.title, "published": found.published, "authors": list(found.authors)}
    return found.url, {field: value for field, value in told.items() if value}


def new_address(connection: Reader, url: str) -> str:
    """Returns the address as the list keeps it; raises UsageError for an invalid one, RefusedError for a listed one."""
    address = checked_address(url)
    _number_at(connection, [address])
    return address


def draft_article(connection: Reader, url: str, given: Mapping[str, Any], look: Look | None) -> Draft:
    """Drafts the article from what was given, then what its page says, then what its neighbours suggest.

    A removed article comes back as it was, apart from the given fields; the page and the neighbours fill its gaps.
    Raises UsageError for an invalid value, RefusedError if the list has the address already.
    """
    fields: dict[str, Any] = {"url": url}
    grounds: dict[str, Bilingual] = {}
    facts = look.facts if look else ()
    for fact in facts:
        if fact.field in _LISTED_FACTS:
            fields[fact.field] = fact.value
            grounds[fact.field] = Bilingual(fact.rule, fact.rule)
    typed = checked_fields(connection, {**fields, **given})
    grounds |= dict.fromkeys(given, _GIVEN)
    removed = find_removed(connection, _number_at(connection, [url, typed["url"]]))
    article = Article(number=0, title="", url=url)._replace(**typed)
    if removed:
        kept = {name for name in LIST_FIELDS if name not in given and getattr(removed.article, name)}
        grounds |= dict.fromkeys(kept, _AS_IT_WAS)
        article = revise(removed.article, {name: value for name, value in typed.items() if name not in kept})
    for proposed in propose_fields(connection, article, look.text if look else ""):
        is_open = not (removed and proposed.field in FACET_FIELDS)  # which its row of the list has, filled or not
        if is_open and not getattr(article, proposed.field) and proposed.field not in given:
            article = article._replace(**{proposed.field: proposed.value})
            grounds[proposed.field] = proposed.ground
    looked = look or Look((), "")
    learning = _drafted_learning(connection, article, given, looked.text)
    return Draft(article, grounds, facts, looked.notes, looked.objection, learning, looked.article)


def _drafted_learning(connection: Reader, article: Article, given: Mapping[str, Any], text: str) -> Learning | None:
    """Returns the given concepts, and for a new article those proposed; None if an old one's are to stay."""
    typed = given_learning(connection, given)
    if article.number:
        kept = read_learning(connection, article.number)
        return revised(next(iter(kept.values()), Learning()), typed) if typed else None
    near = [related.article for related in find_telling(connection, article, NEAREST)]
    return revised(propose_learning(connection, article, near, text), typed)


def with_fields(connection: Reader, draft: Draft, given: Mapping[str, Any]) -> Draft:
    """Returns the draft with a person's corrections; raises UsageError for an invalid value."""
    article = draft.article._replace(**checked_fields(connection, given))
    typed = given_learning(connection, given)
    learning = revised(draft.learning or Learning(), typed) if typed else draft.learning
    return draft._replace(article=article, learning=learning, grounds={**draft.grounds, **dict.fromkeys(given, _GIVEN)})


def find_objections(connection: Reader, draft: Draft) -> Objections:
    """Finds the reasons against adding the article."""
    article = draft.article
    rules = [objection.reason for objection in screen(article.url, article.title)]
    if points_elsewhere(article.url, article.title):
        rules.append(Bilingual("marked as published elsewhere", "标明正文发布在其他站点"))
    faults = []
    if page := draft.objection:
        faults.append(Bilingual(f"This does not look like an article: {page.en}", f"这看起来不是文章：{page.zh}"))
    if article.published and is_in_future(article.published, utc_today()):
        faults.append(FieldValueError("published", in_the_future(article.published)).message)
    return Objections(tuple(rules), find_copies(connection, record_of(article), draft.text), tuple(faults))


def store_addition(draft: Draft, writer: "Writer") -> int:
    """Stores the article, its place in module and route, and the page's facts; returns its number.

    Raises RefusedError if the list has the address by now, or has otherwise changed since the draft was made.
    """
    from gpucat.store.article_writes import add_articles, arrange, give_address, revive_article
    from gpucat.store.learning import save_learning
    from gpucat.store.links import save_observed_facts
    from gpucat.store.route import place_on_route

    connection, article = writer.connection, draft.article
    _check_still_new(writer.connection, article)
    if article.number:
        revive_article(connection, article)
        give_address(connection, article.number, article.url, writer.now)
        number = article.number
    else:
        (number,) = add_articles(connection, [article], writer.now)
    arrange(connection, {number: article.position} if article.module and article.position else {})
    place_on_route(connection, [number])
    if draft.learning:
        save_learning(connection, number, draft.learning, Concepts.of(connection).rows(draft.learning))
    host = host_of(article.url)
    save_observed_facts(
        connection, [ObservedFact(number, f.field, f"{host} {f.rule}", f.value, writer.now) for f in draft.facts]
    )
    return number


def _check_still_new(connection: Reader, article: Article) -> None:
    is_as_drafted = _number_at(connection, [article.url]) in (0, article.number)
    if not is_as_drafted or bool(article.number) != (find_removed(connection, article.number) is not None):
        raise RefusedError(
            "changed_meanwhile",
            Bilingual(
                "the list has changed in the meantime; nothing was added", "清单在此期间发生了变化；没有添加任何内容"
            ),
            Bilingual("run the command again", "请重新运行命令"),
        )


def _number_at(connection: Reader, addresses: Sequence[str]) -> int:
    """Returns the number of a removed article at one of the addresses, or 0; raises RefusedError if one is listed."""
    for address in addresses:
        number = number_of_url(connection, address)
        if number is None:
            continue
        listed = articles_by_number(connection, [number]).get(number)
        if listed is None:
            return number
        raise RefusedError(
            "already_listed",
            Bilingual(
                f"{address} is already listed as {listed.id}: {listed.title}",
                f"{address} 已在清单中：{listed.id} {listed.title}",
            ),
            Bilingual(f"use `gpucat edit {listed.id}` to change it", f"可用 `gpucat edit {listed.id}` 修改"),
        )
    return 0


def propose_fields(connection: Reader, article: Article, text: str) -> Iterator[Proposed]:
    """Proposes values of fields: what its title and text, its site and the nearest articles suggest."""
    keywords = propose_keywords(connection, article.title, text)
    yield from keywords
    yield from (Proposed(field, shown, _TITLE_AND_TEXT) for field, shown in facets_in(article.title, text) if shown)
    subject = article if article.keywords or not keywords else article._replace(keywords=keywords[0].value)
    host = host_of(article.url)
    mates = [other for other in find_articles(connection, ArticleFilter()) if host and host_of(other.url) == host]
    yield from propose_from_site(mates)
    near = [Near(related.article, related.score) for related in find_telling(connection, subject, NEAREST)]
    yield from propose_place(near)
