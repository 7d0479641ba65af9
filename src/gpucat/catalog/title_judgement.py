"""What each difference between a catalogue's title and a page's title means. Every left-over part is judged by what it is;
the caller takes the gravest judgement. Pure."""

import re
from collections.abc import Iterable
from typing import Final, Literal, NamedTuple

from gpucat.catalog.title_parts import Known, Title
from gpucat.catalog.title_relation import Leftover, Relation, Side
from gpucat.catalog.title_tables import GENRE_WORDS, RIVALS
from gpucat.catalog.title_words import FILLER_STEMS, PART, Word, stem
from gpucat.catalog.title_works import WORKS
from gpucat.language import Bilingual

TitleVerdict = Literal["match", "decorated", "changed", "mismatch"]
TITLE_VERDICTS: Final[tuple[TitleVerdict, ...]] = ("match", "decorated", "changed", "mismatch")


class TitleMatch(NamedTuple):
    """`match` and `decorated` are the article; `changed` asks a person to look once; `mismatch` is another page."""

    verdict: TitleVerdict
    reason: Bilingual


SPECIFIC: Final = 2.0
"""Weight of shared words from which a title is hardly two authors' title by chance: two telling words."""
_SAFE_VOUCHED: Final = 1.5
"""The same where the page's author, site or host is the article's."""
_SAFE_UNSIGNED: Final = 4.0
"""The same where no name on the page speaks for the article: beneath it many authors share the words (`Radix Sort`)."""
_MOSTLY: Final = 0.75
_IN_PLACE_OF_AN_ARTICLE: Final = frozenset({"list", "reference", "product", "error"})
_YEAR: Final = re.compile(r"(?:19|20)\d\d")
_NUMBERED_EDITION: Final = re.compile(r"\b(?:edition|ed|version|ver|rev)\b", re.IGNORECASE)
_RIVAL_STEMS: Final = tuple(frozenset(map(stem, words)) for words in RIVALS)
_GENRE_STEMS: Final = frozenset(stem(word) for word in GENRE_WORDS)

SAME: Final = TitleMatch("match", Bilingual("the same title", "标题相同"))


def is_signed(relation: Relation) -> bool:
    """Whether the page carries the name of the article's site or author, in its title or elsewhere."""
    return relation.is_vouched or any(part.kind == "name" for part in relation.other.left)


def is_safe(relation: Relation, extra: float = 0.0) -> bool:
    """Whether the shared words, and a name if there is one, leave little room for another work."""
    if relation.is_vouched:
        return relation.shared_weight >= _SAFE_VOUCHED + extra
    needed = SPECIFIC if is_signed(relation) or not relation.has_names else _SAFE_UNSIGNED
    return relation.shared_weight >= needed + extra


def contradictions(relation: Relation) -> Iterable[TitleMatch]:
    """Numbers that differ make two parts of a series, or two machines, of what otherwise reads alike; so does a changed order."""
    parts = differing_parts(relation)
    if all(parts):
        shown = [" ".join(sorted({text.replace(PART, "#") for text in found})) for found in parts]
        said = Bilingual(f"part {shown[1]}, not {shown[0]}", f"是第 {shown[1]} 篇，不是第 {shown[0]} 篇")
        yield TitleMatch("mismatch", said)
    numbers = [left_numbers(side) for side in (relation.one, relation.other)]
    years = [left_years(side) for side in (relation.one, relation.other)]
    are_years = all(set(found) <= set(dated) for found, dated in zip(numbers, years, strict=True))
    if all(numbers) and not are_years and digits_of(numbers[0]) != digits_of(numbers[1]):
        yield TitleMatch("mismatch", _replaced(*numbers))
    if all(years):
        yield TitleMatch("changed", _replaced(*years))
    if rivals := left_rivals(relation):
        yield TitleMatch("mismatch", _replaced([rivals[0]], [rivals[1]]))
    if relation.is_turned_round:
        yield TitleMatch("mismatch", Bilingual("the same words the other way round", "词序颠倒，意思相反"))


def _replaced(before: list[str], after: list[str]) -> Bilingual:
    return Bilingual(
        f"{', '.join(after)} in the place of {', '.join(before)}", f"{'、'.join(before)} 变成了 {'、'.join(after)}"
    )


