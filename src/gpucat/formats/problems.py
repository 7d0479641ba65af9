"""What a reader of a file could not use, with its place. Pure."""

from typing import NamedTuple

from gpucat.language import Bilingual


class Problem(NamedTuple):
    """One line of a file that cannot be used: its number (from 1), the field at fault (if one is) and why."""

    line: int
    field: str | None
    reason: Bilingual

    def text(self, file: str) -> Bilingual:
        """`FILE:LINE: field: reason`."""
        place = f"{file}:{self.line}: " + (f"{self.field}: " if self.field else "")
        return Bilingual(place + self.reason.en, place + self.reason.zh)
