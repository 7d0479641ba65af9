"""Writes the reader's settings: each with its value, where that comes from, and what it means."""

from collections.abc import Sequence
from typing import Any, Final

from gpucat.language import Bilingual, same
from gpucat.render.columns import Column, Listing
from gpucat.render.terminal import Terminal
from gpucat.render.text import one_line
from gpucat.services.settings import Held

_SOURCES: Final = {
    "option": Bilingual("option", "选项"),
    "environment": Bilingual("environment", "环境变量"),
    "setting": Bilingual("setting", "设置"),
    "default": Bilingual("default", "默认"),
}
_COLUMNS: Final[tuple[Column[Held], ...]] = (
    Column(Bilingual("setting", "设置"), lambda held: held.setting.key, style="cyan"),
    Column(Bilingual("value", "值"), lambda held: held.setting.unset if held.value is None else held.value, grows=True),
    Column(Bilingual("from", "来自"), lambda held: same(held.variable) if held.variable else _SOURCES[held.source]),
    Column(Bilingual("meaning", "含义"), lambda held: held.setting.meaning, style="dim", folds=True),
)


def setting_listing(settings: Sequence[Held]) -> Listing:
    """Returns the settings as `config` lists them."""
    return Listing(settings, _COLUMNS, _record, ids=lambda held: held.setting.key)


def write_value(terminal: Terminal, held: Held) -> None:
    """Writes the value of one setting, or a notice of what holds without one."""
    if held.value is not None:
        terminal.write([one_line(held.value)])
    else:
        key, unset = held.setting.key, held.setting.unset
        terminal.notice(Bilingual(f"{key} is not set: {unset.en}", f"{key} 未设置：{unset.zh}"))


def _record(held: Held) -> dict[str, Any]:
    setting = held.setting
    return {
        "key": setting.key,
        "value": held.value,
        "source": held.source,
        "variable": held.variable or None,
        "meaning": setting.meaning.zh,
        "meaning_en": setting.meaning.en,
        "values": list(setting.values),
    }
