"""What two titles say against each other as a whole: numbers, years and words that exclude one another, and differences that
are harmless one by one and not together. Pure."""

import re
from collections.abc import Iterable
from typing import Final

from gpucat.language import Bilingual
from gpucat.titles.judgement import SPECIFIC, TOPICS, TitleMatch, TitleVerdict, is_safe, is_signed
from gpucat.titles.relation import Leftover, Relation, Side
from gpucat.titles.tables import RIVALS
from gpucat.titles.words import PART, Word, stem

_YEAR: Final = re.compile(r"(?:19|20)\d\d")
_RIVAL_STEMS: Final = tuple(frozenset(map(stem, words)) for words in RIVALS)
_ANYBODYS: Final = 2.5
"""Beneath it even the very same title is many authors' title (`Radix Sort`), and a name has to speak for the article."""


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
    if not is_signed(relation):
        yield from _doubts_of_unsigned(relation)
    if relation.translations:
        yield TitleMatch("changed", Bilingual("the title in another language", "标题是另一种语言"))
    dropped, put = (_whole_topics(side) for side in (relation.one, relation.other))
    if dropped and put:
        yield TitleMatch("changed", _replaced([dropped[0].shown], [put[0].shown]))


def _doubts_of_unsigned(relation: Relation) -> Iterable[TitleMatch]:
    """What a name on the page would settle."""
    spelt = [sorted(word.text for word in side.shared) for side in (relation.one, relation.other)]
    if relation.has_names and relation.shared_weight < _ANYBODYS:
        yield TitleMatch("changed", Bilingual("a common title, and no name with it", "标题常见，又没有作者或站点名"))
    elif relation.shared_weight < SPECIFIC and spelt[0] != spelt[1]:
        yield TitleMatch("changed", Bilingual("a common title in another form", "标题常见，且写法不同"))
    if relation.only_one_asks:
        yield TitleMatch("changed", Bilingual("only one of the titles is a question", "只有一个标题是疑问句"))
    ends = [part for part in relation.other.left if part.is_whole and part.kind in ("site", *TOPICS)]
    ends = [part for part in ends if part.segment.lead != ":"]
    added = [part for part in relation.other.left if (part in ends and part.kind != "site") or part.kind == "part"]
    shortened = any(part.kind in (*TOPICS, "series") for part in relation.one.left)
    if ends and (shortened or len(added) > 1):
        shown = ends[0].shown
        yield TitleMatch("changed", Bilingual(f"not only “{shown}” added", f"不只是多出“{shown}”"))


def _whole_topics(side: Side) -> list[Leftover]:
    return [part for part in side.left if part.is_whole and part.kind in TOPICS]


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
