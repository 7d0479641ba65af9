"""What terms mean: a sentence or two for each, and the questions that ask for it."""

from functools import cache

from gpucat.language import Bilingual
from gpucat.resources import data_rows


@cache
def _meanings() -> dict[str, Bilingual]:
    return {name: Bilingual(en, zh) for name, en, zh in data_rows("meanings.tsv")}


def meaning_of(concept: str) -> Bilingual | None:
    """Returns what the concept or term means, if gpucat knows it."""
    return _meanings().get(concept)
