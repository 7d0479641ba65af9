"""Proposes where a new article belongs: its module and level, and its place on the route. Pure."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from gpucat.catalog.article import Article
from gpucat.catalog.levels import LevelSpan
from gpucat.language import Bilingual, listed

_NEAREST: Final = Bilingual("the most similar articles", "最相似的文章")
_SAME_SITE: Final = Bilingual("other articles on this site", "同站点的其他文章")


class Near(NamedTuple):
    """A listed article and how similar it is."""

    article: Article
    score: float


class Proposed(NamedTuple):
    """A proposed value of a field, as an Article holds it, and the reason for it."""

    field: str
    value: Any
    ground: Bilingual


class Placed(NamedTuple):
    """An article on the route: its step, its position in it, and what decides about neighbours."""

    step_id: int
    position: int
    module: str | None
    level: LevelSpan | None


def propose_place(near: Sequence[Near]) -> list[Proposed]:
    """Proposes the module of most of the similar articles, weighted by similarity, and the levels of those."""
    votes: dict[str, float] = defaultdict(float)
    for article, score in near:
        if article.module:
            votes[article.module] += score
    if not votes:
        return []
    module = max(votes, key=lambda slug: (votes[slug], slug))
    mates = [mate for mate in near if mate.article.module == module and mate.article.level]
    told = listed(mate.article.id for mate in mates[:3])
    ground = Bilingual(f"{_NEAREST.en}: {told.en}", f"{_NEAREST.zh}：{told.zh}")
    proposed = [Proposed("module", module, ground)]
    if level := _usual_level(mates):
        proposed.append(Proposed("level", level, ground))
    return proposed


def propose_from_site(mates: Sequence[Article]) -> list[Proposed]:
    """Proposes the usual source and source type of the host, and the author if the site is one person's."""
    proposed = []
    for field in ("source", "source_type"):
        values = Counter(value for article in mates if (value := getattr(article, field)))
        if values:
            proposed.append(Proposed(field, values.most_common(1)[0][0], _SAME_SITE))
    bylines = {article.authors for article in mates}
    if len(bylines) == 1 and all(article.source_type == "personal-blog" for article in mates):
        proposed.append(Proposed("authors", bylines.pop(), _SAME_SITE))
    return proposed


def choose_place(route: Sequence[Placed], module: str | None, level: LevelSpan | None) -> tuple[int, int] | None:
    """Returns the step and position for an article: after the last one of its module that is no harder.

    `route` is in reading order. Without such an article it comes before the first one of its module; None if the module
    is not on the route.
    """
    mates = [place for place in route if place.module == module]
    if not mates:
        return None
    hardness = level.low if level else 2
    easier = [place for place in mates if (place.level.low if place.level else 2) <= hardness]
    return (easier[-1].step_id, easier[-1].position + 1) if easier else (mates[0].step_id, mates[0].position)


def _usual_level(mates: Sequence[Near]) -> LevelSpan | None:
    total = sum(mate.score for mate in mates)
    spans = [(mate.article.level, mate.score) for mate in mates if mate.article.level]
    if not spans or not total:
        return None
    low, high = (round(sum(span[end] * score for span, score in spans) / total) for end in (0, 1))
    return LevelSpan(low, high)
