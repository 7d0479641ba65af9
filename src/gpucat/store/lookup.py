"""Finds an article, listed or removed, by number, place, address in any spelling, title, or a piece of its title.

A whole name means one article for certain. A piece of a title is enough for a command that only reads; a command that
changes something passes its own `OnPiece`.
"""

import re
import shlex
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from gpucat.catalog.article import INBOX, Article
from gpucat.catalog.names import (
    bad_range,
    expand_range,
    is_half_a_range,
    is_range,
    module_called,
    parse_number,
    parse_place,
    pick_module,
)
from gpucat.catalog.unknown import nearest
from gpucat.errors import RefusedError, UsageError
from gpucat.language import Bilingual
from gpucat.store.articles import SELECT, article_of, articles_by_number
from gpucat.store.catalogue import read_modules

_URL_START: Final = r"[a-z][a-z0-9+.-]*://|www\.|[\w-]+(\.[\w-]+)+/"
_SHOWN: Final = 5
# A removed article has no module; the journal has its last one. `removed_at` is the time of the change that removed it.
_REMOVAL: Final = """
SELECT change_id, module.slug, "change".undone_at IS NULL
  FROM changed_row JOIN "change" ON "change".id = changed_row.change_id
  LEFT JOIN module ON module.id = json_extract(changed_row.before, '$.module_id')
 WHERE "change".id IN (SELECT id FROM "change" WHERE made_at = (SELECT removed_at FROM article WHERE number = ?1))
   AND table_name = 'article' AND json_extract(after, '$.number') = ?1
   AND json_extract(before, '$.removed_at') IS NULL AND json_extract(after, '$.removed_at') IS NOT NULL
 ORDER BY changed_row.id DESC LIMIT 1
"""


OnPiece = Callable[[str, Article], None]
"""What to do about a piece of a title and the one article that it fits; raises an error if the article is not meant."""


def take_piece(_piece: str, _article: Article) -> None:
    """Accepts a piece of a title, as commands do that change nothing."""


def refuse_piece(piece: str, article: Article) -> None:
    """Raises UsageError for a piece of a title, and proposes the article."""
    raise UsageError(
        "not_a_whole_name",
        Bilingual(f"{piece!r} is only a piece of a title", f"“{piece}”只是标题的一部分"),
        Bilingual(
            f"did you mean {article.id} {article.title}? A change takes a place, number, URL or whole title",
            f"是指 {article.id} {article.title} 吗？改动须用位置、编号、网址或完整标题指定文章",
        ),
    )


class Removed(NamedTuple):
    """A removed article with its last module, but no position; `change` is the one that removed it, None if unknown."""

    article: Article
    change: int | None


def find_removed(connection: sqlite3.Connection, number: int) -> Removed | None:
    """Returns the removed article with this number; None if it is listed, merged or unknown."""
    row = connection.execute(
        f"{SELECT} WHERE article.number = ? AND article.removed_at IS NOT NULL AND article.merged_into IS NULL",
        (number,),
    ).fetchone()
    if row is None:
        return None
    change, module, stands = connection.execute(_REMOVAL, (number,)).fetchone() or (None, None, False)
    return Removed(article_of(row)._replace(module=module), change if stands else None)


def find_articles_named(
    connection: sqlite3.Connection, names: Iterable[str], on_piece: OnPiece = take_piece
) -> list[Article]:
    """Returns the named articles in order, each once; a range such as `memory/1..5` names several."""
    found: dict[int, Article] = {}
    for name in names:
        singles = expand_range(name)
        for single in singles:
            try:
                article = find_article(connection, single, on_piece)
            except UsageError as error:
                raise error if singles == [name] else _in_range(name, error) from None
            found.setdefault(article.number, article)
    return list(found.values())


