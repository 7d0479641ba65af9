"""Finds an article, listed or removed, by number, place, address in any spelling, or part of its title."""

import re
import shlex
import sqlite3
from collections.abc import Iterable
from typing import Final, NamedTuple

from gpucat.catalog.article import INBOX, Article
from gpucat.catalog.names import bad_range, expand_range, is_half_a_range, parse_number, parse_place, pick_module
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


def find_articles_named(connection: sqlite3.Connection, names: Iterable[str]) -> list[Article]:
    """Returns the named articles in order, each once; a range such as `memory/1..5` names several."""
    found: dict[int, Article] = {}
    for name in names:
        singles = expand_range(name)
        for single in singles:
            try:
                article = find_article(connection, single)
            except UsageError as error:
                raise error if singles == [name] else _in_range(name, error) from None
            found.setdefault(article.number, article)
    return list(found.values())


def find_article(connection: sqlite3.Connection, name: str) -> Article:
    """Returns the article with this name; raises a UsageError that suggests a near one."""
    wanted = name.strip()
    if (number := parse_number(wanted)) is not None:
        return _by_number(connection, number, name)
    if place := parse_place(wanted):
        return _by_place(connection, *place, name)
    if _looks_like_url(wanted):
        return _by_url(connection, wanted)
    if expand_range(wanted) != [wanted]:
        raise UsageError(
            "one_article_only",
            Bilingual(
                f"{name!r} names several articles, but only one is allowed here",
                f"“{name}”是多篇文章，此处只能指定一篇",
            ),
        )
    if is_half_a_range(wanted):
        raise bad_range(name)
    return _by_title(connection, wanted)


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
    last = connection.execute(
        "SELECT coalesce(max(position), 0) FROM article JOIN module ON module.id = module_id"
        " WHERE slug = ? AND removed_at IS NULL",
        (slug,),
    ).fetchone()[0]
    if last == 0:
        raise _none(name, Bilingual(f"{slug} has no articles", f"{slug} 中没有文章"))
    raise _none(name, Bilingual(f"{slug} goes from {slug}/1 to {slug}/{last}", f"{slug} 从 {slug}/1 到 {slug}/{last}"))


def _by_url(connection: sqlite3.Connection, url: str) -> Article:
    number = number_of_url(connection, url)
    if number is not None:
        if article := articles_by_number(connection, [number]).get(number):
            return article
        _check_removed(connection, number, url)
    raise _none(url, Bilingual("no article in the catalogue has this address", "目录中没有这个网址"))


def _by_title(connection: sqlite3.Connection, piece: str) -> Article:
    wanted = piece.casefold()
    fitting = []
    titles = connection.execute("SELECT number, title FROM article WHERE removed_at IS NULL ORDER BY number").fetchall()
    for number, title in titles:
        folded = title.casefold()
        if folded == wanted:
            fitting = [(number, title)]
            break
        if wanted and wanted in folded:
            fitting.append((number, title))
    if len(fitting) == 1:
        return articles_by_number(connection, [fitting[0][0]])[fitting[0][0]]
    if fitting:
        shown = articles_by_number(connection, [number for number, _ in fitting[:_SHOWN]]).values()
        several = "; ".join(f"{article.id} {article.title}" for article in shown)
        more = f" (+{len(fitting) - _SHOWN})" if len(fitting) > _SHOWN else ""
        raise UsageError(
            "ambiguous_article",
            Bilingual(f"{piece!r} matches {len(fitting)} titles", f"“{piece}”匹配 {len(fitting)} 个标题"),
            Bilingual(f"choose one: {several}{more}", f"请选择其一：{several}{more}"),
        )
    close = nearest(piece, (title for _, title in titles), 1)
    guess = Bilingual(f"did you mean “{close[0]}”?", f"是否指“{close[0]}”？") if close else None
    raise _none(
        piece,
        guess
        or Bilingual(
            "give its number, place (memory/6), URL or part of its title, or find it with `gpucat search`",
            "请给出编号、位置（memory/6）、网址或标题片段，或用 `gpucat search` 查找",
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
