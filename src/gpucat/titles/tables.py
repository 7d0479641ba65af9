"""The fixed words by which titles are judged: the tables `title_lists.tsv` and `edition_words.tsv`, by their names.

They ship with the program and never come from the records at hand, so that adding an article can change no verdict about two
others. Who reads no title does not import this module.
"""

from collections import defaultdict
from typing import Final

from gpucat.resources import data_rows


def _lists() -> dict[str, list[tuple[str, ...]]]:
    found: dict[str, list[tuple[str, ...]]] = defaultdict(list)
    for name, _, words in data_rows("title_lists.tsv"):
        found[name].append(tuple(words.split("|")))
    return found


def _editions(column: int) -> frozenset[str]:
    return frozenset(row[0] for row in _EDITIONS if row[column])


_LISTS: Final = _lists()
_EDITIONS: Final = data_rows("edition_words.tsv")


def _words(name: str) -> tuple[str, ...]:
    return tuple(word for row in _LISTS[name] for word in row)


def _pairs(name: str) -> tuple[tuple[str, str], ...]:
    return tuple((word, other) for word, _, other in (text.partition("=") for text in _words(name)))


FILLERS: Final = frozenset(_words("filler"))
"""Words that tell no title from another."""
FIELD_WORDS: Final = frozenset(_words("field"))
"""Words that half of the titles of this field have: two of them weigh as much as one other word."""
COMMONPLACE_WORDS: Final = frozenset(_words("commonplace"))
"""Words that any two titles of this field may share: no evidence that they are one work's."""
GENRE_WORDS: Final = frozenset(_words("genre"))
"""Words for the kind of text, and the maker whom every title may name: put in and left out freely."""
RECURRING_WORDS: Final = frozenset(_words("recurring"))
"""Words of titles that come back with every issue."""
ABOUT_WORDS: Final = frozenset(_words("about"))
"""Words that say of a text that it is about another one."""
RIVALS: Final = tuple(map(frozenset, _LISTS["rivals"]))
"""Words that cannot take each other's place in a title about one subject."""
NEGATIONS: Final = frozenset(_words("negation"))
DIRECTIONS: Final = frozenset(_words("direction"))
"""Words between two things that cannot change places."""
PREFIXES: Final = _words("prefix")
"""Beginnings that make another word of one: no misspelling."""
MONTHS: Final = frozenset(_words("month"))
PART_UNITS: Final = _words("part unit")
"""Words before the number of a part."""

SITE_WORDS: Final = frozenset(_words("site"))
"""Words that names of sites are made of."""
SITE_MARKS: Final = _words("site mark")
"""Pieces of the names of sites in other scripts."""
GLUED_SITES: Final = _words("glued site")
"""Names of sites that a hyphen or an underscore may join to the title."""

EDITION_WORDS: Final = _editions(1)
"""Words about this copy of a text, not about its subject."""
INLINE_EDITION_WORDS: Final = _editions(2)
"""Those that are so inside a part as well."""
UPDATE_WORDS: Final = _editions(3)
"""Those that make all of their part speak of the copy."""
NUMBERED_EDITION: Final = _editions(4)
"""Words that say which edition of a text this is."""
REPOST_WORDS: Final = _editions(5)
REPOST_MARKS: Final = _words("repost mark")
"""What says that a text stood elsewhere first."""
EDITION_MARKS: Final = _words("edition mark")
"""Pieces of words about this copy, in other scripts."""
TRANSLATION_MARKS: Final = _words("translation mark")
"""What says that a text is a translation."""
TRANSLATOR_MARKS: Final = _words("translator mark")
"""What says in a byline that the name beside it is a translator's."""

ALIASES: Final = dict(_pairs("alias"))
"""Short and other forms of words, by the form."""
WRITTEN_OUT: Final = frozenset(_pairs("written out"))
"""Abbreviations with the words that they stand for, parted by spaces."""
ELISIONS: Final = dict(_pairs("elision"))
"""What stands before an apostrophe in French and Italian, and its whole word."""
SMALL_WORDS: Final = frozenset(_words("small word"))
"""Small words of other European languages that no English title has."""
SMALL_WORDS_IN_ENGLISH: Final = frozenset(_words("small word in English"))
"""Those that stand in English titles now and then."""
SMALL_WORDS_AND_NAMES: Final = frozenset(_words("small word and name"))
"""Those that are names in this field as well: `OpenGL ES`, `MIT`, `DOS`."""
ENGLISH_SMALL_WORDS: Final = frozenset(_words("English small word"))
