"""The words of a title: one spelling for what people write in many ways, part numbers apart from other numbers. Pure.

The rules for page titles and for duplicates both use these words, so they never disagree about them.
"""

import html
import re
import unicodedata
from contextlib import suppress
from functools import lru_cache
from typing import Final, NamedTuple
from urllib.parse import unquote

from gpucat.catalog.numbers import CARDINALS, CHINESE_NUMERALS, NUMBER_WORDS, ORDINALS, number_of
from gpucat.titles.tables import ALIASES, ELISIONS, FIELD_WORDS, FILLERS, PART_UNITS, RIVALS
from gpucat.titles.vocabulary import terms_in

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
# A pair is a quotation, in either direction; a single one separates a site from its page.
_GUILLEMETS: Final = re.compile(r"«([^«»]*)»|»(?=\S)([^«»]*\S)«")


def clean(text: str) -> str:
    """Returns the title in plain print: no escapes, marks or markup, uniform quotes and dashes, letter case kept."""
    text = _NO_MARK.sub("", _decoded(html.unescape(html.unescape(text))))
    text = unicodedata.normalize("NFKC", _MARKUP.sub("", text).translate(_ALIKE)).translate(_ALIKE)
    text = "".join(" " if unicodedata.category(character) in _UNPRINTED else character for character in text)
    text = _WITH.sub("with ", _WITHOUT.sub("without", _TIGHT_DASH.sub("-", text)))
    text = _MATMUL.sub("matrix multiplication", _VERSUS.sub("vs", text).replace("&", " and ").replace("**", ""))
    text = _LOGBOOK.sub("logbook", _GUILLEMETS.sub(r" \1\2 ", _GLUED_BRACES.sub(r"\1\2", text)))
    return " ".join(text.split())


def _decoded(text: str) -> str:
    """Decodes UTF-8 that was read as Windows-1252 (`Userâ€™s`), and percent escapes, if the whole text allows it."""
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
    """Returns the text in lower case, without accents."""
    if text.isascii():
        return text.lower()
    parts = unicodedata.normalize("NFD", text.casefold().replace("œ", "oe").replace("æ", "ae"))
    bare = "".join(character for character in parts if not "\u0300" <= character <= "\u036f")
    return unicodedata.normalize("NFC", bare)


def unabridged(text: str) -> str:
    """Returns the text in lower case with `don't` as `do not`, `17 minutes` as `17m` and `80 percent` as `80`."""
    return _PERCENT.sub("", _DURATION.sub(_short_duration, _without_contractions(text)))


def _short_duration(found: re.Match[str]) -> str:
    return "".join(filter(None, found.groups())) if "micro" not in found[0] else f"{found[1]}us"


_CONTRACTED: Final = re.compile(
    r"\b(?:(?P<verb>ca|wo|sha|[a-z]{2,6})n't|(?P<who>i|you|we|they|he|she|it|that|let|who|there|here|what)'(?:m|ve|re|ll|d|s))\b"
)
_WHOLE_VERBS: Final = {"ca": "can", "wo": "will", "sha": "shall", "ai": "is"}
_CANNOT: Final = re.compile(r"\bcannot\b")


def _without_contractions(text: str) -> str:
    """Replaces `don't` by `do not`, and drops what is joined to a pronoun (`I've`, `it's`)."""
    if "'" in text:
        text = _CONTRACTED.sub(
            lambda found: found["who"] or f"{_WHOLE_VERBS.get(found['verb'], found['verb'])} not", text
        )
    return _CANNOT.sub("can not", text)


_PERCENT: Final = re.compile(r"(?<=\d) ?per ?cent\b")
_DURATION: Final = re.compile(
    r"(?<![\w.-])(\d+(?:\.\d+)?)[ -](?:(s)ec(?:ond)?|(m)in(?:ute)?|(h)our|(m)illi(s)econd|micro(s)econd|(n)ano(s)econd)s?\b(?! read)"
)


def unelided(token: str) -> tuple[str, ...]:
    """Splits a token at its apostrophes: `l'accès` is two words, `user's` is one."""
    *elided, last = token.split("'")
    words: list[str] = []
    while elided and elided[0] in ELISIONS and len("'".join([*elided[1:], last])) > 1:
        words.append(ELISIONS[elided.pop(0)])
    return (*words, "".join([*elided, last]))


PART: Final = "№"
"""Marks the word of a part number: `Part 6`, `Lecture six`, `第六讲`, `#6` and `(6/9)` all become `№6`."""


