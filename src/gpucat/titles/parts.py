"""Takes a title apart and classifies each part. Pure.

A part is a site's name, a byline, a date, a part number, a mark of this copy, another kind of work (a video, a
discussion, an encyclopaedia), or a piece of the subject.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, Literal, NamedTuple, cast

from gpucat.resources import data_rows
from gpucat.titles.languages import is_european, is_mainly_foreign, is_of_the_field, meanings
from gpucat.titles.names import folded_name, handles_of, is_organisation, is_person
from gpucat.titles.tables import (
    EDITION_MARKS,
    EDITION_WORDS,
    FIELD_WORDS,
    GLUED_SITES,
    INLINE_EDITION_WORDS,
    MONTHS,
    SITE_MARKS,
    SITE_WORDS,
    TRANSLATION_MARKS,
    UPDATE_WORDS,
)
from gpucat.titles.words import FILLER_STEMS, PART, Word, clean, mark_parts, stem, words_of

Kind = Literal[
    "nothing", "name", "site", "date", "edition", "translation", "part", "series", "person", "foreign", "topic", "unknown",
    "notes", "reply", "video", "slides", "code", "paper", "discussion", "list", "reference", "product", "error",
]  # fmt: skip
WORKS: Final = frozenset(
    {"notes", "reply", "video", "slides", "code", "paper", "discussion", "list", "reference", "product", "error"}
)
"""Kinds that mean a work other than the article: about it, next to it, or in its place."""


def _patterns() -> dict[Kind, re.Pattern[str]]:
    """Compiles the phrases for each kind of work; Latin phrases match only whole words."""
    bare: dict[str, list[str]] = {}
    words: dict[str, list[str]] = {}
    for kind, _, phrase in data_rows("work_phrases.tsv"):
        is_bare = phrase[0] == "^" or phrase[-1] == "$" or phrase[0] >= "\u0370"
        (bare if is_bare else words).setdefault(kind, []).append(phrase)
    return {
        cast("Kind", kind): re.compile("|".join((rf"\b(?:{'|'.join(found)})\b", *bare.get(kind, ()))))
        for kind, found in words.items()
    }


_WORK_PATTERNS: Final = _patterns()


@lru_cache(maxsize=16384)
def work_named(text: str) -> Kind | None:
    """Returns the other kind of work that a text names, if any."""
    plain = text.lower()
    return next((kind for kind, pattern in _WORK_PATTERNS.items() if pattern.search(plain)), None)


COPY_STEMS: Final = frozenset(stem(word) for word in EDITION_WORDS | MONTHS)
_INLINE_STEMS: Final = frozenset(map(stem, INLINE_EDITION_WORDS | MONTHS))
_UPDATE_STEMS: Final = frozenset(map(stem, UPDATE_WORDS))
# Marks that describe the whole text, whatever else their part contains.
_SAYS_COPY: Final = re.compile(
    r"\b(?:2nd|3rd|second|third|new|revised|updated|latest) (?:ed|edition|version|revision)\b|^(?:with )?(?:\d{4} )?corrections$|^errata fixed$"
    r"|\b(?:reposted|reprinted|republished|cross ?posted|syndicated|mirrored) (?:from|on|in|with|by|at|for)\b|\bfull (?:post|article)\b"
)


def says_copy(residue: str) -> bool:
    """Says whether a whole part, in lower case, marks a later edition or a repost."""
    return bool(_SAYS_COPY.search(residue))


def is_about_the_copy(words: list[Word]) -> bool:
    """Says whether all are words of copies and dates; a small number counts only next to one (`5 min read`)."""
    if words[0].stem in _UPDATE_STEMS:
        return True
    plain = [word for word in words if word.stem not in COPY_STEMS]
    years = [word for word in plain if re.fullmatch(r"(?:19|20)\d\d|(?:19|20)\d{6}", word.text)]
    small = [word for word in plain if re.fullmatch(r"\d{1,2}(?:st|nd|rd|th)?", word.text)]
    return len(plain) == len(years) + len(small) and (not small or len(plain) < len(words) or bool(years))


def stands_inline(words: list[Word]) -> bool:
    """Says whether the words describe the copy even inside a title, where `new` or `best` belong to the subject."""
    return all(word.stem in _INLINE_STEMS or word.has_digit for word in words)


Lead = Literal["", "|", "-", ":", "("]


class Segment(NamedTuple):
    """A piece of a title between two separators; `lead` is the separator before it, `(` for any bracket."""

    shown: str
    lead: Lead
    words: tuple[Word, ...]
    is_first: bool


class Title(NamedTuple):
    """A title taken apart; `is_cut` if it ends with an ellipsis."""

    segments: tuple[Segment, ...]
    is_cut: bool
    words: tuple[Word, ...]


_BRACKET: Final = re.compile(r"[(\[{【《〈〔]([^()\[\]{}【】《》〈〉〔〕]*)[)\]}】》〉〕]")
_SEPARATOR: Final = re.compile(
    r"\s*(?P<bar>\|+|[·•«»›▸►⋅∙]|::)\s*|\s*(?P<dash>—+|~)\s*|\s(?P<dash2>[-–]{1,3}|/|\\\\|-+>)\s+|\s*(?P<colon>:)(?:\s+|(?=[\u2e80-\u9fff])|$)"
    r"|(?<=[\u2e80-\u9fff])(?P<colon2>:)|(?<=[^\W\d_]{3}[!?])\s+(?P<stop>)(?=\S)|(?<=[^\W\d_]{3}[.])\s+(?P<stop2>)(?=[A-Z\u2e80-\u9fff])|(?<=[。！？])(?P<stop3>)(?=.)"
    r"|[\s,]+(?P<dash3>)(?=by (?:[A-Z][\w.'-]*(?<!ing)(?:\s+|$)){2,3}(?:$|[|·(—-]))|,\s+(?P<dash4>)(?=(?:\w+ )?(?:[Ee]dition|[Rr]evision)\s*$)"
)
_GLUED_SITE: Final = re.compile(
    rf"_(?=.*-CSDN博客$)|[-_](?=[^-_|]*(?:的\w{{0,4}}博客|的专栏))|\s*[-_](?=(?:{'|'.join(GLUED_SITES)}))",
    re.IGNORECASE,
)
_CUT: Final = re.compile(r"\s*(?:\.{3,}|…)\s*$")
_CUT_INSIDE: Final = re.compile(r"(?:\.{3,}|…)(?=\s*(?:[|·•»—–-]|$))")
_HASHTAGS: Final = re.compile(r"(?:(?<=\s)|^)#[^\W\d_]\w*(?=\s|$)")


@lru_cache(maxsize=8192)
def parse_title(text: str) -> Title:
    """Returns the parts of a title in order; a bracket is always a part of its own."""
    text = mark_parts(_GLUED_SITE.sub(" | ", _HASHTAGS.sub(" ", clean(text))))
    is_cut = bool(_CUT_INSIDE.search(text))
    text = _CUT.sub("", text) if is_cut else text
    brackets = [(found, words) for found in _BRACKET.finditer(text) if (words := words_of(found.group(1)))]
    outside = _BRACKET.sub(" ", text)
    pieces = _pieces(outside)
    if not pieces:
        pieces, brackets = _pieces(" | ".join(found.group(1) for found, _ in brackets)), []
    inside = [
        _segment(found.group(1), words, "(", is_first=not text[: found.start()].strip()) for found, words in brackets
    ]
    before = [segment for segment in inside if segment.is_first]
    segments = (*before, *pieces, *(segment for segment in inside if not segment.is_first))
    return Title(segments, is_cut, tuple(word for segment in segments for word in segment.words))


def _pieces(text: str) -> list[Segment]:
    pieces: list[Segment] = []
    begin, lead = 0, ""
    for found in (*_SEPARATOR.finditer(text), None):
        shown = text[begin : found.start() if found else len(text)].strip(" ,;-_:|'")
        if words := words_of(shown):
            pieces.append(_segment(shown, words, _LEADS[lead[:4]], is_first=not pieces))
        if found:
            begin, lead = found.end(), found.lastgroup or ""
    return pieces


_LEADS: Final[dict[str, Lead]] = {"": "", "bar": "|", "dash": "-", "colo": ":", "stop": ":"}


def _segment(shown: str, words: tuple[Word, ...], lead: Lead, *, is_first: bool) -> Segment:
    # A small number that is a whole part counts as a part number: `Fused Softmax - 2`.
    if len(words) == 1 and re.fullmatch(r"\d{1,2}", words[0].text):
        words = (Word(PART + words[0].text, PART + words[0].text),)
    return Segment(shown.replace(PART, "#"), lead, words, is_first)


class Known(NamedTuple):
    """What belongs to an article apart from its title: words of the names of its site and authors."""

    stems: frozenset[str]
    squeezed: frozenset[str]
    has_person: bool

    def union(self, other: "Known") -> "Known":
        return Known(self.stems | other.stems, self.squeezed | other.squeezed, self.has_person or other.has_person)


def known_names(names: Iterable[str]) -> Known:
    """Reads the words in the names of a site and of its authors."""
    return _known_names(tuple(names))


@lru_cache(maxsize=16384)
def _known_names(names: tuple[str, ...]) -> Known:
    stems: set[str] = set()
    squeezed: set[str] = set()
    has_person = False
    for name in names:
        plain = folded_name(name)
        words = words_of(clean(name))
        stems.update(word.stem for word in words)
        squeezed.add("".join(word.text for word in words))
        if plain and not is_organisation(plain):
            squeezed |= handles_of(plain)
            has_person = True
    return Known(frozenset(stems - FILLER_STEMS), frozenset(squeezed), has_person)


_BYLINE: Final = re.compile(
    r"^(?:(?:written|posted|published|presented|authored) )?(?:by|von|par|por|作者|author|文)\b\s*[:/]?\s*(?P<who>.+)$|^@(?P<handle>[\w.]+)$|^(?P<poster>.+?) on (?:x|twitter|linkedin|medium|mastodon|threads|bluesky)$",
    re.IGNORECASE,
)
_POSSESSIVE: Final = re.compile(r"^(?P<who>[^\W\d_].*?)(?:'s|s'|的)\s*(?P<rest>.*)$", re.IGNORECASE)
_DOMAIN: Final = re.compile(r"(?!.*\.(?:pdf|pptx?|docx?|ipynb)$)@?(?:[\w-]+\.)+[a-z]{2,10}(?:/\w*)?", re.IGNORECASE)
_REPOSITORY: Final = re.compile(r"[\w.-]+/[\w.-]+")
_HOST_OF_OTHER_WORKS: Final = re.compile(
    r"youtube|youtu\.be|vimeo|wikipedia|github\.com|gitlab\.com|stackoverflow|reddit|ycombinator|lobste\.rs|amazon|slideshare|arxiv|^docs?\.|^forums?\.",
    re.IGNORECASE,
)
_NOTES_ON: Final = re.compile(r"notes?|笔记|筆記|メモ", re.IGNORECASE)
_SQUEEZE: Final = re.compile(r"[\W_]")
_FIELD_WORD_STEMS: Final = frozenset(map(stem, FIELD_WORDS))
_SITE_STEMS: Final = frozenset(stem(word) for word in SITE_WORDS)
_TOPIC_STEMS: Final = frozenset(stem(word) for word in FIELD_WORDS - SITE_WORDS)


def is_translation_mark(text: str) -> bool:
    """Says whether a text in lower case marks a translation."""
    return any(mark in text for mark in TRANSLATION_MARKS) or bool(_TRANSLATED.search(text))


# `Query translation` is a subject; `translation of`, `translated from` and `(translation)` are about the text.
_TRANSLATED: Final = re.compile(
    r"\btranslated (?:from|by|into|version)|\btranslation (?:of|from|by|:)|^translat(?:ed|ion)$|[(\[][^)\]]*\btranslat(?:ed|ion)\b"
    r"|\b(?:english|chinese|german|french|japanese|korean|spanish) (?:translation|version)\b"
)


def content(words: Iterable[Word]) -> list[Word]:
    """Returns the words that carry meaning."""
    return [word for word in words if word.stem not in FILLER_STEMS]


def kind_of(segment: Segment, words: tuple[Word, ...], residue: str, known: Known, others_are_foreign: bool) -> Kind:
    """Classifies a left-over part of a title.

    `words` are its unmatched words, and `residue` is its text with `~` in place of what the other title has too. The
    segment's `shown` is empty if only some of its words are left over.
    """
    told, shown = content(words), segment.shown
    if not told:
        return "nothing"
    if _is_known(told, known, is_end=bool(shown)):
        return "name"
    if _DOMAIN.fullmatch(shown) and not _HOST_OF_OTHER_WORKS.search(shown):
        return "name" if _names_the_site(segment, told, known) else "site"
    if segment.is_first and segment.lead != "(" and _NOTES_ON.fullmatch(shown):
        return "notes"
    if is_translation_mark(residue):
        return "translation"
    if owner := _owner_in(shown):
        return _kind_of_person(owner, known)
    if _REPOSITORY.fullmatch(shown) and segment.lead in ("|", "-"):
        return "code"
    if shown and says_copy(residue):
        return "edition"
    if mark := work_named(residue):
        return mark
    if _names_the_site(segment, told, known):
        return "name"
    if (is_about_the_copy(told) and (shown or stands_inline(told))) or _has_mark(residue, EDITION_MARKS):
        return "date" if all(word.text[0].isdigit() for word in told) else "edition"
    if any(word.is_part_number for word in told):
        return "part" if all(word.is_part_number for word in told) else "series"
    if person := _person_in(shown):
        return _kind_of_person(person, known)
    if shown and (told[-1].stem in _SITE_STEMS or _has_mark(residue, SITE_MARKS)):
        return "site"
    if shown and sum(word.stem in _SITE_STEMS for word in told) * 2 > len(told):
        return "site"
    if is_mainly_foreign(told) != others_are_foreign:
        return "foreign"
    return "topic" if any(word.stem in _TOPIC_STEMS or word.has_digit for word in told) else "unknown"


def _kind_of_person(person: str, known: Known) -> Kind:
    return "name" if _is_known(content(words_of(clean(person))), known) else "person"


def _is_known(words: list[Word], known: Known, *, is_end: bool = True) -> bool:
    """Says whether all words are of known names; a separate end may also have a site's usual words."""
    stems = [word.stem for word in words]
    if "".join(word.text for word in words) in known.squeezed:
        return True
    if len(words) == 1 and not is_end:
        return False
    if known.stems.issuperset(stems):
        return True
    has_telling = any(name in known.stems and name not in _SITE_STEMS for name in stems)
    return has_telling and all(
        name in known.stems or (is_end and name in _SITE_STEMS) or name in COPY_STEMS or name[0].isdigit()
        for name in stems
    )


