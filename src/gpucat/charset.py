"""Decides how to decode a page's bytes: by byte-order mark, header, declaration, or the bytes themselves. Pure.

Order: byte-order mark; bytes that can only be UTF-8; the header; the page's own declaration; UTF-8; the codec in which
the text looks most like writing. The first that decodes without an error wins, so a wrong declaration does no harm.
"""

import codecs
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# Codecs that browsers use for a label (WHATWG Encoding Standard) where Python's codec of that name is narrower.
_READ_AS: Final = {
    "ascii": "cp1252", "iso8859-1": "cp1252", "gb2312": "gb18030", "gbk": "gb18030", "shift_jis": "cp932",
    "euc_kr": "cp949", "iso8859-9": "cp1254", "iso8859-11": "cp874", "tis-620": "cp874", "big5": "big5hkscs",
}  # fmt: skip
_LABELS: Final = {
    "x-sjis": "cp932", "x-mac-roman": "mac-roman",
    "windows-31j": "cp932", "x-gbk": "gb18030", "x-euc-jp": "euc_jp", "unicode-1-1-utf-8": "utf-8",
    "x-cp1251": "cp1251", "x-cp1252": "cp1252", "big5-hkscs": "big5hkscs", "x-x-big5": "big5hkscs",
    "windows-949": "cp949", "ks_c_5601-1987": "cp949", "windows-874": "cp874", "dos-874": "cp874", "unicode": "utf-16-le",
    "iso-8859-8-i": "iso8859-8",
}  # fmt: skip
_IN_HEADER: Final = re.compile(r"charset\s*=\s*[\"']?\s*([^\s\"';,]+)", re.IGNORECASE)
_IN_PAGE: Final = re.compile(rb"<meta[^>]{0,512}?charset\s*=\s*[\"']?\s*([\w.:-]+)", re.IGNORECASE)
_IN_XML: Final = re.compile(rb"^\s*<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([\w.:-]+)", re.IGNORECASE)
_LANGUAGE: Final = re.compile(rb"<html[^>]{0,512}?\slang\s*=\s*[\"']?([a-z-]{2,12})", re.IGNORECASE)
_SEARCHED: Final = 8192
_LATIN: Final = "cp1252"
_MANY: Final = 6
_LONG: Final = 1000
_FEW_BROKEN: Final = 10
_JAPANESE_ESCAPE: Final = b"\x1b$B"
_SHORT: Final = 12
"""So few bytes beyond ASCII (six characters or a word) look like writing in several codecs at once."""
_HIGH_RUN: Final = re.compile(rb"[\x80-\xff]+")

_GUESSES: Final = ("gb18030", "cp932", "euc_jp", "big5hkscs", "cp949", "cp1251", "koi8_r")
_WHEN_SHORT: Final = ("gb18030",)  # the list's own language
_BY_LANGUAGE: Final = {
    "ja": ("cp932", "euc_jp"), "ko": ("cp949",), "ru": ("cp1251", "koi8_r"), "uk": ("cp1251", "koi8_u"),
    "zh-tw": ("big5hkscs",), "zh-hk": ("big5hkscs",), "zh-hant": ("big5hkscs",), "zh": ("gb18030", "big5hkscs"),
}  # fmt: skip
_NO_CHARSETS: Final = frozenset({"utf-7", "idna", "punycode", "unicode-escape", "raw-unicode-escape", "undefined"})
"""Python's text codecs that no page is written in; `undefined` refuses everything."""


class Decoded(NamedTuple):
    """A text, the codec that decoded it, and the rule that chose the codec."""

    text: str
    charset: str
    rule: str


def decode_page(body: bytes, content_type: str = "") -> Decoded:
    """Decodes the page. Any bytes give a text; what no codec can read is replaced by U+FFFD."""
    for mark, charset in _MARKS:
        if body.startswith(mark):
            return Decoded(body[len(mark) :].decode(charset, "replace"), charset, "byte-order mark")
    if body.isascii() and b"\0" not in body and _JAPANESE_ESCAPE not in body:
        return Decoded(body.decode("ascii"), "ascii", "ASCII only")
    # Latin comes last, because it is often only the server's default.
    choices = sorted(_declared(body, content_type), key=lambda choice: choice[0] == _LATIN)
    if _is_utf8(body, surely=bool(choices) and choices[0][0] != _LATIN):
        choices.insert(0, ("utf-8", "valid UTF-8"))
    for charset, rule in choices:
        text = _reads(body, charset)
        if text is not None:
            return Decoded(text, charset, rule)
    declared = Decoded(body.decode(choices[0][0], "replace"), *choices[0]) if choices else None
    if declared and declared.text.count("\ufffd") * _FEW_BROKEN <= len(declared.text):
        return declared
    charset = _guess(body)  # many errors mean that the declaration is wrong
    return Decoded(body.decode(charset, "replace"), charset, "guessed from the bytes")


def codec_for(label: str) -> str | None:
    """Returns the Python codec for a charset label as pages write it; None if it names no text encoding."""
    cleaned = label.strip().strip("\"'").lower()
    cleaned = _LABELS.get(cleaned, cleaned)
    try:
        found = codecs.lookup(cleaned)
    except (LookupError, ValueError):
        return None
    if not found._is_text_encoding or found.name in _NO_CHARSETS:
        return None
    return _READ_AS.get(found.name, found.name)


