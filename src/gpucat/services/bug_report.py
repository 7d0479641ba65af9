"""Writes what is needed to find a bug into a file: versions, the command and the traceback. Never fails."""

import platform
import tempfile
import traceback
from collections.abc import Sequence
from pathlib import Path

from gpucat import __version__
from gpucat.catalog.url import without_credentials
from gpucat.store.connection import SQLITE_VERSION


def write_bug_report(error: Exception, argv: Sequence[str]) -> str:
    """Writes the report, without passwords of addresses, to the temporary folder; returns its path, or `-`."""
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
            file.write(without_credentials(text))
    except OSError:
        return "-"
    return str(Path(file.name))
