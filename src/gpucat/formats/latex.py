"""Text inside BibTeX: what LaTeX's signs and accents stand for, and plain text written so that LaTeX reads it as it is. Pure."""

import re
from typing import Final
from unicodedata import normalize

_ACCENTS: Final = {
    "`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", "=": "\u0304", "u": "\u0306", ".": "\u0307",
    '"': "\u0308", "r": "\u030a", "H": "\u030b", "v": "\u030c", "d": "\u0323", "c": "\u0327", "k": "\u0328",
}  # fmt: skip
_SYMBOLS: Final = {
    "ss": "ß", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å", "AA": "Å",
    "i": "ı", "j": "ȷ", "dots": "…", "ldots": "…", "textbackslash": "\\", "textbraceleft": "{", "textbraceright": "}",
    "textasciitilde": "~", "textasciicircum": "^", "textquotesingle": "'", "textasciigrave": "`", "times": "×", "mu": "μ",
    "alpha": "α", "beta": "β", "lambda": "λ", "TeX": "TeX", "LaTeX": "LaTeX", "copyright": "©", "textregistered": "®",
    "texttrademark": "™", "textendash": "–", "textemdash": "—",
}  # fmt: skip
_ACCENT: Final = re.compile(
    r"""\\(?:([`'^"~=.])|([uvHcdkr])(?![a-zA-Z]))\s*(?:\{\s*(\\[ij]|\w)\s*\}|(\\[ij](?![a-zA-Z])|\w))"""
)
_TOKEN: Final = re.compile(r"\\([a-zA-Z]+)\s*(\{\})?|\\(.)|(---?)|(``|'')|([~$])|[{}]", re.S)
_LITERAL: Final = re.compile(r"[\\{}~^&%$#_]|(?<=-)-|(?<=`)`|(?<=')'")
_WRITTEN: Final = {
    "\\": r"\textbackslash{}", "{": r"\textbraceleft{}", "}": r"\textbraceright{}", "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}", "-": "{}-", "`": "{}`", "'": "{}'",
}  # fmt: skip


def plain_from_latex(source: str) -> str:
    """The text that a reader of the set document sees, on one line; unknown commands go, their arguments stay."""
    text = _ACCENT.sub(_accented, re.sub(r"\\href\s*\{[^{}]*\}", "", source))
    return " ".join(_TOKEN.sub(_plain, text).split())


def latex_from_plain(text: str) -> str:
    """LaTeX that reads as exactly this text, with its braces balanced."""
    return _LITERAL.sub(lambda found: _WRITTEN.get(found[0], "\\" + found[0]), text)


def _accented(found: re.Match[str]) -> str:
    base = (found[3] or found[4]).lstrip("\\")
    return normalize("NFC", base + _ACCENTS[found[1] or found[2]])


def _plain(found: re.Match[str]) -> str:
    command, _, sign, dashes, quotes, special = found.groups()
    if command:
        return _SYMBOLS.get(command, "")
    if sign:
        return "\n" if sign == "\\" else sign
    if dashes:
        return "–" if len(dashes) == 2 else "—"
    if quotes:
        return "“" if quotes == "``" else "”"
    return " " if special == "~" else ""
