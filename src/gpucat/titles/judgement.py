"""Judges what each difference between the catalogue's title and a page's title means. Pure.

Every left-over part is judged by its kind; the caller takes the gravest judgement.
"""

import re
from collections.abc import Iterable
from typing import Final, Literal, NamedTuple

from gpucat.catalog.numbers import NUMBER_WORDS
from gpucat.language import Bilingual
from gpucat.titles.contradictions import Contradiction, find_contradictions
from gpucat.titles.languages import is_european, is_of_the_field
from gpucat.titles.parts import WORKS, Known, Title
from gpucat.titles.relation import Leftover, Relation, Side
from gpucat.titles.tables import GENRE_WORDS
from gpucat.titles.words import FILLER_STEMS, PART, Word, stem

TitleVerdict = Literal["match", "decorated", "changed", "mismatch"]
TITLE_VERDICTS: Final[tuple[TitleVerdict, ...]] = ("match", "decorated", "changed", "mismatch")


class TitleMatch(NamedTuple):
    """A verdict: `match` and `decorated` mean the article, `changed` that a person should look, `mismatch` another page."""

    verdict: TitleVerdict
    reason: Bilingual


SPECIFIC: Final = 2.0
"""Weight of shared words that two authors hardly share by chance: two telling words."""
_SAFE_VOUCHED: Final = 1.5
"""The same, where the page's author, site or host is the article's."""
_SAFE_UNSIGNED: Final = 4.0
"""The same, where no name on the page confirms the article; it is higher because many titles share a subject."""
_ANYBODYS: Final = 2.5
"""Below this weight even an identical title is common to many authors (`Radix Sort`), so a name has to confirm it."""
_MOSTLY: Final = 0.75
_TWO_FIFTHS: Final = 0.4
_IN_PLACE_OF_AN_ARTICLE: Final = frozenset({"list", "reference", "product", "error"})
_NUMBERED_EDITION: Final = re.compile(r"\b(?:edition|ed|version|ver|rev)\b", re.IGNORECASE)
_GENRE_STEMS: Final = frozenset(stem(word) for word in GENRE_WORDS)

TOPICS: Final = ("topic", "unknown")

SAME: Final = TitleMatch("match", Bilingual("the same title", "标题相同"))


def is_signed(relation: Relation) -> bool:
    """Says whether the page carries the name of the article's site or author, in its title or elsewhere."""
    return relation.is_vouched or any(part.kind == "name" for part in relation.other.left)


def is_safe(relation: Relation, extra: float = 0.0) -> bool:
    """Says whether the shared words, and a name if there is one, leave little room for another work."""
    if relation.is_vouched:
        return relation.shared_weight >= _SAFE_VOUCHED + extra
    needed = SPECIFIC if is_signed(relation) or not relation.has_names else _SAFE_UNSIGNED
    return relation.shared_weight >= needed + extra


def judge_page_part(part: Leftover, relation: Relation, known: Known) -> TitleMatch:
    """Judges a part that only the page's title has."""
    shown = part.shown
    match part.kind:
        case "nothing" | "name" | "date":
            return SAME
        case "edition" if any(_is_number(word) for word in part.words) and _NUMBERED_EDITION.search(shown):
            return TitleMatch("changed", Bilingual(f"another edition: “{shown}”", f"另一版本：“{shown}”"))
        case "site" if known.has_person and not is_signed(relation) and not is_safe(relation):
            said = Bilingual(f"a common title, on another site: “{shown}”", f"标题常见，站点不同：“{shown}”")
            return TitleMatch("changed", said)
        case "site" | "edition":
            said = Bilingual(
                f"“{shown}” added, a mark of the site or of this copy", f"多出“{shown}”，属于站点或版本标记"
            )
            return TitleMatch("decorated", said)
        case "person":
            said = Bilingual(f"signed “{shown}”", f"署名为“{shown}”")
            return TitleMatch("changed" if known.has_person or not is_safe(relation) else "decorated", said)
        case "part":
            return _judge_added_number(part, relation)
        case kind if kind in WORKS:
            return _judge_other_work(part, relation, shown)
        case "series" if part.is_whole and not part.segment.is_first and _is_later_part(part):
            said = Bilingual(f"a later part: “{shown}”", f"是系列的后续：“{shown}”")
            return TitleMatch("mismatch" if relation.one.left else "changed", said)
        case "series" if part.is_whole:
            said = Bilingual(f"the series “{shown}” is named too", f"还写出了系列“{shown}”")
            return TitleMatch("decorated" if is_safe(relation) else "changed", said)
        case "foreign" | "translation":
            enough = is_safe(relation) and not relation.one.left
            said = Bilingual(f"“{shown}” added in another language", f"多出另一种语言的“{shown}”")
            return TitleMatch("decorated" if enough else "changed", said)
    return _judge_added(part, relation, shown) if part.is_whole else _judge_inline(part, relation)