def doubts(relation: Relation) -> Iterable[TitleMatch]:
    """Differences that are harmless one by one and not together."""
    if relation.abbreviations:
        verdict: TitleVerdict = "decorated" if is_safe(relation) else "changed"
        yield TitleMatch(verdict, Bilingual("an abbreviation in the place of its words", "用了缩写"))
    spelt = [sorted(word.text for word in side.shared) for side in (relation.one, relation.other)]
    if relation.shared_weight < SPECIFIC and not is_signed(relation) and spelt[0] != spelt[1]:
        yield TitleMatch("changed", Bilingual("a common title in another form", "标题常见，且写法不同"))
    if relation.translations:
        yield TitleMatch("changed", Bilingual("the title in another language", "标题是另一种语言"))
    ends = [part for part in relation.other.left if part.is_whole and part.kind in ("site", "unknown", "topic")]
    ends = [part for part in ends if part.segment.lead != ":"]
    shortened = any(part.kind in ("topic", "unknown", "series") for part in relation.one.left)
    if ends and not is_signed(relation) and (shortened or len([end for end in ends if end.kind != "site"]) > 1):
        shown = _shown(ends[0])
        yield TitleMatch("changed", Bilingual(f"not only “{shown}” added", f"不只是多出“{shown}”"))


def differing_parts(relation: Relation) -> tuple[list[str], list[str]]:
    """The part numbers of each title that the other has not, or not as often: `(3) … part 1` beside `(3) … part 3`."""
    one, other = (
        [word.text for word in side.left_words if word.is_part_number] for side in (relation.one, relation.other)
    )
    return one, other


def left_parts(side: Side) -> set[Word]:
    """The part numbers that the other title has not."""
    shared = {word.text for word in side.shared if word.is_part_number}
    return {word for word in side.left_words if word.is_part_number and word.text not in shared}


def left_rivals(relation: Relation) -> tuple[str, str] | None:
    """Two words of one kind that cannot stand for each other, one in each title: `H100` has a rival in `A100`, `forward` in `backward`."""
    sides = [
        [word for part in side.left if part.kind not in ("name", "site") for word in part.words]
        for side in (relation.one, relation.other)
    ]
    for kind in _RIVAL_STEMS:
        found = [next((word.text for word in words if word.stem in kind), None) for words in sides]
        if found[0] and found[1]:
            return found[0], found[1]
    return None


def left_numbers(side: Side) -> list[str]:
    """The words with digits that tell machines, versions and sizes apart, and that the other title has not."""
    told = [part for part in side.left if part.kind not in ("name", "site", "date", "edition")]
    return [word.text for part in told for word in part.words if word.has_digit]


def left_years(side: Side) -> list[str]:
    """The years that one title has and the other has not."""
    return sorted({word.text for word in side.left_words if _YEAR.fullmatch(word.text)})


def digits_of(texts: list[str]) -> list[str]:
    """The bare numbers: `17m` and `17 minutes` tell the same."""
    return sorted(re.sub(r"\D+", " ", text).strip() for text in texts)


def judge_page_part(part: Leftover, relation: Relation, known: Known) -> TitleMatch:
    """What it means that the page's title has this part and the catalogue's has not."""
    shown = _shown(part)
    match part.kind:
        case "nothing" | "name" | "date":
            return SAME
        case "edition" if any(word.has_digit for word in part.words) and _NUMBERED_EDITION.search(shown):
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
            return TitleMatch("changed" if known.has_person else "decorated", said)
        case "part":
            return _judge_added_number(part, relation)
        case kind if kind in WORKS:
            return _judge_other_work(part, shown)
        case "series" if part.is_whole:
            said = Bilingual(f"the series “{shown}” is named as well", f"另外写出系列“{shown}”")
            return TitleMatch("decorated" if is_safe(relation) else "changed", said)
        case "foreign" | "translation":
            enough = is_safe(relation) and not relation.one.left
            said = Bilingual(f"“{shown}” added in another language", f"多出另一种语言的“{shown}”")
            return TitleMatch("decorated" if enough else "changed", said)
    return _judge_added(part, relation, shown) if part.is_whole else _judge_inline(part, relation)


