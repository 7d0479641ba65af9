"""Reads a few values for shell completion; standard library only."""

from contextlib import closing
from pathlib import Path
from typing import Final

from gpucat.language import Language
from gpucat.store.connection import connect_for_reading

MOST: Final = 50
_PATIENCE_S: Final = 0.2
_QUERIES: Final = {
    "modules": "SELECT slug, title_{language} FROM module ORDER BY number",
    "authors": "SELECT name, '' FROM author ORDER BY name",
    "sources": "SELECT name, '' FROM source ORDER BY name",
    "keywords": "SELECT name, '' FROM keyword ORDER BY name",
    **{
        facet: f"SELECT DISTINCT value, '' FROM article, json_each(facets, '$.{facet}') WHERE removed_at IS NULL ORDER BY 1"
        for facet in ("uses", "covers")
    },
    "concepts": "SELECT {name}, {other} FROM concept UNION SELECT {other}, {name} FROM concept ORDER BY 1",
    "articles": "SELECT slug || '/' || position, title FROM article JOIN module ON module.id = module_id"
    " WHERE removed_at IS NULL ORDER BY module.number, position",
    "titles": "SELECT title, slug || '/' || position FROM article JOIN module ON module.id = module_id"
    " WHERE removed_at IS NULL ORDER BY title, 2",
}
"""Each gives a value and its explanation. A concept is offered by its name in either language."""


def read_values(path: Path, kind: str, incomplete: str, language: Language) -> list[tuple[str, str]]:
    """Returns values of a kind (`modules`, `authors`, …) that begin with the typed text, each with an explanation.

    Case does not count, and what is typed stays as it is: a shell replaces nothing that was typed.
    """
    name, other = ("zh", "name") if language == "zh" else ("name", "zh")
    query = _QUERIES[kind].format(language=language, name=name, other=other)
    with closing(connect_for_reading(path, patience_s=_PATIENCE_S)) as connection:
        offered = []
        typed = incomplete.casefold()
        for value, help_text in connection.execute(query):
            if value.casefold().startswith(typed):
                offered.append((incomplete + value[len(incomplete) :], help_text))
                if len(offered) == MOST:
                    break
        return offered
