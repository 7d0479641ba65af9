"""Implements `gpucat db`."""

from pathlib import Path
from typing import Annotated

import typer

from gpucat.cli.app import register
from gpucat.cli.context import Run
from gpucat.cli.help import HelpGroup, closing, described
from gpucat.cli.options import Force, Json, Yes
from gpucat.errors import EXIT_FINDINGS
from gpucat.language import tr

app = typer.Typer(
    cls=HelpGroup,
    help=tr("Manage the database file: where it is, its health, backups.", "管理数据库文件：位置、健康状况、备份。"),
    epilog=closing("gpucat db path", "gpucat db backup"),
)


@described("Print where the database is.", "输出数据库的位置。", "gpucat db path")
def path(context: typer.Context) -> None:
    run = Run.of(context)
    run.terminal.write([str(run.path)])


@described(
    "Create the database now; --empty leaves out the built-in list.",
    "立即创建数据库；--empty 不含内置清单。",
    "gpucat --db new.db db create --empty",
)
def create(
    context: typer.Context,
    empty: Annotated[bool, typer.Option("--empty", help=tr("Leave out the built-in list.", "不含内置清单。"))] = False,
) -> None:
    from gpucat.services.opening import create_new

    run = Run.of(context)
    create_new(run.path, run.terminal.notice, empty=empty)


@described("Show what the database contains.", "显示数据库的概况。", "gpucat db info --json")
def info(context: typer.Context, json: Json = False) -> None:
    from gpucat.render.store import write_info
    from gpucat.store.maintenance import read_info

    run = Run.of(context)
    with run.catalogue() as connection:
        write_info(run.terminal, read_info(connection, run.path), as_json=json)


Repair = Annotated[
    bool,
    typer.Option(
        "--repair",
        help=tr(
            "Back up, then mend and rebuild what can be (turned bits, search index, keys, places).",
            "先备份，再修复和重建可恢复的部分（翻转的位、搜索索引、键、位置）。",
        ),
    ),
]
Accept = Annotated[
    bool,
    typer.Option(
        "--accept",
        help=tr(
            "Take rows that differ from their checksums as they are, such as those another program changed.",
            "接受与校验和不符的行（例如被其他程序改动的行）的现状。",
        ),
    ),
]


@described(
    "Check the file's health; exit with 1 if something is wrong.",
    "检查文件是否完好；有问题则退出码为 1。",
    "gpucat db check",
    "gpucat db check --repair",
    "gpucat db check --accept",
)
def check(
    context: typer.Context,
    mend: Repair = False,
    accept: Accept = False,
) -> None:
    from gpucat.language import Bilingual
    from gpucat.render.store import write_damage
    from gpucat.services.opening import accept_rows, leftovers_of, repair_catalogue
    from gpucat.store.maintenance import find_damage

    run = Run.of(context)
    if mend:
        repair_catalogue(run.path, run.terminal.notice)
    if accept:
        accept_rows(run.path, run.terminal.notice)
    with run.catalogue() as connection:
        problems = find_damage(connection, run.path)
    problems += [
        Bilingual(f"{file}: left by a killed command", f"{file}：被中断的命令留下的") for file in leftovers_of(run.path)
    ]
    write_damage(run.terminal, run.path, problems)
    if problems:
        raise typer.Exit(EXIT_FINDINGS)


@described("Back up and upgrade an older database.", "备份后升级旧版数据库。", "gpucat db upgrade")
def upgrade(context: typer.Context) -> None:
    from gpucat.language import Bilingual

    run = Run.of(context)
    with run.catalogue():
        run.terminal.notice(Bilingual(f"{run.path} is up to date", f"{run.path} 已是最新"))


@described(
    "Back up the whole database, including your reading. An existing file is replaced only with --force.",
    "完整备份数据库，包括阅读记录。已有的文件只在加 --force 时才会被替换。",
    "gpucat db backup",
    "gpucat db backup catalogue.bak",
    "gpucat db backup catalogue.bak --force",
)
def backup(
    context: typer.Context,
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="FILE",
            help=tr("The file to write (default: beside the database).", "要写入的文件（默认写在数据库旁边）。"),
        ),
    ] = None,
    force: Force = False,
) -> None:
    from gpucat.files import check_is_free, check_is_other
    from gpucat.services.opening import backup_name
    from gpucat.store.backup import write_backup

    run = Run.of(context)
    if file is not None:
        check_is_other(file, run.path)
        if not force:
            check_is_free(file)
    with run.catalogue():
        run.terminal.write([str(write_backup(run.path, file or backup_name(run.path)))])


@described(
    "Replace the database with a backup, after asking.",
    "用备份替换数据库；会先询问。",
    "gpucat db restore catalogue.bak --yes",
)
def restore(context: typer.Context, file: Annotated[Path, typer.Argument(metavar="FILE")], yes: Yes = False) -> None:
    from gpucat.services.opening import restore_backup

    run = Run.of(context)
    run.confirm(tr(f"Replace {run.path} with {file}?", f"用 {file} 替换 {run.path}？"), yes)
    restore_backup(file, run.path, run.terminal.notice)


for name, command in {
    "path": path,
    "create": create,
    "info": info,
    "check": check,
    "upgrade": upgrade,
    "backup": backup,
    "restore": restore,
}.items():
    register(app, name, command)
