"""Sends what is longer than the screen through the reader's pager, as git and gh do.

Output is held until it is longer than the screen or the command ends. Then it goes to the pager or to the terminal, and
what was to be said beside it comes after it.
"""

import io
import os
import re
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, TextIO

from gpucat.catalog.settings import NO_PAGER
from gpucat.language import Bilingual
from gpucat.render.text import width

if TYPE_CHECKING:
    from subprocess import Popen

NONE: Final = ("", "cat", NO_PAGER)
"""The pagers that stand for none."""
USUAL: Final = "less"
_QUIET: Final = {"LESS": "FRX", "LV": "-c"}
"""As git sets them where the reader does not: colours are shown, and the text stays on the screen."""
_ESCAPE: Final = r"\x1b(?:\][^\x1b\x07]*(?:\x1b\\|\x07)|\[[0-9;]*[A-Za-z])"


class PagedOutput(io.TextIOBase):
    """Standard output on a terminal of some columns and lines.

    `choose` returns the pager's command, and is asked only if one is needed; `say` writes a notice.
    """

    def __init__(
        self, stream: TextIO, size: os.terminal_size, choose: Callable[[], str], say: Callable[[Bilingual], None]
    ) -> None:
        self._stream = stream
        self._columns, self._lines = size
        self._choose = choose
        self._say = say
        self._held: list[str] = []
        self._rows = 0
        self._notices: list[Bilingual] = []
        self._runs_out = False
        self._pager: Popen[str] | None = None
        self._is_decided = False
        self._on_interrupt: Any = None

    def write(self, text: str) -> int:
        """Holds the text, or sends it where the text before it went."""
        if self._is_decided:
            self._send(text)
        else:
            self._held.append(text)
            self._rows += self._height(text)
            if self._rows >= self._lines:  # the last line of a screen is the shell's prompt
                self._page()
        return len(text)

    def flush(self) -> None:
        """Shows what was sent; what is held stays so."""
        if self._is_decided and self._pager is None:
            self._stream.flush()

    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._stream.fileno()

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self._stream.encoding

    @property
    def is_holding(self) -> bool:
        """Says whether a notice would come before or into the answer that it belongs behind."""
        return self._pager is not None or bool(self._held)

    @property
    def is_paging(self) -> bool:
        """Says whether the screen is the pager's."""
        return self._pager is not None

    def run_out(self) -> None:
        """Lets long lines run out to the right in less, where code would be unreadable folded."""
        self._runs_out = True

    def say_after(self, notice: Bilingual) -> None:
        """Keeps a notice until the answer is read."""
        self._notices.append(notice)

    def settle(self) -> None:
        """Shows what is held, waits until the pager was left, and pages no more."""
        self._is_decided = True
        self._send("".join(self._held))
        self._held.clear()
        if self._pager is not None:
            import signal

            _close(self._pager)
            self._pager.wait()
            self._pager = None
            signal.signal(signal.SIGINT, self._on_interrupt)
        self._stream.flush()
        while self._notices:
            self._say(self._notices.pop(0))

    def _page(self) -> None:
        """Starts the pager; without one, the text goes to the terminal."""
        self._is_decided = True
        command = self._choose().strip()
        if command not in NONE:
            self._pager = self._started(command)
        self._send("".join(self._held))
        self._held.clear()

    def _started(self, command: str) -> "Popen[str] | None":
        import shlex
        import signal
        import subprocess

        environment = _QUIET | dict(os.environ)
        if self._runs_out:
            environment["LESS"] = (
                f"-S {environment['LESS']}"  # before the reader's own options, the last of which may have a text
            )
        try:
            pager = subprocess.Popen(
                shlex.split(command), stdin=subprocess.PIPE, text=True, encoding=self.encoding, errors="replace",
                env=environment,
            )  # fmt: skip
        except (OSError, ValueError):
            if command != USUAL:
                self.say_after(Bilingual(f"the pager {command!r} could not be started", f"无法启动分页程序“{command}”"))
            return None
        self._on_interrupt = signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the pager until it ends
        return pager

    def _send(self, text: str) -> None:
        if self._pager is None:
            self._stream.write(text)
        elif self._pager.stdin and not self._pager.stdin.closed:
            try:
                self._pager.stdin.write(text)
            except OSError:  # the reader has left: the command ends as it would have
                _close(self._pager)

    def _height(self, text: str) -> int:
        """Returns how many lines of the screen the text adds."""
        rows = text.count("\n")
        if len(text) > self._columns:
            for line in text.split("\n"):
                if len(line) > self._columns:
                    rows += max(0, width(re.sub(_ESCAPE, "", line)) - 1) // self._columns
        return rows


def _close(pager: "Popen[str]") -> None:
    with suppress(OSError):
        if pager.stdin:
            pager.stdin.close()
