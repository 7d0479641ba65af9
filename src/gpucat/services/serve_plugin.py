"""Prepares the connections that Datasette opens: the command line's search, and limits. Imported by serve only."""

import json
from contextlib import closing
from pathlib import Path

from datasette import hookimpl
from datasette.app import Datasette

from gpucat.catalog.logins import without_credentials
from gpucat.services.opening import this_year
from gpucat.services.search import SearchRequest
from gpucat.services.wishes import ask
from gpucat.store.connection import Reader, connect_for_reading
from gpucat.store.web_queries import SEARCH_FUNCTION, limit_queries


@hookimpl  # type: ignore[untyped-decorator]
def prepare_connection(conn: Reader, database: str, datasette: Datasette) -> None:
    """Limits what a query may take, hides logins, and adds the search to the connections to the catalogue."""
    limit_queries(conn)
    conn.text_factory = lambda content: without_credentials(content.decode("utf-8", "replace"))
    served = datasette.databases.get(database)  # Datasette has a database of its own, in memory
    if served is not None and served.path is not None:
        path = Path(served.path)
        conn.create_function(SEARCH_FUNCTION, 1, lambda text: _search_json(path, text))


def _search_json(database: Path, text: object) -> str:
    """Returns the hits as a JSON array of number, score and match, best first."""
    request = SearchRequest(text=str(text or ""), limit=0, this_year=this_year())
    with closing(connect_for_reading(database)) as connection:
        report = ask(connection, database, request, lambda _notice: None)
    return json.dumps(
        [
            {"number": hit.article.number, "score": hit.score, "match": "full" if hit.is_full else "partial"}
            for hit in report.hits
        ]
    )
