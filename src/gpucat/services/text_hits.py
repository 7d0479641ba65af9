"""Finds what the kept texts have for a query: the best section of each article, and the passage that shows why."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from gpucat.language import Bilingual
from gpucat.search.groups import WEIGHTS, WordGroup
from gpucat.search.plan import Plan
from gpucat.search.ranking import Ranked, Ranker
from gpucat.search.text_scores import SECTION_COLUMNS, TEXT_COLUMN

if TYPE_CHECKING:
    from gpucat.store.text_search import FoundSection, TextSections

_MOST_SECTIONS: Final = 40
"""How many sections are ranked, the best by bm25: with more, judged queries are answered no better."""


class FoundInTexts(NamedTuple):
    """The best section of each article, and how it ranks.

    `answering` are articles of which one section has all that was asked for, so that their texts alone make them hits.
    `having` are, by the place of each required group, the articles whose text has it.
    """

    sections: Mapping[int, "FoundSection"]
    ranked: Mapping[int, Ranked]
    answering: frozenset[int]
    having: Mapping[int, Collection[int]]


NOTHING_IN_TEXTS: Final = FoundInTexts({}, {}, frozenset(), {})


def without_texts(groups: Sequence[WordGroup]) -> list[Bilingual]:
    """Explains that `text:` finds nothing without texts."""
    if not any(alternative.column == TEXT_COLUMN for group in groups for alternative in group.alternatives):
        return []
    return [
        Bilingual(
            "no text was searched; `gpucat texts fetch --all` gets those of the articles",
            "没有搜索任何正文；可用 `gpucat texts fetch --all` 抓取文章的正文",
        )
    ]


def find_in_texts(
    sections: "TextSections | None",
    plan: Plan,
    weights: Sequence[float],
    *,
    allowed: Collection[int] | None,
    is_counted: bool = False,
    besides: Callable[[int], bool] = lambda _: False,
) -> FoundInTexts:
    """Finds the best sections, of the articles `allowed` if given; `weights` are those of the plan's groups.

    With `is_counted`, all articles that a text answers are found; `besides` says of which a section is ranked in any case.
    """
    if sections is None:
        return NOTHING_IN_TEXTS
    whole = sections.whole(plan.groups, plan.excluded) if is_counted else {}
    more = [section for number, section in whole.items() if besides(number)]
    best: dict[int, FoundSection] = {}
    ranked: dict[int, Ranked] = {}
    ranker = Ranker(plan.groups, weights, SECTION_COLUMNS)
    found = sections.best(plan.groups, plan.excluded, allowed, _MOST_SECTIONS)
    for section in [*found, *sections.sections(more)]:
        hit = ranker.rank(section.document)
        if hit.score > 0 and (section.number not in ranked or hit.score > ranked[section.number].score):
            best[section.number], ranked[section.number] = section, hit
    answering = frozenset(whole) if is_counted else {number for number, hit in ranked.items() if hit.is_full}
    having = {
        place: sections.members(group.full_alternatives) for place, group in enumerate(plan.groups) if group.is_required
    }
    return FoundInTexts(best, ranked, frozenset(answering), having)


def passage_why(number: int, texts: FoundInTexts, sections: "TextSections", query: str) -> str:
    """Returns the passage that shows why the article's text was found."""
    from gpucat.texts.passages import Wanted, passage_of

    wanted = [
        Wanted(part.score, {found.alternative.tokens: WEIGHTS[found.alternative.kind] for found in part.found})
        for part in texts.ranked[number].hits
        if part.found
    ]
    return passage_of(sections.read(texts.sections[number]), wanted, query)
