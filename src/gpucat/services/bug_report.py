"""Writes what is needed to find a bug into a file: versions, the command and the traceback. Never fails."""

import platform
import re
import tempfile
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from gpucat import __version__
from gpucat.catalog.logins import without_credentials
from gpucat.store.connection import SQLITE_VERSION

_IMPERSONAL: Final = re.compile(r"-{1,2}[a-z-]*|[a-z-]{1,20}|[a-z]+/\d+(?:\.\.\d+)?|\d+|-?n?\d+")
"""Words of a command line that say nothing of their user: options, commands, places, numbers."""
_SHORTEST: Final = 4


def write_bug_report(error: Exception, argv: Sequence[str]) -> str:
    """Writes the report to the temporary folder; returns its path, or `-`.

    Passwords of addresses are left out, and what the user typed beside commands, options and places: a note, say.
    """
    private = [word for word in argv if not _IMPERSONAL.fullmatch(word)]
    text = "\n".join(
        [
            f"gpucat {__version__}, Python {platform.python_version()}, SQLite {SQLITE_VERSION}, {platform.platform()}",
            "command: gpucat " + " ".join(repr(word) for word in argv),
            "".join(traceback.format_exception(error)),
        ]
    )
    try:
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", prefix="gpucat-bug-", suffix=".txt", delete=False
        ) as file:
            file.write(without_credentials(_without(private, text)))
    except OSError:
        return "-"
    return str(Path(file.name))


def _without(private: Sequence[str], text: str) -> str:
    """Replaces what the user typed, wherever it stands in the text, by its length."""
    for word in sorted(private, key=len, reverse=True):
        for spelling in {word, repr(word)[1:-1]}:
            if len(spelling) >= _SHORTEST:
                text = text.replace(spelling, f"<{len(word)} characters>")
    return text
