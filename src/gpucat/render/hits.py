"""Makes the parts of a search answer, in colour and without: columns, and why each hit was found."""

from collections.abc import Sequence
from typing import Final

from gpucat.catalog.fields import field_name
from gpucat.language import NOTHING, Bilingual, same
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


DIVIDER: Final = Bilingual("── partial matches", "── 部分匹配")


def lines_below(hit: Hit, *, is_explained: bool) -> list[Bilingual]:
    """Returns what stands below a hit: the reader's note if it was found by that, else what the article is about; the
    passage of its text, after the number of its section, which `read --section` takes; if asked, why it was found.
    """
    about = hit.article.summaries if any(hit.article.summaries) else hit.article.reasons
    if hit.note:
        about = Bilingual(f"note: {hit.note}", f"笔记：{hit.note}")
    lines = [about] if any(about) else []
    if hit.passage:
        lines.append(same(f"§{hit.section} {hit.passage}"))
    return [*lines, reason_text(hit.reasons)] if is_explained else lines


def hit_columns() -> tuple[Column[Hit], ...]:
    """Returns the columns of an article, for a hit."""
    return tuple(column_of(column, lambda hit: hit.article) for column in ARTICLE_COLUMNS)


def reason_text(reasons: Sequence[Reason]) -> Bilingual:
    """Says why on one line: `swizzle 1.52: swizzle (as typed) in title/keywords`."""
    told = [_one_reason(reason) for reason in reasons]
    return Bilingual("; ".join(reason.en for reason in told), "；".join(reason.zh for reason in told))


def _one_reason(reason: Reason) -> Bilingual:
    """Names the most telling forms; a word of a longer term only if nothing else was found."""
    telling = [found for found in reason.found if found[1] != "part"] or list(reason.found)
    told = [_place(form, KINDS[kind], columns) for form, kind, columns in telling[:_FORMS_SHOWN]]
    more = len(telling) - _FORMS_SHOWN
    rest = Bilingual(f" (+{more})", f"（另有 {more} 个）") if more > 0 else NOTHING
    score = f"{reason.asked} {reason.score:.2f}"
    return Bilingual(
        f"{score}: {', '.join(place.en for place in told)}{rest.en}",
        f"{score}：{'，'.join(place.zh for place in told)}{rest.zh}",
    )


def _place(form: str, kind: Bilingual, columns: Sequence[str]) -> Bilingual:
    names = "、".join(field_name(column).zh for column in columns)
    return Bilingual(f"{form} ({kind.en}) in {'/'.join(columns)}", f"{form}（{kind.zh}）见于{names}")
