"""Registers the command line's search as an SQL function in Datasette. Imported by serve only."""

import json
from contextlib import closing
from pathlib import Path

from datasette import hookimpl
from datasette.app import Datasette

from gpucat.services.opening import this_year
from gpucat.services.search import SearchRequest
from gpucat.services.wishes import ask
from gpucat.store.connection import Reader, connect_for_reading
from gpucat.store.web_queries import SEARCH_FUNCTION


@hookimpl  # type: ignore[untyped-decorator]
def prepare_connection(conn: Reader, database: str, datasette: Datasette) -> None:
    """Adds the search function to each connection that Datasette opens."""
    path = datasette.get_database(database).path
    if path is not None:
        conn.create_function(SEARCH_FUNCTION, 1, lambda text: _search_json(Path(path), text))


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
