"""What ties two articles together: concepts that one of them teaches and the other teaches or needs. Pure."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from gpucat.language import Bilingual

TIES: Final = {
    ("teaches", "teaches"): "both teach",
    ("needs", "teaches"): "prepares",
    ("teaches", "needs"): "builds on",
}
"""The kind of a tie by what this article and what the other one does with the concept."""
WEIGHTS: Final = {"both teach": 1.0, "prepares": 0.7, "builds on": 0.7}
_SAID: Final = {
    "both teach": Bilingual("also teaches {}", "也讲解 {}"),
    "prepares": Bilingual("teaches {}, which this one needs", "讲解本文所需的 {}"),
    "builds on": Bilingual("builds on {} from this one", "以本文的 {} 为基础"),
}
_MOST_SAID: Final = 3


class Tie(NamedTuple):
    """A concept that ties the article with that number to another one; `total` articles have it as this one has."""

    number: int
    kind: str
    concept: Bilingual
    total: int


def said_ties(ties: Iterable[Tie]) -> Iterator[Bilingual]:
    """Yields what the ties are in words, one sentence a kind, of the concepts that the fewest articles have."""
    by_kind: defaultdict[str, list[Bilingual]] = defaultdict(list)
    for tie in sorted(ties, key=lambda tie: (tie.total / WEIGHTS[tie.kind], tie.concept.en))[:_MOST_SAID]:
        by_kind[tie.kind].append(tie.concept)
    for kind, concepts in by_kind.items():
        en, zh = ", ".join(c.en for c in concepts), "、".join(c.zh for c in concepts)
        yield Bilingual(_SAID[kind].en.format(en), _SAID[kind].zh.format(zh))
