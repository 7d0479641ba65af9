r"""Reads the LaTeX in titles, names and addresses, and writes texts as LaTeX. Pure.

`data/latex_symbols.tsv` says what a command stands for. One that it does not have stays as it is written, so that nothing
is lost.
"""

import re
from functools import cache
from itertools import permutations
from typing import Final
from unicodedata import combining, normalize

from gpucat.resources import data_rows

_ACCENTS: Final = {
    "`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", "=": "\u0304", "u": "\u0306", ".": "\u0307",
    '"': "\u0308", "r": "\u030a", "H": "\u030b", "v": "\u030c", "d": "\u0323", "c": "\u0327", "k": "\u0328", "b": "\u0331",
}  # fmt: skip
_LETTER: Final = r"(\\[ij](?![a-zA-Z])|\w[\u0300-\u036f]*)"
_ACCENT: Final = re.compile(rf"""\\(?:([`'^"~=.])|([uvHcdkrb])(?![a-zA-Z]))\s*(?:\{{\s*{_LETTER}\s*\}}|{_LETTER})""")
_MOST_STACKED: Final = 3
"""How many accents may stand on one letter."""
_COMMAND: Final = re.compile(r"\\([a-zA-Z]+)\*?((?:\s*\{[^{}]*\})*)(\s*\{)?")
_TOKEN: Final = re.compile(r"\\([a-zA-Z]+)\*?(\s*)(?:\{\})?|\\(.)|(---?)|(``|'')|([~$])|[{}]", re.S)
_SPACES: Final = frozenset(",;:> \n\t\\")
_NOTHING: Final = frozenset("!-/()[]@")
"""Signs after a backslash that stand for a space, and those that stand for nothing that is read."""
_SHIELD: Final = {ord(sign): 0x10FF00 + ord(sign) for sign in "\\{}$~-`'"}
_UNSHIELD: Final = {shield: sign for sign, shield in _SHIELD.items()}
_LITERAL: Final = re.compile(r"[\\{}~^&%$#_]|(?<=-)-|(?<=`)`|(?<=')'")
_WRITTEN: Final = {
    "\\": r"\textbackslash{}", "{": r"\textbraceleft{}", "}": r"\textbraceright{}", "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}", "-": "{}-", "`": "{}`", "'": "{}'",
}  # fmt: skip


def plain_from_latex(source: str) -> str:
    """Returns the text as typeset, on one line; an unknown command stays as it is written, with its arguments."""
    text = source
    if "\\" in text:
        text = _dropping().sub("", text.replace("\\\\", " "))  # a line break
        for _ in range(_MOST_STACKED):
            text = _ACCENT.sub(_accented, text)
        text = _COMMAND.sub(_shielded, text)
    return " ".join(_TOKEN.sub(_plain, text).translate(_UNSHIELD).split())


def address_from_latex(source: str) -> str:
    """Returns a text with an address as it is meant: commands are read, dashes and quotation marks stay as they are."""
    text = re.sub(r"\\href\s*\{([^{}]*)\}\s*\{[^{}]*\}", r"\1 ", source)
    text = re.sub(r"\\(?:url|path|nolinkurl|href)\s*(?=\{)", "", text)
    text = re.sub(r"\$?\\sim\s*(?:\{\})?\$?", "~", text)
    text = re.sub(r"\\([a-zA-Z]+)(?:\{\}|[ \t]+|(?![a-zA-Z]))", _symbol, text)
    return re.sub(r"\\([&%$#_{}~^])(?:\{\})?|[{}]", lambda found: found[1] or "", text).strip()


def latex_from_plain(text: str) -> str:
    """Returns LaTeX that reads as exactly this text, with balanced braces."""
    return _LITERAL.sub(lambda found: _WRITTEN.get(found[0], "\\" + found[0]), text)


@cache
def _commands() -> dict[str, tuple[str, str]]:
    """Returns the kind of each known command, and its text."""
    return {name: (kind, text) for kind, text, names in data_rows("latex_symbols.tsv") for name in names.split()}


@cache
def _dropping() -> re.Pattern[str]:
    names = "|".join(name for name, (kind, _) in _commands().items() if kind == "dropped")
    return re.compile(rf"\\(?:{names})\*?\s*\{{[^{{}}]*\}}")


def _accented(found: re.Match[str]) -> str:
    """Returns the letter with one more accent, composed in whichever order of its accents there is a character for."""
    letter, mark = (found[3] or found[4]).lstrip("\\"), _ACCENTS[found[1] or found[2]]
    base, *marks = list(normalize("NFD", letter) + mark)
    orders = permutations(marks) if len(marks) <= _MOST_STACKED and all(map(combining, marks)) else ()
    composed = (normalize("NFC", base + "".join(order)) for order in orders)
    return next((one for one in composed if len(one) == 1), normalize("NFC", letter + mark))


def _shielded(found: re.Match[str]) -> str:
    """Hides an unknown command with its arguments from what reads the others."""
    if found[1] in _commands():
        # What follows is read on its own, for it may hold commands as well.
        return found[0] if not found[2] else f"\\{found[1]}{_COMMAND.sub(_shielded, found[0][len(found[1]) + 1 :])}"
    nested = " {" if found[3] else ""
    return f"\\{found[1]}{found[2]}".translate(_SHIELD) + nested


def _plain(found: re.Match[str]) -> str:
    command, gap, sign, dashes, quotes, special = found.groups()
    if command:
        kind, text = _commands()[command]
        return {"symbol": text, "word": command + gap[:1], "space": " "}.get(kind, "")
    if sign:
        return " " if sign in _SPACES else "" if sign in _NOTHING else sign
    if dashes:
        return "–" if len(dashes) == 2 else "—"
    if quotes:
        return "“" if quotes == "``" else "”"
    return " " if special == "~" else ""


def _symbol(found: re.Match[str]) -> str:
    kind, text = _commands().get(found[1], ("", ""))
    return text if kind == "symbol" else found[0]
