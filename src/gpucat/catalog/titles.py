"""Whether a page's title is still the title of the catalogued article.

No similarity score tells a decorated title from another article of the same blog; the reasons do. Every left-over part of
either title is judged by what it is, and the gravest judgement is the answer. Pure.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from gpucat.catalog.people import is_organisation, names_in, relate_names
from gpucat.catalog.title_parts import WORKS, Known, Title, known_names, parse_title
from gpucat.catalog.title_relation import Leftover, Relation, Side, relate_titles
from gpucat.catalog.title_words import FILLER_STEMS, Word
from gpucat.language import Bilingual

TitleVerdict = Literal["match", "decorated", "changed", "mismatch"]
TITLE_VERDICTS: Final[tuple[TitleVerdict, ...]] = ("match", "decorated", "changed", "mismatch")


class TitleMatch(NamedTuple):
    """`match` and `decorated` are the article; `changed` asks a person to look once; `mismatch` is another page."""

    verdict: TitleVerdict
    reason: Bilingual


_SPECIFIC: Final = 2.0
"""Weight of shared words from which a title is unlikely to be two authors' title by chance (two telling words)."""
_TELLING: Final = 1.5
_MOSTLY: Final = 0.75
_IN_PLACE_OF_AN_ARTICLE: Final = frozenset({"list", "reference", "product", "error"})
_PAGE_TYPES: Final = ("video", "product", "profile", "book", "music")

_NUMBERED_EDITION: Final = re.compile(r"\b(?:edition|ed|version|ver|rev)\b", re.IGNORECASE)

_SAME: Final = TitleMatch("match", Bilingual("the same title", "标题相同"))


def compare_titles(
    catalogue: str,
    page: str,
    names: Iterable[str] = (),
    siblings: Iterable[str] = (),
    *,
    author: str | None = None,
    og_type: str | None = None,
) -> TitleMatch:
    """Judges a page's title against the catalogue's.

    `names` are the article's source and authors (and whatever else the page's site may call itself), `siblings` the other
    titles of the catalogue. `author` and `og_type` are what the page says of itself.
    """
    known = known_names(tuple(names))
    ours, theirs = parse_title(catalogue), parse_title(page)
    relation = relate_titles(ours, theirs, known)
    if not relation.shared_weight:
        return TitleMatch("mismatch", Bilingual(f"no word in common with “{page}”", f"与“{page}”没有共同的词"))
    findings = [
        _SAME,
        *_contradictions(relation),
        *(_judge_page_part(part, relation, known, theirs) for part in relation.other.left),
        *(_judge_catalogue_part(part, relation, theirs) for part in relation.one.left),
        *_siblings_claim(ours, theirs, relation, known, tuple(siblings)),
        *_page_says(tuple(names), author, og_type),
    ]
    return max(findings, key=lambda finding: TITLE_VERDICTS.index(finding.verdict))


def _contradictions(relation: Relation) -> Iterable[TitleMatch]:
    """Numbers that differ make two parts of a series, or two machines, of what otherwise reads alike."""
    parts = [_left_parts(side) for side in (relation.one, relation.other)]
    if all(parts):
        shown = [" ".join(sorted(word.text.replace("№", "#") for word in found)) for found in parts]
        yield TitleMatch(
            "mismatch", Bilingual(f"part {shown[1]}, not {shown[0]}", f"是第 {shown[1]} 篇，不是第 {shown[0]} 篇")
        )
    numbers = [[word.text for word in _numbers(side)] for side in (relation.one, relation.other)]
    if all(numbers) and _digits(numbers[0]) != _digits(numbers[1]):
        years = all(len(text) == 4 and text[:2] in ("19", "20") for found in numbers for text in found)
        said = Bilingual(
            f"{', '.join(numbers[1])} in the place of {', '.join(numbers[0])}",
            f"{'、'.join(numbers[0])} 变成了 {'、'.join(numbers[1])}",
        )
        yield TitleMatch("changed" if years else "mismatch", said)


def _left_parts(side: Side) -> set[Word]:
    shared = {word.text for word in side.shared if word.is_part_number}
    return {word for word in side.left_words if word.is_part_number and word.text not in shared}


def _numbers(side: Side) -> list[Word]:
    told = [part for part in side.left if part.kind not in ("name", "site", "date", "edition")]
    return [word for part in told for word in part.words if word.has_digit]


def _digits(texts: list[str]) -> list[str]:
    """The bare numbers: `17m` and `17 minutes` tell the same."""
    return sorted(re.sub(r"\D+", " ", text).strip() for text in texts)