def _judge_added(part: Leftover, relation: Relation, shown: str) -> TitleMatch:
    """Judges an added part that is neither a name nor a mark: a subtitle, a bracket, an unknown site."""
    # A bracket often narrows the subject: `(Java, C++)`; without a name, so may anything that is not set off as a site.
    is_subtitle = not is_signed(relation) and (part.segment.lead == ":" or not relation.has_names)
    narrows = part.segment.lead == "(" or (is_subtitle and not _is_genre(part))
    verdict: TitleVerdict = "decorated" if is_safe(relation, 1.0 if narrows else 0.0) else "changed"
    return TitleMatch(verdict, Bilingual(f"“{shown}” added", f"多出“{shown}”"))


def _is_number(word: Word) -> bool:
    return word.has_digit or word.text in NUMBER_WORDS


def _is_later_part(part: Leftover) -> bool:
    return any(word.is_part_number and word.text != PART + "1" for word in part.words)


def _judge_added_number(part: Leftover, relation: Relation) -> TitleMatch:
    number = part.words[0].text
    if number in {word.text for word in relation.one.shared}:
        return SAME
    leads = part.segment.is_first and part.segment.words[0] == part.words[0]
    if leads or number == PART + "1":
        return TitleMatch(
            "decorated" if is_safe(relation) else "changed", Bilingual("numbered on its site", "在站点上带编号")
        )
    shown = number.replace(PART, "#")
    named = [word for word in part.segment.words if word.weight and word not in part.words]
    if named and set(named) < set(relation.other.shared) and part.segment.lead == "(":
        return TitleMatch(
            "changed",
            Bilingual(f"its series is numbered: #{shown.strip('#')}", f"系列带编号：第 {shown.strip('#')} 篇"),
        )
    return TitleMatch("mismatch", Bilingual(f"part {shown} of a series", f"是系列的第 {shown} 篇"))


def _judge_other_work(part: Leftover, relation: Relation, shown: str) -> TitleMatch:
    label = WORK_LABELS[part.kind]
    said = Bilingual(f"“{shown}” marks it as {label.en}", f"“{shown}”表明这是{label.zh}")
    is_aside = part.is_whole and part.segment.lead in (":", "(") and not part.segment.is_first
    # Course notes numbered as in the list may be the ones that the list means.
    is_own = part.kind == "notes" and is_signed(relation) and any(word.is_part_number for word in relation.one.shared)
    is_sure = part.kind in _IN_PLACE_OF_AN_ARTICLE or (part.kind in ("notes", "reply") and not part.is_whole)
    return TitleMatch("mismatch" if is_sure and not is_aside and not is_own else "changed", said)


WORK_LABELS: Final[dict[str, Bilingual]] = {
    "notes": Bilingual("notes or a summary", "笔记或摘要"),
    "reply": Bilingual("a reply or a sequel", "回应或续篇"),
    "video": Bilingual("a video or a talk", "视频或讲座"),
    "slides": Bilingual("slides", "幻灯片"),
    "code": Bilingual("code", "代码"),
    "discussion": Bilingual("a discussion", "讨论页"),
    "paper": Bilingual("a paper", "论文"),
    "list": Bilingual("a list or a search", "列表或搜索页"),
    "reference": Bilingual("a reference work or a forum", "百科、文档或论坛"),
    "product": Bilingual("a product or a course", "产品或课程"),
    "error": Bilingual("an error page or a wall", "错误页或登录页"),
}