def _judge_added(part: Leftover, relation: Relation, shown: str) -> TitleMatch:
    """A part of its own that is neither a name nor a mark: a subtitle, a bracket, a site nobody has heard of."""
    # A bracket often narrows the subject: `(Java, C++)`.
    narrows = part.segment.lead == "("
    verdict: TitleVerdict = "decorated" if is_safe(relation, 1.0 if narrows else 0.0) else "changed"
    return TitleMatch(verdict, Bilingual(f"“{shown}” added", f"多出“{shown}”"))


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
    return TitleMatch("mismatch", Bilingual(f"part {shown} of a series", f"是系列的第 {shown} 篇"))


def _judge_other_work(part: Leftover, shown: str) -> TitleMatch:
    label = WORK_LABELS[part.kind]
    said = Bilingual(f"“{shown}” says that it is {label.en}", f"“{shown}”表明这是{label.zh}")
    is_aside = part.is_whole and part.segment.lead in (":", "(") and not part.segment.is_first
    is_sure = part.kind in _IN_PLACE_OF_AN_ARTICLE or (part.kind in ("notes", "reply") and not part.is_whole)
    return TitleMatch("mismatch" if is_sure and not is_aside else "changed", said)


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
    """What it means that the catalogue's title has this part and the page's has not."""
    shown = _shown(part)
    dropped = Bilingual(f"“{shown}” is missing", f"缺少“{shown}”")
    if part.kind in ("nothing", "name", "date", "edition"):
        return SAME
    if part.kind in ("notes", "reply") and not part.is_whole:
        said = Bilingual(
            f"the work that the article is about: “{shown}” is missing", f"是文章所谈论的原作：缺少“{shown}”"
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
    """Whether the part ends the title: no word that both titles have comes after its first word."""
    words = [word for word in side.words if word.stem not in FILLER_STEMS]
    return words.index(part.words[0]) >= len(side.shared)


def _judge_inline(part: Leftover, relation: Relation) -> TitleMatch:
    """Words added or dropped inside a part that both titles have."""
    words = " ".join(word.text for word in part.words)
    # A part number in common is evidence as good as a name.
    is_numbered = any(word.has_digit for word in part.words)
    if (
        part.has_part_number
        and not is_numbered
        and relation.shared_weight > SPECIFIC
        and _is_one_series(part, relation)
    ):
        said = Bilingual(f"the series is named otherwise: “{words}”", f"系列名称不同：“{words}”")
        return TitleMatch("decorated", said)
    if is_safe(relation) and all(word.stem in _GENRE_STEMS for word in part.words):
        return TitleMatch("decorated", Bilingual(f"“{words}” added or left out", f"增减了“{words}”"))
    likeness = 2 * relation.shared_weight / (relation.one.weight + _bare_weight(relation.other))
    is_contained = relation.shared_weight >= SPECIFIC and not all(
        _inline(side) for side in (relation.one, relation.other)
    )
    is_contained = is_contained and relation.shared_weight >= 0.6 * min(relation.one.weight, relation.other.weight)
    said = Bilingual(f"“{words}” differs", f"“{words}”不同")
    return TitleMatch("changed" if is_contained or likeness >= _MOSTLY else "mismatch", said)


def _inline(side: Side) -> list[Leftover]:
    return [part for part in side.left if not part.is_whole]


def _bare_weight(side: Side) -> float:
    """The weight of a title without what is no part of its subject."""
    return side.weight - sum(part.weight for part in side.left if part.is_whole)


def _is_one_series(part: Leftover, relation: Relation) -> bool:
    """Whether a numbered part lost its series' name, or has it in a form that shares a word (`CUDA MODE`, `GPU MODE`)."""
    renamed = [_inline(side) for side in (relation.one, relation.other)]
    if sum(map(len, renamed)) == 1:
        return True
    named = any(word.weight and not word.is_part_number for word in part.segment.words if word not in part.words)
    return named and all(len(parts) <= 1 and all(left.has_part_number for left in parts) for parts in renamed)


def _shown(part: Leftover) -> str:
    return part.segment.shown if part.is_whole else " ".join(word.text for word in part.words)
