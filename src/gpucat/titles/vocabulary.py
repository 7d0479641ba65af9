"""The words of titles in other languages with the English words of the same meaning: the table `title_words.tsv`.

Pure, but that the table is read, once, when the first title is taken apart: no other command pays for it.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final, NamedTuple

from gpucat.resources import data_file
from gpucat.search.tokens import han_pairs

Meaning = tuple[str, ...]
"""The English words of one meaning: `("matrix", "multiplication")`."""

_han_table = cache(lambda: str.maketrans(*han_pairs()))
_PLAIN_CYRILLIC: Final = str.maketrans("йёї", "иеі")
_FULL_STOP: Final = "."
_UNSPACED_COLUMNS: Final = 3
"""Chinese, Japanese and Korean stand first among the foreign columns."""


class TitleVocabulary(NamedTuple):
    """The table by its forms.

    `terms` are those of Chinese, Japanese and Korean (in simplified characters) with all their meanings, the usual one first;
    `longest` is the length of the longest term that begins with a character. `beginnings` are those of words of the other
    languages, `whole` their words that stand for no longer ones.
    """

    terms: dict[str, tuple[Meaning, ...]]
    longest: dict[str, int]
    beginnings: dict[str, tuple[Meaning, ...]]
    whole: dict[str, tuple[Meaning, ...]]
    of_the_field: frozenset[Meaning]
    """The meanings that are special to the field."""

    @property
    def field_words(self) -> frozenset[str]:
        """The English words of these meanings."""
        return frozenset(word for meaning in self.of_the_field for word in meaning)


class TitleWord(NamedTuple):
    """A row of the table: its kind, the English words, the forms of each other language."""

    kind: str
    meanings: tuple[Meaning, ...]
    forms: tuple[tuple[str, ...], ...]


def read_title_words(text: str) -> Iterator[TitleWord]:
    """The rows of the table in their order."""
    for line in text.splitlines():
        if line and not line.startswith("#"):
            kind, english, *others = line.split("\t")
            meanings = tuple(tuple(meaning.split(" ")) for meaning in english.split("|"))
            yield TitleWord(kind, meanings, tuple(tuple(cell.split("|")) if cell else () for cell in others))


@cache
def vocabulary() -> TitleVocabulary:
    """The table that ships with the package."""
    rows = tuple(read_title_words(data_file("title_words.tsv").read_text("utf-8")))
    of_the_field = frozenset(row.meanings[0] for row in rows if row.kind == "field")
    found = TitleVocabulary({}, {}, {}, {}, of_the_field)
    for row in rows:
        for forms in row.forms[:_UNSPACED_COLUMNS]:
            _add(found.terms, map(one_han, forms), row.meanings)
        for forms in row.forms[_UNSPACED_COLUMNS:]:
            forms = tuple(form.translate(_PLAIN_CYRILLIC) for form in forms)
            _add(found.whole, (form[:-1] for form in forms if form[-1] == _FULL_STOP), row.meanings)
            _add(found.beginnings, (form for form in forms if form[-1] != _FULL_STOP), row.meanings)
    for term in found.terms:
        found.longest[term[0]] = max(len(term), found.longest.get(term[0], 0))
    return found


def _add(place: dict[str, tuple[Meaning, ...]], forms: Iterable[str], meanings: tuple[Meaning, ...]) -> None:
    for form in forms:
        known = place.setdefault(form, meanings)
        if known is not meanings:
            place[form] = tuple(dict.fromkeys((*known, *meanings)))


def one_han(text: str) -> str:
    """The text with traditional and Japanese characters as simplified ones, place by place."""
    return text if text.isascii() else text.translate(_han_table())


def terms_in(text: str) -> Iterator[tuple[str, tuple[Meaning, ...]]]:
    """The pieces of a text without spaces, in their order: the longest terms with their meanings, and what lies between."""
    terms, longest = vocabulary().terms, vocabulary().longest
    folded = one_han(text)
    begin = spot = 0
    while spot < len(text):
        sizes = range(min(longest.get(folded[spot], 0), len(text) - spot), 0, -1)
        size = next((size for size in sizes if folded[spot : spot + size] in terms), 0)
        if not size:
            spot += 1
            continue
        if begin < spot:
            yield text[begin:spot], ()
        yield text[spot : spot + size], terms[folded[spot : spot + size]]
        begin = spot = spot + size
    if begin < len(text):
        yield text[begin:], ()


def meanings_of_term(text: str) -> tuple[Meaning, ...]:
    """All meanings of a whole term of Chinese, Japanese or Korean."""
    return vocabulary().terms.get(one_han(text), ())


def beginning_of(text: str) -> str:
    """The longest form of the table that begins a word of another European language; nothing where there is none."""
    found = vocabulary()
    if text in found.whole:
        return text
    return next((text[:size] for size in range(len(text), 2, -1) if text[:size] in found.beginnings), "")


def meanings_of_word(form: str, text: str) -> tuple[Meaning, ...]:
    """All meanings of a form that `beginning_of` found in a word."""
    found = vocabulary()
    return found.whole.get(text, ()) if form == text and text in found.whole else found.beginnings.get(form, ())