def judge_catalogue_part(part: Leftover, relation: Relation, page: Title) -> TitleMatch:
    """Judges a part that only the catalogue's title has."""
    shown = part.shown
    dropped = Bilingual(f"“{shown}” is missing", f"缺少“{shown}”")
    if part.kind in ("nothing", "name", "date", "edition"):
        return SAME
    if part.kind in ("notes", "reply") and not part.is_whole and not _may_be_translated(relation):
        said = Bilingual(
            f"the page is the work that the article discusses: “{shown}” is missing",
            f"页面是文章所讨论的原作：缺少“{shown}”",
        )
        return TitleMatch("mismatch", said)
    if (
        page.is_cut
        and len([word for word in relation.one.shared if word.weight]) >= 3
        and _is_behind(part, relation.one)
    ):
        return TitleMatch("decorated", Bilingual("the page's title is cut short", "页面标题被截断"))
    if part.kind == "part":
        return TitleMatch("changed", dropped)
    if part.is_whole:
        return TitleMatch("decorated" if is_safe(relation) else "changed", dropped)
    return _judge_inline(part, relation)


def _is_behind(part: Leftover, side: Side) -> bool:
    """Says whether the part ends the title: after its first word comes no word that both titles have."""
    words = [word for word in side.words if word.stem not in FILLER_STEMS]
    return words.index(part.words[0]) >= len(side.shared)


def _judge_inline(part: Leftover, relation: Relation) -> TitleMatch:
    """Judges words added or dropped inside a part that both titles have."""
    words = " ".join(word.text for word in part.words)
    # A shared part number is as good as a name.
    is_numbered = any(word.has_digit for word in part.words)
    if (
        part.has_part_number
        and not is_numbered
        and relation.shared_weight > SPECIFIC
        and _is_one_series(part, relation)
    ):
        said = Bilingual(f"the series has another name: “{words}”", f"系列名称不同：“{words}”")
        return TitleMatch("decorated", said)
    if is_safe(relation) and _is_genre(part):
        return TitleMatch("decorated", Bilingual(f"“{words}” added or left out", f"增减了“{words}”"))
    likeness = 2 * relation.shared_weight / (relation.one.weight + _bare_weight(relation.other))
    is_contained = relation.shared_weight >= SPECIFIC and not all(
        _inline(side) for side in (relation.one, relation.other)
    )
    is_contained = is_contained and relation.shared_weight >= 0.6 * min(relation.one.weight, relation.other.weight)
    said = Bilingual(f"“{words}” differs", f"“{words}”不同")
    is_near = is_contained or likeness >= _MOSTLY or _may_be_translated(relation)
    return TitleMatch("changed" if is_near else "mismatch", said)


def _may_be_translated(relation: Relation) -> bool:
    """Says whether the page may have the title in another language.

    It then shares a good part of the title, and the rest are words that no table knows or that are not terms.
    """
    words = [word for part in relation.other.left if part.kind not in ("name", "site") for word in part.words]
    is_open = any(word.is_foreign and not is_of_the_field(word) for word in words) or is_european(relation.other.words)
    return is_open and relation.shared_weight >= max(_SAFE_VOUCHED, _TWO_FIFTHS * relation.one.weight)


def _is_genre(part: Leftover) -> bool:
    return all(word.stem in _GENRE_STEMS for word in part.words)


def _inline(side: Side) -> list[Leftover]:
    return [part for part in side.left if not part.is_whole]


def _bare_weight(side: Side) -> float:
    """Returns the weight of a title without the parts that only it has."""
    return side.weight - sum(part.weight for part in side.left if part.is_whole)


def _is_one_series(part: Leftover, relation: Relation) -> bool:
    """Says whether a numbered part lost its series' name, or has a similar one (`CUDA MODE`, `GPU MODE`)."""
    renamed = [_inline(side) for side in (relation.one, relation.other)]
    if sum(map(len, renamed)) == 1:
        return True
    named = any(word.weight and not word.is_part_number for word in part.segment.words if word not in part.words)
    return named and all(len(parts) <= 1 and all(left.has_part_number for left in parts) for parts in renamed)


def judge_contradictions(relation: Relation) -> Iterable[TitleMatch]:
    """Judges contradictions between the titles: they mean another page, except that a new year only needs a look."""
    for found in find_contradictions(relation):
        if found.kind in _TOLD:
            yield TitleMatch("changed" if found.kind == "year" else "mismatch", _told(found))