def _judge_page_part(part: Leftover, relation: Relation, known: Known, page: Title) -> TitleMatch:
    """What it means that the page's title has this part and the catalogue's has not."""
    shown = _shown(part)
    specific = relation.shared_weight >= _SPECIFIC
    match part.kind:
        case "nothing" | "name" | "date":
            return _SAME
        case "edition" if any(word.has_digit for word in part.words) and _NUMBERED_EDITION.search(shown):
            return TitleMatch("changed", Bilingual(f"another edition: “{shown}”", f"另一版本：“{shown}”"))
        case "site" | "edition":
            return TitleMatch(
                "decorated",
                Bilingual(f"“{shown}” added, a mark of the site or of this copy", f"多出“{shown}”，属于站点或版本标记"),
            )
        case "person":
            verdict: TitleVerdict = "changed" if known.has_person else "decorated"
            return TitleMatch(verdict, Bilingual(f"signed “{shown}”", f"署名为“{shown}”"))
        case "part":
            return _judge_added_number(part, relation)
        case kind if kind in WORKS:
            return _judge_other_work(part, shown)
        case "series" if part.is_whole:
            return TitleMatch(
                "decorated", Bilingual(f"the series “{shown}” is named as well", f"另外写出系列“{shown}”")
            )
        case "foreign":
            accepted = relation.shared_weight >= (_TELLING if part.is_whole else _SPECIFIC) and not relation.one.left
            return TitleMatch(
                "decorated" if accepted else "changed",
                Bilingual(f"“{shown}” added in another language", f"多出另一种语言的“{shown}”"),
            )
    if part.is_whole:
        # A bracket often narrows the subject: `(Java, C++)`.
        if part.segment.lead == "(":
            specific = relation.shared_weight >= _SPECIFIC + 1
        plain_end = part.kind == "unknown" and part.segment.lead in ("|", "-") and len(part.words) <= 4
        added = Bilingual(f"“{shown}” added", f"多出“{shown}”")
        return TitleMatch(
            "decorated" if specific or (plain_end and relation.shared_weight >= _TELLING) else "changed", added
        )
    return _judge_inline(part, relation, relation.other)


def _judge_added_number(part: Leftover, relation: Relation) -> TitleMatch:
    number = part.words[0].text
    if number in {word.text for word in relation.one.shared}:
        return _SAME
    leads = part.segment.is_first and part.segment.words[0] == part.words[0]
    if leads or number == "№1":
        return TitleMatch("decorated", Bilingual("numbered on its site", "在站点上带编号"))
    shown = number.replace("№", "#")
    return TitleMatch("mismatch", Bilingual(f"part {shown} of a series", f"是系列的第 {shown} 篇"))


def _judge_other_work(part: Leftover, shown: str) -> TitleMatch:
    label = _WORK_LABELS[part.kind]
    said = Bilingual(f"“{shown}” says that it is {label.en}", f"“{shown}”表明这是{label.zh}")
    apart = part.is_whole and part.segment.lead in (":", "(") and not part.segment.is_first
    sure = part.kind in _IN_PLACE_OF_AN_ARTICLE or (part.kind in ("notes", "reply") and not part.is_whole)
    return TitleMatch("mismatch" if sure and not apart else "changed", said)


_WORK_LABELS: Final[dict[str, Bilingual]] = {
    "notes": Bilingual("notes or a summary", "笔记或摘要"),
    "reply": Bilingual("a reply or a sequel", "回应或续篇"),
    "video": Bilingual("a video or a talk", "视频或讲座"),
    "slides": Bilingual("slides", "幻灯片"),
    "code": Bilingual("code", "代码"),
    "discussion": Bilingual("a discussion of it", "讨论页"),
    "paper": Bilingual("a paper", "论文"),
    "list": Bilingual("a list or a search", "列表或搜索页"),
    "reference": Bilingual("a reference work or a forum", "百科、文档或论坛"),
    "product": Bilingual("a product or a course", "产品或课程"),
    "error": Bilingual("an error page or a wall", "错误页或登录页"),
}


def _judge_inline(part: Leftover, relation: Relation, side: Side) -> TitleMatch:
    """Words added or dropped inside a part that both titles have."""
    words = " ".join(word.text for word in part.words)
    said = Bilingual(f"“{words}” differs", f"“{words}”不同")
    if part.has_part_number and relation.shared_weight >= _SPECIFIC and _rest_is_whole(part, side):
        return TitleMatch(
            "decorated", Bilingual(f"the series is named otherwise: “{words}”", f"系列名称不同：“{words}”")
        )
    smaller = min(relation.one.weight, relation.other.weight)
    likeness = 2 * relation.shared_weight / (relation.one.weight + _bare_weight(relation.other))
    swapped = any(not left.is_whole for left in relation.one.left) and any(
        not left.is_whole for left in relation.other.left
    )
    if swapped:
        return TitleMatch("changed" if likeness >= _MOSTLY else "mismatch", said)
    contained = relation.shared_weight >= _SPECIFIC and relation.shared_weight >= 0.6 * smaller
    return TitleMatch("changed" if contained or likeness >= _MOSTLY else "mismatch", said)


