"""Writes what is needed to find a bug into a file: versions, the command and the traceback. Never fails."""

import platform
import re
import tempfile
import traceback
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from gpucat import __version__
from gpucat.store.connection import SQLITE_VERSION

_IMPERSONAL: Final = re.compile(r"-{1,2}[a-z-]*|[a-z-]{1,20}|[a-z]+/\d+(?:\.\.\d+)?|\d+|-?n?\d+")
"""Words of a command line that say nothing of their user: options, commands, places, numbers."""
_ABOUT_NAMES: Final = (AttributeError, ImportError, NameError, TypeError, ZeroDivisionError)
"""Exceptions whose messages name parts of the program; others may repeat what it works on: a note, say."""


def write_bug_report(error: Exception, argv: Sequence[str]) -> str:
    """Writes the report to the temporary folder, for its reader alone; returns its path, or `-`.

    What the user typed beside commands, options and places is left out, and what exceptions say of the data.
    """
    text = "\n".join(
        [
            f"gpucat {__version__}, Python {platform.python_version()}, SQLite {SQLITE_VERSION}, {platform.platform()}",
            "command: gpucat "
            + " ".join(repr(word if _IMPERSONAL.fullmatch(word) else _left_out(word)) for word in argv),
            *_told(error),
        ]
    )
    try:
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", prefix="gpucat-bug-", suffix=".txt", delete=False
        ) as file:
            file.write(text)
    except OSError:
        return "-"
    return str(Path(file.name))


def _told(error: BaseException) -> Iterator[str]:
    """Yields where an exception, and before it what led to it, was raised, and its message if that is about names."""
    earlier = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if earlier is not None:
        yield from _told(earlier)
        yield "\nwhich led to:"
    message = str(error)
    yield "".join(traceback.format_tb(error.__traceback__)).rstrip()
    yield f"{type(error).__qualname__}: {message if isinstance(error, _ABOUT_NAMES) else _left_out(message)}"


def _left_out(text: str) -> str:
    return f"<{len(text)} characters>"
