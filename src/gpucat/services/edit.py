"""Changes the fields of articles and removes articles from the list."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from gpucat.catalog.article import INBOX, Article
from gpucat.catalog.catalogue import Learning, Module
from gpucat.catalog.comparison import changed_fields, revise
from gpucat.catalog.dates import in_the_future, is_in_future
from gpucat.catalog.fields import LIST_FIELDS, RELATIONS, FieldError, article_from_fields, clean_text
from gpucat.catalog.logins import names_user
from gpucat.catalog.names import pick_module
from gpucat.catalog.url import kept_url
from gpucat.errors import FieldValueError, GpucatError, UsageError
from gpucat.language import Bilingual
from gpucat.services.opening import utc_today
from gpucat.services.teaching import Concepts, given_learning, revised
from gpucat.store.articles import articles_by_number
from gpucat.store.catalogue import read_learning, read_modules
from gpucat.store.connection import Reader
from gpucat.store.lookup import number_of_url

if TYPE_CHECKING:
    from gpucat.store.journal import Writer

ONE_ARTICLE_FIELDS: Final = ("title", "url", "position")


class NewStart(NamedTuple):
    """The addresses of the article that a module started with and of the one that it starts with from now on."""

    before: str | None
    after: str


class NewLearning(NamedTuple):
    """An article's concepts before and after."""

    before: Learning
    after: Learning

    @property
    def changed(self) -> tuple[str, ...]:
        """The relations that differ."""
        return tuple(name for name in RELATIONS if getattr(self.before, name) != getattr(self.after, name))


class Edited(NamedTuple):
    """An article before and after an edit, the names of the changed fields, the new start of its module, its concepts."""

    before: Article
    after: Article
    changed: tuple[str, ...]
    start: NewStart | None = None
    learning: NewLearning | None = None

    @property
    def is_change(self) -> bool:
        """Whether there is anything to write."""
        return bool(self.changed or self.start or (self.learning and self.learning.changed))


class KeywordEdit(NamedTuple):
    """Keywords to add to what articles have, and to remove from it."""

    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()

    def of(self, keywords: Sequence[str]) -> tuple[str, ...]:
        """Returns the keywords after the edit; case does not count."""
        removed = {word.casefold() for word in self.removed}
        kept = [word for word in keywords if word.casefold() not in removed]
        known = {word.casefold() for word in kept}
        added = filter(None, map(clean_text, dict.fromkeys(self.added)))
        return (*kept, *(word for word in added if word.casefold() not in known))

    def missed(self, articles: Iterable[Article]) -> tuple[str, ...]:
        """Returns the keywords that were to be removed but that none of the articles has."""
        had = {word.casefold() for article in articles for word in article.keywords}
        return tuple(word for word in self.removed if word.casefold() not in had)


NO_KEYWORDS: Final = KeywordEdit()


def plan_edit(
    connection: Reader,
    articles: Sequence[Article],
    given: Mapping[str, Any],
    words: KeywordEdit = NO_KEYWORDS,
    *,
    start: bool = False,
) -> list[Edited]:
    """Plans setting the given fields, without writing anything. Raises UsageError for an invalid value.

    `start` makes the article the start of its module.
    """
    own = [name for name in ONE_ARTICLE_FIELDS if name in given] + ["start"] * start
    if own and len(articles) > 1:
        raise FieldValueError(own[0], Bilingual("can be set for only one article at a time", "一次只能为一篇文章设置"))
    checked = checked_fields(connection, given)
    published = checked.get("published")
    if published and is_in_future(published, utc_today()):
        raise FieldValueError("published", in_the_future(published))
    concepts = given_learning(connection, given)
    edits = []
    for before in articles:
        after = revise(before, checked)
        after = after._replace(keywords=words.of(after.keywords))
        if after.module is None and after.position is not None:
            if "position" in given:
                raise FieldValueError(
                    "position", Bilingual("articles in the inbox have no position", "收件箱中的文章没有位置")
                )
            after = after._replace(position=None)
        _check_address(connection, before, after)
        new_start = _new_start(connection, before, after) if start else None
        learning = _new_learning(connection, before, concepts) if concepts else None
        edits.append(Edited(before, after, changed_fields(before, after), new_start, learning))
    return edits


