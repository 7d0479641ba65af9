"""Proposes where a new article belongs: its module, level and keywords, and its place on the route. Pure."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from gpucat.catalog.article import Article
from gpucat.catalog.levels import LevelSpan
from gpucat.language import Bilingual

_MOST_KEYWORDS: Final = 5
_TIMES_IN_TEXT: Final = 2
_TEXT_READ: Final = 200_000
"""So many characters tell what an article is about; every keyword of the list is looked for in them."""
_NEAREST: Final = Bilingual("the nearest articles", "最相近的文章")
_SAME_SITE: Final = Bilingual("other articles of the site", "同站点的文章")
_IN_TEXT: Final = Bilingual("the list's keywords in the text", "正文中出现的清单关键词")


class Near(NamedTuple):
    """A catalogued article and how near it is."""

    article: Article
    score: float


class Proposed(NamedTuple):
    """A proposed value of a field, as an Article has it, and what it rests on."""

    field: str
    value: Any
    ground: Bilingual


def propose_place(near: Sequence[Near]) -> list[Proposed]:
    """The module that most of the nearest articles are in, each counted by its nearness, and the levels of those."""
    votes: dict[str, float] = defaultdict(float)
    for article, score in near:
        if article.module:
            votes[article.module] += score
    if not votes:
        return []
    module = max(votes, key=lambda slug: (votes[slug], slug))
    mates = [mate for mate in near if mate.article.module == module and mate.article.level]
    told = ", ".join(mate.article.id for mate in mates[:3])
    ground = Bilingual(f"{_NEAREST.en}: {told}", f"{_NEAREST.zh}：{told}")
    proposed = [Proposed("module", module, ground)]
    if level := _usual_level(mates):
        proposed.append(Proposed("level", level, ground))
    return proposed


def propose_from_site(mates: Sequence[Article]) -> list[Proposed]:
    """Source and source type as most articles of the same host have them; the author where the site is one person's."""
    proposed = []
    for field in ("source", "source_type"):
        values = Counter(value for article in mates if (value := getattr(article, field)))
        if values:
            proposed.append(Proposed(field, values.most_common(1)[0][0], _SAME_SITE))
    bylines = {article.authors for article in mates}
    if len(bylines) == 1 and all(article.source_type == "personal-blog" for article in mates):
        proposed.append(Proposed("authors", bylines.pop(), _SAME_SITE))
    return proposed


def propose_keywords(vocabulary: Iterable[str], title: str, text: str) -> list[Proposed]:
    """Keywords of the list that the title names, or that the beginning of the text names more than once; the title's first."""
    text = text[:_TEXT_READ]
    found = []
    for keyword in vocabulary:
        phrase = re.compile(rf"(?<!\w){re.escape(keyword)}s?(?!\w)", re.I)
        in_title, in_text = len(phrase.findall(title)), len(phrase.findall(text))
        if in_title or in_text >= _TIMES_IN_TEXT:
            found.append((not in_title, -len(keyword.split()), -in_text, keyword))
    words: list[str] = []
    for *_, keyword in sorted(found):
        folded = keyword.casefold()
        if not any(folded in word.casefold() or word.casefold() in folded for word in words):
            words.append(keyword)
    return [Proposed("keywords", tuple(words[:_MOST_KEYWORDS]), _IN_TEXT)] if words else []


def _usual_level(mates: Sequence[Near]) -> LevelSpan | None:
    total = sum(mate.score for mate in mates)
    spans = [(mate.article.level, mate.score) for mate in mates if mate.article.level]
    if not spans or not total:
        return None
    low, high = (round(sum(span[end] * score for span, score in spans) / total) for end in (0, 1))
    return LevelSpan(low, high)


class Placed(NamedTuple):
    """An article that has a place: its step, its position in it, and what decides about neighbours."""

    step_id: int
    position: int
    module: str | None
    level: LevelSpan | None


def choose_place(route: Sequence[Placed], module: str | None, level: LevelSpan | None) -> tuple[int, int] | None:
    """The step and position for an article of a module: after the last one of its module that is no harder.

    `route` is in reading order. Without such an article it comes before the first of its module; None where the module
    is not on the route.
    """
    mates = [place for place in route if place.module == module]
    if not mates:
        return None
    hardness = level.low if level else 2
    easier = [place for place in mates if (place.level.low if place.level else 2) <= hardness]
    return (easier[-1].step_id, easier[-1].position + 1) if easier else (mates[0].step_id, mates[0].position)
