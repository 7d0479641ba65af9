"""Changes fields of articles, and takes articles out of the list."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from gpucat.catalog.article import INBOX, Article
from gpucat.catalog.catalogue import Module
from gpucat.catalog.comparison import changed_fields, revise
from gpucat.catalog.dates import in_the_future, is_in_future
from gpucat.catalog.fields import LIST_FIELDS, FieldError, article_from_fields
from gpucat.catalog.names import pick_module
from gpucat.catalog.url import kept_url, names_user
from gpucat.errors import FieldValueError, GpucatError, UsageError
from gpucat.language import Bilingual
from gpucat.services.opening import utc_today
from gpucat.store.articles import articles_by_number
from gpucat.store.connection import Reader
from gpucat.store.list_reads import read_modules
from gpucat.store.lookup import number_of_url

if TYPE_CHECKING:
    from gpucat.store.writing import Writer

ONE_ARTICLE_FIELDS: Final = ("title", "url", "position")


class NewStart(NamedTuple):
    """The addresses of the article that a module began with and of the one that it begins with from now on."""

    before: str | None
    after: str


class Edited(NamedTuple):
    """An article before and after an edit, the names of the fields that differ, and what became of its module's start."""

    before: Article
    after: Article
    changed: tuple[str, ...]
    start: NewStart | None = None

    @property
    def is_change(self) -> bool:
        """Whether anything is to be written."""
        return bool(self.changed or self.start)


def plan_edit(
    connection: Reader, articles: Sequence[Article], given: Mapping[str, Any], *, start: bool = False
) -> list[Edited]:
    """What setting the given fields makes of the articles; changes nothing. Raises UsageError for a value that is none.

    `start` says that the article is to begin its module.
    """
    own = [name for name in ONE_ARTICLE_FIELDS if name in given] + ["start"] * start
    if own and len(articles) > 1:
        raise FieldValueError(own[0], Bilingual("is set for one article at a time", "一次只能为一篇文章设置"))
    checked = checked_fields(connection, given)
    published = checked.get("published")
    if published and is_in_future(published, utc_today()):
        raise FieldValueError("published", in_the_future(published))
    edits = []
    for before in articles:
        after = revise(before, checked)
        if after.module is None and after.position is not None:
            if "position" in given:
                raise FieldValueError("position", Bilingual("the inbox has no places", "收件箱没有位置之分"))
            after = after._replace(position=None)
        _check_address(connection, before, after)
        new_start = _new_start(connection, before, after) if start else None
        edits.append(Edited(before, after, changed_fields(before, after), new_start))
    return edits


def checked_fields(connection: Reader, given: Mapping[str, Any]) -> dict[str, Any]:
    """The given list fields as an Article has them; raises UsageError that names the field and what is wrong with it."""
    named = dict(given)
    if module := named.get("module"):
        slug = pick_module(read_modules(connection), module)
        named["module"] = None if slug == INBOX else slug
    # A field is checked as it is on import; the two that every article must have stand in where they are not given.
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
    """The address as the list keeps it; raises UsageError for what is no public address of a web page."""
    address = kept_url(url)
    if names_user(address):
        raise UsageError(
            "user_in_address",
            Bilingual("an address with a user's name or password is not kept", "不保存含有用户名或密码的网址"),
            Bilingual("leave out what stands before the @", "请去掉 @ 之前的部分"),
        )
    return address


def carry_out_edits(edits: Sequence[Edited], writer: "Writer") -> None:
    """Writes the edits that change something: an article that changed its module goes to the new one's place on the route.

    They were planned in the writer's own transaction.
    """
    from gpucat.store.addresses import give_address
    from gpucat.store.article_writes import update_article
    from gpucat.store.list_writes import save_start
    from gpucat.store.positions import arrange
    from gpucat.store.route_writes import drop_from_route, place_on_route

    connection = writer.connection
    pairs = [(edited.before, edited.after) for edited in edits if edited.changed]
    for before, after in pairs:
        update_article(connection, after)
        if after.url != before.url:
            has_address = give_address(connection, after.number, after.url, writer.now)
            assert has_address
    arrange(connection, {after.number: after.position for _, after in pairs if after.module and after.position})
    for edited in edits:
        if edited.start and edited.after.module:
            save_start(connection, edited.after.module, edited.after.number)
    moved = [after.number for before, after in pairs if before.module != after.module]
    drop_from_route(connection, moved)
    place_on_route(connection, moved)


def read_again(connection: Reader, edits: Sequence[Edited]) -> list[Edited]:
    """The edits with the articles as they are stored now: in their new places."""
    stored = articles_by_number(connection, [edited.before.number for edited in edits])
    again = [edited._replace(after=stored[edited.before.number]) for edited in edits]
    return [edited._replace(changed=changed_fields(edited.before, edited.after)) for edited in again]


def lost_starts(before: Sequence[Module], after: Sequence[Module]) -> list[str]:
    """The modules that had a start before a change and have none after it."""
    left = {module.slug for module in after if module.start is None}
    return [module.slug for module in before if module.start is not None and module.slug in left]


def carry_out_removal(articles: Sequence[Article], writer: "Writer") -> None:
    """Takes the articles out of the list."""
    from gpucat.store.removal import take_out

    take_out(writer.connection, [article.number for article in articles], writer.now)


def _new_start(connection: Reader, before: Article, after: Article) -> NewStart | None:
    """What changes when the article begins its module; None where it does. Raises UsageError for one of the inbox."""
    if after.module is None:
        raise UsageError(
            "no_module",
            Bilingual(f"{after.id} has no module to be the start of", f"{after.id} 没有所属模块"),
            Bilingual("give it one with --module", "请用 --module 指定模块"),
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
            Bilingual(f"{after.url} is the address of article {owner}", f"{after.url} 是第 {owner} 篇文章的网址"),
            Bilingual(f"see `gpucat show {owner}`", f"请看 `gpucat show {owner}`"),
        )
