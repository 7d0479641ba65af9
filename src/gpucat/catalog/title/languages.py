"""Titles in other European languages: how they are told from English ones, and which of their words mean an English word.

The words of computing are the same Latin and Greek ones everywhere (`Matrixmultiplikation`, `optimisation`, `оптимизация`),
so a common beginning says most and a short table the rest. Pure.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from gpucat.catalog.title.words import Word, stem

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
wenn wird werden sich auch nach warum beim dem den nur oder aber durch unter zwischen
ce cette qui que quand comment pourquoi sans sous leur ses mais entre est
es su sus cuando porque sobre desde hacia muy
nao em na dos das quando seu sua mais ao
perche nella sono anche piu tra dalla
"""
_FUNCTION_WORDS: Final = frozenset(_SMALL.split())
# These stand in English titles now and then, and say something only beside words of the table.
_ARTICLES: Final = frozenset({"la", "le", "du", "de", "el", "der", "das", "il", "lo", "con", "per", "est", "sans"})
_ENGLISH: Final = frozenset({"the", "of", "to", "with", "for", "and", "in", "on", "how", "a", "an", "is", "your", "by"})
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
kosten=cost verborgen=hidden versteckt=hidden kostenlos=free warum=why langsam=slow einfach=simple schritt=step messung=measure
messen=measure startet=launch starten=launch passier=happen rechen=compute gebunden=bound genauigkeit=precision gleitkomma=float
zahl=number praxis=practice produktion=production erfahrung=experience vergleich=comparison vergess=forget umgebung=environment
ausfuhrung=execution zuweisung=allocation reihenfolge=order zeitmessung=timing engpass=bottleneck wahl=choosing richtig=right
falsch=wrong verzweigung=branch schleife=loop warteschleife=spin bild=image strahl=ray teilchen=particle stromung=fluid stabil=stable
cout=cost gratuit=free lent=slow simpl=simple etape=step mesur=measure lancer=launch lancement=launch nombre=number
pratiq=practice experience=experience comparaison=comparison choisir=choosing flottant=float precision=precision goulot=bottleneck
boucle=loop allocation=allocation tampon=buffer rayon=ray pourquoi=why verrou=lock barriere=barrier tri=sort somme=sum
coste=cost custo=cost ocult=hidden escondid=hidden nascost=hidden gratis=free lent=slow simple=simple paso=step passo=step
medir=measure medic=measure misurar=measure lanz=launch lancam=launch avvi=launch paginad=paged explica=explained
spiegat=explained gestor=handler peticion=request solicitud=request fundament=basics programac=programming programmazion=programming
matrice=matrix matric=matrix numer=number practic=practice pratic=practice experienc=experience comparac=comparison
eleg=choosing escolh=choosing flotante=float flutuante=float precis=precision cuello=bottleneck gargal=bottleneck bucle=loop
asignac=allocation alocac=allocation bloque=block blocos=block hilo=thread orden=sort ordena=sort suma=sum soma=sum
rendimient=performance velocidad=speed velocidade=speed rapide=fast sombreador=shader imagen=image imagem=image
устройств=inside измер=measure скрыт=hidden цен=cost стоимост=cost бесплатн=free медленн=slow прост=simple шаг=step запуск=launch
отлад=debugging гонк=race состояни=condition точност=precision числ=number плавающ=float практик=practice продакшен=production опыт=experience
сравнени=comparison выбор=choosing узк=bottleneck цикл=loop выделени=allocation буфер=buffer луч=ray барьер=barrier сумм=sum
кэш=cache кеш=cache регистр=register планировщик=scheduler варп=warp матриц=matrix разреженн=sparse конвейер=pipeline очеред=queue
профилир=profiling асинхронн=asynchronous компилятор=compiler инструкци=instruction задержк=latency пропускн=bandwidth
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
    known = sum(meaning_of(word) not in (None, stem(word)) for word in words)
    has_article = not _ARTICLES.isdisjoint(words)
    if cyrillic * 2 > len(words) or (small > 0 and small + known + has_article >= _SIGNS):
        return True
    is_mostly_known = known * 2 >= len(words) and _ENGLISH.isdisjoint(words)
    return known >= _SIGNS and (is_mostly_known or has_article)


def means(foreign: str, english: Word) -> bool:
    """Whether a word of another European language is an English word, by the table or by a common root."""
    if meaning_of(foreign) == english.stem:
        return True
    one, other = foreign.translate(_LATIN), english.text.translate(_LATIN)
    return min(len(one), len(other)) >= _ROOT and one[:_ROOT] == other[:_ROOT]


def meanings(texts: Iterable[str]) -> set[str]:
    """The stems of the English words that the table has for a title in another European language."""
    words = tuple(texts)
    return {meaning for word in words if (meaning := meaning_of(word))} if is_european(words) else set()


@lru_cache(maxsize=65536)
def meaning_of(word: str) -> str | None:
    return next((_MEANINGS[word[:size]] for size in range(len(word), 2, -1) if word[:size] in _MEANINGS), None)
