"""Publishes the list as a static site: a folder of pages that anyone can open. The reader's own side stays at home."""

from datetime import date
from pathlib import Path
from typing import Final, NamedTuple

from gpucat import __version__
from gpucat.catalog.filters import ArticleFilter
from gpucat.errors import FileError
from gpucat.files import write_whole
from gpucat.language import Bilingual, Language
from gpucat.services.export import chosen, export
from gpucat.services.opening import Notice
from gpucat.services.search_index import open_search_index
from gpucat.services.term_list import compile_terms
from gpucat.store.connection import Reader
from gpucat.store.list_reads import read_catalogue

FEED: Final = "feed.atom"


class SiteReport(NamedTuple):
    """What was written: the folder, its files in order, and how many articles they show."""

    folder: Path
    files: tuple[str, ...]
    articles: int


def export_site(
    connection: Reader, database: Path, folder: Path, wanted: ArticleFilter, language: Language, notice: Notice
) -> SiteReport:
    """Writes the site of the filter's articles; other files in the folder stay. `language` is the first page's.

    `database` is where the term list in use belongs to. Raises FileError.
    """
    from gpucat.catalog.ranking import COLUMNS
    from gpucat.site.pages import SiteContent, build_pages

    catalogue = chosen(read_catalogue(connection), wanted)
    index = open_search_index(connection, database, False, notice)
    documents = index.documents([article.number for article in catalogue.articles])
    content = SiteContent(
        catalogue=catalogue,
        tokens={d.number: dict(zip(COLUMNS, (c.strip() for c in d.columns), strict=True)) for d in documents},
        lexicon=compile_terms(database),
        made_on=date.today().isoformat(),
        version=__version__,
        feed=FEED,
    )
    files = {**build_pages(content, language), FEED: "".join(export(connection, "atom", wanted, language))}
    _make_folder(folder)
    for name in sorted(files):
        write_whole(folder / name, [files[name]])
    return SiteReport(folder, tuple(sorted(files)), len(catalogue.articles))


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or str(error)
        raise FileError(
            "cannot_write",
            Bilingual(f"cannot make the folder {folder}: {reason}", f"无法建立文件夹 {folder}：{reason}"),
        ) from error
