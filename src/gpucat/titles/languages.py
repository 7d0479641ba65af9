"""Recognises titles in other European languages and says what a foreign word may mean in English. Pure.

Computing uses the same Latin and Greek words everywhere (`Matrixmultiplikation`, `optimisation`, `оптимизация`), so a
common beginning tells most, and the table of `vocabulary` the rest.
"""

from collections.abc import Container, Iterable, Sequence
from functools import cache, lru_cache
from typing import Final

from gpucat.titles.tables import (
    ENGLISH_SMALL_WORDS,
    SMALL_WORDS,
    SMALL_WORDS_AND_NAMES,
    SMALL_WORDS_IN_ENGLISH,
)
from gpucat.titles.vocabulary import Meaning, beginning_of, meanings_of_term, meanings_of_word, vocabulary
from gpucat.titles.words import Word, stem

_CYRILLIC: Final = "абвгдежзийклмнопрстуфхцчшщыэюяіїєґ"
_SOUNDS: Final = "a b v g d e j z i i c l m n o p r s t u f ch c ch sh sch y e iu ia i i e g"
_LETTERS: Final = dict(zip(_CYRILLIC, _SOUNDS.split(), strict=True)) | {"ь": "", "ъ": ""}
_LATIN: Final = str.maketrans(_LETTERS | {"k": "c", "z": "c"})

_UNSPACED: Final = "\u2e80"
"""The scripts of Chinese, Japanese and Korean begin here."""
_ROOT: Final = 5
"""How many first letters two words must share to count as one."""
_SIGNS: Final = 2
"""How many signs of another language are needed; one is too few because of `Von Neumann` and `Los Alamos`."""
_LINKS: Final = ("es", "en", "er", "s", "n", "e")
"""Letters that join the words of a German compound."""
_PIECE: Final = 5
"""How many letters of a compound's second word the table must know."""


def is_european(words: Iterable[Word]) -> bool:
    """Says whether the words of a title are in a European language other than English."""
    return _is_european(tuple(words))


@lru_cache(maxsize=16384)
def _is_european(words: tuple[Word, ...]) -> bool:
    texts = [word.text for word in words]
    cyrillic = sum("\u0400" <= text[0] <= "\u04ff" for text in texts)
    small = sum(text in SMALL_WORDS for text in texts)
    read = [word for word in words if _is_told_by_table(word)]
    known = len(read)
    has_article = not SMALL_WORDS_IN_ENGLISH.isdisjoint(texts)
    is_said = known > 0 or not (SMALL_WORDS - SMALL_WORDS_AND_NAMES).isdisjoint(texts)
    if cyrillic * 2 > len(texts) or (small > 0 and is_said and small + known + has_article >= _SIGNS):
        return True
    is_mostly_known = known * 2 >= len(texts) and ENGLISH_SMALL_WORDS.isdisjoint(texts)
    has_accent = any(word.accented for word in read)
    return (known >= _SIGNS and (is_mostly_known or has_article)) or (has_accent and (has_article or known >= _SIGNS))


def _is_told_by_table(word: Word) -> bool:
    """Says whether the table knows the word, and it is not also the English one."""
    found = readings(word)
    return bool(found) and word.text[0] < _UNSPACED and (stem(word.text),) not in found


@lru_cache(maxsize=65536)
def readings(word: Word) -> tuple[Meaning, ...]:
    """Returns the stems that a foreign word may mean, in the order to try them; none if the table does not know it.

    A German compound means both its words together, or else one of them.
    """
    if word.text[0] >= _UNSPACED:
        return _stems(meanings_of_term(word.text))
    form, text = _form_in(word)
    first = _stems(meanings_of_word(form, text))
    second = _second_of_compound(text[len(form) :]) if form else ()
    together = tuple(one + other for one in first for other in second)
    return together + first + second


def is_said(word: Word, stems: Container[str]) -> bool:
    """Says whether the stems contain the word, or something a foreign word may mean."""
    return word.stem in stems or any(all(name in stems for name in meaning) for meaning in readings(word))


@lru_cache(maxsize=65536)
def is_of_the_field(word: Word) -> bool:
    """Says whether the table marks a foreign word as a term of the field; translators choose other words freely."""
    usual = next(iter(readings(word)), ())
    return bool(usual) and (usual in _field_stems() or all((name,) in _field_stems() for name in usual))


@cache
def _field_stems() -> frozenset[Meaning]:
    return frozenset(_stems(vocabulary().of_the_field))


def _form_in(word: Word) -> tuple[str, str]:
    """Returns the form that begins the word, and its spelling there, with accents if the form has them."""
    form = beginning_of(word.accented) if word.accented else ""
    if form and not form.isascii():
        return form, word.accented
    return beginning_of(word.text), word.text


def _second_of_compound(rest: str) -> tuple[Meaning, ...]:
    for joined in ("", *_LINKS):
        text = rest.removeprefix(joined)
        if rest.startswith(joined) and len(form := beginning_of(text)) >= _PIECE:
            return _stems(meanings_of_word(form, text))
    return ()


def _stems(meanings: Iterable[Meaning]) -> tuple[Meaning, ...]:
    return tuple(dict.fromkeys(tuple(map(stem, meaning)) for meaning in meanings))


def has_common_root(foreign: Word, english: Word) -> bool:
    """Says whether a word of another European language and an English word begin alike."""
    one, other = foreign.text.translate(_LATIN), english.text.translate(_LATIN)
    return min(len(one), len(other)) >= _ROOT and one[:_ROOT] == other[:_ROOT]


def meanings(words: Iterable[Word]) -> frozenset[str]:
    """Returns the stems that a foreign European title's words may mean, of terms of the field if it has any."""
    told = tuple(words)
    return _meant(told) if is_european(told) else frozenset()


@lru_cache(maxsize=16384)
def _meant(words: tuple[Word, ...]) -> frozenset[str]:
    of_the_field = [word for word in words if is_of_the_field(word)]
    return frozenset(name for word in of_the_field or words for meaning in readings(word) for name in meaning)


def is_mainly_foreign(words: Sequence[Word]) -> bool:
    """Says whether most words are in a non-Latin script."""
    foreign = [word for word in words if word.is_foreign]
    return bool(foreign) and sum(map(_share_of_script, foreign)) > len(words) - len(foreign)


def _share_of_script(word: Word) -> int:
    """Returns how many words a foreign one counts for: by its characters if unspaced, but one for a field's term."""
    return len(word.text) if word.is_han and not is_of_the_field(word) else 1
