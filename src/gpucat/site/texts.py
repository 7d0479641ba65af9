"""The page's own texts in both languages. Pure."""

from typing import Final

from gpucat.language import Bilingual
from gpucat.search.wishes import WISHES

VERDICT_LABELS: Final = {
    "ok": Bilingual("link works", "链接正常"),
    "moved": Bilingual("moved", "已迁移"),
    "redirected": Bilingual("redirected", "有跳转"),
    "broken": Bilingual("link broken", "链接失效"),
    "soft-404": Bilingual("page is gone", "页面已不在"),
    "wrong-article": Bilingual("another article", "内容不符"),
    "blocked": Bilingual("check blocked", "检查受阻"),
    "flaky": Bilingual("works sometimes", "时好时坏"),
    "timeout": Bilingual("timed out", "响应超时"),
    "unchecked": Bilingual("link not checked", "链接未检查"),
}
SCRIPT_TEXTS: Final = {
    "found": Bilingual("{count} articles", "{count} 篇"),
    "foundOne": Bilingual("1 article", "1 篇"),
    "foundNone": Bilingual("Nothing was found.", "没有找到。"),
    "full": Bilingual("{full} full, {part} partial matches", "完全匹配 {full}，部分匹配 {part}"),
    "reads": Bilingual("{0} = {1}", "{0} = {1}"),
    "instead": Bilingual("Searched for {1} instead of {0}.", "以“{1}”代替“{0}”搜索。"),
    "belongs": Bilingual("{0} belongs to {1}", "{0} 属于 {1}"),
    "about": Bilingual("This may be about {0}.", "可能与 {0} 有关。"),
    "nothing": Bilingual("No article has {0} “{1}”.", "没有 {0} 为“{1}”的文章。"),
    **{f"wish-{name}": note for name, note in WISHES.items()},
    "read": Bilingual("{done} of {total} read", "已读 {done} / {total}"),
    "allRead": Bilingual("You have read everything on the route.", "路线上的文章已全部读完。"),
    "theme": Bilingual("Theme: {0}", "主题：{0}"),
    "auto": Bilingual("auto", "自动"),
    "light": Bilingual("light", "浅色"),
    "dark": Bilingual("dark", "深色"),
    "saved": Bilingual("{count} reading states saved.", "已保存 {count} 条阅读状态。"),
    "loaded": Bilingual("{count} reading states loaded.", "已载入 {count} 条阅读状态。"),
    "notLoaded": Bilingual("This file holds no reading states.", "文件中没有阅读状态。"),
    "notKept": Bilingual(
        "This browser stores nothing for this page: reading states are lost when it is closed.",
        "浏览器不允许本页保存内容：关闭后状态会丢失。",
    ),
}
