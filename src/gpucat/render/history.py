"""The journal of changes as a listing."""

from collections.abc import Sequence
from typing import Final

from gpucat.language import Bilingual
from gpucat.render.columns import Column, Listing
from gpucat.render.moments import day_of, minute_of
from gpucat.render.text import shortened
from gpucat.store.journal import ChangeRecord

LONGEST_COMMAND: Final = 200
_COLUMNS: Final[tuple[Column[ChangeRecord], ...]] = (
    Column(Bilingual("#", "#"), lambda change: str(change.id), is_number=True, style="cyan"),
    Column(Bilingual("when", "时间"), lambda change: minute_of(change.made_at), style="dim"),
    Column(Bilingual("rows", "行数"), lambda change: str(change.rows), is_number=True, needs=100),
    Column(
        Bilingual("taken back", "已撤销"),
        lambda change: minute_of(change.undone_at) if change.undone_at else "",
        narrow=lambda change: day_of(change.undone_at) if change.undone_at else "",
    ),
    Column(Bilingual("command", "命令"), lambda change: shortened(change.command, LONGEST_COMMAND), grows=True),
)


def change_listing(changes: Sequence[ChangeRecord]) -> Listing:
    """Changes, as `history` shows them."""
    return Listing(changes, _COLUMNS, lambda change: change._asdict(), ids=lambda change: str(change.id))