def _declared(body: bytes, content_type: str) -> Iterator[tuple[str, str]]:
    """Yields the codecs that the header and the page declare, in order of authority."""
    header = _IN_HEADER.search(content_type)
    start = body[:_SEARCHED]
    in_page = _IN_PAGE.search(start) or _IN_XML.search(start)
    for found, rule in (
        (header and header[1], "header"),
        (in_page and in_page[1].decode("ascii"), "declared in the page"),
    ):
        codec = codec_for(found) if found else None
        if codec and rule != "header" and codec.startswith(("utf-16", "utf_16", "utf-32", "utf_32")):
            codec = "utf-8"  # a declaration that could be read as ASCII cannot be in UTF-16
        if codec:
            yield codec, rule
    if not header and body[:200].count(0) > len(body[:200]) // 4:
        yield ("utf-16-le" if body[1:2] == b"\0" else "utf-16-be"), "zero bytes"


def _is_utf8(body: bytes, *, surely: bool) -> bool:
    """Whether the bytes are valid UTF-8; `surely` requires enough long sequences to rule out chance."""
    if _JAPANESE_ESCAPE in body or (surely and _count_long(body) < _MANY):
        return False
    return _reads(body, "utf-8") is not None


def _count_long(body: bytes) -> int:
    """Counts the bytes that could begin a UTF-8 sequence of three or four."""
    return len(body[: 1 << 16].translate(None, delete=bytes(range(0xE0))))


def _reads(body: bytes, charset: str) -> str | None:
    """Returns the text, or None if the codec meets an error; a character cut at the end of a long body is no error."""
    if charset == "utf-8":
        return _reads_utf8(body)
    decoder = codecs.getincrementaldecoder(charset)("strict")
    try:
        return decoder.decode(body, final=len(body) < _LONG)
    except (UnicodeError, ValueError):
        return None


def _reads_utf8(body: bytes) -> str | None:
    """Returns the text if it is UTF-8 apart from a few broken bytes, as in pages assembled from parts."""
    text = body.decode("utf-8", "replace")
    broken = text.count("\ufffd")
    if broken and len(body) >= _LONG and text.endswith("\ufffd"):
        text, broken = text[:-1], broken - 1
    if not broken:
        return text
    written = sum(map("\x7f".__lt__, text)) - broken
    return text if written > _FEW_BROKEN * broken else None


def _guess(body: bytes) -> str:
    """Returns the codec in which undeclared bytes look most like writing."""
    sample = body[: 1 << 15]
    if _JAPANESE_ESCAPE in sample:
        return "iso2022_jp"
    language = _LANGUAGE.search(sample)
    tag = language[1].decode("ascii").lower() if language else ""
    preferred = _BY_LANGUAGE.get(tag) or _BY_LANGUAGE.get(tag.partition("-")[0]) or ()
    if not preferred and _has_lone_accents(sample):
        return _LATIN
    if not preferred and len(sample.translate(None, delete=bytes(range(0x80)))) <= _SHORT:
        preferred = _WHEN_SHORT
    best, best_score = _LATIN, 0.4
    for charset in dict.fromkeys((*preferred, *_GUESSES)):
        text = _reads(sample, charset)
        score = _looks_written(text, charset) + (0.2 if charset in preferred else 0.0) if text else 0.0
        if score > best_score:
            best, best_score = charset, score
    return best


def _has_lone_accents(sample: bytes) -> bool:
    """Whether most high bytes stand alone among ASCII, as accents in Western text do."""
    runs = _HIGH_RUN.findall(sample)
    return sum(len(run) == 1 for run in runs) * 2 > len(runs)


def _looks_written(text: str, charset: str) -> float:
    """Returns the share (0 to 1) of non-ASCII characters that are common in the languages written in that codec."""
    foreign = [character for character in text if ord(character) >= 0x80]
    if not foreign:
        return 0.0
    commonness = _COMMONNESS[charset]
    return sum(map(commonness, foreign)) / len(foreign)


def _is_punctuation(character: str) -> bool:
    point = ord(character)
    return 0x3000 <= point <= 0x301F or 0xFF01 <= point <= 0xFF5E or 0x2010 <= point <= 0x2026


def _encodes(character: str, charset: str, low: int, high: int) -> bool:
    try:
        return low <= character.encode(charset)[0] <= high
    except UnicodeError:
        return False


def _in_chinese(character: str, charset: str, low: int, high: int) -> float:
    """Rates everyday Han characters (the first level of the national standard) high, and kana low."""
    if _is_punctuation(character):
        return 0.9
    return 0.95 if character >= "\u4e00" and _encodes(character, charset, low, high) else 0.1


def _in_japanese(character: str) -> float:
    if "\u3041" <= character <= "\u30fe":
        return 1.2  # all Japanese text has kana, and no other does
    return 0.8 if "\u4e00" <= character <= "\u9fff" or _is_punctuation(character) else 0.0


def _in_korean(character: str) -> float:
    if "\uac00" <= character <= "\ud7a3":
        return 1.0 if _encodes(character, "euc_kr", 0xB0, 0xC8) else 0.1
    return 0.9 if _is_punctuation(character) else 0.1


def _in_russian(character: str) -> float:
    if "а" <= character <= "я" or character in "ёіїєґ«»—":
        return 1.0
    return 0.3 if "А" <= character <= "Я" else 0.0


_COMMONNESS: Final[Mapping[str, Callable[[str], float]]] = {
    "gb18030": lambda character: _in_chinese(character, "gb2312", 0xB0, 0xD7),
    "big5hkscs": lambda character: _in_chinese(character, "big5", 0xA4, 0xC6),
    "cp932": _in_japanese,
    "euc_jp": _in_japanese,
    "cp949": _in_korean,
    "cp1251": _in_russian,
    "koi8_r": _in_russian,
    "koi8_u": _in_russian,
}
