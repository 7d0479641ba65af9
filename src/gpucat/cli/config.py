"""Implements `gpucat config`."""

from collections.abc import Sequence
from typing import Annotated

import typer

from gpucat.cli import complete
from gpucat.cli.context import Run
from gpucat.cli.help import described
from gpucat.cli.options import Format, Json
from gpucat.errors import UsageError
from gpucat.language import Bilingual, tr

Key = Annotated[
    str | None, typer.Argument(metavar="KEY", help=tr("The setting.", "设置项。"), autocompletion=complete.settings)
]
Value = Annotated[
    list[str],
    typer.Argument(
        metavar="VALUE",
        help=tr("Its new value.", "新的值。"),
        autocompletion=complete.setting_values,
        show_default=False,
    ),
]
Unset = Annotated[bool, typer.Option("--unset", help=tr("Take the setting back.", "取消此设置。"))]


@described(
    "Show or change your settings: level, goal, language, pager, editor, columns of list, open-begins.",
    "查看或修改设置：难度、目标、语言、分页、编辑器、list 的列、open-begins。",
    "gpucat config",
    "gpucat config level beginner",
    "gpucat config goal 'flash attention'",
    "gpucat config goal --unset",
)
def config(
    context: typer.Context,
    key: Key = None,
    value: Value = [],  # noqa: B006  Typer copies it
    unset: Unset = False,
    output_format: Format = "table",
    json: Json = False,
) -> None:
    from gpucat.render.listing import check_format

    run = Run.of(context)
    chosen = check_format("json" if json else output_format)
    if key is None and unset:
        raise UsageError(
            "no_setting",
            Bilingual("--unset needs the name of a setting", "--unset 需要指明设置项"),
            Bilingual("such as: gpucat config goal --unset", "例如：gpucat config goal --unset"),
        )
    if key is not None and (value or unset):
        _change(run, key, value, unset=unset)
    else:
        _show(run, key, chosen)


def _show(run: Run, key: str | None, output_format: str) -> None:
    from gpucat.catalog.settings import find_setting
    from gpucat.render.listing import write_listing
    from gpucat.render.settings import setting_listing, write_value
    from gpucat.services.settings import read_all

    wanted = find_setting(key).key if key is not None else None
    with run.catalogue() as connection:
        held = [one for one in read_all(connection, run.settings) if wanted in (None, one.setting.key)]
    if wanted and output_format == "table":
        write_value(run.terminal, held[0])
    else:
        write_listing(run.terminal, setting_listing(held), output_format)


def _change(run: Run, key: str, words: Sequence[str], *, unset: bool) -> None:
    from gpucat.catalog.settings import find_setting
    from gpucat.services.settings import check_value, explain_goal, read_held
    from gpucat.store.settings import save_setting

    setting, value = find_setting(key), " ".join(words)
    if unset and words:
        raise UsageError(
            "value_and_unset",
            Bilingual(f"--unset takes {key} back; {value!r} would set it", f"--unset 取消 {key}，而“{value}”是新的值"),
            Bilingual("give only one of them", "两者只能给出其一"),
        )
    with run.catalogue() as connection:
        kept = "" if unset else check_value(key, value)
        meant = explain_goal(connection, run.path, kept) if kept and setting.key == "goal" else None
    with run.change() as writer:
        save_setting(writer, key, kept)
    with run.catalogue() as connection:
        held = read_held(connection, setting)
    run.terminal.notice(Bilingual(f"{key}: {kept or setting.unset.en}", f"{key}：{kept or setting.unset.zh}"))
    if meant:
        run.terminal.notice(meant)
    if (held.value or "") != kept:
        run.terminal.notice(_overridden(held.variable))


def _overridden(variable: str) -> Bilingual:
    if variable:
        return Bilingual(f"{variable} comes before this setting", f"环境变量 {variable} 优先于此设置")
    return Bilingual(
        "it holds for your usual database only, not for one named by --db",
        "仅对默认数据库生效，不用于 --db 指定的数据库",
    )
