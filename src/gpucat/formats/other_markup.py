"""Recognizes markup that gpucat does not read (Org, AsciiDoc, reStructuredText, …), and says how to turn it into Markdown. Pure."""

import re
from pathlib import Path
from shlex import quote
from typing import Final, NamedTuple

from gpucat.errors import UsageError
from gpucat.language import Bilingual


class _Markup(NamedTuple):
    """A markup: its name, the endings of its files, what only it looks like, and the command that converts a file."""

    name: str
    endings: tuple[str, ...]
    looks: str | None
    command: str


_PANDOC: Final = "pandoc -t gfm -f {} {{file}} -o {{made}}"
_MARKUPS: Final = (
    _Markup(
        "Org",
        (".org",),
        r"^#\+(?:title|author|date|options|startup|filetags|begin_\w+)\b|\[\[https?://[^\]\s]+\]\[[^\]]+\]\]|^\*+ (?:TODO|DONE) ",
        _PANDOC.format("org"),
    ),
    _Markup(
        "reStructuredText",
        (".rst", ".rest"),
        r"`[^`<>]+ <https?://[^<>\s]+>`__?|^\.\. (?:_[^:\n]+: |[a-z-]+:: ?)",
        _PANDOC.format("rst"),
    ),
    _Markup(
        "AsciiDoc",
        (".adoc", ".asciidoc"),
        r"^=+ \S[^\n]*\n(?:[^\n]*\n){0,200}?[^\n]*(?:https?://|link:)[^\s\[\]]+\[[^\]\n]*\](?!\()",
        "asciidoctor -b docbook -o - {file} | pandoc -t gfm -f docbook -o {made}",
    ),
    _Markup("Textile", (".textile",), None, _PANDOC.format("textile")),
    _Markup("MediaWiki", (".mediawiki", ".wiki"), r"^=+ [^=\n]+ =+\s*$", _PANDOC.format("mediawiki")),
    _Markup("LaTeX", (".tex",), r"^\\documentclass\b", _PANDOC.format("latex")),
    _Markup("Word", (".docx",), None, _PANDOC.format("docx")),
    _Markup("OpenDocument", (".odt",), None, _PANDOC.format("odt")),
    _Markup("EPUB", (".epub",), None, _PANDOC.format("epub")),
    _Markup("Jupyter notebook", (".ipynb",), None, _PANDOC.format("ipynb")),
)  # fmt: skip


def refuse_other_markup(path: Path, text: str, *, is_sure: bool) -> None:
    """Raises UsageError if the file is in such a markup, by its ending; by what it looks like, unless its format
    `is_sure`.
    """
    for markup in _MARKUPS:
        if path.suffix.lower() in markup.endings or (
            not is_sure and markup.looks and re.search(markup.looks, text, re.M | re.I)
        ):
            command = markup.command.format(file=quote(str(path)), made=quote(f"{path.stem.strip('-') or 'list'}.md"))
            raise UsageError(
                "other_markup",
                Bilingual(f"{path} is {markup.name}, which gpucat does not read", f"{path} 是 {markup.name} 文件，gpucat 不能读取"),
                Bilingual(f"turn it into Markdown: {command}", f"请先转换为 Markdown：{command}"),
            )  # fmt: skip
