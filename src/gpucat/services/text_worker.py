"""Extracts texts in a process of its own, with limits of time and memory: a hostile page costs that process, not the command."""

import contextlib
import math
import pickle
import signal
import subprocess
import sys
import threading
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from gpucat.language import Bilingual

if TYPE_CHECKING:
    from gpucat.texts.extraction import ArticleText

LONGEST_S: Final = 10.0
_STARTING_S: Final = 30.0
_MEMORY: Final = 400 << 20
"""How many bytes of memory the process may have, where the system can limit it."""
_TOO_HEAVY: Final = Bilingual(
    "the page cannot be read within the limits of time and memory", "无法在时间和内存的限制内读取该页面"
)
# -P: nothing in the folder in which the command happens to run is imported. Not `multiprocessing`, which has no such way.
_SERVE: Final = (sys.executable, "-P", "-c", "from gpucat.services.text_worker import serve; serve()")


class ExtractedText(NamedTuple):
    """The article of a page, and the sketch of its text."""

    article: "ArticleText"
    sketch: bytes


class TextWorker:
    """A process that extracts one text after the other, started when first needed and replaced when it overruns."""

    def __init__(self, longest_s: float = LONGEST_S) -> None:
        self._longest_s = longest_s
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> "TextWorker":
        return self

    def __exit__(self, *_: object) -> None:
        self._stop()

    def extract(self, body: bytes, content_type: str, url: str) -> ExtractedText | Bilingual:
        """Returns the article's text, or why the page has none."""
        try:
            if self._process is None:
                self._start()
            answer: ExtractedText | Bilingual = self._ask((body, content_type, url), self._longest_s)
            return answer
        except (EOFError, OSError, pickle.UnpicklingError):
            self._stop()
            return _TOO_HEAVY

    def give_up(self) -> None:
        """Ends the extraction that another thread waits for."""
        if self._process is not None:
            self._process.kill()

    def _start(self) -> None:
        """Starts the process, away from the terminal: Ctrl-C is for the command, which ends the process."""
        self._process = subprocess.Popen(
            [*_SERVE, str(math.ceil(self._longest_s))], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        self._ask(None, _STARTING_S)

    def _ask(self, question: object, longest_s: float) -> Any:  # noqa: ANN401
        """Returns the answer of the process; raises EOFError or OSError if it has none in time."""
        process = self._process
        assert process is not None
        assert process.stdin is not None
        assert process.stdout is not None
        timer = threading.Timer(longest_s, process.kill)
        timer.start()
        try:
            pickle.dump(question, process.stdin)
            process.stdin.flush()
            return pickle.load(process.stdout)
        finally:
            timer.cancel()

    def _stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            with contextlib.suppress(OSError), self._process:  # what was not read yet cannot be written any more
                pass
            self._process = None


def serve() -> None:
    """Answers questions on standard input until the command is gone; the first one only asks whether it is ready."""
    _limit_memory()
    longest_s = int(sys.argv[1])
    questions, answers = sys.stdin.buffer, sys.stdout.buffer
    with contextlib.suppress(EOFError, OSError):
        while True:
            page = pickle.load(questions)
            _set_alarm(longest_s + 1)  # in case that the command is gone and nobody ends this process
            pickle.dump(_answer(*page) if page else None, answers)
            answers.flush()
            _set_alarm(0)


def _answer(body: bytes, content_type: str, url: str) -> ExtractedText | Bilingual:
    from gpucat.texts.extraction import NoArticleError, extract
    from gpucat.texts.sketch import sketch_of

    try:
        article = extract(body, content_type, url)
        return ExtractedText(article, sketch_of(article.markdown))
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
