"""Tells which articles have the same text, or the same code in another language, as far as texts or sketches are kept.

That is evidence for a person beside that of titles and addresses; without texts there is none, and nothing else changes.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from gpucat.duplicates.verdict import VERDICTS, DuplicateJudgement, Verdict
from gpucat.errors import StoreError
from gpucat.language import Bilingual
from gpucat.paths import texts_path
from gpucat.store.connection import Reader, path_of
from gpucat.store.duplicates import Numbers

if TYPE_CHECKING:
    from gpucat.texts.copies import Alike
    from gpucat.texts.extraction import ArticleText

NEW: Final = 0
"""The number of an article that is not in the list yet."""
_WHOLE: Final = 0.9
_BASES: Final[dict[Verdict, float]] = {"likely": 0.8, "maybe": 0.5}
_ROOM: Final = 0.19


def judge_texts(
    connection: Reader, new: "ArticleText | None" = None, among: Collection[int] | None = None
) -> dict[Numbers, DuplicateJudgement]:
    """Returns what the kept texts and sketches say of pairs of articles, by their numbers, the lower one first.

    `new` is the text of an article that is not listed yet: then only its pairs are judged. `among` are the articles to
    compare, if not all.
    """
    database = path_of(connection)
    if not texts_path(database).exists():
        return {}
    from gpucat.store.text_file import attach_texts
    from gpucat.store.texts import markdown_by_article, sketches_by_article
    from gpucat.texts.copies import marks_of, same_code, same_texts
    from gpucat.texts.sketch import sketch_of

    try:
        if not attach_texts(connection, database):
            return {}
        sketches = {number: kept.hashes for number, kept in sketches_by_article(connection, among).items()}
        marks = {number: marks_of(*kept) for number, kept in markdown_by_article(connection, among)}
    except StoreError:
        return {}
    if new:
        sketches = {NEW: sketch_of(new.markdown)} | sketches
        marks = {NEW: marks_of(new.language, new.markdown)} | marks
    found = dict(_judged(list(sketches), same_texts(list(sketches.values())), _same_text))
    found |= _judged(
        list(marks), same_code(list(marks.values())), _same_code
    )  # long code makes translations alike, too
    return {pair: judgement for pair, judgement in found.items() if new is None or NEW in pair}


def joined(one: DuplicateJudgement | None, other: DuplicateJudgement | None) -> DuplicateJudgement | None:
    """Returns a judgement by all that speaks for the pair: the stronger verdict, with the reasons of both."""
    if one is None or other is None:
        return one or other
    strongest = min(one, other, key=lambda each: (VERDICTS.index(each.verdict), -each.score))
    return strongest._replace(reasons=(*one.reasons, *other.reasons))


def _judged(
    numbers: Sequence[int], pairs: "Iterable[Alike]", judge: Callable[[float], DuplicateJudgement]
) -> Iterator[tuple[Numbers, DuplicateJudgement]]:
    for one, other, share in pairs:
        yield (min(numbers[one], numbers[other]), max(numbers[one], numbers[other])), judge(share)


def _same_text(share: float) -> DuplicateJudgement:
    said = Bilingual(f"same text ({share:.0%} of the shorter one)", f"正文相同（占较短一篇的 {share:.0%}）")
    return _judgement("likely" if share >= _WHOLE else "maybe", share, said)


def _same_code(share: float) -> DuplicateJudgement:
    said = Bilingual(
        f"same code and numbers in another language ({share:.0%} alike)",
        f"语言不同，代码和数字相同（相似度 {share:.0%}）",
    )
    return _judgement("maybe", share, said)


def _judgement(verdict: Verdict, share: float, said: Bilingual) -> DuplicateJudgement:
    return DuplicateJudgement(verdict, round(_BASES[verdict] + _ROOM * share, 3), (said,))
