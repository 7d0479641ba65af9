"""Finds sections of the kept texts that answer a query; the texts are attached to the catalogue as the schema `texts`.

Standard library only.
"""

import zlib
from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Final, NamedTuple

from gpucat.search.groups import Alternative, WordGroup
from gpucat.search.ranking import Document, document_of
from gpucat.search.text_scores import TEXT_COLUMN
from gpucat.store.connection import Reader
from gpucat.store.match import MOST_SCORED, match_all, match_any
from gpucat.store.text_file import attach_texts

_ARTICLES: Final = """
SELECT id, coalesce((SELECT number FROM main.article WHERE url_key = text.url_key AND removed_at IS NULL),
                    (SELECT max(number) FROM main.alias JOIN main.article ON number = article_number
                      WHERE alias.url_key = text.url_key AND removed_at IS NULL))
  FROM texts.text
"""
_MATCHING: Final = (
    "texts.section_fts CROSS JOIN texts.section ON section.id = section_fts.rowid WHERE section_fts MATCH ?"
)


class FoundSection(NamedTuple):
    """A section of an article's text, with its place there and its tokens."""

    number: int
    text_id: int
    position: int
    start: int
    end: int
    document: Document


def open_sections(reader: Reader, database: Path) -> "TextSections | None":
    """Attaches the texts for searching; None if there are none, or no FTS5. Raises StoreError as `attach_texts` does."""
    if not attach_texts(reader, database):
        return None
    found = reader.execute("SELECT 1 FROM texts.sqlite_schema WHERE name = 'section_fts'").fetchone()
    return TextSections(reader) if found else None


class TextSections:
    """The sections of all kept texts."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    @cached_property
    def _articles(self) -> dict[int, int]:
        """Maps each text to the number of its article."""
        return {text: number for text, number in self._reader.execute(_ARTICLES) if number is not None}

    @cached_property
    def with_text(self) -> frozenset[int]:
        """Returns the numbers of the articles that have a text."""
        return frozenset(self._articles.values())

    def has(self, tokens: tuple[str, ...], least: int) -> bool:
        """Says whether at least so many texts have these tokens side by side."""
        select = f"SELECT DISTINCT text_id FROM {_MATCHING} LIMIT {least}"
        return len(self._execute(select, [Alternative(tokens)])) == least

    def members(self, alternatives: Iterable[Alternative]) -> set[int]:
        """Returns the numbers of the articles whose text has one of the alternatives."""
        rows = self._execute(f"SELECT DISTINCT text_id FROM {_MATCHING}", in_texts(alternatives))
        return {self._articles[text] for (text,) in rows if text in self._articles}

    def whole(self, groups: Sequence[WordGroup], excluded: Sequence[Alternative]) -> dict[int, int]:
        """Returns the articles in whose text one section has all of the groups, and the first such section's id."""
        hard = [group._replace(alternatives=in_texts(group.full_alternatives)) for group in groups if not group.is_soft]
        if not hard or not all(group.alternatives for group in hard):
            return {}
        rows = self._reader.execute(
            f"SELECT min(section.id), text_id FROM {_MATCHING} GROUP BY text_id",
            (f"({match_all(hard)}){self._without(excluded)}",),
        )
        return {self._articles[text]: section for section, text in rows if text in self._articles}

    def best(
        self,
        groups: Sequence[WordGroup],
        excluded: Sequence[Alternative],
        allowed: Collection[int] | None,
        most: int,
    ) -> list[FoundSection]:
        """Returns the best sections by bm25 that have something of the groups; only of the articles `allowed`, if given."""
        wanted = in_texts(alternative for group in groups for alternative in group.alternatives)
        if not wanted:
            return []
        among = ""
        if allowed is not None:
            texts = ", ".join(str(text) for text, number in self._articles.items() if number in allowed)
            among = f" AND text_id IN ({texts})"
        source = _MATCHING if allowed is not None else "texts.section_fts WHERE section_fts MATCH ?"
        rows = self._reader.execute(
            f"SELECT id FROM (SELECT section_fts.rowid AS id, bm25(section_fts) AS score FROM {source}{among}"
            f" LIMIT {MOST_SCORED}) ORDER BY score, id LIMIT {most}",
            (f"({match_any(wanted)}){self._without(excluded)}",),
        )
        return self.sections([section for (section,) in rows])

    def sections(self, ids: Iterable[int]) -> list[FoundSection]:
        """Returns these sections, without those of texts that no listed article has."""
        listed = ", ".join(map(str, ids))
        rows = self._reader.execute(
            'SELECT id, text_id, position, start, "end", head, body FROM texts.section'
            f" WHERE id IN ({listed}) ORDER BY text_id, position"
        )
        return [
            FoundSection(self._articles[text], text, position, start, end, document_of(section, (f"{head}  {body}",)))
            for section, text, position, start, end, head, body in rows
            if text in self._articles
        ]

    def read(self, section: FoundSection) -> str:
        """Returns the Markdown of the section."""
        row = self._reader.execute("SELECT markdown FROM texts.text WHERE id = ?", (section.text_id,)).fetchone()
        return zlib.decompress(row[0]).decode()[section.start : section.end]

    def _execute(self, select: str, alternatives: Sequence[Alternative]) -> list[tuple[int]]:
        if not alternatives:
            return []
        return self._reader.execute(select, (match_any(alternatives),)).fetchall()

    def _without(self, excluded: Sequence[Alternative]) -> str:
        """Returns what keeps sections out that have something excluded; what is excluded from texts excludes articles."""
        barred = [alternative for alternative in in_texts(excluded) if alternative.column is None]
        return f" NOT ({match_any(barred)})" if barred else ""


def in_texts(alternatives: Iterable[Alternative]) -> tuple[Alternative, ...]:
    """Returns the alternatives that a text can have: no facts, and nothing that is looked for in another column."""
    return tuple(a for a in alternatives if a.kind != "fact" and a.column in (None, TEXT_COLUMN))
