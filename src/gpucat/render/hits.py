"""The parts of which an answer of search is made up, in colour and without: columns, and why each hit was found."""

from collections.abc import Sequence
from typing import Final

from gpucat.language import Bilingual
from gpucat.render.articles import ARTICLE_COLUMNS, column_of
from gpucat.render.columns import Column
from gpucat.services.search import Hit, Reason

KINDS: Final = {
    "literal": Bilingual("as typed", "原词"),
    "pairs": Bilingual("as typed", "原词"),
    "same": Bilingual("same meaning", "同义"),
    "near": Bilingual("related", "相近"),
    "initials": Bilingual("initials of", "首字母"),
    "part": Bilingual("part of it", "部分"),
    "fact": Bilingual("fact", "属性"),
}
_FORMS_SHOWN: Final = 2


def hit_columns() -> tuple[Column[Hit], ...]:
    """The columns of an article, for a hit."""
    return tuple(column_of(column, lambda hit: hit.article) for column in ARTICLE_COLUMNS)


def reason_text(reasons: Sequence[Reason]) -> Bilingual:
    """Why, on one line: `swizzle 1.52: swizzle (as typed) in title, keywords`."""
    return Bilingual(*("; ".join(_one_reason(reason, half) for reason in reasons) for half in (0, 1)))


def _one_reason(reason: Reason, half: int) -> str:
    """The most telling forms: a word of a longer term is named only where nothing else was found."""
    telling = [found for found in reason.found if found[1] != "part"] or list(reason.found)
    found = ", ".join(
        f"{form} ({KINDS[kind][half]}) {('in', '见于')[half]} {'/'.join(columns)}"
        for form, kind, columns in telling[:_FORMS_SHOWN]
    )
    more = len(telling) - _FORMS_SHOWN
    return f"{reason.asked} {reason.score:.2f}: {found}{f' (+{more})' if more > 0 else ''}"
