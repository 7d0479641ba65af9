"""Joins the scores of articles' rows and of their texts' best sections. Pure.

The row decides what an article is about and whether it is a full match; its best section adds up to SHARE of the best row's
score. A text makes a full match only of words that no row has, and of a passage that was quoted.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from typing import Final

from gpucat.search.groups import WordGroup
from gpucat.search.ranking import Ranked

TEXT_COLUMN: Final = "text"
SECTION_COLUMNS: Final = ((TEXT_COLUMN, 1.0),)
"""The one column of a section, its headings and its text together, and what it weighs."""
SHARE: Final = 0.3
"""How much the best section found adds, as a share of the best row's score. Between 0.2 and 0.5 judged queries are
answered about equally well."""
QUOTED: Final = 5
"""A section that has so many things and more, all that were asked for, is what was quoted: a full match whatever the row says.
From 4 on judged queries are answered as well; with 3 or 2 many sections have all of them by chance, and do worse."""


def joined(
    rows: Sequence[Ranked],
    sections: Mapping[int, Ranked],
    with_text: Collection[int],
    groups: Sequence[WordGroup],
    unlisted: Sequence[bool],
) -> list[Ranked]:
    """Returns the hits with their texts counted; `sections` are the best ones by article.

    `with_text` are the articles that have a text, found or not; `unlisted` says of each group that no row has it.
    """
    best_row = max((row.score for row in rows), default=0.0)
    best_section = max((sections[row.number].score for row in rows if row.number in sections), default=0.0)
    scale = SHARE * (best_row or best_section) / best_section if best_section else 0.0
    counted = {
        row.number: _with_section(row, section, scale, groups, unlisted)
        if (section := sections.get(row.number))
        else row
        for row in rows
    }
    result: list[Ranked] = []
    for is_full in (True, False):
        tier = [row for row in rows if counted[row.number].is_full is is_full]
        measured = [row for row in tier if row.number in with_text]
        scores = sorted((row.score for row in measured), reverse=True)
        totals = sorted((counted[row.number].score for row in measured), reverse=True)
        steps = list(zip(scores, totals, strict=True))
        result += (
            counted[row.number] if row.number in with_text else row._replace(score=_imputed(row.score, steps))
            for row in tier
        )
    return result


def _with_section(
    row: Ranked, section: Ranked, scale: float, groups: Sequence[WordGroup], unlisted: Sequence[bool]
) -> Ranked:
    has_all = all(
        group.is_soft or mine.is_full or (is_unlisted and its.is_full)
        for group, mine, its, is_unlisted in zip(groups, row.hits, section.hits, unlisted, strict=True)
    )
    asked = sum(not group.is_soft for group in groups)
    is_full = row.is_full or (has_all and asked > 0) or (section.is_full and asked >= QUOTED)
    added = scale * section.score
    return row._replace(score=row.score + added, is_full=is_full, from_text=added)


def _imputed(score: float, steps: Sequence[tuple[float, float]]) -> float:
    """Returns the score of an article without a text: what articles with one and with such a row have come to.

    `steps` are the scores of their rows and their totals, each sorted on its own, downwards. So texts change the order of
    the articles that have them, and no article is pushed down for having none.
    """
    if not steps:
        return score
    if score >= steps[0][0]:
        return score + steps[0][1] - steps[0][0]
    for (above, most), (below, least) in pairwise(steps):
        if score >= below:
            return least + (most - least) * (score - below) / (above - below)
    return score * steps[-1][1] / steps[-1][0]
