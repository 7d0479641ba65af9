"""Edits articles in a form in the reader's editor, one after the other; what was typed is never lost."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from gpucat.catalog.fields import FieldError
from gpucat.cli.context import Run
from gpucat.errors import FieldValueError, FileError, GpucatError, RefusedError, UsageError
from gpucat.language import Bilingual

if TYPE_CHECKING:
    from gpucat.catalog.article import Article
    from gpucat.services.article_form import Form


def edit_in_forms(run: Run, articles: "Sequence[Article]", *, proposes: bool = False) -> None:
    """Opens a form for each article and writes what was changed in it, each in a transaction of its own."""
    from gpucat.services.article_form import open_form

    for article in articles:
        with run.catalogue() as connection:
            form = open_form(connection, article, proposes=proposes)
        _edit(run, form)


def _edit(run: Run, form: "Form") -> None:
    from gpucat.services.article_form import problem_of

    article, language = form.article, run.terminal.language
    before = form.text(language)
    shown = before
    while True:
        text = _edited(run, article, shown, has_typed=shown != before)
        if text.rstrip() == shown.rstrip() and not (shown == before and _accepted(run, form)):
            if shown != before:
                raise _given_up(text, article)
            run.terminal.notice(Bilingual(f"{article.id}: nothing was changed", f"{article.id}：没有任何改动"))
            return
        try:
            _write(run, article, form.changed(text))
            return
        except FieldError as error:
            problem = problem_of(FieldValueError(error.field, error.reason, error.hint))
        except UsageError as error:
            problem = problem_of(error)
        except GpucatError as error:
            raise _given_up(text, article, error) from error
        run.terminal.notice(problem)
        shown = "".join(f"# {line}\n" for line in form.heading(language, problem)) + _without_comments(text)


def _edited(run: Run, article: "Article", shown: str, *, has_typed: bool) -> str:
    """Returns the edited form; one that is emptied, or whose editor fails after something was typed, is given up."""
    try:
        text = run.edit_text(shown, article.id)
    except GpucatError as error:
        if has_typed:
            raise _given_up(shown, article, error) from error
        raise
    if not _without_comments(text):
        raise _given_up(shown, article)
    return text


def _write(run: Run, article: "Article", given: dict[str, object]) -> None:
    from gpucat.render.edits import write_edits
    from gpucat.services.edit import carry_out_edits, plan_edit, read_again
    from gpucat.store.lookup import still_listed

    with run.change(f"edit {article.id}") as writer:
        edits = plan_edit(writer.connection, still_listed(writer.connection, [article]), given)
        carry_out_edits(edits, writer)
    with run.catalogue() as connection:
        write_edits(run.terminal, read_again(connection, edits), as_json=False)


def _accepted(run: Run, form: "Form") -> bool:
    """Says whether a form that was closed as it was shown holds proposals, and they are accepted."""
    if not form.is_proposed:
        return False
    question = Bilingual(f"{form.article.id}: accept what is proposed?", f"{form.article.id}：采用建议值吗？")
    return run.agrees(run.terminal.say(question))


def _without_comments(text: str) -> str:
    """Returns the form without the comments above it."""
    lines = text.splitlines(keepends=True)
    while lines and (re.match("#(?!#)", lines[0]) or not lines[0].strip()):
        lines.pop(0)
    return "".join(lines)


def _given_up(text: str, article: "Article", cause: GpucatError | None = None) -> RefusedError:
    """Keeps the text in a file and returns the failure that names it, for the cause if there is one."""
    file = _kept(text, f"gpucat-edit-{article.id.replace('/', '-')}.md")
    unchanged = Bilingual(f"{article.id}: nothing was changed", f"{article.id}：没有任何改动")
    return RefusedError(
        "given_up",
        cause.message if cause else unchanged,
        Bilingual(f"what you typed is kept in {file}", f"你写的内容保存在 {file}"),
    )


def _kept(text: str, name: str) -> Path:
    """Writes the text here or, where nothing can be written, in a temporary folder, and returns the file."""
    from tempfile import mkdtemp

    from gpucat.files import free_name, write_whole

    file = free_name(Path(name))
    try:
        write_whole(file, [text])
    except FileError:
        file = Path(mkdtemp(prefix="gpucat-")) / name
        write_whole(file, [text])
    return file
