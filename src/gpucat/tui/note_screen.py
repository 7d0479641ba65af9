"""Edits the reader's note in a small editor over the screen."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Label, TextArea

from gpucat.language import Language
from gpucat.render.text import one_line
from gpucat.tui.words import NOTE_KEYS


class NoteScreen(ModalScreen[str | None]):
    """An editor that answers with the text as it was left, or None if the reader gave up."""

    BINDINGS: ClassVar = [("ctrl+s", "save", ""), ("escape", "dismiss", "")]
    CSS = """
    NoteScreen { align: center middle; }
    #note-box { width: 90%; height: 80%; border: round $primary; background: $surface; padding: 0 1; }
    #note-box TextArea { height: 1fr; border: none; }
    """

    def __init__(self, title: str, text: str, language: Language) -> None:
        super().__init__()
        self._heading = one_line(title)
        self._text = text
        self._language: Language = language

    def compose(self) -> ComposeResult:
        with Vertical(id="note-box"):
            yield Label(self._heading, markup=False)
            yield TextArea(self._text, id="note")
            yield Label(NOTE_KEYS.text(self._language), markup=False)

    def on_mount(self) -> None:
        area = self.query_one(TextArea)
        area.focus()
        area.move_cursor(area.document.end)

    def action_save(self) -> None:
        self.dismiss(self.query_one(TextArea).text)
