"""Shows the progress of a run of requests on a terminal: how many are done, how fast, what was found, which hosts remain."""

import time
from collections import Counter
from collections.abc import Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Final

from gpucat.language import Bilingual
from gpucat.links.landing import host_of
from gpucat.render.terminal import Terminal
from gpucat.render.text import counted

if TYPE_CHECKING:
    from rich.live import Live

_BAR_CELLS: Final = 20


class LinkProgress:
    """A live line on standard error while addresses are asked; without a terminal there it shows nothing.

    `kinds` are what may be found, in the order in which they are counted.
    """

    def __init__(self, terminal: Terminal, urls: Sequence[str], host_interval_s: float, kinds: Sequence[str]) -> None:
        self._terminal = terminal
        self._total = len(urls)
        self._interval_s = host_interval_s
        self._kinds = kinds
        self._waiting = Counter(map(host_of, urls))
        self._found: Counter[str] = Counter()
        self._done = 0
        self._begun = time.monotonic()
        self._live: Live | None = None

    def __enter__(self) -> "LinkProgress":
        if self._total and self._terminal.is_rich and not self._terminal.is_plain and self._terminal.err.isatty():
            from rich.live import Live

            console = self._terminal.rich(self._terminal.err)
            self._live = Live(
                self.line(), console=console, refresh_per_second=8, transient=True, get_renderable=self.line
            )
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live is not None:
            self._live.stop()

    def take(self, url: str, kind: str) -> None:
        """Counts what was found at an address."""
        self._done += 1
        self._found[kind] += 1
        self._waiting[host_of(url)] -= 1

    def line(self) -> str:
        """Returns the display as one line of text."""
        spent_s = max(time.monotonic() - self._begun, 0.001)
        rate = self._done / spent_s
        filled = round(_BAR_CELLS * self._done / self._total) if self._total else 0
        bar = "#" * filled + "-" * (_BAR_CELLS - filled)
        counts = "  ".join(f"{self._found[kind]} {kind}" for kind in self._kinds if self._found[kind])
        hosts = sum(1 for left in self._waiting.values() if left > 0)
        left_s = self._left_s(rate)
        told = Bilingual(
            f"{rate:.1f}/s  {counted(hosts, 'host')} waiting  about {left_s:.0f} s left",
            f"{rate:.1f}/秒  {hosts} 个主机等待中  约剩 {left_s:.0f} 秒",
        )
        return f"[{bar}] {self._done}/{self._total}  {self._terminal.say(told)}  {counts}"

    def _left_s(self, rate: float) -> float:
        """Estimates the time left: the busiest host's queue or the rate so far, whichever is longer."""
        busiest = max(self._waiting.values(), default=0) * self._interval_s
        return max(busiest, (self._total - self._done) / rate if rate else 0.0)
