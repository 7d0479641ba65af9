"""Writes the answer of a search: the hits, full matches before partial ones, and why each was found."""

from collections.abc import Sequence
from typing import Any, Final

from gpucat.catalog.fields import article_json, article_row
from gpucat.language import Bilingual
from gpucat.render.columns import Column, Listing
from gpucat.render.hits import DIVIDER, hit_columns, lines_below
from gpucat.render.listing import write_listing
from gpucat.render.terminal import Terminal
from gpucat.services.search import Hit, SearchReport

_MATCH: Final = {True: Bilingual("full", "完全"), False: Bilingual("partial", "部分")}


def write_search(terminal: Terminal, report: SearchReport, output_format: str, *, is_explained: bool) -> None:
    """Writes the hits in the format, and the notes beside them; above a table, what the term means that was asked for."""
    for note in report.notes:
        terminal.notice(note)
    if output_format == "table" and report.meanings:
        from gpucat.render.glossary import write_meanings

        write_meanings(terminal, report.meanings)
    write_listing(terminal, _listing(report.hits, output_format, is_explained=is_explained), output_format)
    terminal.notice(count_line(report))


def _listing(hits: Sequence[Hit], output_format: str, *, is_explained: bool) -> Listing:
    columns: list[Column[Hit]] = [*hit_columns()]
    if output_format == "markdown":  # in which nothing stands below a row
        columns.append(Column(Bilingual("match", "匹配"), lambda hit: _MATCH[hit.is_full]))
    full = sum(hit.is_full for hit in hits)
    last_full = hits[full - 1] if 0 < full < len(hits) else None

    def below(hit: Hit) -> list[Bilingual]:
        return [*lines_below(hit, is_explained=is_explained), *([DIVIDER] if hit is last_full else [])]

    return Listing(
        hits,
        columns,
        lambda hit: _record(hit, is_explained),
        ids=lambda hit: hit.article.id,
        urls=lambda hit: hit.article.url,
        row=lambda hit: {**article_row(hit.article), "score": str(hit.score), "match": _match(hit)},
        title=None if full or not hits else DIVIDER,
        below=below,
        is_folded=is_explained,
        marks=lambda hit: hit.tokens,
    )


def _match(hit: Hit) -> str:
    return "full" if hit.is_full else "partial"


def _record(hit: Hit, is_explained: bool) -> dict[str, Any]:
    record = {**article_json(hit.article), "score": hit.score, "match": _match(hit)}
    if hit.note:
        record["note"] = hit.note
    if hit.section is not None:
        record |= {"passage": hit.passage, "section": hit.section}
    if is_explained:
        record["because"] = [
            {
                "asked": reason.asked,
                "score": reason.score,
                "found": [
                    {"form": form, "kind": kind, "columns": list(columns)} for form, kind, columns in reason.found
                ],
            }
            for reason in hit.reasons
        ]
    return record


def count_line(report: SearchReport) -> Bilingual:
    """Counts the hits on one line."""
    shown = len(report.hits)
    if not report.total and report.left_out:
        return Bilingual("No full match.", "没有完全匹配的文章。")
    if not report.total:
        return Bilingual(
            "Nothing was found. Try other or fewer words, or see what the list speaks of: gpucat terms, keywords",
            "没有找到。可换个说法、减少词语，或查看清单里的词：gpucat terms、keywords",
        )
    if not report.is_counted:
        return Bilingual(f"the best {shown}", f"最相关的 {shown} 篇")
    kinds = Bilingual(
        f"{report.full} full, {report.total - report.full} partial",
        f"完全 {report.full}，部分 {report.total - report.full}",
    )
    return Bilingual(f"{shown} of {report.total} hits ({kinds.en})", f"{shown} / {report.total} 篇命中（{kinds.zh}）")