def find_article(connection: sqlite3.Connection, name: str, on_piece: OnPiece = take_piece) -> Article:
    """Returns the article with this name; raises a UsageError that suggests a near one."""
    wanted = name.strip()
    if (number := parse_number(wanted)) is not None:
        return _by_number(connection, number, name)
    if place := parse_place(wanted):
        return _by_place(connection, *place, name)
    if _looks_like_url(wanted):
        return _by_url(connection, wanted)
    if is_range(wanted):
        raise UsageError(
            "one_article_only",
            Bilingual(
                f"{name!r} names several articles, but only one is allowed here",
                f"“{name}”是多篇文章，此处只能指定一篇",
            ),
        )
    if is_half_a_range(wanted):
        raise bad_range(name)
    return _by_title(connection, wanted, on_piece)


def still_listed(connection: sqlite3.Connection, articles: Iterable[Article]) -> list[Article]:
    """Reads articles again; raises RefusedError if one has been removed from the list since."""
    found = list(articles)
    now = articles_by_number(connection, [article.number for article in found])
    for article in found:
        if article.number not in now:
            raise RefusedError(
                "changed_meanwhile",
                Bilingual(
                    f"{article.id} was removed from the list in the meantime; nothing was changed",
                    f"{article.id} 在此期间已移出清单；没有任何改动",
                ),
                Bilingual("see `gpucat history`", "请查看 `gpucat history`"),
            )
    return [now[article.number] for article in found]


def names_article(name: str) -> bool:
    """Says whether the name is a number, a place or an address, which only articles have."""
    wanted = name.strip()
    return wanted.isdecimal() or parse_place(wanted) is not None or _looks_like_url(wanted)


def _looks_like_url(wanted: str) -> bool:
    return ("." in wanted or ":" in wanted) and re.match(_URL_START, wanted, re.IGNORECASE) is not None


def number_of_url(connection: sqlite3.Connection, url: str) -> int | None:
    """Returns the number of the article, listed or removed, with this address; for a merged one, of the one kept."""
    from gpucat.catalog.url import canonical_url

    key = canonical_url(url)
    row = connection.execute(
        "SELECT coalesce(merged_into, number) FROM article WHERE url_key = ?1"
        " UNION ALL SELECT article_number FROM alias WHERE url_key = ?1 LIMIT 1",
        (key,),
    ).fetchone()
    return None if row is None else _kept(connection, row[0])


def _kept(connection: sqlite3.Connection, number: int) -> int:
    """Follows merges to the article that was kept."""
    while True:
        row = connection.execute("SELECT merged_into FROM article WHERE number = ?", (number,)).fetchone()
        if row is None or row[0] is None:
            return number
        number = row[0]


def _by_number(connection: sqlite3.Connection, number: int, name: str) -> Article:
    kept = _kept(connection, number)
    if article := articles_by_number(connection, [kept]).get(kept):
        return article
    _check_removed(connection, kept, name)
    last = connection.execute("SELECT max(number) FROM article").fetchone()[0]
    if last is None:
        raise _none(name, Bilingual("the catalogue has no articles yet", "目录中还没有文章"))
    raise _none(name, Bilingual(f"numbers go from 1 to {last}", f"编号从 1 到 {last}"))


def _by_place(connection: sqlite3.Connection, module: str, position: int, name: str) -> Article:
    slug = pick_module(read_modules(connection), module)
    if slug == INBOX:
        return _by_number(connection, position, name)
    row = connection.execute(
        f"{SELECT} WHERE module.slug = ? AND article.position = ? AND article.removed_at IS NULL", (slug, position)
    ).fetchone()
    if row:
        return article_of(row)
    last = _last_place(connection, slug)
    if last == 0:
        raise _none(name, Bilingual(f"{slug} has no articles", f"{slug} 中没有文章"))
    raise _none(name, Bilingual(f"{slug} goes from {slug}/1 to {slug}/{last}", f"{slug} 从 {slug}/1 到 {slug}/{last}"))


def _last_place(connection: sqlite3.Connection, slug: str) -> int:
    """Returns the highest position in the module; 0 if it is empty."""
    last: int = connection.execute(
        "SELECT coalesce(max(position), 0) FROM article JOIN module ON module.id = module_id"
        " WHERE slug = ? AND removed_at IS NULL",
        (slug,),
    ).fetchone()[0]
    return last


