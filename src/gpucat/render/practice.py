"""Writes the experiments: one after another for people, JSON for programs."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from gpucat.language import Bilingual, listed, same
from gpucat.render.articles import STATUS_MARKS
from gpucat.render.columns import Column, Listing
from gpucat.render.labelled import Line, write_labelled, write_note
from gpucat.render.listing import write_listing
from gpucat.render.terminal import Terminal
from gpucat.render.text import counted, day_of, one_line, pad, width
from gpucat.services.notes import Experiment

_COLUMNS: Final[tuple[Column[Experiment], ...]] = (
    Column(Bilingual("#", "#"), lambda e: str(e.number), is_number=True),
    Column(Bilingual("experiment", "实践"), lambda e: e.practice.experiment, grows=True),
    Column(Bilingual("watch", "观察"), lambda e: _metrics(e), folds=True),
    Column(Bilingual("read", "已读"), lambda e: f"{len(e.prepares) - len(e.unread)}/{len(e.prepares)}"),
    Column(Bilingual("done", "已完成"), lambda e: day_of(e.done_at) if e.done_at else ""),
)


def write_experiments(terminal: Terminal, experiments: Sequence[Experiment], output_format: str) -> None:
    """Writes the experiments in the format."""
    if output_format != "table":
        listing = Listing(experiments, _COLUMNS, experiment_record, ids=lambda experiment: str(experiment.number))
        write_listing(terminal, listing, output_format)
        return
    for index, experiment in enumerate(experiments):
        if index:
            terminal.write([""])
        write_labelled(terminal, _title(terminal, experiment), _lines(experiment, in_full=False))


def write_experiment(terminal: Terminal, experiment: Experiment) -> None:
    """Writes an experiment with the titles of the articles that prepare it, and the whole note."""
    write_labelled(terminal, _title(terminal, experiment), _lines(experiment, in_full=True))
    _write_articles(terminal, experiment)
    _write_note(terminal, experiment)


def _title(terminal: Terminal, experiment: Experiment) -> str:
    return f"{experiment.number}  {terminal.say(experiment.practice.experiment)}"


def _lines(experiment: Experiment, *, in_full: bool) -> Iterator[Line]:
    practice, names = experiment.practice, experiment.vocabulary.names(experiment.practice.concepts)
    if experiment.done_at:
        yield Bilingual("done", "已完成"), day_of(experiment.done_at)
    yield Bilingual("watch", "观察"), _metrics(experiment)
    yield Bilingual("concepts", "涉及概念"), names
    yield Bilingual("stage", "阶段"), str(practice.stage or "")
    total, unread = len(experiment.prepares), experiment.unread
    yield Bilingual("prepared by", "预备文章"), _prepared(total, total - len(unread))
    if not in_full:
        yield Bilingual("not read yet", "尚未读"), listed([article.id for article in unread])
        note = experiment.note.text.split("\n") if experiment.note else []
        yield Bilingual("note", "笔记"), same(note[0] + (" …" if len(note) > 1 else "")) if note else ""


def _metrics(experiment: Experiment) -> Bilingual:
    return listed(experiment.practice.metrics)


def _prepared(total: int, read: int) -> Bilingual | str:
    return Bilingual(f"{counted(total, 'article')}, {read} read", f"{total} 篇，已读 {read}") if total else ""


def _write_articles(terminal: Terminal, experiment: Experiment) -> None:
    room = max((width(article.id) for article in experiment.prepares), default=0)
    terminal.write_styled(
        (f"  {STATUS_MARKS[article.status]:1}  {pad(article.id, room)}  {one_line(article.title)}", "")
        for article in experiment.prepares
    )


def _write_note(terminal: Terminal, experiment: Experiment) -> None:
    if experiment.note:
        day = day_of(experiment.note.changed_at)
        write_note(terminal, Bilingual(f"Measured ({day})", f"实测（{day}）"), experiment.note.text)


def experiment_record(experiment: Experiment) -> dict[str, Any]:
    """Returns an experiment as JSON."""
    practice = experiment.practice
    return {
        "number": practice.number,
        "experiment": practice.experiment.zh,
        "experiment_en": practice.experiment.en,
        "metrics": [metric.zh for metric in practice.metrics],
        "metrics_en": [metric.en for metric in practice.metrics],
        "stage": practice.stage,
        "concepts": list(practice.concepts),
        "prepared_by": [article.id for article in experiment.prepares],
        "unread": [article.id for article in experiment.unread],
        "done_at": experiment.done_at,
        "note": experiment.note.text if experiment.note else None,
    }
