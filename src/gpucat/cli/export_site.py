"""`gpucat export site`: the catalogue as a folder of web pages."""

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from gpucat.cli.context import Run
from gpucat.errors import UsageError
from gpucat.language import Bilingual
from gpucat.render.text import counted

if TYPE_CHECKING:
    from gpucat.catalog.filters import ArticleFilter
    from gpucat.language import Language
    from gpucat.store.connection import Reader


class SiteOptions(NamedTuple):
    """Where a site goes, the language of its first page, and whether foreign files may be replaced."""

    folder: Path | None
    language: "Language"
    force: bool


def write_site(run: Run, connection: "Reader", wanted: "ArticleFilter", site: SiteOptions) -> None:
    """Writes the site and says what was written; raises UsageError where no folder is named."""
    from gpucat.services.site import check_folder, export_site

    folder = site.folder
    if folder is None:
        raise UsageError(
            "needs_folder",
            Bilingual("a site is a folder of files", "网站由一个文件夹中的多个文件组成"),
            Bilingual("name the folder: gpucat export site -o public", "请指定文件夹：gpucat export site -o public"),
        )
    if not site.force:
        check_folder(folder)
    report = export_site(connection, run.path, folder, wanted, site.language, run.terminal.notice)
    run.terminal.notice(
        Bilingual(
            f"Wrote {counted(report.articles, 'article')} to {folder}: {', '.join(report.files)}",
            f"已将 {report.articles} 篇文章写入 {folder}：{'、'.join(report.files)}",
        )
    )
