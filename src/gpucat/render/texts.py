"""Writes what is known of kept texts: how much there is of each, from when, and why others were not kept."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from gpucat.catalog.article import Article
from gpucat.language import NOTHING, Bilingual, same
from gpucat.render.articles import ID, TITLE, column_of
from gpucat.render.columns import Column, Listing
from gpucat.render.labelled import Line, write_labelled
from gpucat.render.listing import json_text
from gpucat.render.terminal import Terminal
from gpucat.render.text import counted, day_of
from gpucat.services.text_fetch import FetchReport
from gpucat.services.texts import Outcome, TextResult, TextRow
from gpucat.store.texts import TextFacts
from gpucat.texts.volume import Volume

_STYLES: Final = {Outcome.KEPT: "green", Outcome.UNCHANGED: "dim", Outcome.REFUSED: "yellow"}
_OUTCOMES: Final = {
    Outcome.KEPT: Bilingual("kept", "已保存"),
    Outcome.UNCHANGED: Bilingual("unchanged", "未变"),
    Outcome.REFUSED: Bilingual("refused", "未保存"),
}


def quality_of(volume: Volume) -> Bilingual:
    """Says how much was extracted: `2,310 words, 14 code blocks`."""
    en = [counted_in_thousands(volume.words, "word")] if volume.words or not volume.cjk else []
    en += [counted_in_thousands(volume.cjk, "character")] if volume.cjk else []
    zh = [f"{volume.cjk:,} 字"] if volume.cjk else []
    zh += [f"{volume.words:,} 个词"] if volume.words or not volume.cjk else []
    if volume.code_blocks:
        en.append(counted(volume.code_blocks, "code block"))
        zh.append(f"{volume.code_blocks} 个代码块")
    return Bilingual(", ".join(en), "，".join(zh))


def counted_in_thousands(number: int, noun: str) -> str:
    """Returns a number with its noun, with commas: `2,310 words`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _article_of(row: TextRow) -> Article:
    return row.article


_ROW_COLUMNS: Final[list[Column[TextRow]]] = [
    column_of(ID, _article_of),
    column_of(TITLE, _article_of),
    Column(
        Bilingual("text", "正文"),
        lambda row: quality_of(row.facts.volume) if row.facts else _reason(row),
        style=lambda row: "" if row.facts else "yellow",
    ),
    Column(
        Bilingual("from", "抓取于"),
        lambda row: day_of(row.facts.fetched_at if row.facts else row.refusal.refused_at if row.refusal else ""),
        style="dim",
        needs=60,
    ),
]


def text_listing(rows: Sequence[TextRow]) -> Listing:
    """Returns the texts as `texts list` shows them."""
    return Listing(rows, _ROW_COLUMNS, _row_record, ids=lambda row: row.article.id, urls=lambda row: row.article.url)


def _reason(row: TextRow) -> Bilingual:
    if row.refusal is None:
        return same("")
    return Bilingual(f"not kept: {row.refusal.reason.en}", f"未保存：{row.refusal.reason.zh}")


def _row_record(row: TextRow) -> dict[str, Any]:
    article = {"id": row.article.id, "number": row.article.number, "title": row.article.title}
    refused = {"refused": row.refusal.reason.en if row.refusal and not row.facts else None}
    return article | (facts_record(row.facts) if row.facts else {}) | refused


def facts_record(facts: TextFacts) -> dict[str, Any]:
    """Returns the JSON of a text's facts."""
    record = facts._asdict() | facts.volume._asdict()
    return {name: value for name, value in record.items() if name not in ("volume", "url_key")}


def write_facts(terminal: Terminal, article_id: str, facts: TextFacts, *, as_json: bool) -> None:
    """Writes the facts of one text."""
    if as_json:
        terminal.write([json_text({"id": article_id, **facts_record(facts)})])
        return
    lines: list[Line] = [
        (Bilingual("text", "正文"), quality_of(facts.volume)),
        (Bilingual("language", "语言"), facts.language),
        (Bilingual("from", "来源"), facts.url),
        (Bilingual("fetched", "抓取于"), day_of(facts.fetched_at)),
        (Bilingual("extractor", "提取器版本"), str(facts.extractor_version)),
    ]
    write_labelled(terminal, f"{article_id} {facts.title}", lines, facts.url)


_RESULT_COLUMNS: Final[list[Column[TextResult]]] = [
    Column(Bilingual("place", "位置"), lambda result: result.link.id or "", style="cyan"),
    Column(Bilingual("title", "标题"), lambda result: result.link.title, grows=True, spills=True),
    Column(
        Bilingual("outcome", "结果"),
        lambda result: _OUTCOMES[result.outcome],
        style=lambda result: _STYLES[result.outcome],
    ),
    Column(Bilingual("text", "正文"), lambda result: _told(result)),
]


def _told(result: TextResult) -> Bilingual:
    return quality_of(result.facts.volume) if result.facts else result.reason or same("")


def result_listing(results: Sequence[TextResult]) -> Listing:
    """Returns what became of each text."""
    return Listing(results, _RESULT_COLUMNS, _result_record, ids=lambda result: result.link.id or "")


def _result_record(result: TextResult) -> dict[str, Any]:
    return {
        "id": result.link.id, "number": result.link.number, "title": result.link.title, "url": result.link.url,
        "outcome": result.outcome.value, "reason": result.reason.en if result.reason else None,
        "words": result.facts.volume.words + result.facts.volume.cjk if result.facts else None,
        "code_blocks": result.facts.volume.code_blocks if result.facts else None,
    }  # fmt: skip


def summary_of(report: FetchReport) -> Bilingual:
    """Counts the outcomes on one line."""
    told = _counts(report.results)
    if report.is_interrupted:
        left = report.asked - len(report.results)
        told.append(
            Bilingual(
                f"{left} not asked (stopped; run it again to go on)", f"{left} 篇未抓取（已中断；再次运行可继续）"
            )
        )
    return Bilingual(", ".join(one.en for one in told), "，".join(one.zh for one in told))


def told_beside(results: Sequence[TextResult]) -> Bilingual:
    """Counts the outcomes of texts that were kept beside a check of links."""
    told = _counts(results)
    is_all_kept = all(result.outcome is not Outcome.REFUSED for result in results)
    hint = NOTHING if is_all_kept else Bilingual(" (`gpucat texts list` says why)", "（原因见 `gpucat texts list`）")
    return Bilingual(
        f"Texts: {', '.join(one.en for one in told)}{hint.en}", f"正文：{'，'.join(one.zh for one in told)}{hint.zh}"
    )


def _counts(results: Sequence[TextResult]) -> list[Bilingual]:
    found = Counter(result.outcome for result in results)
    return [
        Bilingual(f"{found[one]} {name.en}", f"{name.zh} {found[one]}") for one, name in _OUTCOMES.items() if found[one]
    ]