def _names_the_site(segment: Segment, words: list[Word], known: Known) -> bool:
    """Says whether a separate end has a telling word of a known name: `Mao on GPUs`, `leimao.github.io`."""
    if not segment.shown or segment.lead not in ("|", "-"):
        return False
    plain = _SQUEEZE.sub("", segment.shown.lower())
    return any(
        word.stem in known.stems and word.weight == 1.0 and word.stem not in _SITE_STEMS for word in words
    ) or any(len(name) > 4 and name in plain for name in known.squeezed)


def _has_mark(residue: str, marks: tuple[str, ...]) -> bool:
    return any(mark in residue for mark in marks)


def _person_in(shown: str) -> str | None:
    """Returns the person whom a part names as author or owner: `by Ann Lee`, `Ann Lee`, `Ann Lee Blog`."""
    if found := _BYLINE.match(shown):
        return next(name for name in found.groups() if name)
    if is_person(shown):
        return shown
    words = shown.split()
    return shown if len(words) > 2 and words[-1].lower() in SITE_WORDS and is_person(" ".join(words[:-1])) else None


def _owner_in(shown: str) -> str | None:
    """Returns the person whose site a part names: `Ann Lee's notebook`."""
    if not (found := _POSSESSIVE.match(shown)) or not found["who"][:1].isupper():
        return None
    owner, rest = found["who"], found["rest"].lower().split()
    is_owned = (is_person(owner) or len(owner.split()) == 1) and (not rest or rest[-1] in SITE_WORDS)
    return owner if is_owned else None


def is_foreign_title(words: Iterable[Word]) -> bool:
    """Says whether a title is mainly in a non-Latin script, or in another European language."""
    told = [word for word in words if not word.is_part_number]
    return is_mainly_foreign(told) or is_european(told)


@lru_cache(maxsize=65536)
def is_translated_title(text: str) -> bool:
    """Says whether a title may be a translation: it says so, or it is in another script."""
    return is_translation_mark(text.lower()) or is_foreign_title(parse_title(text).words)


@lru_cache(maxsize=65536)
def telling_stems(text: str) -> frozenset[str]:
    """Returns the words that set a title apart, or their meanings for a title in another European language."""
    words = parse_title(text).words
    meant = meanings(words) - _FIELD_WORD_STEMS
    telling = [word for word in words if word.weight == 1.0]
    # Translators choose ordinary words freely, so these count only if there is nothing else.
    surest = [word for word in telling if not word.is_term or is_of_the_field(word)]
    return frozenset(word.stem for word in surest or telling) | meant
