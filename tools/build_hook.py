"""Adds a ready-made database, which a first use copies, to each wheel.

Hatchling runs it (`pyproject.toml`). An editable installation imports the list instead, since its files may change.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ReadyDatabase(BuildHookInterface):
    """Builds the database with the package's own code and adds it to the wheel's data."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        sys.path.insert(0, str(Path(self.root) / "src"))
        from gpucat.services.first_use import write_ready_database

        self._folder = TemporaryDirectory()
        made = write_ready_database(Path(self._folder.name))
        build_data["force_include"][str(made)] = f"gpucat/_data/{made.name}"

    def finalize(self, version: str, _build_data: dict[str, Any], _artifact_path: str) -> None:
        if version != "editable":
            self._folder.cleanup()