def _bare_weight(side: Side) -> float:
    """The weight of a title without what is no part of its subject."""
    return side.weight - sum(part.weight for part in side.left if part.is_whole)


def _rest_is_whole(part: Leftover, side: Side) -> bool:
    return all(other is part or other.is_whole for other in side.left)


def _judge_catalogue_part(part: Leftover, relation: Relation, page: Title) -> TitleMatch:
    """What it means that the catalogue's title has this part and the page's has not."""
    shown = _shown(part)
    dropped = Bilingual(f"“{shown}” is missing", f"缺少“{shown}”")
    if part.kind in ("nothing", "name", "date", "edition"):
        return _SAME
    if part.kind in ("notes", "reply") and not part.is_whole:
        return TitleMatch(
            "mismatch",
            Bilingual(
                f"the work that the article is about: “{shown}” is missing", f"是文章所谈论的原作：缺少“{shown}”"
            ),
        )
    if (
        page.is_cut
        and len([word for word in relation.one.shared if word.weight]) >= 3
        and _is_behind(part, relation.one)
    ):
        return TitleMatch("decorated", Bilingual("the page's title is cut short", "页面标题被截断"))
    if part.kind == "part":
        return TitleMatch("changed", dropped)
    if part.is_whole:
        return TitleMatch("decorated" if relation.shared_weight >= _SPECIFIC else "changed", dropped)
    return _judge_inline(part, relation, relation.one)


def _is_behind(part: Leftover, side: Side) -> bool:
    """Whether the part ends the title: no word that both titles have comes after its first word."""
    words = [word for word in side.words if word.stem not in FILLER_STEMS]
    first = words.index(part.words[0])
    return first >= len(side.shared)


def _siblings_claim(
    ours: Title, theirs: Title, relation: Relation, known: Known, siblings: tuple[str, ...]
) -> Iterable[TitleMatch]:
    """Another article of the catalogue that the page's title fits better, or as well once the title was shortened."""
    page = {word.stem: word.weight or 0.0 for word in theirs.words if word.stem not in known.stems}
    own = {word.stem for word in ours.words}
    fit = _fit(_fingerprint_of(ours), page)
    kept = {word.stem for word in relation.one.shared if word.weight}
    shortened = any(part.kind not in ("nothing", "name", "edition", "date") for part in relation.one.left)
    is_head = kept == _head(ours)
    for sibling in siblings:
        stems = _fingerprint(sibling)
        if not kept & stems.keys():
            continue
        if stems.keys() & page.keys() - own and (theirs_fit := _fit(stems, page)) > fit + 0.02:
            whole = all(stem in page for stem in stems)
            yield TitleMatch(
                "mismatch" if whole or theirs_fit >= fit + 0.2 else "changed",
                Bilingual(f"fits “{sibling}” better", f"更像“{sibling}”"),
            )
        elif (
            shortened
            and kept <= stems.keys()
            and stems.keys() != own
            and not (is_head and kept != _head(parse_title(sibling)))
        ):
            yield TitleMatch("changed", Bilingual(f"could as well be “{sibling}”", f"也可能是“{sibling}”"))


def _head(title: Title) -> set[str]:
    return {word.stem for word in title.segments[0].words if word.weight} if title.segments else set()


def _fit(stems: dict[str, float], page: dict[str, float]) -> float:
    shared = sum(weight for stem, weight in stems.items() if stem in page)
    return 2 * shared / ((sum(stems.values()) + sum(page.values())) or 1.0)


@lru_cache(maxsize=4096)
def _fingerprint(title: str) -> dict[str, float]:
    return _fingerprint_of(parse_title(title))


def _fingerprint_of(title: Title) -> dict[str, float]:
    return {word.stem: word.weight for word in title.words if word.stem not in FILLER_STEMS}


def _page_says(names: tuple[str, ...], author: str | None, og_type: str | None) -> Iterable[TitleMatch]:
    if og_type and og_type.lower().startswith(_PAGE_TYPES):
        yield TitleMatch("changed", Bilingual(f"the page calls itself a {og_type}", f"页面自称是 {og_type}"))
    people = [name for name in names_in(names) if not is_organisation(name)]
    signed = [name for name in names_in([author or ""]) if not is_organisation(name)]
    if people and signed and all(relate_names(one, other) == "different" for one in people for other in signed):
        yield TitleMatch("mismatch", Bilingual(f"the page is by {author}", f"页面作者是 {author}"))


def _shown(part: Leftover) -> str:
    return part.segment.shown if part.is_whole else " ".join(word.text for word in part.words)
