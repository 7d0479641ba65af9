"""The parts of which the reading route is made up, in colour and without: columns, headings, experiments."""

from typing import Any, Final

from gpucat.language import Bilingual
from gpucat.render.articles import AUTHORS, DATE, ID, LEVEL, TITLE
from gpucat.render.columns import Column
from gpucat.services.route import RoutePractice, RouteStage, Stop

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


def stage_heading(view: RouteStage) -> Bilingual:
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


def practice_lines(view: RoutePractice) -> Bilingual:
    """An experiment on one line, with the metrics to watch."""
    practice = view.practice
    done = Bilingual(" [done]", "［已完成］") if view.done_at else Bilingual("", "")
    metrics_en = ", ".join(metric.text("en") for metric in practice.metrics)
    metrics_zh = "、".join(metric.text("zh") for metric in practice.metrics)
    return Bilingual(
        f"Practice {practice.number}: {practice.experiment.text('en')}{done.en}. Watch: {metrics_en}",
        f"实践 {practice.number}：{practice.experiment.text('zh')}{done.zh}。观察：{metrics_zh}",
    )
