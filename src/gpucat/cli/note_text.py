"""How the text of a note is given on the command line, on an article or on an experiment alike."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from gpucat.cli.context import Run
from gpucat.language import Bilingual, tr

if TYPE_CHECKING:
    from gpucat.services.notes import Typed
    from gpucat.store.reading import Note

Text = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[TEXT]",
        help=tr(
            "The note; - takes it from standard input, an empty one removes it. Without it your $EDITOR opens.",
            "笔记内容；- 表示从标准输入读取，空内容则删除笔记。省略时打开 $EDITOR。",
        ),
    ),
]
Append = Annotated[
    bool, typer.Option("--append", "-a", help=tr("Add a paragraph to the note.", "在笔记末尾添加一段。"))
]


def typed_note(
    run: Run, words: Sequence[str] | None, stored: "Note | None", name: str, *, append: bool, template: str = ""
) -> "Typed":
    """What the reader typed: the words, standard input for `-`, else the text as the editor leaves it."""
    from gpucat.catalog.reading_state import clean_note
    from gpucat.services.editor import edit_text
    from gpucat.services.notes import Typed

    if words is None:
        begun = template if append or stored is None else stored.text
        return Typed(clean_note(edit_text(begun, name)), stored, is_added=append, is_edited=True)
    text = run.read_input() if list(words) == ["-"] else " ".join(words)
    return Typed(clean_note(text), stored, is_added=append)


def say_noted(run: Run, name: Bilingual, text: str, *, changed: bool) -> None:
    """Says what became of the note."""
    if not changed:
        said = Bilingual(f"{name.en}: the note is as it was", f"{name.zh}：笔记没有变化")
    elif text:
        said = Bilingual(f"{name.en}: note saved", f"{name.zh}：笔记已保存")
    else:
        said = Bilingual(f"{name.en}: note removed", f"{name.zh}：笔记已删除")
    run.terminal.notice(said)
