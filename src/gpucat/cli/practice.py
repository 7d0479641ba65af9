"""Implements `gpucat practice`."""

from collections.abc import Sequence
from typing import Any

import typer

from gpucat.cli.app import register
from gpucat.cli.context import Run
from gpucat.cli.help import HelpGroup, closing, described
from gpucat.cli.options import Format, Json
from gpucat.cli.practice_runs import Number, Numbers, compare, record, show, start
from gpucat.cli.reading import Append, Text, say_noted, typed_note
from gpucat.language import Bilingual, tr


class _Group(HelpGroup):
    """A group in which `practice 2` is short for `practice show 2`."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:  # noqa: ANN401  Typer keeps its classes to itself
        is_number = args[0].isdecimal()
        return super().resolve_command(ctx, ["show", *args] if is_number else args)


app = typer.Typer(
    cls=_Group,
    help=tr(
        "Show the experiments: metrics to watch, articles that prepare them, and what you measured.",
        "查看实践清单：要观察的指标、预备文章，以及你的实测记录。",
    ),
    epilog=closing("gpucat practice", "gpucat practice show 2", "gpucat practice done 1"),
)


@app.callback(invoke_without_command=True)
def practice(context: typer.Context, output_format: Format = "table", json: Json = False) -> None:
    if context.invoked_subcommand is None:
        _write(Run.of(context), "json" if json else output_format)


@described("Mark experiments as done.", "标记为已完成。", "gpucat practice done 1")
def done(context: typer.Context, numbers: Numbers) -> None:
    _mark(Run.of(context), numbers, is_done=True)


@described("Mark experiments as not done.", "标记为未完成。", "gpucat practice todo 1")
def todo(context: typer.Context, numbers: Numbers) -> None:
    _mark(Run.of(context), numbers, is_done=False)


@described(
    "Record what you measured: GPU, versions, data type, shapes, warmup, statistics, result.",
    "记录实测结果：GPU、版本、数据类型、形状、warmup、统计方式、结果。",
    "gpucat practice note 2 'RTX 4090, CUDA 12.6, fp32 4096^3, 20 warmup, median of 100: 48 TFLOPS'",
    "gpucat practice note 2 --append 'with float4 loads: 52 TFLOPS'",
)
def note(context: typer.Context, number: Number, text: Text = None, append: Append = False) -> None:
    from gpucat.services.notes import MEASUREMENT, kept_where_it_fails, read_experiments, without_blanks
    from gpucat.store.reading import practice_notes, save_practice_note

    run = Run.of(context)
    with run.catalogue() as connection:
        [experiment] = read_experiments(connection, [number])
    name, template = f"practice-{number}", run.terminal.say(MEASUREMENT)
    typed = typed_note(run, text, experiment.note, name, append=append, template=template)
    typed = typed._replace(text=without_blanks(typed.text))
    with kept_where_it_fails(typed, run.path, name, run.terminal.notice), run.change() as writer:
        after = typed.upon(practice_notes(writer.connection).get(number))
        changed = save_practice_note(writer, number, after)
    say_noted(run, Bilingual(f"experiment {number}", f"实践 {number}"), after, changed=changed)


def _write(run: Run, output_format: str) -> None:
    from gpucat.render.listing import check_format
    from gpucat.render.practice import write_experiments
    from gpucat.services.notes import read_experiments

    chosen = check_format(output_format)
    with run.catalogue() as connection:
        experiments = read_experiments(connection)
    write_experiments(run.terminal, experiments, chosen)
    if not experiments:
        run.terminal.notice(Bilingual("The list has no experiments.", "清单中没有实践项目。"))


def _mark(run: Run, numbers: Sequence[int], *, is_done: bool) -> None:
    from gpucat.services.notes import read_experiments
    from gpucat.store.reading import mark_practices

    with run.catalogue() as connection:
        experiments = read_experiments(connection, numbers)
    with run.change() as writer:
        mark_practices(writer, [experiment.number for experiment in experiments], is_done=is_done)
    for experiment in experiments:
        name = experiment.practice.experiment
        state = Bilingual("done", "已完成") if is_done else Bilingual("to do", "未完成")
        run.terminal.notice(
            Bilingual(
                f"{experiment.number} {name.text('en')}: {state.en}",
                f"{experiment.number} {name.text('zh')}：{state.zh}",
            )
        )


for name, command in {
    "show": show,
    "start": start,
    "record": record,
    "compare": compare,
    "done": done,
    "todo": todo,
    "note": note,
}.items():
    register(app, name, command)
