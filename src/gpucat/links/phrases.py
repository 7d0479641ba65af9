"""What pages say that are not the article: the phrases of `page_phrases.tsv`, and how a heading is compared with them.

Pure, but that the table is read, once, when the first page is judged: no other command pays for it.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import groupby
from typing import Final

from gpucat.resources import data_file

_WORDS: Final = r"[\w\s',./:-]{0,60}?"
_PARTS: Final = re.compile(r"\s+[|·»«—–:/-]+\s+|[|·»«_—–]")
_PARTS_AND_COLONS: Final = re.compile(rf"{_PARTS.pattern}|[:：]\s")
_MOST: Final = 0.4
_LONGEST_HEADING: Final = 120
_NOTHING: Final = re.compile(r"(?!)")


def fold(text: str) -> str:
    """Comparable text: one width, one case, straight quotes."""
    return unicodedata.normalize("NFKC", text).replace("\u2019", "'").replace("\u2018", "'").casefold()


def parts(heading: str, *, at_colons: bool = False) -> list[str]:
    """The heading and its parts, the site's name apart from the page's. `Captcha: a history` is one title, `Error: gone` two."""
    return [heading, *(_PARTS_AND_COLONS if at_colons else _PARTS).split(heading)]


def is_mostly(heading: str, said: re.Pattern[str], besides: re.Pattern[str] = _NOTHING) -> bool:
    """Whether phrases take most of a heading's letters; what it says `besides` (a greeting) does not count for its length."""
    folded = fold(heading.strip())
    if len(folded) > _LONGEST_HEADING:
        return False
    taken = sum(_letters(found[0]) for found in said.finditer(folded))
    rest = _letters(besides.sub("", said.sub("", folded))) if taken else 0
    return taken > 0 and taken >= _MOST * (taken + rest)


def first_of(text: str, said: re.Pattern[str]) -> str | None:
    """The first of the phrases that a text has, folded; None without any."""
    found = said.search(fold(text))
    return found[0].strip() if found else None


@cache
def phrases(*kinds: str) -> re.Pattern[str]:
    """One pattern for all phrases of these kinds, for folded text; raises KeyError for a kind that the table has not."""
    table = _table()
    thing = f"(?:{'|'.join(table['thing'])})s?"
    rows = (row.replace("<thing>", thing).replace("<words>", _WORDS) for kind in kinds for row in table[kind])
    return re.compile("|".join(_together(rows)))


def read_phrases(text: str) -> Iterator[tuple[str, str, str]]:
    """The rows of the table: kind, language, phrase."""
    for line in text.splitlines():
        if line and not line.startswith("#"):
            kind, language, phrase = line.split("\t")
            yield kind, language, phrase


@cache
def _table() -> Mapping[str, list[str]]:
    table = defaultdict[str, list[str]](list)
    for kind, _, phrase in read_phrases(data_file("page_phrases.tsv").read_text("utf-8")):
        table[kind].append(phrase)
    return dict(table)


def _together(rows: Iterable[str]) -> Iterator[str]:
    """The rows; whole words that follow one another share their boundary, which is then looked for once and not for each."""
    for is_word, run in groupby(rows, lambda row: row.startswith(r"\b") and row.endswith(r"\b")):
        if is_word:
            yield rf"\b(?:{'|'.join(row[2:-2] for row in run)})\b"
        else:
            yield from (f"(?:{row})" for row in run)


def _letters(text: str) -> int:
    return sum(map(str.isalnum, text))
