"""What of a title speaks of this copy of a text, its date and its edition, and not of its subject. Pure."""

import re
from typing import Final

from gpucat.titles.tables import EDITION_WORDS, MONTHS
from gpucat.titles.words import Word, stem

COPY_STEMS: Final = frozenset(stem(word) for word in EDITION_WORDS | MONTHS)
_INLINE_COPY: Final = "updated update revised corrected wip draft external repost reposted translated translation min mins minute minutes read"
_INLINE_STEMS: Final = frozenset(map(stem, [*_INLINE_COPY.split(), *MONTHS]))
_UPDATE_STEMS: Final = frozenset(stem(word) for word in ("updated", "revised", "corrected"))
# What a part of its own says of the text as a whole, whatever else stands in it.
_SAYS_COPY: Final = re.compile(
    r"\b(?:2nd|3rd|second|third|new|revised|updated|latest) (?:ed|edition|version|revision)\b|^(?:with )?(?:\d{4} )?corrections$|^errata fixed$"
    r"|\b(?:reposted|reprinted|republished|cross ?posted|syndicated|mirrored) (?:from|on|in|with|by|at|for)\b|\bfull (?:post|article)\b"
)


def says_copy(residue: str) -> bool:
    """Whether a part of its own, in lower case, says that the text is a later edition or stood elsewhere first."""
    return bool(_SAYS_COPY.search(residue))


def is_about_the_copy(words: list[Word]) -> bool:
    """Whether all are words of copies and dates; a small number (`5 min read`, `May 14`) only beside such a word."""
    if words[0].stem in _UPDATE_STEMS:
        return True
    plain = [word for word in words if word.stem not in COPY_STEMS]
    years = [word for word in plain if re.fullmatch(r"(?:19|20)\d\d|(?:19|20)\d{6}", word.text)]
    small = [word for word in plain if re.fullmatch(r"\d{1,2}(?:st|nd|rd|th)?", word.text)]
    return len(plain) == len(years) + len(small) and (not small or len(plain) < len(words) or bool(years))


def stands_inline(words: list[Word]) -> bool:
    """Whether the words speak of the copy also inside a title; `new` or `best` there belong to the subject."""
    return all(word.stem in _INLINE_STEMS or word.has_digit for word in words)
