"""What every reader of a file answers: the articles with their lines, and what could not be used. Pure."""

from typing import NamedTuple

from gpucat.catalog.article import Article
from gpucat.catalog.catalogue import Catalogue
from gpucat.language import Bilingual


class Problem(NamedTuple):
    """One line of a file that cannot be used: its number (from 1), the field at fault (if one is) and why."""

    line: int
    field: str | None
    reason: Bilingual

    def text(self, file: str) -> Bilingual:
        """`FILE:LINE: field: reason`."""
        place = f"{file}:{self.line}: " + (f"{self.field}: " if self.field else "")
        return Bilingual(place + self.reason.en, place + self.reason.zh)


class ArticleLine(NamedTuple):
    """An article with its line in the file and the names of the fields that the file gave."""

    line: int
    article: Article
    given: frozenset[str]


class Reading(NamedTuple):
    """What was read of a file. `is_whole` where it carries the list itself (texts, modules, route), not only articles."""

    catalogue: Catalogue
    articles: tuple[ArticleLine, ...]
    problems: tuple[Problem, ...]
    is_whole: bool = False