def _by_url(connection: sqlite3.Connection, url: str) -> Article:
    number = number_of_url(connection, url)
    if number is not None:
        if article := articles_by_number(connection, [number]).get(number):
            return article
        _check_removed(connection, number, url)
    raise _none(url, Bilingual("no article in the catalogue has this address", "目录中没有这个网址"))


def _by_title(connection: sqlite3.Connection, text: str, on_piece: OnPiece) -> Article:
    """Finds the article of this whole title, else of this piece of a title, which the name of a module never is."""
    wanted = text.casefold()
    titles = connection.execute("SELECT number, title FROM article WHERE removed_at IS NULL ORDER BY number").fetchall()
    holding = [(number, title.casefold()) for number, title in titles if wanted and wanted in title.casefold()]
    whole = [number for number, folded in holding if folded == wanted]
    if not whole and (slug := module_called(read_modules(connection), text)):
        raise _is_module(connection, slug, text)
    fitting = whole or [number for number, _ in holding]
    if not fitting:
        raise _no_title(text, [title for _, title in titles])
    shown = articles_by_number(connection, fitting[:_SHOWN])
    articles = [shown[number] for number in fitting[:_SHOWN]]
    if len(fitting) > 1:
        raise _several(text, articles, len(fitting))
    if not whole:
        on_piece(text, articles[0])
    return articles[0]


def _is_module(connection: sqlite3.Connection, slug: str, text: str) -> UsageError:
    listing = f"`gpucat list --module {slug}`"
    way_out = Bilingual(f"{listing} lists its articles", f"用 {listing} 列出其中的文章")
    if last := _last_place(connection, slug):
        way_out = Bilingual(
            f"its articles are {slug}/1..{last}; {way_out.en}", f"其中的文章是 {slug}/1..{last}；{way_out.zh}"
        )
    return UsageError(
        "names_a_module", Bilingual(f"{text!r} is a module, not an article", f"“{text}”是模块，不是文章"), way_out
    )


def _several(text: str, articles: Sequence[Article], count: int) -> UsageError:
    shown = "; ".join(f"{article.id} {article.title}" for article in articles)
    more = f" (+{count - len(articles)})" if count > len(articles) else ""
    return UsageError(
        "ambiguous_article",
        Bilingual(f"{text!r} matches {count} titles", f"“{text}”匹配 {count} 个标题"),
        Bilingual(f"choose one: {shown}{more}", f"请选择其一：{shown}{more}"),
    )


def _no_title(text: str, titles: Sequence[str]) -> UsageError:
    if close := nearest(text, titles, 1):
        return _none(text, Bilingual(f"did you mean “{close[0]}”?", f"是否指“{close[0]}”？"))
    return _none(
        text,
        Bilingual(
            "give its number, place (memory/6), URL or title, or find it with `gpucat search`",
            "请给出编号、位置（memory/6）、网址或标题，或用 `gpucat search` 查找",
        ),
    )


def _check_removed(connection: sqlite3.Connection, number: int, name: str) -> None:
    """Raises UsageError if the article with this number was removed; the hint tells how to bring it back."""
    removed = find_removed(connection, number)
    if removed is None:
        return
    title, address = removed.article.title, shlex.quote(removed.article.url)
    undo = "" if removed.change is None else f"`gpucat undo {removed.change}`"
    raise UsageError(
        "removed_article",
        Bilingual(f"{name}: “{title}” was removed from the list", f"{name}：“{title}”已从清单中移出"),
        Bilingual(
            f"bring it back with {undo and f'{undo} or '}`gpucat add {address}`",
            f"恢复：{undo and f'{undo} 或 '}`gpucat add {address}`",
        ),
    )


def _in_range(name: str, error: UsageError) -> UsageError:
    """Returns the error with the range, as typed, before its message."""
    return UsageError(error.code, Bilingual(f"{name}: {error.message.en}", f"{name}：{error.message.zh}"), error.hint)


def _none(name: str, hint: Bilingual) -> UsageError:
    return UsageError("no_such_article", Bilingual(f"no article {name!r}", f"没有文章“{name}”"), hint)
