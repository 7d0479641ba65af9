"""The word lists for judging titles, from the tables `title_lists.tsv` and `edition_words.tsv`.

They ship with the program and never come from the records at hand, so adding an article cannot change a verdict about
two others. Only code that reads titles imports this module.
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
"""Words that do not set titles apart."""
FIELD_WORDS: Final = frozenset(_words("field"))
"""Words that half of this field's titles have: two of them weigh as much as one other word."""
COMMONPLACE_WORDS: Final = frozenset(_words("commonplace"))
"""Words that any two titles of this field may share, so they are no evidence for one work."""
GENRE_WORDS: Final = frozenset(_words("genre"))
"""Words for the kind of text, and the vendor that every title may name; titles add and omit them freely."""
RECURRING_WORDS: Final = frozenset(_words("recurring"))
"""Words of titles that return with every issue."""
ABOUT_WORDS: Final = frozenset(_words("about"))
"""Words that say a text is about another text."""
RIVALS: Final = tuple(map(frozenset, _LISTS["rivals"]))
"""Words that exclude each other in titles on one subject."""
ANNOUNCEMENTS: Final = _words("announcement")
"""Words of a text that announces or opens a series."""
NEGATIONS: Final = frozenset(_words("negation"))
DIRECTIONS: Final = frozenset(_words("direction"))
"""Words between two things whose order matters."""
PREFIXES: Final = _words("prefix")
"""Beginnings that make a different word, so they are not misspellings."""
MONTHS: Final = frozenset(_words("month"))
PART_UNITS: Final = _words("part unit")
"""Words before the number of a part."""

SITE_WORDS: Final = frozenset(_words("site"))
"""Words that appear in names of sites."""
SITE_MARKS: Final = _words("site mark")
"""Pieces of site names in other scripts."""
GLUED_SITES: Final = _words("glued site")
"""Names of sites that a hyphen or an underscore may join to the title."""

EDITION_WORDS: Final = _editions(1)
"""Words about this copy of a text, not its subject."""
INLINE_EDITION_WORDS: Final = _editions(2)
"""Those that have this sense inside a part as well."""
UPDATE_WORDS: Final = _editions(3)
"""Those that make their whole part about the copy."""
NUMBERED_EDITION: Final = _editions(4)
"""Words that say which edition of a text this is."""
REPOST_WORDS: Final = _editions(5)
REPOST_MARKS: Final = _words("repost mark")
"""Phrases that say a text was first published elsewhere."""
EDITION_MARKS: Final = _words("edition mark")
"""Pieces of words about this copy, in other scripts."""
TRANSLATION_MARKS: Final = _words("translation mark")
"""Phrases that say a text is a translation."""
TRANSLATOR_MARKS: Final = _words("translator mark")
"""Phrases in a byline that mark a translator."""

ALIASES: Final = dict(_pairs("alias"))
"""Maps short and other forms of words to the usual ones."""
WRITTEN_OUT: Final = frozenset(_pairs("written out"))
"""Abbreviations and the words they stand for, separated by spaces."""
ELISIONS: Final = dict(_pairs("elision"))
"""Maps what stands before an apostrophe in French and Italian to the whole word."""
SMALL_WORDS: Final = frozenset(_words("small word"))
"""Small words of other European languages that no English title has."""
SMALL_WORDS_IN_ENGLISH: Final = frozenset(_words("small word in English"))
"""Small words that sometimes appear in English titles."""
SMALL_WORDS_AND_NAMES: Final = frozenset(_words("small word and name"))
"""Small words that are also names in this field: `OpenGL ES`, `MIT`, `DOS`."""
ENGLISH_SMALL_WORDS: Final = frozenset(_words("English small word"))
