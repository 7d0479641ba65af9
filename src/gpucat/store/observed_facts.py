"""Reads what was observed of articles beside the list."""

import sqlite3

from gpucat.links.observed import ObservedFact

_FACTS = """
SELECT article_number, field, origin, value, observed_at FROM observed_fact
  JOIN article ON article.number = article_number WHERE removed_at IS NULL
UNION ALL
SELECT article_number, 'title', 'link check', page_title, checked_at FROM link_check AS latest
  JOIN article ON article.number = article_number AND article.url = latest.url
 WHERE removed_at IS NULL AND title_match IN ('changed', 'mismatch') AND page_title IS NOT NULL
   AND id = (SELECT id FROM link_check WHERE article_number = latest.article_number AND url = latest.url
             ORDER BY checked_at DESC, id DESC LIMIT 1)
   AND page_title NOT IN (SELECT page_title FROM confirmed_page WHERE article_number = latest.article_number)
 ORDER BY 1, 2, 3
"""


def read_observed_facts(connection: sqlite3.Connection) -> list[ObservedFact]:
    """Every observation of an article in the list, by number, field and origin.

    The title that the latest check of its present address met is one, where it was not the article's and nobody confirmed it.
    """
    return [ObservedFact(*row) for row in connection.execute(_FACTS)]
