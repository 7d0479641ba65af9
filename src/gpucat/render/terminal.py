"""Writes to the terminal: answers to standard output, notices and errors to standard error, in colour if wanted."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import IO, TYPE_CHECKING, Final, TextIO, cast

from gpucat.language import NOTHING, Bilingual, Language
from gpucat.render.text import counted, visible, visible_document, wrapped

if TYPE_CHECKING:
    from os import terminal_size

    from rich.console import Console, RenderableType

    from gpucat.render.pager import PagedOutput

NARROW = 80
_LINE_AFRESH: Final = "\r\x1b[2K"
"""Moves to the start of the line and erases it."""


class Terminal:
    """Standard output and error of one run; `color` is `auto`, `always` or `never`."""

    def __init__(
        self, language: Language, color: str = "auto", out: IO[str] | None = None, err: IO[str] | None = None
    ) -> None:
        self.language = language
        self.color = color
        self.out = out or sys.stdout
        self.err = err or sys.stderr
        self.is_quiet = False
        self._paged: PagedOutput | None = None

    def page(self, choose: Callable[[], str]) -> None:
        """Sends an answer longer than the screen through the pager that `choose` returns, if a reader sits before it."""
        if not self.out.isatty() or os.environ.get("TERM") == "dumb":
            return
        from gpucat.render.pager import PagedOutput

        self._paged = PagedOutput(cast("TextIO", self.out), self.size, choose, self.notice)
        self.out = cast("IO[str]", self._paged)

    def settle(self) -> None:
        """Shows everything written so far, and ends the pager; what follows is not paged."""
        if self._paged is None:
            self.out.flush()
        else:
            self._paged.settle()

    def close(self) -> None:
        """Shows what is still held at the end of a run, and waits until the pager was left."""
        if self._paged is not None:
            self._paged.settle()

    @property
    def is_rich(self) -> bool:
        """Says whether answers are laid out for a terminal, with Rich: on one, or if colour is asked for."""
        return self.color == "always" or self.out.isatty()

    @property
    def is_plain(self) -> bool:
        """Says whether no escape code may be written: colour is not wanted, or the terminal cannot show it."""
        return self.color == "never" or (self.color == "auto" and os.environ.get("TERM") == "dumb")

    @property
    def is_interactive(self) -> bool:
        """Says whether a person can be asked: both ends are a terminal."""
        return sys.stdin is not None and sys.stdin.isatty() and self.err.isatty()

    @property
    def size(self) -> "terminal_size":
        """The terminal's columns and lines (COLUMNS and LINES override them)."""
        import shutil

        return shutil.get_terminal_size((NARROW, 24))

    @property
    def columns(self) -> int:
        """The terminal's width in cells."""
        return self.size.columns

    def say(self, text: Bilingual) -> str:
        """Returns the half in the language in use."""
        return text.text(self.language)

    def write(self, lines: Iterable[str]) -> None:
        """Writes lines of the answer to standard output."""
        self.out.writelines(line + "\n" for line in lines)

    def write_styled(self, lines: Iterable[tuple[str, str]]) -> None:
        """Writes lines of the answer, each in a Rich style if colour is shown; long ones fold with their indent."""
        if not self.is_rich:
            self.write(line for line, _ in lines)
            return
        from rich.text import Text

        from gpucat.render.folding import Folded

        self.draw(
            *(
                Folded(Text(text, style=style), len(line) - len(text))
                for line, style in lines
                for text in [line.lstrip(" ")]
            )
        )

    def write_raw(self, pieces: Iterable[str]) -> None:
        """Writes pieces of the answer as they are: a document, JSON."""
        self.out.writelines(pieces)

    def write_document(self, pieces: Iterable[str]) -> None:
        """Writes a document in pieces: unchanged to a file or a pipe, without control characters to a terminal."""
        self.out.writelines(map(visible_document, pieces) if self.out.isatty() else pieces)

    def draw(self, *renderables: "RenderableType") -> None:
        """Draws with Rich on standard output."""
        with self.rich() as console:  # which writes everything at once
            for renderable in renderables:
                console.print(renderable)

    def draw_uncut(self, renderables: "Iterable[RenderableType]") -> None:
        """Draws with Rich, but cuts no line at the edge: the pager lets long ones run out to the right."""
        if self._paged is not None:
            self._paged.run_out()
        console = (
            self.rich()
        )  # which writes each at once: the first screen of a long text is read while the rest is drawn
        for renderable in renderables:
            console.print(renderable, crop=False)

    def rich(self, stream: IO[str] | None = None) -> "Console":
        """Returns a Rich console on standard output or another stream, with this run's colour and width."""
        from rich.console import Console

        return Console(
            file=stream or self.out,
            width=self.columns,
            height=self.size.lines,  # Rich minds the width only where it knows the height, too
            force_terminal=True if self.color == "always" else None,
            color_system=None if self.is_plain else "auto",
            highlight=False,
            markup=False,
            emoji=False,
            soft_wrap=False,
        )

    def ask(self, question: str) -> str:
        """Asks a question on standard error and returns the answer, empty at the end of the input."""
        self.settle()
        self.err.write(_harmless(question))
        self.err.flush()
        return sys.stdin.readline()

    @contextmanager
    def passing(self) -> Iterator[Callable[[Bilingual], None]]:
        """Shows on a terminal's standard error how far a long run is: each report replaces the one before, and at the end the
        line disappears. Elsewhere nothing is shown.
        """
        is_seen = self.err.isatty() and os.environ.get("TERM") != "dumb"

        def tell(text: Bilingual) -> None:
            if is_seen and not (self._paged and self._paged.is_paging):
                with suppress(OSError):
                    self.err.write(f"{_LINE_AFRESH}{_harmless(self.say(text))}")
                    self.err.flush()

        try:
            yield tell
        finally:
            tell(NOTHING)

    def notice(self, text: Bilingual) -> None:
        """Writes one line beside the answer, on standard error, unless only the answer is wanted.

        It comes after an answer that is held or paged.
        """
        if self.is_quiet:
            return
        if self._paged and self._paged.is_holding:
            self._paged.say_after(text)
            return
        self.out.flush()
        line = _harmless(self.say(text))
        lines = wrapped(line, self.columns) if self.err.isatty() else [line]
        with suppress(OSError):  # a notice that nobody can read is not a failure
            self.err.writelines(f"{part}\n" for part in lines)
            self.err.flush()


def _harmless(text: str) -> str:
    """Returns a message without what could steer a terminal, and without logins."""
    from gpucat.catalog.logins import without_credentials

    return without_credentials(visible(text))


def say_shown(terminal: Terminal, shown: int, total: int) -> None:
    """Says how many of how many articles are shown, or that none matches."""
    if total == 0:
        terminal.notice(
            Bilingual(
                "No article matches. Leave out a filter, or see what there is: gpucat modules, authors, keywords",
                "没有符合条件的文章。可去掉一个筛选条件，或查看有哪些值：gpucat modules、authors、keywords",
            )
        )
    elif shown == total:
        terminal.notice(Bilingual(counted(total, "article"), f"共 {total} 篇"))
    else:
        terminal.notice(Bilingual(f"{shown} of {total} articles", f"{shown} / {total} 篇"))