class Word(NamedTuple):
    """A word in lower case without accents, the stem used in comparisons, and its accented spelling if it has one."""

    text: str
    stem: str
    accented: str = ""

    @property
    def is_part_number(self) -> bool:
        return self.text.startswith(PART)

    @property
    def has_digit(self) -> bool:
        return not self.is_part_number and any(character.isdigit() for character in self.text)

    @property
    def is_han(self) -> bool:
        return is_han(self.text[0])

    @property
    def is_foreign(self) -> bool:
        """Says whether it is in a non-Latin script."""
        return self.text[0] >= "\u0370" and not self.is_part_number

    @property
    def is_term(self) -> bool:
        """Says whether it is the meaning of a Chinese, Japanese or Korean term in the table."""
        return self.text != self.stem and self.text[0] >= "\u2e80"

    @property
    def weight(self) -> float:
        """Returns how much the word sets a title apart, on a fixed scale that does not depend on the catalogue."""
        if self.stem in FILLER_STEMS:
            return 0.0
        if self.is_foreign and self.text == self.stem:
            return 0.5
        return 0.5 if self.stem in _FIELD_STEMS else 1.0


_TOKEN: Final = re.compile(
    rf"{PART}\w+|\b[cC]\+\+(?!\+)|\b[cCfF]#(?!\w)|\d+(?:[.,]\d+)*(?:\.x\b)?[^\W\d_]*(?:\d+[^\W\d_]*)*|[^\W\d_]+(?:'[^\W\d_]+)*\d*(?:[^\W_]*)"
)
_FLASH_ATTENTION: Final = re.compile(r"(fa)([1-9])")
_NAME_WITH_NUMBER: Final = re.compile(r"([^\W\d_]{3,})(\d+)")
_HAN: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")

_UNSPACED: Final = re.compile(f"({_HAN.pattern}|[\uac00-\ud7af]+)")
_SPACELESS: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]")
_NAMES_OF_THEIR_OWN: Final = frozenset().union(*RIVALS)


def is_han(character: str) -> bool:
    """Says whether a character belongs to a script written without spaces (Han, kana)."""
    return bool(_HAN.match(character))


def words_of(text: str) -> tuple[Word, ...]:
    """Returns the words of a cleaned text whose part numbers are marked.

    Han text is split into characters, but a known term of the field becomes one word with an English stem.
    """
    tokens = _TOKEN.findall(unabridged(unicodedata.normalize("NFC", text.casefold())))
    return tuple(word for token in tokens for part in unelided(token) for word in _words_in(part))


@lru_cache(maxsize=65536)
def _words_in(token: str) -> tuple[Word, ...]:
    if token.isascii():
        return tuple(Word(piece, stem(piece)) for piece in _split_number(token))
    bare = folded(token)
    if token.startswith(PART) or not _SPACELESS.search(token):
        is_accented = bare != token and token[0] < "\u0370"
        return tuple(Word(piece, stem(piece), token if is_accented else "") for piece in _split_number(bare))
    words: list[Word] = []
    for piece, meanings in terms_in(bare):
        if meanings:
            words += [Word(piece, stem(meaning)) for meaning in meanings[0]]
        else:
            split = [part for part in _UNSPACED.split(piece) if part]
            words += [Word(part, stem(part)) for found in split for part in _split_number(found)]
    return tuple(words)


def _split_number(token: str) -> list[str]:
    """Splits `flashattention2` into a name and its number, but keeps `h100`, `int8` and `1x1`."""
    if token.isdecimal():
        return [_number(token)]
    if token in _NAMES_OF_THEIR_OWN:
        return [token]
    if found := _NAME_WITH_NUMBER.fullmatch(token) or _FLASH_ATTENTION.fullmatch(token):
        return [found.group(1), _number(found.group(2))]
    return [re.sub(r"(?<=\d),(?=\d{3})", "", token)]


def _number(digits: str) -> str:
    """Drops leading zeros; works for any length, unlike `int`."""
    return digits.lstrip("0") or "0"


_AMERICAN: Final = (
    (re.compile(r"is(e[sdr]?|ers|ing|ations?|able)$"), r"iz\1"),
    (re.compile(r"(?<=[a-z]{2})our(s|ed|ing|ful|ite|ites)?$"), r"or\1"),
    (re.compile(r"ys(e[sdr]?|ing)$"), r"yz\1"),
    (re.compile(r"ll(ing|ed|er|ers)$"), r"l\1"),
    (re.compile(r"ogue(s?)$"), r"og\1"),
    (re.compile(r"([nt])re(s?)$"), r"\1er\2"),
)
_ENDINGS: Final = (
    ("izations", "iz"), ("ization", "iz"), ("izing", "iz"), ("izers", "izer"), ("ized", "iz"), ("izes", "iz"), ("ize", "iz"),
    ("ations", "at"), ("ation", "at"), ("ating", "at"), ("ated", "at"), ("ates", "at"), ("ate", "at"),
    ("ies", "y"), ("sses", "ss"), ("ches", "ch"), ("shes", "sh"), ("xes", "x"), ("ings", ""), ("ing", ""), ("ied", "y"), ("ed", ""), ("es", ""), ("s", ""), ("e", ""),
)  # fmt: skip


