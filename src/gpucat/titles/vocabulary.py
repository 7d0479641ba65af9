"""Words of titles in other languages and their English meanings: the table `title_words.tsv`.

Pure, except that the table is read once, when the first title is taken apart; other commands do not load it.
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
"""Chinese, Japanese and Korean come first among the foreign columns."""


class TitleVocabulary(NamedTuple):
    """The table, indexed by its forms.

    `terms` maps Chinese, Japanese and Korean terms (in simplified characters) to all their meanings, the usual one
    first; `longest` is the length of the longest term for each first character. `beginnings` holds beginnings of words
    in the other languages, `whole` words that must match entirely.
    """

    terms: dict[str, tuple[Meaning, ...]]
    longest: dict[str, int]
    beginnings: dict[str, tuple[Meaning, ...]]
    whole: dict[str, tuple[Meaning, ...]]
    of_the_field: frozenset[Meaning]
    """Meanings that are special to the field."""

    @property
    def field_words(self) -> frozenset[str]:
        """Returns the English words of these meanings."""
        return frozenset(word for meaning in self.of_the_field for word in meaning)


class TitleWord(NamedTuple):
    """A row of the table: its kind, the English words, and the forms in each other language."""

    kind: str
    meanings: tuple[Meaning, ...]
    forms: tuple[tuple[str, ...], ...]


def read_title_words(text: str) -> Iterator[TitleWord]:
    """Reads the rows of the table in order."""
    for line in text.splitlines():
        if line and not line.startswith("#"):
            kind, english, *others = line.split("\t")
            meanings = tuple(tuple(meaning.split(" ")) for meaning in english.split("|"))
            yield TitleWord(kind, meanings, tuple(tuple(cell.split("|")) if cell else () for cell in others))


@cache
def vocabulary() -> TitleVocabulary:
    """Loads the table that ships with the package."""
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
    """Replaces traditional and Japanese characters by simplified ones, keeping every position."""
    return text if text.isascii() else text.translate(_han_table())


def terms_in(text: str) -> Iterator[tuple[str, tuple[Meaning, ...]]]:
    """Cuts an unspaced text into the longest terms with their meanings, and the pieces between them."""
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
    """Returns all meanings of a whole Chinese, Japanese or Korean term."""
    return vocabulary().terms.get(one_han(text), ())


def beginning_of(text: str) -> str:
    """Returns the longest form of the table that begins a word of another European language, or an empty text."""
    found = vocabulary()
    if text in found.whole:
        return text
    return next((text[:size] for size in range(len(text), 2, -1) if text[:size] in found.beginnings), "")


def meanings_of_word(form: str, text: str) -> tuple[Meaning, ...]:
    """Returns all meanings of a form that `beginning_of` found in a word."""
    found = vocabulary()
    return found.whole.get(text, ()) if form == text and text in found.whole else found.beginnings.get(form, ())
