"""Publishes the list as a static site: a folder of pages for anyone, without the reader's own data."""

from datetime import date
from pathlib import Path
from typing import Final, NamedTuple

from gpucat import __version__
from gpucat.catalog.filters import ArticleFilter
from gpucat.errors import RefusedError
from gpucat.files import write_whole
from gpucat.language import LANGUAGES, Bilingual, Language
from gpucat.services.export import chosen, export
from gpucat.services.next_reading import parts_before
from gpucat.services.opening import Notice
from gpucat.services.search_index import open_search_index
from gpucat.services.term_list import compile_terms
from gpucat.store.catalogue import read_catalogue
from gpucat.store.connection import Reader

FEED: Final = "feed.atom"
SITE_FILES: Final = frozenset({"index.html", FEED, *(f"{language}.html" for language in LANGUAGES)})
"""The names that a site's files can have; the language decides which page is `index.html`."""
_MARKS: Final = (b'<meta name="generator" content="gpucat', b"<generator>gpucat</generator>")
_BEGINNING: Final = 4096


class SiteReport(NamedTuple):
    """What was written: the folder, its files in order, and the number of articles."""

    folder: Path
    files: tuple[str, ...]
    articles: int


def export_site(
    connection: Reader, database: Path, folder: Path, wanted: ArticleFilter, language: Language, notice: Notice
) -> SiteReport:
    """Writes the site of the filter's articles, with `language` for the first page.

    Files of an earlier site under other names are removed; all other files in the folder stay. `database` tells which
    term list is in use. Raises FileError.
    """
    from gpucat.search.ranking import COLUMNS
    from gpucat.site.pages import SiteContent, build_pages

    catalogue = chosen(read_catalogue(connection), wanted)
    index = open_search_index(connection, database, False, notice)
    documents = index.documents([article.number for article in catalogue.articles])
    content = SiteContent(
        catalogue=catalogue,
        tokens={d.number: dict(zip(COLUMNS, (c.strip() for c in d.columns), strict=True)) for d in documents},
        lexicon=compile_terms(database),
        earlier={one.number: [part.number for part in parts_before(connection, one)] for one in catalogue.articles},
        made_on=date.today().isoformat(),
        version=__version__,
        feed=FEED,
    )
    files = {**build_pages(content, language), FEED: "".join(export(connection, "atom", wanted, language))}
    _make_folder(folder)
    for name in sorted(files):
        write_whole(folder / name, [files[name]])
    for name in sorted(SITE_FILES - files.keys()):
        if is_own(folder / name):
            (folder / name).unlink()
    return SiteReport(folder, tuple(sorted(files)), len(catalogue.articles))


def check_folder(folder: Path) -> None:
    """Raises RefusedError if the site would replace a file that gpucat did not write."""
    for name in sorted(SITE_FILES):
        if (folder / name).exists() and not is_own(folder / name):
            raise RefusedError(
                "foreign_file",
                Bilingual(
                    f"{folder / name} was not written by gpucat, so nothing was exported",
                    f"{folder / name} 不是由 gpucat 生成的，未导出任何文件",
                ),
                Bilingual("choose another folder, or use --force to replace it", "请指定其他文件夹，或用 --force 替换"),
            )


def is_own(path: Path) -> bool:
    """Whether gpucat wrote the file, as its beginning says."""
    try:
        with path.open("rb") as file:
            beginning = file.read(_BEGINNING)
    except OSError:
        return False
    return any(mark in beginning for mark in _MARKS)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        from gpucat.system_errors import cannot_write

        raise cannot_write(folder, error) from error
