"""The reading route: for people a stage at a time with its experiments, for programs as a listing."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from gpucat.catalog.fields import article_json, article_row
from gpucat.language import Bilingual, Language
from gpucat.render.articles import AUTHORS, DATE, ID, LEVEL, TITLE
from gpucat.render.listing import Column, Listing, write_listing
from gpucat.render.terminal import Terminal
from gpucat.render.text import one_line, pad, width
from gpucat.services.route import PracticeView, RouteReport, StageView, Stop

MARKS: Final = {"done": "v", "reading": "~", "skipped": "-", "todo": ""}
NEXT_MARK: Final = ">"
_STYLES: Final = {"done": "green", "reading": "bold yellow", "skipped": "dim", "todo": ""}


def mark_of(stop: Stop) -> str:
    """`v` done, `~` reading, `-` skipped, `>` the next to read."""
    return NEXT_MARK if stop.is_next else MARKS[stop.article.status]


def _of_article(column: Column[Any]) -> Column[Stop]:
    style, link, narrow = column.style, column.link, column.narrow
    return Column(
        column.heading,
        lambda stop: column.cell(stop.article),
        style=(lambda stop: style(stop.article)) if callable(style) else style,
        link=(lambda stop: link(stop.article)) if link else None,
        is_number=column.is_number,
        grows=column.grows,
        most=column.most,
        needs=column.needs,
        narrow=(lambda stop: narrow(stop.article)) if narrow else None,
    )


MARK: Final[Column[Stop]] = Column(
    Bilingual("", ""), mark_of, style=lambda stop: "bold magenta" if stop.is_next else _STYLES[stop.article.status]
)
POSITION: Final[Column[Stop]] = Column(
    Bilingual("#", "#"), lambda stop: str(stop.position), is_number=True, style="dim"
)
ROUTE_COLUMNS: Final = (MARK, POSITION, *(_of_article(column) for column in (ID, TITLE, LEVEL, AUTHORS, DATE)))


def route_listing(stops: Iterable[Stop]) -> Listing:
    """Articles of the route as a flat listing for programs."""
    return Listing(
        stops,
        ROUTE_COLUMNS,
        stop_record,
        ids=lambda stop: stop.article.id,
        urls=lambda stop: stop.article.url,
        row=lambda stop: {
            "stage": str(stop.stage.number),
            "step": stop.step.title.zh,
            "position": str(stop.position),
            **article_row(stop.article),
        },
    )


def stop_record(stop: Stop) -> dict[str, Any]:
    """An article of the route as JSON: its fields with stage, step and position in the reading order."""
    return {
        **article_json(stop.article),
        "stage": stop.stage.number,
        "stage_title": stop.stage.title.zh,
        "stage_title_en": stop.stage.title.en,
        "step": stop.step.title.zh,
        "step_en": stop.step.title.en,
        "position": stop.position,
        "placed_by_gpucat": stop.step.is_placed,
        "is_next": stop.is_next,
    }


def write_route(terminal: Terminal, report: RouteReport, output_format: str) -> None:
    """Writes the route in the format."""
    if output_format != "table":
        write_listing(terminal, route_listing(report.stops), output_format)
    elif terminal.is_rich:
        from gpucat.render.rich_route import draw_route

        terminal.draw(*draw_route(report, terminal.language, terminal.columns))
    else:
        terminal.write(_plain(report, terminal.language))


def stage_heading(view: StageView) -> Bilingual:
    """`Stage 2: Learn …` with how much of it is read."""
    total = len(view.stops)
    return Bilingual(
        f"Stage {view.stage.number}: {view.stage.title.text('en')}  ({view.done}/{total} read)",
        f"第 {view.stage.number} 阶段：{view.stage.title.text('zh')}（已读 {view.done}/{total}）",
    )


def step_heading(stop: Stop) -> Bilingual:
    """The step's title; says where gpucat placed it."""
    title = stop.step.title
    if not stop.step.is_placed:
        return title
    return Bilingual(f"{title.text('en')} [placed by gpucat]", f"{title.text('zh')}［gpucat 安排］")


def practice_lines(view: PracticeView) -> Bilingual:
    """An experiment on one line, with the metrics to watch."""
    practice = view.practice
    done = Bilingual(" [done]", "［已完成］") if view.done_at else Bilingual("", "")
    metrics_en = ", ".join(metric.text("en") for metric in practice.metrics)
    metrics_zh = "、".join(metric.text("zh") for metric in practice.metrics)
    return Bilingual(
        f"Practice {practice.number}: {practice.experiment.text('en')}{done.en}. Watch: {metrics_en}",
        f"实践 {practice.number}：{practice.experiment.text('zh')}{done.zh}。观察：{metrics_zh}",
    )


def _plain(report: RouteReport, language: Language) -> Iterator[str]:
    def row(stop: Stop) -> list[str]:
        values = (column.cell(stop) for column in ROUTE_COLUMNS)
        return [one_line(value.text(language) if isinstance(value, Bilingual) else value) for value in values]

    widths = [max(map(width, cells)) for cells in zip(*map(row, report.stops), strict=True)]
    for index, view in enumerate(report.stages):
        if index:
            yield ""
        yield stage_heading(view).text(language)
        for step in view.steps:
            yield "  " + step_heading(step.stops[0]).text(language)
            for stop in step.stops:
                cells = zip(row(stop), widths, ROUTE_COLUMNS, strict=True)
                yield "    " + "  ".join(pad(text, wide, right=c.is_number) for text, wide, c in cells).rstrip()
        for practice in view.practices:
            yield "  " + practice_lines(practice).text(language)
