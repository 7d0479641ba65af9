"""Titles in other European languages: how they are told from English ones, and which of their words mean an English word.

The words of computing are the same Latin and Greek ones everywhere (`Matrixmultiplikation`, `optimisation`, `оптимизация`),
so a common beginning says most and a short table the rest. Pure.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from gpucat.catalog.title_words import Word, stem

_CYRILLIC: Final = "абвгдежзийклмнопрстуфхцчшщыэюяіїєґ"
_SOUNDS: Final = "a b v g d e j z i i c l m n o p r s t u f ch c ch sh sch y e iu ia i i e g"
_LETTERS: Final = dict(zip(_CYRILLIC, _SOUNDS.split(), strict=True)) | {"ь": "", "ъ": ""}
_LATIN: Final = str.maketrans(_LETTERS | {"k": "c", "z": "c"})

# Small words that no English title has; two signs are asked for, because of `Von Neumann` and `Los Alamos`.
_SMALL: Final = """
und fur mit auf von vom zum zur eine einen einem einer wie uber ohne aus ist nicht
les une avec sur dans aux pour des
los las una para como por del
della delle degli gli nel dei uma
"""
_FUNCTION_WORDS: Final = frozenset(_SMALL.split())
# These stand in English titles now and then, and say something only beside words of the table.
_ARTICLES: Final = frozenset({"la", "le", "du", "de", "el", "der", "das", "il", "lo", "con", "per", "est", "sans"})
_BEGINNINGS: Final = """
speicher=memory zugriff=access einfuhrung=introduction grundlagen=basics schnell=fast leistung=performance sanft=gentle
gemeinsam=shared geteilt=shared ohne=without schreib=write lern=learn verstehen=understand teil=part anleitung=guide
matrizen=matrix rechnen=compute kachel=tile faden=thread warteschlange=queue fehler=error sicher=safe tiefe=deep
memoire=memory acces=access noyau=kernel rapide=fast partage=shared comprendre=understand ecrire=write apprendre=learn
doux=gentle avance=advanced erreur=error calcul=compute
memoria=memory acceso=access nucleo=kernel rapid=fast veloc=fast compartid=shared condivis=shared compartilhad=shared
rendimiento=performance desempenho=performance prestazion=performance entender=understand capire=understand
aprend=learn impar=learn escrib=write scriver=write suave=gentle introduc=introduction introduz=introduction error=error
памят=memory доступ=access ядр=kernel ядер=kernel быстр=fast производительност=performance введени=introduction
умножени=multiplication перемножени=multiplication нул=scratch основ=basics общ=shared разделяем=shared поток=thread
понима=understand пиш=write обуч=learn глубок=deep мягк=gentle продвинут=advanced ошиб=error вниман=attention
сложени=sum сортиров=sort свертк=convolution свёртк=convolution транспонирован=transpose блок=block сетк=grid
миллиард=billion строк=row челлендж=challenge вызов=challenge тензор=tensor ускор=fast част=part
"""
_MEANINGS: Final = {start: stem(word) for start, word in (pair.split("=") for pair in _BEGINNINGS.split())}
_ROOT: Final = 5
"""Letters in common at the beginning that make two words one."""
_SIGNS: Final = 2


def is_european(texts: Iterable[str]) -> bool:
    """Whether the words of a title, in lower case and without accents, are of another European language than English."""
    words = tuple(texts)
    cyrillic = sum("\u0400" <= word[0] <= "\u04ff" for word in words)
    small = sum(word in _FUNCTION_WORDS for word in words)
    known = sum(_meaning(word) not in (None, stem(word)) for word in words)
    if cyrillic * 2 > len(words) or (small > 0 and small + known >= _SIGNS):
        return True
    return known >= _SIGNS and not _ARTICLES.isdisjoint(words)


def means(foreign: str, english: Word) -> bool:
    """Whether a word of another European language is an English word, by the table or by a common root."""
    if _meaning(foreign) == english.stem:
        return True
    one, other = foreign.translate(_LATIN), english.text.translate(_LATIN)
    return min(len(one), len(other)) >= _ROOT and one[:_ROOT] == other[:_ROOT]


def meanings(texts: Iterable[str]) -> set[str]:
    """The stems of the English words that the table has for a title in another European language."""
    words = tuple(texts)
    return {meaning for word in words if (meaning := _meaning(word))} if is_european(words) else set()


@lru_cache(maxsize=65536)
def _meaning(word: str) -> str | None:
    return next((_MEANINGS[word[:size]] for size in range(len(word), 2, -1) if word[:size] in _MEANINGS), None)