_ALIASES: Final = {
    **ALIASES,
    **dict(zip(("1st", "2nd", "3rd", *(f"{number}th" for number in range(4, 11))), ORDINALS, strict=True)),
    **{word: str(number) for number, word in enumerate(CARDINALS[1:], start=2)},
}


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """Drops endings of number and tense, and spells in American English (`optimising`, `optimized` -> `optimiz`)."""
    word = _ALIASES.get(word, word)
    if len(word) < 4 or word == "cute" or not word.isascii() or not word.isalpha() or word.endswith("ss"):
        return word
    if len(word) > 5:
        for british, american in _AMERICAN:
            word = british.sub(american, word)
    for ending, kept in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3 - len(kept):
            root = word[: len(word) - len(ending)] + kept
            return root if ending == "s" else _undoubled(root)
    return word


def _undoubled(root: str) -> str:
    """Undoes a doubled last letter (`running` -> `run`), but keeps `kernel` and `spill`."""
    return root[:-1] if len(root) > 3 and root[-1] == root[-2] and root[-1] in "bdgmnprt" else root


FILLER_STEMS: Final = frozenset(stem(word) for word in FILLERS)
_FIELD_STEMS: Final = frozenset(stem(word) for word in FIELD_WORDS)

_UNIT: Final = "|".join(sorted(map(re.escape, PART_UNITS), key=len, reverse=True))
_ROMAN: Final = "(?:x{0,2}(?:ix|iv|v?i{1,3}|v)|x{1,2})"
_OF_ALL: Final = r"(?:\s*(?:/|of|von|de)\s*\d{1,3})?"
_EDGE: Final = r"(?![\w.]|-\d)"
_HAN_NUMBER: Final = f"[{CHINESE_NUMERALS}]+"
_PARTS: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?<![\w-])(?:{_UNIT}|no\.)\.?\s*(?:no\.?\s*|number\s*)?[#=-]?\s*(?P<n>\d{{1,3}}){_OF_ALL}(?!\w|[.,]\d)",
        rf"(?<![\w-])(?:{_UNIT})(?:\.\s*|\s+)(?:number\s+)?(?P<n>{_ROMAN}|{'|'.join(NUMBER_WORDS)}){_OF_ALL}(?!\w|[.,]\d)",
        rf"(?<!\w)(?P<n>{'|'.join(word for word in NUMBER_WORDS if word not in ('one', 'two', 'three'))}|\d{{1,2}}(?:st|nd|rd|th)) (?:part|lecture|chapter|lesson|installment|episode)(?!\w)",
        rf"第\s*(?P<n>\d{{1,3}}|{_HAN_NUMBER})\s*(?:部分|回目|[讲講章部篇节節课課集期回话話卷編弹弾步天季])",
        rf"(?<!\w)(?:その|제)\s*(?P<n>\d{{1,3}}|{_HAN_NUMBER})(?:부|편|장)?",
        rf"(?<=[\s\w)])[(\[（](?P<n>{_HAN_NUMBER}|[上中下]|[ivx]{{2,4}})[)\]）]",
        r"(?P<n>[上中下前後后])[篇編编](?!\w)",
        r"[(\[]\s*(?P<n>\d{1,2})\s*(?:/|of)\s*\d{1,2}\s*[)\]]",
        r"[(\[](?P<n>\d{1,2})[)\]]",
        rf"(?<![\w#&])#\s?(?P<n>\d{{1,3}}){_EDGE}",
        r"^\s*(?P<n>\d{1,3})\s*[.):]\s+(?=\D)",
        rf"(?<=\w )(?P<n>iii?){_EDGE}(?=\s*(?:$|[:|(—–-]))",
        r"(?<![\w./])(?P<n>\d{1,2})\s?/\s?(?P<all>\d{1,2})(?=\s*(?:$|[:|)—–-]))",
        r"(?<![\u2e80-\u9fff])(?<![\u2e80-\u9fff] )\bL(?P<n>\d{1,3})(?=\s*[:：])",
        r"^\s*L(?P<n>[4-9]|\d\d)(?=\s+[^\W\d])",
    )
)
_UPPER_ROMAN: Final = re.compile(r"(?<=\w )(?P<n>IV|VI{0,3}|IX)(?=\s*(?:$|[:|(—–-]))")
_LAST_PARTS: Final = {"上": "1", "前": "1", "中": "2", "下": "下", "後": "下", "后": "下"}
"""Parts named by a word and not by a number; a last part has no number."""


def mark_parts(text: str) -> str:
    """Rewrites every part number of a cleaned text as ` №N `."""
    for pattern in (*_PARTS, _UPPER_ROMAN):
        text = pattern.sub(_marked, text)
    return text


def _marked(found: re.Match[str]) -> str:
    total = found.groupdict().get("all")
    if total and not 0 < int(found["n"]) <= int(total) <= 40:
        return found.group()
    begins_line = "| " if found.group().strip()[-1:] in ".):" and found.start() == 0 else ""
    return f" {PART}{part_number(found['n'])} {begins_line}"


def part_number(text: str) -> str:
    """Returns `6` for `6`, `VI`, `six`, `6th` and `六`; a last part without a number (`下`) stays."""
    if digits := re.match(r"\d+", text):
        return str(int(digits.group()))
    return _LAST_PARTS.get(text) or str(number_of(text) or 0)
