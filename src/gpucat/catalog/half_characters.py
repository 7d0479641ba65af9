r"""Half characters: what JSON can write (`"\ud800"`) and no encoding can, so that no database and no terminal takes it.

Unicode calls them surrogates. In a file they are a fault of the line that has them; in a page they are replaced. Pure.
"""

import re
from collections.abc import Mapping
from typing import Final

from gpucat.catalog.fields import FieldError
from gpucat.language import Bilingual

_HALF: Final = "[\ud800-\udfff]"


def refuse_half_characters(record: Mapping[str, object]) -> None:
    """Raises FieldError with the first field that holds a half character, in its name or anywhere in its value."""
    for name, value in record.items():
        half = _half_in(name) or _half_in(value)
        if half:
            shown = f"\\u{ord(half):x}"
            reason = Bilingual(f"holds half a character ({shown})", f"含有不完整的字符（{shown}）")
            raise FieldError(without_half_characters(name), reason)


def without_half_characters(text: str) -> str:
    """The text with U+FFFD in the place of each half character."""
    return text if text.isascii() else re.sub(_HALF, "\ufffd", text)


def _half_in(value: object) -> str | None:
    if isinstance(value, str):
        found = None if value.isascii() else re.search(_HALF, value)
        return found[0] if found else None
    if isinstance(value, Mapping):
        value = [*value, *value.values()]
    return next(filter(None, map(_half_in, value)), None) if isinstance(value, list) else None
