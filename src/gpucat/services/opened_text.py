"""Opens the kept text of an article for reading: its sections, where reading stopped, and the terms that it uses."""

from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from gpucat.catalog.article import Article
from gpucat.catalog.concepts import ConceptNames
from gpucat.errors import UsageError
from gpucat.language import Bilingual
from gpucat.services.meanings import meaning_of
from gpucat.store.catalogue import read_concepts
from gpucat.store.connection import Reader
from gpucat.store.texts import TextFacts, address_keys, open_texts, put_place, read_place, read_text, writing_texts
from gpucat.texts.sections import TextSection, sections_of


class OpenedText(NamedTuple):
    """An article's text, its sections, and the one at which reading stopped (None if it was never read)."""

    article: Article
    facts: TextFacts
    markdown: str
    sections: tuple[TextSection, ...]
    stopped_at: int | None

    def part(self, position: int) -> str:
        """Returns the text from this section on."""
        return self.markdown[self.sections[position - 1].start :] if self.sections else self.markdown


def open_text(catalogue: Reader, database: Path, article: Article) -> OpenedText | None:
    """Opens the article's text; None if none is kept. Raises StoreError if the file of texts cannot be used."""
    connection = open_texts(database)
    if connection is None:
        return None
    with closing(connection):
        kept = read_text(connection, address_keys(catalogue, article.number))
        if kept is None:
            return None
        stopped_at = read_place(connection, kept.facts.url_key)
    sections = sections_of(kept.markdown)
    if stopped_at is not None and stopped_at > len(sections):
        stopped_at = None  # the text is another one by now
    return OpenedText(article, kept.facts, kept.markdown, sections, stopped_at)


def check_section(opened: OpenedText, position: int) -> int:
    """Returns the position itself; raises UsageError if there is no such section."""
    if not 1 <= position <= max(1, len(opened.sections)):
        raise UsageError(
            "no_such_section",
            Bilingual(f"{opened.article.id} has no section {position}", f"{opened.article.id} 没有第 {position} 节"),
            Bilingual(f"it has {len(opened.sections)}", f"共 {len(opened.sections)} 节"),
        )
    return position


def keep_place(database: Path, opened: OpenedText, position: int, now: str) -> None:
    """Keeps the section at which reading stopped."""
    with writing_texts(database) as connection:
        put_place(connection, opened.facts.url_key, position, now)


def explained_terms(catalogue: Reader) -> list[Bilingual]:
    """Returns the names of the concepts that gpucat can explain, without those that readers are expected to know."""
    vocabulary = ConceptNames(read_concepts(catalogue))
    explained = (name for name in vocabulary.concepts if name not in vocabulary.assumed and meaning_of(name))
    return list(map(vocabulary.name, explained))
