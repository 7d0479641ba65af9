"""Shows the kept text of an article over the screen, one section at a time: a whole text would take seconds to lay out."""

from collections.abc import Sequence
from typing import ClassVar, Final, NamedTuple

from textual.app import ComposeResult
from textual.containers import ScrollableContainer, Vertical
from textual.screen import ModalScreen
from textual.widgets import Label, Static

from gpucat.language import Bilingual, Language
from gpucat.render.rich_markdown import WIDEST
from gpucat.render.text import one_line
from gpucat.services.opened_text import OpenedText
from gpucat.tui.texts import section_text
from gpucat.tui.words import TEXT_KEYS, section_of

_BESIDE: Final = 8
"""The cells that the frame, its padding and the scroll bar take of the width."""


class LeftText(NamedTuple):
    """The section at which the reader left a text, and whether it is read to the end."""

    position: int
    is_done: bool = False


class TextScreen(ModalScreen[LeftText]):
    """A text that is read section by section, from where reading stopped; answers with where it was left."""

    BINDINGS: ClassVar = [
        ("space", "go_on", ""),
        ("n", "turn(1)", ""),
        ("p", "turn(-1)", ""),
        ("d", "leave(True)", ""),
        ("escape,q", "leave(False)", ""),
    ]
    CSS = """
    #text-box { width: 100%; height: 100%; border: round $primary; background: $surface; padding: 0 1; }
    #text-head { text-style: bold; }
    #text-view { height: 1fr; }
    #text { width: auto; height: auto; text-wrap: nowrap; }
    """

    def __init__(self, opened: OpenedText, terms: Sequence[Bilingual], language: Language) -> None:
        super().__init__()
        self._opened = opened
        self._terms = terms
        self._language: Language = language
        self.position = opened.stopped_at or 1

    def compose(self) -> ComposeResult:
        with Vertical(id="text-box"):
            yield Label(id="text-head", markup=False)
            with ScrollableContainer(id="text-view"):
                yield Static(id="text", markup=False)
            yield Label(TEXT_KEYS.text(self._language), markup=False)

    def on_mount(self) -> None:
        self.query_one("#text-view").focus()

    def on_resize(self) -> None:
        self._show()

    def action_go_on(self) -> None:
        """Goes down by a screen, and from the end of a section to the next one."""
        view = self.query_one("#text-view")
        if view.scroll_y < view.max_scroll_y:
            view.scroll_page_down(animate=False)
        else:
            self.action_turn(1)

    def action_turn(self, step: int) -> None:
        """Shows the section that is so many sections on, if there is one."""
        position = self.position + step
        if 1 <= position <= len(self._opened.sections):
            self.position = position
            self._show()
            self.query_one("#text-view").scroll_home(animate=False)

    def action_leave(self, is_done: bool) -> None:
        self.dismiss(LeftText(self.position, is_done))

    def _show(self) -> None:
        sections = self._opened.sections
        section = sections[self.position - 1]
        part = self._opened.markdown[section.start : section.end]
        shown = section_text(part, min(WIDEST, self.size.width - _BESIDE), self._terms, self._language)
        self.query_one("#text", Static).update(shown)
        head = section_of(self.position, len(sections), section.path).text(self._language)
        self.query_one("#text-head", Label).update(one_line(f"{self._opened.article.id}  {head}"))