def checked_fields(connection: Reader, given: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the given fields as an Article holds them; raises UsageError naming the field and the fault."""
    named = dict(given)
    if module := named.get("module"):
        slug = pick_module(read_modules(connection), module)
        named["module"] = None if slug == INBOX else slug
    # The fields are checked as on import; placeholders stand in for the two required ones if they are not given.
    try:
        article = article_from_fields({"title": "-", "url": "https://a.example/", **named})
        if "url" in named:
            article = article._replace(url=checked_address(article.url))
    except FieldError as error:
        raise FieldValueError(error.field, error.reason, error.hint) from None
    except GpucatError as error:
        raise FieldValueError("url", error.message, error.hint) from None
    return {name: getattr(article, name) for name in LIST_FIELDS if name in named}


def checked_address(url: str) -> str:
    """Returns the address as the list keeps it; raises UsageError unless it is a web address without a login."""
    address = kept_url(url)
    if names_user(address):
        raise UsageError(
            "user_in_address",
            Bilingual("an address must not contain a user name or password", "网址不能包含用户名或密码"),
            Bilingual("remove everything before the @", "请去掉 @ 及其之前的部分"),
        )
    return address


def carry_out_edits(edits: Sequence[Edited], writer: "Writer") -> None:
    """Writes the edits that change something, and gives articles that changed module a new place on the route.

    The edits must have been planned in the writer's own transaction.
    """
    from gpucat.store.article_writes import arrange, give_address, save_start, update_article
    from gpucat.store.learning import save_learning
    from gpucat.store.route import drop_from_route, place_on_route

    connection = writer.connection
    pairs = [(edited.before, edited.after) for edited in edits if edited.changed]
    for before, after in pairs:
        update_article(connection, after)
        if after.url != before.url:
            has_address = give_address(connection, after.number, after.url, writer.now)
            assert has_address
    arrange(connection, {after.number: after.position for _, after in pairs if after.module and after.position})
    for edited in edits:
        if edited.learning and edited.learning.changed:
            learning = edited.learning.after
            save_learning(connection, edited.after.number, learning, Concepts.of(connection).rows(learning))
        if edited.start and edited.after.module:
            save_start(connection, edited.after.module, edited.after.number)
    moved = [after.number for before, after in pairs if before.module != after.module]
    drop_from_route(connection, moved)
    place_on_route(connection, moved)


def read_again(connection: Reader, edits: Sequence[Edited]) -> list[Edited]:
    """Returns the edits with the articles as they are stored now, in their new places."""
    stored = articles_by_number(connection, [edited.before.number for edited in edits])
    again = [edited._replace(after=stored[edited.before.number]) for edited in edits]
    return [edited._replace(changed=changed_fields(edited.before, edited.after)) for edited in again]


def lost_starts(before: Sequence[Module], after: Sequence[Module]) -> list[str]:
    """Returns the modules that had a start before a change and have none after it."""
    left = {module.slug for module in after if module.start is None}
    return [module.slug for module in before if module.start is not None and module.slug in left]


def carry_out_removal(articles: Sequence[Article], writer: "Writer") -> None:
    """Removes the articles from the list."""
    from gpucat.store.article_writes import take_out

    take_out(writer.connection, [article.number for article in articles], writer.now)


def _new_learning(connection: Reader, article: Article, given: Mapping[str, tuple[str, ...]]) -> NewLearning:
    before = read_learning(connection, article.number).get(article.url, Learning())
    return NewLearning(before, revised(before, given))


def _new_start(connection: Reader, before: Article, after: Article) -> NewStart | None:
    """Returns the module's new start, None if the article is its start already; raises UsageError for the inbox."""
    if after.module is None:
        raise UsageError(
            "no_module",
            Bilingual(
                f"{after.id} belongs to no module, so it cannot be a start", f"{after.id} 不属于任何模块，不能设为起点"
            ),
            Bilingual("choose a module with --module", "请用 --module 指定模块"),
        )
    [begun] = [module.start for module in read_modules(connection) if module.slug == after.module]
    return None if begun == before.url else NewStart(begun, after.url)


def _check_address(connection: Reader, before: Article, after: Article) -> None:
    if after.url == before.url:
        return
    owner = number_of_url(connection, after.url)
    if owner not in (None, before.number):
        raise UsageError(
            "address_taken",
            Bilingual(
                f"{after.url} is already the address of article {owner}", f"{after.url} 已是第 {owner} 号文章的网址"
            ),
            Bilingual(f"see `gpucat show {owner}`", f"请查看 `gpucat show {owner}`"),
        )
