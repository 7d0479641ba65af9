"""Extracts texts in a process of its own, with limits of time and memory: a hostile page costs that process, not the command."""

import contextlib
import multiprocessing
import signal
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

    def _started(self) -> Connection:
        """Returns the connection to a process that is ready; raises OSError or EOFError if there can be none."""
        if self._connection is None:
            context = multiprocessing.get_context("spawn")  # a fork would inherit the loop and its sockets
            self._connection, theirs = context.Pipe()
            self._process = context.Process(target=_serve, args=(theirs,), daemon=True)
            self._process.start()
            theirs.close()
            if self._connection.poll(_STARTING_S):
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


def _serve(connection: Connection) -> None:
    """Answers with texts until the other side closes."""
    from gpucat.texts.extraction import NoArticleError, extract

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the command, which then closes the connection
    _limit_memory()
    connection.send(None)
    with contextlib.suppress(EOFError):
        while True:
            answer: ArticleText | Bilingual
            try:
                answer = extract(*connection.recv())
            except NoArticleError as error:
                answer = error.reason
            except (MemoryError, RecursionError):
                answer = _TOO_HEAVY
            connection.send(answer)


def _limit_memory() -> None:
    with contextlib.suppress(ImportError, ValueError, OSError):  # no such limit on this system
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
