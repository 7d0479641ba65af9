"""Extracts texts in a process of its own, with limits of time and memory: a hostile page costs that process, not the command."""

import contextlib
import math
import multiprocessing
import signal
from collections.abc import Iterator
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Final

from gpucat.language import Bilingual

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess

    from gpucat.texts.extraction import ArticleText

LONGEST_S: Final = 10.0
_STARTING_S: Final = 30.0
_MEMORY: Final = 400 << 20
"""How many bytes of memory the process may have, where the system can limit it."""
_TOO_HEAVY: Final = Bilingual(
    "the page cannot be read within the limits of time and memory", "无法在时间和内存的限制内读取该页面"
)


class TextWorker:
    """A process that extracts one text after the other, started when first needed and replaced when it overruns."""

    def __init__(self, longest_s: float = LONGEST_S) -> None:
        self._longest_s = longest_s
        self._process: SpawnProcess | None = None
        self._connection: Connection | None = None

    def __enter__(self) -> "TextWorker":
        return self

    def __exit__(self, *_: object) -> None:
        self._stop()

    def extract(self, body: bytes, content_type: str, url: str) -> "ArticleText | Bilingual":
        """Returns the article's text, or why the page has none."""
        try:
            connection = self._started()
            connection.send((body, content_type, url))
            if connection.poll(self._longest_s):
                answer: ArticleText | Bilingual = connection.recv()
                return answer
        except (EOFError, OSError):
            pass
        self._stop()
        return _TOO_HEAVY

    def give_up(self) -> None:
        """Ends the extraction that another thread waits for."""
        if self._process is not None:
            self._process.kill()

    def _started(self) -> Connection:
        """Returns the connection to a process that is ready; raises OSError or EOFError if there can be none."""
        if self._connection is None:
            context = multiprocessing.get_context("spawn")  # a fork would inherit the loop and its sockets
            self._connection, theirs = context.Pipe()
            self._process = context.Process(target=_serve, args=(theirs, math.ceil(self._longest_s)), daemon=True)
            with _interrupts_held_back():
                self._process.start()
            theirs.close()
            if not self._connection.poll(_STARTING_S):
                raise TimeoutError
            self._connection.recv()
        return self._connection

    def _stop(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process = None


@contextlib.contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Keeps Ctrl-C from a process that is started meanwhile, for good: it is for the command, which ends the process."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    signals = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, signals)


def _serve(connection: Connection, longest_s: int) -> None:
    """Answers with texts until the command is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _limit_memory()
    with contextlib.suppress(EOFError, OSError):
        connection.send(None)
        while True:
            page = connection.recv()
            _set_alarm(longest_s + 1)  # in case that the command is gone and nobody ends this process
            connection.send(_answer(*page))
            _set_alarm(0)


def _answer(body: bytes, content_type: str, url: str) -> "ArticleText | Bilingual":
    from gpucat.texts.extraction import NoArticleError, extract

    try:
        return extract(body, content_type, url)
    except NoArticleError as error:
        return error.reason
    except (MemoryError, RecursionError):
        return _TOO_HEAVY
    except Exception as error:  # one page must not end the run
        return Bilingual(
            f"the page cannot be read ({type(error).__name__})", f"无法读取该页面（{type(error).__name__}）"
        )


def _set_alarm(seconds: int) -> None:
    """Has the system end this process after so many seconds; 0 takes that back."""
    if hasattr(signal, "alarm"):
        signal.alarm(seconds)


def _limit_memory() -> None:
    with contextlib.suppress(ImportError, ValueError, OSError):  # no such limit on this system
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
