"""Reads a file of any known format: tells the format, decodes the text, hands it to that format's reader."""

from pathlib import Path
from typing import Final

from gpucat.catalog.unknown import unknown
from gpucat.errors import FileError, UsageError
from gpucat.formats.reading import Reading
from gpucat.language import Bilingual

FORMATS: Final = ("auto", "jsonl", "markdown")
_ENDINGS: Final = {".jsonl": "jsonl", ".ndjson": "jsonl", ".md": "markdown", ".markdown": "markdown"}


def read_file(path: Path, asked: str = "auto") -> Reading:
    """What the file holds; raises FileError where it cannot be read, UsageError where the format is none."""
    if asked not in FORMATS:
        raise unknown("format", asked, FORMATS, Bilingual("format", "格式"))
    text = read_text(path)
    return _read(text, path, asked if asked != "auto" else detect_format(path, text))


def read_text(path: Path) -> str:
    """The file's text: UTF-8, with or without a mark at its beginning; raises FileError."""
    try:
        return path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        reason = error.strerror or str(error)
        raise FileError(
            "cannot_read", Bilingual(f"cannot read {path}: {reason}", f"无法读取 {path}：{reason}")
        ) from error
    except UnicodeDecodeError as error:
        raise FileError(
            "not_utf8",
            Bilingual(f"{path} is not UTF-8 (byte {error.start})", f"{path} 不是 UTF-8（第 {error.start} 字节）"),
        ) from error


def detect_format(path: Path, text: str) -> str:
    """The format by the file's ending, else by its first character; raises UsageError where neither tells."""
    if ending := _ENDINGS.get(path.suffix.lower()):
        return ending
    if text.lstrip().startswith("{"):
        return "jsonl"
    raise UsageError(
        "unknown_format",
        Bilingual(f"{path}: what format is this?", f"{path}：无法判断格式"),
        Bilingual(f"say it with --from: {', '.join(FORMATS[1:])}", f"请用 --from 指明：{'、'.join(FORMATS[1:])}"),
    )


def _read(text: str, path: Path, file_format: str) -> Reading:
    if file_format == "jsonl":
        from gpucat.formats.jsonl import read_catalogue

        return read_catalogue(text)
    from gpucat.formats.list_reader import is_list, read_list

    if is_list(text):
        return read_list(text)
    raise UsageError(
        "not_the_list",
        Bilingual(f"{path} is not a list of this form", f"{path} 不是这种形式的清单"),
        Bilingual(
            "it needs an <a id=…></a> before each module and a table of ten columns",
            "每个模块前需要 <a id=…></a>，表格需要十列",
        ),
    )
