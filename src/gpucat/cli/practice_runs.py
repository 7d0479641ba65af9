"""Implements `gpucat practice show`, `start`, `record` and `compare`: from the guide to what was measured."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gpucat.cli.context import Run
from gpucat.cli.help import described
from gpucat.cli.options import Json
from gpucat.errors import UsageError
from gpucat.language import Bilingual, tr

if TYPE_CHECKING:
    from gpucat.catalog.measurement import Chip
    from gpucat.services.practice import Guide, Judged

Number = Annotated[int, typer.Argument(metavar="N", help=tr("The experiment's number.", "实践的编号。"))]
Numbers = Annotated[list[int], typer.Argument(metavar="N...", help=tr("The experiments' numbers.", "实践的编号。"))]
Gpu = Annotated[
    str | None,
    typer.Option(
        "--gpu", help=tr("The GPU whose ceilings count: h100, for example", "以哪块 GPU 的上限为准：例如 h100。")
    ),
]


@described(
    "Show experiments in full: what to do, what to measure and what it means, the ceilings of your GPU, the ladder.",
    "完整显示实践：怎么做、测什么、含义、你的 GPU 的上限与进阶阶梯。",
    "gpucat practice show 2",
    "gpucat practice show 1 --gpu h100",
)
def show(context: typer.Context, numbers: Numbers, gpu: Gpu = None, json: Json = False) -> None:
    from gpucat.render.listing import write_json
    from gpucat.render.practice import experiment_record, write_experiment
    from gpucat.render.practice_guide import guide_record, write_guide
    from gpucat.services.notes import read_experiments
    from gpucat.services.practice import read_guide

    run = Run.of(context)
    chip, told = _chip(gpu)
    with run.catalogue() as connection:
        experiments = read_experiments(connection, numbers)
        guides = [read_guide(connection, experiment.number) for experiment in experiments]
    pairs = list(zip(experiments, guides, strict=True))
    if json:
        write_json(run.terminal, ({**experiment_record(one), **guide_record(guide, chip)} for one, guide in pairs))
        return
    for place, (experiment, guide) in enumerate(pairs):
        if place:
            run.terminal.write([""])
        write_experiment(run.terminal, experiment)
        write_guide(run.terminal, guide, chip, told)


def _chip(gpu: str | None) -> "tuple[Chip | None, Bilingual]":
    """Returns the GPU that was named or that is here, and what to say if its ceilings are not known."""
    from gpucat.catalog.measurement import find_chip, pick_chip
    from gpucat.services.practice import gpu_here

    if gpu is not None:
        return pick_chip(gpu), Bilingual("", "")
    here = gpu_here()
    if here is None:
        return None, Bilingual("none found here; name one with --gpu h100", "本机没有找到；可用 --gpu h100 指定")
    unknown = Bilingual(f"{here}: its ceilings are not known", f"{here}：不知道它的上限")
    return find_chip(here), unknown


@described(
    "Make a folder to begin an experiment in: a starter, a checker, a timing script, and the solution in steps.",
    "创建实践的起始目录：起始代码、检查器、计时脚本，以及分步的解答。",
    "gpucat practice start 1",
    "gpucat practice start 4 my-mma --in cute-dsl",
)
def start(
    context: typer.Context,
    number: Number,
    folder: Annotated[
        Path | None, typer.Argument(metavar="[FOLDER]", help=tr("The folder to make.", "要创建的目录。"))
    ] = None,
    kind: Annotated[str | None, typer.Option("--in", help=tr("cuda or cute-dsl.", "cuda 或 cute-dsl。"))] = None,
) -> None:
    from gpucat.render.text import counted
    from gpucat.services.notes import read_experiments
    from gpucat.services.practice import start_folder

    run = Run.of(context)
    with run.catalogue() as connection:
        read_experiments(connection, [number])
    place = folder or Path(f"gpucat-practice-{number}")
    files = start_folder(number, place, run.terminal.language, kind)
    run.terminal.write([str(place)])
    run.terminal.notice(
        Bilingual(
            f"{counted(len(files), 'file')}; begin with README.md, then ./measure in that folder",
            f"共 {len(files)} 个文件；先读 README.md，然后在该目录中运行 ./measure",
        )
    )


@described(
    "Record measurements and say what they mean: from `ncu --csv`, a timing script's JSON, or typed.",
    "记录测量结果并说明含义：来自 `ncu --csv`、计时脚本的 JSON，或直接输入。",
    "gpucat practice record 1 'gpu=h100 shape=16384x16384 time_us=820 GB/s=2620'",
)
def record(
    context: typer.Context,
    number: Number,
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE|KEY=VALUE...",
            help=tr(
                "Files (- reads standard input), or a measurement as typed.",
                "文件（- 表示标准输入），或直接输入的结果。",
            ),
        ),
    ],
    gpu: Gpu = None,
    json: Json = False,
) -> None:
    from gpucat.render.listing import write_json
    from gpucat.render.practice_guide import judged_record, write_recorded
    from gpucat.services.practice import judge, with_gpu
    from gpucat.store.measurements import save_measurements

    run = Run.of(context)
    chip, _ = _chip(gpu) if gpu else (None, None)
    sources = _joined(files)
    found = with_gpu((facts for source in sources for facts in _facts(run, source)), chip.name if chip else None)
    guide = _guide(run, number)
    judged = [judge(guide, facts, chip) for facts in found]
    with run.change() as writer:
        new = save_measurements(writer, number, found)
    if json:
        write_json(run.terminal, map(judged_record, judged))
    else:
        write_recorded(run.terminal, judged, len(new))


def _joined(words: Sequence[str]) -> list[str]:
    """Returns the words with a measurement that was typed without quotes joined: `gpu=h100 GB/s=3000` is one."""
    joined: list[str] = []
    was_open = False
    for word in words:
        is_open = _is_typed(word) and " " not in word.strip()
        if is_open and was_open:
            joined[-1] += f" {word}"
        else:
            joined.append(word)
        was_open = is_open
    return joined


def _is_typed(word: str) -> bool:
    return "=" in word and not Path(word).exists()


def _facts(run: Run, source: str) -> "Sequence[Mapping[str, Any]]":
    """Returns the measurements of a file, of standard input, or of a typed line."""
    from gpucat.formats.files import read_text
    from gpucat.formats.measurements import read_measurements, read_typed

    if source == "-":
        return read_measurements(run.read_input(), "-")
    if _is_typed(source):
        return [read_typed(source)]
    return read_measurements(read_text(Path(source)).text, source)


def _guide(run: Run, number: int) -> "Guide":
    from gpucat.services.notes import read_experiments
    from gpucat.services.practice import read_guide

    with run.catalogue() as connection:
        read_experiments(connection, [number])
        return read_guide(connection, number)


@described(
    "Compare what was recorded with the ceiling of each GPU.",
    "把记录的结果与各 GPU 的上限比较。",
    "gpucat practice compare 1",
    "gpucat practice compare 1 --svg runs.svg",
)
def compare(
    context: typer.Context,
    number: Number,
    svg: Annotated[
        Path | None, typer.Option("--svg", help=tr("Write an SVG picture to this file.", "将 SVG 图片写入此文件。"))
    ] = None,
    json: Json = False,
) -> None:
    from gpucat.files import check_is_other, write_whole
    from gpucat.render.listing import write_json
    from gpucat.render.practice_guide import judged_record, write_comparison
    from gpucat.render.roofline import picture

    run = Run.of(context)
    runs = _runs(run, number)
    if svg is not None:
        check_is_other(svg, run.path)
        write_whole(svg, picture(runs, f"gpucat practice {number}"))
        run.terminal.notice(Bilingual(f"Wrote {svg}", f"已写入 {svg}"))
    elif json:
        write_json(run.terminal, map(judged_record, runs))
    else:
        write_comparison(run.terminal, runs)


def _runs(run: Run, number: int) -> "list[Judged]":
    """Returns the recorded measurements, judged; raises UsageError if there are none."""
    from gpucat.services.practice import judge
    from gpucat.store.measurements import read_measurements

    guide = _guide(run, number)
    with run.catalogue() as connection:
        stored = read_measurements(connection, number)
    if not stored:
        raise UsageError(
            "nothing_recorded",
            Bilingual(f"nothing is recorded for experiment {number} yet", f"实践 {number} 还没有记录"),
            Bilingual(
                f"record it with `gpucat practice record {number} FILE`",
                f"用 `gpucat practice record {number} 文件` 记录",
            ),
        )
    return [judge(guide, one.facts) for one in stored]
