"""Reads articles that were taken out of the list: what the list said of them, and the change that took them out."""

import sqlite3
from typing import Final, NamedTuple

from gpucat.catalog.article import Article
from gpucat.store.articles import SELECT, article_of

# An article loses its place when it is removed; the journal knows the last one. The removal has the time of its change.
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
    """A removed article with the module it was in, without its place there; `change` took it out, None where unknown."""

    article: Article
    change: int | None


def find_removed(connection: sqlite3.Connection, number: int) -> Removed | None:
    """The removed article with this number; None for one that is in the list, merged, or was never there."""
    row = connection.execute(
        f"{SELECT} WHERE article.number = ? AND article.removed_at IS NOT NULL AND article.merged_into IS NULL",
        (number,),
    ).fetchone()
    if row is None:
        return None
    change, module, stands = connection.execute(_REMOVAL, (number,)).fetchone() or (None, None, False)
    return Removed(article_of(row)._replace(module=module), change if stands else None)
