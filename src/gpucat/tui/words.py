"""Holds the words of the full screen itself."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from gpucat.catalog.article import Article
from gpucat.language import Bilingual
from gpucat.render.text import counted


class Key(NamedTuple):
    """A key, its action, and its name at the foot of the screen."""

    key: str
    action: str
    name: Bilingual


KEYS: Final = (
    Key("slash", "search", Bilingual("Find", "搜索")),
    Key("n", "next", Bilingual("Next", "下一篇")),
    Key("v", "read", Bilingual("Text", "正文")),
    Key("o", "open", Bilingual("Open", "打开")),
    Key("d", "mark('done')", Bilingual("Done", "读完")),
    Key("r", "mark('reading')", Bilingual("Reading", "在读")),
    Key("s", "mark('skipped')", Bilingual("Skip", "跳过")),
    Key("t", "mark('todo')", Bilingual("To do", "未读")),
    Key("e", "note", Bilingual("Note", "笔记")),
    Key("u", "undo", Bilingual("Undo", "撤销")),
    Key("q", "quit", Bilingual("Quit", "退出")),
)
FOLDED_KEYS: Final = (
    Key("escape", "step_back", Bilingual("Back", "返回")),
    Key("enter", "zoom", Bilingual("Card", "卡片")),
)
SEARCH_HINT: Final = Bilingual("search as you type", "输入即搜索")
NOTE_KEYS: Final = Bilingual("Ctrl+S save · Esc cancel", "Ctrl+S 保存 · Esc 取消")
TEXT_KEYS: Final = Bilingual(
    "Space on · n next section · p previous · d done · Esc back", "空格 往下 · n 下一节 · p 上一节 · d 读完 · Esc 返回"
)
NOTHING_FOUND: Final = Bilingual("No article matches.", "没有符合条件的文章。")
ALL_READ: Final = Bilingual("Nothing left to read on the route.", "路线上没有未读的文章了。")


def read_so_far(done: int, total: int) -> Bilingual:
    """Returns the line at the top."""
    return Bilingual(f"gpucat: {done} of {total} read", f"gpucat：已读 {done}/{total}")


def found_count(count: int) -> Bilingual:
    """Says how many articles the list below shows."""
    return Bilingual(counted(count, "article"), f"{count} 篇")


def section_of(position: int, total: int, headings: Sequence[str]) -> Bilingual:
    """Says which section is shown, with the innermost of its headings: `2 of 9: Padding`."""
    heading = headings[-1] if headings else ""
    return Bilingual(f"{position} of {total}: {heading}", f"第 {position}/{total} 节：{heading}")


def no_text(article: Article) -> Bilingual:
    """Says how to get an article's text."""
    fetch = f"gpucat texts fetch {article.id}"
    return Bilingual(
        f"No text of {article.id} is kept. Fetch it with `{fetch}`, or press o for its page.",
        f"没有保存 {article.id} 的正文。可用 `{fetch}` 抓取，或按 o 打开网页。",
    )