_TOLD: Final = ("part", "order", "rival", "year", "number")
"""Kinds that concern the whole titles; the others are judged part by part."""


def _told(found: Contradiction) -> Bilingual:
    if found.kind == "order":
        return Bilingual("the same words in the opposite order", "词序颠倒，意思相反")
    if found.kind == "part":
        before, after = (
            " ".join(sorted({text.replace(PART, "#") for text in told})) for told in (found.one, found.other)
        )
        return Bilingual(f"part {after}, not {before}", f"是第 {after} 篇，不是第 {before} 篇")
    return _replaced(found.one, found.other)


def _replaced(before: Iterable[str], after: Iterable[str]) -> Bilingual:
    before, after = tuple(before), tuple(after)
    return Bilingual(
        f"{', '.join(after)} instead of {', '.join(before)}", f"{'、'.join(before)} 变成了 {'、'.join(after)}"
    )


def doubts(relation: Relation) -> Iterable[TitleMatch]:
    """Finds differences that are harmless alone but not together."""
    if relation.abbreviations:
        verdict: TitleVerdict = "decorated" if is_safe(relation) else "changed"
        yield TitleMatch(verdict, Bilingual("an abbreviation instead of its words", "用了缩写"))
    if not is_signed(relation):
        yield from _doubts_of_unsigned(relation)
    if relation.translations:
        yield TitleMatch("changed", Bilingual("the title is in another language", "标题是另一种语言"))
    if replaced := _replaced_word(relation):
        yield TitleMatch("mismatch", _replaced(*replaced))
    dropped, put = (_whole_topics(side) for side in (relation.one, relation.other))
    if dropped and put:
        yield TitleMatch("changed", _replaced([dropped[0].shown], [put[0].shown]))


def _doubts_of_unsigned(relation: Relation) -> Iterable[TitleMatch]:
    """Finds doubts that a name on the page would settle."""
    spelt = [sorted(word.text for word in side.shared) for side in (relation.one, relation.other)]
    if relation.has_names and relation.shared_weight < _ANYBODYS:
        yield TitleMatch(
            "changed", Bilingual("a common title without an author or site name", "标题常见，又没有作者或站点名")
        )
    elif relation.shared_weight < SPECIFIC and spelt[0] != spelt[1]:
        yield TitleMatch("changed", Bilingual("a common title, worded differently", "标题常见，且写法不同"))
    if relation.only_one_asks:
        yield TitleMatch("changed", Bilingual("only one of the titles is a question", "只有一个标题是疑问句"))
    ends = [part for part in relation.other.left if part.is_whole and part.kind in ("site", *TOPICS)]
    ends = [part for part in ends if part.segment.lead != ":"]
    added = [part for part in relation.other.left if (part in ends and part.kind != "site") or part.kind == "part"]
    shortened = any(part.kind in (*TOPICS, "series") for part in relation.one.left)
    if ends and (shortened or len(added) > 1):
        shown = ends[0].shown
        yield TitleMatch("changed", Bilingual(f"more than “{shown}” was added", f"不只是多出“{shown}”"))


def _replaced_word(relation: Relation) -> tuple[list[str], list[str]] | None:
    """Returns a telling word and the one in its place, if the titles differ in nothing else but whole parts."""
    (one, before), (other, after) = (_only_word(side) for side in relation.sides)
    if one is None or other is None or relation.translations or not {*before}.intersection(after):
        return None
    return [one.text], [other.text]


def _only_word(side: Side) -> tuple[Word | None, set[str]]:
    """Returns the telling word that only this title has inside its parts, and the words beside it."""
    words = [word for part in _inline(side) if not part.has_part_number for word in part.words]
    if len(words) != 1 or not words[0].weight or words[0].stem in _GENRE_STEMS or words[0].has_digit:
        return None, set()
    place = side.words.index(words[0])
    return words[0], {f"{at}{word.stem}" for at, word in zip("<>", _beside(side.words, place), strict=True) if word}


def _beside(words: tuple[Word, ...], place: int) -> tuple[Word | None, Word | None]:
    return words[place - 1] if place else None, words[place + 1] if place + 1 < len(words) else None


def _whole_topics(side: Side) -> list[Leftover]:
    return [part for part in side.left if part.is_whole and part.kind in TOPICS]
