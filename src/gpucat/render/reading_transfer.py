"""What became of a reader's items in an import, as lines beside the answer."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from gpucat.language import Bilingual
from gpucat.render.terminal import Terminal
from gpucat.services.reading_transfer import ItemRow

_ACTIONS: Final = {
    "take": Bilingual("taken", "采用"),
    "same": Bilingual("unchanged", "未变"),
    "older": Bilingual("older than what is here", "早于现有内容"),
    "nowhere": Bilingual("about articles that are not here", "所属文章不在此目录"),
}
_NAMED: Final = 5


def say_items(terminal: Terminal, rows: Sequence[ItemRow], *, is_done: bool) -> None:
    """How many items were (or would be) taken, and which belong nowhere."""
    if not rows:
        return
    lost = [row for row in rows if row.action == "nowhere"]
    for row in lost[:_NAMED]:
        place = f"{row.path}:{row.line}: {row.item.kind}"
        about = ", ".join(map(str, row.item.about))
        terminal.notice(Bilingual(f"{place}: not here: {about}", f"{place}：不在此目录：{about}"))
    counts = Counter(row.action for row in rows)
    en = ", ".join(f"{counts[action]} {label.en}" for action, label in _ACTIONS.items() if counts[action])
    zh = "，".join(f"{label.zh} {counts[action]}" for action, label in _ACTIONS.items() if counts[action])
    undone = Bilingual("", "") if is_done else Bilingual("; nothing was changed", "；没有任何改动")
    terminal.notice(Bilingual(f"Your reading: {en}{undone.en}", f"阅读记录：{zh}{undone.zh}"))
