"""Judges by its text whether a page still shows what it showed before, as far as sketches of both tell. Pure.

The thresholds were measured on 177 edits of published articles, all of which keep at least 44% of the shorter text, and on
1,540 pairs of unrelated texts, all but two of which share less than 25%.
"""

from enum import StrEnum
from typing import Final, NamedTuple

from gpucat.language import Bilingual
from gpucat.links.best_title import TITLE_SHOWN, BestTitle, letters
from gpucat.texts.sketch import Overlap

DOUBTFUL: Final = frozenset({"changed", "mismatch"})
"""The verdicts on a title on which the text has a say."""
_SAME: Final = 0.97
_EDITED: Final = 0.60
_FOREIGN: Final = 0.25
_RETITLED: Final = 0.60
"""From which share of the shorter text on a page under another title is the same article."""
_FEWEST: Final = 32
"""With fewer shingles in the sample, an estimate says little: at a share of 44%, one in a hundred samples has under 25%."""


class TextChange(StrEnum):
    """What happened to a page's text since its sketch was taken. The values are printed."""

    UNCHANGED = "unchanged"
    EDITED = "edited"
    REWRITTEN = "rewritten"
    ANOTHER = "another-article"


class TextEvidence(NamedTuple):
    """What a page's text shares with the earlier one, and the title that the page had then."""

    overlap: Overlap
    earlier_title: str


def change_of(overlap: Overlap, *, is_under_another_title: bool) -> TextChange | None:
    """Says what happened to the text; None if there is too little of it to say."""
    if overlap.jaccard >= _SAME:
        return TextChange.UNCHANGED
    if overlap.sample < _FEWEST:
        return None
    if overlap.jaccard >= _EDITED:
        return TextChange.EDITED
    return TextChange.ANOTHER if is_under_another_title and overlap.containment < _FOREIGN else TextChange.REWRITTEN


def weigh_text(best: BestTitle, evidence: TextEvidence) -> BestTitle:
    """Returns a doubtful title with the verdict that the text supports: another article, or the same one retitled."""
    if best.verdict not in DOUBTFUL:
        return best
    overlap, title = evidence.overlap, best.fact.value[:TITLE_SHOWN]
    share = f"{overlap.containment:.0%}"
    if change_of(overlap, is_under_another_title=_is_retitled(evidence, best)) is TextChange.ANOTHER:
        said = Bilingual(
            f"another article: “{title}” shares {share} of its text with “{evidence.earlier_title}”, which was here before",
            f"另一篇文章：“{title}”与原来的“{evidence.earlier_title}”只有 {share} 的文字相同",
        )
        return best._replace(verdict="mismatch", reason=said)
    if best.verdict == "mismatch" and overlap.sample >= _FEWEST and overlap.containment >= _RETITLED:
        said = Bilingual(
            f"retitled “{title}”: {share} of the text is as before", f"已改名为“{title}”：{share} 的文字与先前相同"
        )
        return best._replace(verdict="changed", reason=said)
    return best


def _is_retitled(evidence: TextEvidence, best: BestTitle) -> bool:
    """Says whether the page's title is another one than before; names of the site around it do not count."""
    before, now = letters(evidence.earlier_title), letters(best.fact.value)
    return before not in now and now not in before
