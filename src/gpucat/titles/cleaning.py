"""One spelling for what people write in many ways: escapes, markup, quotes, contractions, elisions, durations. Pure."""

import html
import re
import unicodedata
from contextlib import suppress
from typing import Final
from urllib.parse import unquote

_NO_MARK: Final = re.compile("[®™©℠\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe00-\ufe0f\ufeff]")
_MARKUP: Final = re.compile(r"</?(?:b|i|em|strong|code|sub|sup|span|br|mark|small)\b[^<>]*>", re.IGNORECASE)
_ALIKE: Final = str.maketrans(
    {**dict.fromkeys("‘’‛`´′ʼ", "'"), **dict.fromkeys('“”„‟″『』「」"', " "), **dict.fromkeys("‐‑‒−", "-")}
    | {"：": ": ", "×": "x", "⨯": "x", "丨": "|", "¦": "|", "―": "—"}
)
_TIGHT_DASH: Final = re.compile(r"(?<=\w)[–](?=\w)")
_WITHOUT: Final = re.compile(r"\bw/o\b", re.IGNORECASE)
_WITH: Final = re.compile(r"\bw/\s?(?=\w)", re.IGNORECASE)
_GLUED_BRACES: Final = re.compile(r"\{(\w+)\}(?=\w)|(?<=\w)\{(\w+)\}")
_VERSUS: Final = re.compile(r"\bv\.\s?s\b\.?", re.IGNORECASE)
_MATMUL: Final = re.compile(r"\bmat[- ]?muls?\b", re.IGNORECASE)
_LOGBOOK: Final = re.compile(r"\blog book", re.IGNORECASE)
# A pair quotes, either way round; a single one parts a site from its page.
_GUILLEMETS: Final = re.compile(r"«([^«»]*)»|»(?=\S)([^«»]*\S)«")


def clean(text: str) -> str:
    """The title as it would be printed plainly: escapes undone, marks and markup gone, quotes and dashes alike, letter case kept."""
    text = _NO_MARK.sub("", _decoded(html.unescape(html.unescape(text))))
    text = unicodedata.normalize("NFKC", _MARKUP.sub("", text).translate(_ALIKE)).translate(_ALIKE)
    text = "".join(" " if unicodedata.category(character) in _UNPRINTED else character for character in text)
    text = _WITH.sub("with ", _WITHOUT.sub("without", _TIGHT_DASH.sub("-", text)))
    text = _MATMUL.sub("matrix multiplication", _VERSUS.sub("vs", text).replace("&", " and ").replace("**", ""))
    text = _LOGBOOK.sub("logbook", _GUILLEMETS.sub(r" \1\2 ", _GLUED_BRACES.sub(r"\1\2", text)))
    return " ".join(text.split())


def _decoded(text: str) -> str:
    """Undoes UTF-8 that was read as Windows-1252 (`Userâ€™s`) and percent escapes, where the whole text allows it."""
    if _MISREAD.search(text):
        with suppress(UnicodeError):
            text = text.encode("cp1252").decode()
    if _ESCAPED.search(text):
        with suppress(UnicodeError):
            text = unquote(text, errors="strict")
    return text


_MISREAD: Final = re.compile("â€|Ã[\u0080-\u00bf]|Â[\u0080-\u00bf]|[äåæçèé][\u0080-\u00bf\u2010-\u203a]")
_ESCAPED: Final = re.compile("%[0-9A-Fa-f]{2}")
_UNPRINTED: Final = ("Cc", "Cs", "Co", "Cn", "So", "Sk", "Zl", "Zp")


def folded(text: str) -> str:
    """The text in lower case, its letters without their accents."""
    if text.isascii():
        return text.lower()
    parts = unicodedata.normalize("NFD", text.casefold().replace("œ", "oe").replace("æ", "ae"))
    bare = "".join(character for character in parts if not "\u0300" <= character <= "\u036f")
    return unicodedata.normalize("NFC", bare)


def unabridged(text: str) -> str:
    """The text in lower case with `don't` as `do not`, `17 minutes` as `17m` and `80 percent` as `80`."""
    return _PERCENT.sub("", _DURATION.sub(_short_duration, _without_contractions(text)))


def _short_duration(found: re.Match[str]) -> str:
    return "".join(filter(None, found.groups())) if "micro" not in found[0] else f"{found[1]}us"


_CONTRACTED: Final = re.compile(
    r"\b(?:(?P<verb>ca|wo|sha|[a-z]{2,6})n't|(?P<who>i|you|we|they|he|she|it|that|let|who|there|here|what)'(?:m|ve|re|ll|d|s))\b"
)
_WHOLE_VERBS: Final = {"ca": "can", "wo": "will", "sha": "shall", "ai": "is"}
_CANNOT: Final = re.compile(r"\bcannot\b")


def _without_contractions(text: str) -> str:
    """`don't` is `do not`; what hangs on a pronoun (`I've`, `it's`) says nothing."""
    if "'" in text:
        text = _CONTRACTED.sub(
            lambda found: found["who"] or f"{_WHOLE_VERBS.get(found['verb'], found['verb'])} not", text
        )
    return _CANNOT.sub("can not", text)


_PERCENT: Final = re.compile(r"(?<=\d) ?per ?cent\b")
_DURATION: Final = re.compile(
    r"(?<![\w.-])(\d+(?:\.\d+)?)[ -](?:(s)ec(?:ond)?|(m)in(?:ute)?|(h)our|(m)illi(s)econd|micro(s)econd|(n)ano(s)econd)s?\b(?! read)"
)


# `l'accès` is two words, `user's` is one.
_ELIDED: Final = {
    "l": "le", "d": "de", "j": "je", "m": "moi", "n": "ne", "s": "se", "t": "te", "c": "ce", "qu": "que", "jusqu": "jusque",
    "lorsqu": "lorsque", "puisqu": "puisque", "un": "una", "dell": "della", "nell": "nella", "all": "alla", "dall": "dalla",
    "sull": "sulla", "quell": "quella", "com": "come", "cos": "cosa", "dov": "dove",
}  # fmt: skip


def unelided(token: str) -> tuple[str, ...]:
    """The words of one token, its apostrophes gone."""
    *elided, last = token.split("'")
    words: list[str] = []
    while elided and elided[0] in _ELIDED and len("'".join([*elided[1:], last])) > 1:
        words.append(_ELIDED[elided.pop(0)])
    return (*words, "".join([*elided, last]))
