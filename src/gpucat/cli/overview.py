"""`gpucat` alone: what there is, how far the reader is, what to read next, and five commands to try."""

from gpucat.cli.context import Run
from gpucat.language import Bilingual

TRY = (
    ("gpucat search swizzle", Bilingual("find articles", "查找文章")),
    ("gpucat route --level intermediate", Bilingual("follow the reading route", "按路线阅读")),
    ("gpucat show memory/6", Bilingual("everything about one article", "一篇文章的全部信息")),
    ("gpucat modules", Bilingual("the modules and how to read them", "各模块与读法")),
    ("gpucat --help", Bilingual("all commands", "全部命令")),
)


def overview(run: Run) -> None:
    """Writes the overview."""
    from gpucat.catalog.filters import ArticleFilter
    from gpucat.render.overview import write_overview
    from gpucat.services.route import read_route_report
    from gpucat.store.catalogue import read_modules

    with run.catalogue() as connection:
        report = read_route_report(connection, ArticleFilter(), with_skipped=True)
        write_overview(run.terminal, report, len(read_modules(connection)), TRY)
