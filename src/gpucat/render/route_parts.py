"""Makes the parts of the reading route, in colour and without: columns, headings, experiments."""

from collections.abc import Iterator
from typing import Final

from gpucat.catalog.catalogue import Step
from gpucat.language import NOTHING, Bilingual, listed, same
from gpucat.render.articles import AUTHORS, DATE, ID, LEVEL, STATUS_MARKS, TITLE, column_of
from gpucat.render.columns import Column
from gpucat.services.route import RoutePractice, RouteStage, Stop
from gpucat.store.route import RoutePlace

NEXT_MARK: Final = ">"
_STYLES: Final = {"done": "green", "reading": "bold yellow", "skipped": "dim", "todo": ""}


def mark_of(stop: Stop) -> str:
    """Returns `v` for done, `~` for reading, `-` for skipped, `>` for the next to read."""
    return NEXT_MARK if stop.is_next else STATUS_MARKS[stop.article.status]


MARK: Final[Column[Stop]] = Column(
    Bilingual("", ""), mark_of, style=lambda stop: "bold magenta" if stop.is_next else _STYLES[stop.article.status]
)
_OF_ARTICLE: Final[list[Column[Stop]]] = [
    column_of(column, lambda stop: stop.article) for column in (ID, TITLE, AUTHORS, DATE, LEVEL)
]
_MINUTES: Final[Column[Stop]] = Column(
    Bilingual("time", "时间"),
    lambda stop: Bilingual(f"{stop.minutes} min", f"{stop.minutes} 分钟") if stop.minutes else NOTHING,
    style="dim",
    is_number=True,
    needs=80,
)


def route_columns(*, has_minutes: bool) -> tuple[Column[Stop], ...]:
    """Returns the columns of the route's articles; without any time to read there is no column for it."""
    return (MARK, *_OF_ARTICLE, _MINUTES) if has_minutes else (MARK, *_OF_ARTICLE)


def stage_heading(view: RouteStage) -> Bilingual:
    """Returns `Stage 2: Learn …` with how much of it is read."""
    return Bilingual(
        f"Stage {view.stage.number}: {view.stage.title.text('en')}  ({view.done}/{view.total} read)",
        f"第 {view.stage.number} 阶段：{view.stage.title.text('zh')}（已读 {view.done}/{view.total}）",
    )


def closed_stage(view: RouteStage) -> Iterator[Bilingual]:
    """Yields what is in a stage that is not open: its steps, and its experiments."""
    yield Bilingual(
        " · ".join(step.step.title.text("en") for step in view.steps),
        " · ".join(step.step.title.text("zh") for step in view.steps),
    )
    yield from map(practice_heading, view.practices)


def step_heading(step: Step) -> Bilingual:
    """Returns the step's title, and says if gpucat placed it."""
    title = step.title
    if not step.is_placed:
        return title
    return Bilingual(f"{title.text('en')} [placed by gpucat]", f"{title.text('zh')}［gpucat 安排］")


def practice_heading(view: RoutePractice) -> Bilingual:
    """Names an experiment, and says if it is done."""
    practice = view.practice
    done = Bilingual(" [done]", "［已完成］") if view.done_at else NOTHING
    return Bilingual(
        f"Practice {practice.number}: {practice.experiment.text('en')}{done.en}",
        f"实践 {practice.number}：{practice.experiment.text('zh')}{done.zh}",
    )


def practice_lines(view: RoutePractice) -> Bilingual:
    """Describes an experiment on one line, with the metrics to watch."""
    heading, metrics = practice_heading(view), listed(view.practice.metrics)
    return Bilingual(f"{heading.en}. Watch: {metrics.en}", f"{heading.zh}。观察：{metrics.zh}")


def place_named(place: RoutePlace) -> Bilingual:
    """Returns `stage 2 Learn … › Shared memory, 3 of 9`."""
    placed = Bilingual(" (placed by gpucat)", "（gpucat 安排）") if place.is_placed else same("")
    stage, step = place.stage_title, place.step_title
    return Bilingual(
        f"stage {place.stage} {stage.text('en')} › {step.text('en')}{placed.en}, {place.position} of {place.total}",
        f"第 {place.stage} 阶段 {stage.text('zh')} › {step.text('zh')}{placed.zh}，第 {place.position}/{place.total} 篇",
    )
