"""The counts of a search's hits by module, level, author and year."""

from collections.abc import Sequence
from typing import Final

from gpucat.language import Bilingual
from gpucat.render.columns import Column, Listing
from gpucat.render.listing import write_listing
from gpucat.render.search import count_line
from gpucat.render.terminal import Terminal
from gpucat.services.facets import FacetCount
from gpucat.services.search import SearchReport

_FACETS: Final = {
    "module": Bilingual("module", "模块"),
    "level": Bilingual("level", "难度"),
    "author": Bilingual("author", "作者"),
    "year": Bilingual("year", "年份"),
}
FACET_COLUMNS: Final[tuple[Column[FacetCount], ...]] = (
    Column(Bilingual("facet", "分面"), lambda count: _FACETS[count.facet], style="cyan"),
    Column(Bilingual("value", "值"), lambda count: count.value, grows=True),
    Column(Bilingual("hits", "命中"), lambda count: str(count.hits), is_number=True),
    Column(Bilingual("full", "完全"), lambda count: str(count.full), is_number=True),
)


def write_facets(terminal: Terminal, counts: Sequence[FacetCount], report: SearchReport, output_format: str) -> None:
    """Writes the counts by module, level, author and year."""
    for note in report.notes:
        terminal.notice(note)
    write_listing(terminal, Listing(counts, FACET_COLUMNS, lambda count: count._asdict()), output_format)
    terminal.notice(count_line(report))
