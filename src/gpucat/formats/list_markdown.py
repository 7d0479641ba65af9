"""Writes the list as the user's own document, byte for byte (list_reader reads it). Pure.

The form: a title, an introduction in a block quote, the sections of HEADINGS, and nine module sections, each with an
anchor, a "how to read" quote and a table of articles.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from gpucat.catalog.article import SOURCE_TYPES, Article
from gpucat.catalog.catalogue import Catalogue, GlossaryEntry, Module, Practice, Stage, fill_counts
from gpucat.catalog.fields import NO_DATE
from gpucat.catalog.levels import label_level
from gpucat.formats.markdown import escape_text, link
from gpucat.language import Bilingual, Language

HEADINGS: Final[Mapping[str, Bilingual]] = {
    "rules": Bilingual("Screening rules first", "先说明筛选口径"),
    "route": Bilingual("Reading route (suggested)", "阅读路线（建议）"),
    "index": Bilingual("Quick index", "快速索引"),
    "quality": Bilingual("Duplicates and quality check", "去重与质量核验"),
    "glossary": Bilingual("Glossary and study hints", "术语对照与学习提示"),
    "practice": Bilingual("Minimal practice list", "最小实践清单"),
}
INDEX_COLUMNS: Final = Bilingual("Module | Articles | Start with", "模块 | 篇数 | 推荐起点")
ARTICLE_COLUMNS: Final = Bilingual(
    "# | Article | Authors | Source | Type | Date | Level | Keywords | Summary | Why for CuTe DSL",
    "# | 文章 | 作者 | 来源 | 类型 | 日期 | 难度 | 关键词 | 核心摘要 | 为什么适合 CuTe DSL",
)
PRACTICE_COLUMNS: Final = Bilingual("Stage | Experiment | Metrics to watch", "阶段 | 实验 | 应观察的指标")
HOW_TO_READ: Final = Bilingual("How to read this module:", "本模块怎么读：")
AUDIT: Final = Bilingual("**Found by the audit**", "**核验发现**")
_COUNT: Final = Bilingual(" ({} articles)", "（{} 篇）")
_COLON: Final = Bilingual(": ", "：")
_STOP: Final = Bilingual(".", "。")


def write_list(catalogue: Catalogue, language: Language = "zh", findings: Iterable[Bilingual] = ()) -> Iterator[str]:
    """Yields the document's lines; in Chinese, the list's own language, it is the user's document. Counts are updated.

    `findings` are breaches of the list's rules: they come at the end of the section on quality, each after AUDIT.
    """
    return (f"{line}\n" for line in _lines(catalogue, language, findings))


def _lines(catalogue: Catalogue, language: Language, findings: Iterable[Bilingual]) -> Iterator[str]:
    counts, outline = catalogue.counts(), _outline(catalogue)
    texts = catalogue.texts

    def say(text: Bilingual) -> str:
        return fill_counts(text.text(language), counts)

    def heading(name: str) -> Iterator[str]:
        yield from (f"## {say(HEADINGS[name])}", "")

    yield from (f"# {say(texts.title)}", "")
    yield from (*(f"> {say(line)}" for line in texts.intro), "")
    yield from (*heading("rules"), *(f"- {say(rule)}" for rule in texts.rules), "")
    yield from (*heading("route"), *(_stage_line(stage, language) for stage in catalogue.stages), "")
    yield from (*heading("index"), *_index(catalogue, outline, language), "", "---", "")
    yield from _modules(catalogue, outline.sizes, language)
    yield from (*heading("quality"), *(f"- {say(line)}" for line in texts.quality))
    audit, colon = AUDIT.text(language), _COLON.text(language)
    yield from (*(f"- {audit}{colon}{escape_text(finding.text(language))}" for finding in findings), "")
    yield from (*heading("glossary"), *(_glossary_line(entry, language) for entry in catalogue.glossary), "")
    yield from (*heading("practice"), say(texts.practice_intro), "")
    yield from _table(PRACTICE_COLUMNS.text(language), "|---|---|---|")
    yield from (_practice_line(practice, language) for practice in catalogue.practices)
    yield ""


def _table(columns: str, rule: str) -> Iterator[str]:
    yield from (f"| {columns} |", rule)


def _stage_line(stage: Stage, language: Language) -> str:
    steps = stage.separator.join(step.title.text(language) for step in stage.steps if not step.is_placed)
    return f"{stage.number}. **{stage.title.text(language)}**{_COLON.text(language)}{steps}{_STOP.text(language)}"


class _Outline(NamedTuple):
    """How many articles each module has, and the articles with which modules start, by URL."""

    sizes: Counter[str | None]
    starts: dict[str, Article]


def _outline(catalogue: Catalogue) -> _Outline:
    wanted = {module.start for module in catalogue.modules}
    outline = _Outline(Counter(), {})
    for article in catalogue.articles:
        outline.sizes[article.module] += 1
        if article.url in wanted:
            outline.starts[article.url] = article
    return outline


def _index(catalogue: Catalogue, outline: _Outline, language: Language) -> Iterator[str]:
    yield from _table(INDEX_COLUMNS.text(language), "|---|---:|---|")
    for module in catalogue.modules:
        start = outline.starts.get(module.start or "")
        cell = link(start.title, start.url) if start else ""
        yield f"| [{module.title.text(language)}](#{module.slug}) | {outline.sizes[module.slug]} | {cell} |"


def _modules(catalogue: Catalogue, sizes: Mapping[str | None, int], language: Language) -> Iterator[str]:
    """Yields the modules' sections; the articles come in the same order, one at a time."""
    groups = catalogue.by_module()
    slug, articles = next(groups, (None, iter(())))
    for module in catalogue.modules:
        yield from _opening(module, sizes[module.slug], language)
        if slug == module.slug:
            for position, article in enumerate(articles, 1):
                yield _article_line(position, article, language)
            slug, articles = next(groups, (None, iter(())))
        yield from ("", "")


def _opening(module: Module, size: int, language: Language) -> Iterator[str]:
    title = module.title.text(language) + _COUNT.text(language).format(size)
    yield from (f'<a id="{module.slug}"></a>', f"## {title}", "")
    yield from (f"> **{HOW_TO_READ.text(language)}** {module.how_to_read.text(language)}", "")
    yield from _table(ARTICLE_COLUMNS.text(language), "|---:" + "|---" * 9 + "|")


def _article_line(position: int, article: Article, language: Language) -> str:
    kind = SOURCE_TYPES[article.source_type].text(language) if article.source_type else ""
    no_date = NO_DATE if language == "zh" else ""
    cells = [
        str(position),
        link(article.title, article.url),
        escape_text("、".join(article.authors)),
        escape_text(article.source or ""),
        kind,
        article.published or no_date,
        label_level(article.level).text(language) if article.level else "",
        escape_text(", ".join(article.keywords)),
        escape_text(article.summaries.text(language)),
        escape_text(article.reasons.text(language)),
    ]
    return "| " + " | ".join(cells) + " |"


def _glossary_line(entry: GlossaryEntry, language: Language) -> str:
    return f"- **{entry.head.text(language)}**{_COLON.text(language)}{entry.body.text(language)}"


def _practice_line(practice: Practice, language: Language) -> str:
    separator = "、" if language == "zh" else ", "
    metrics = separator.join(escape_text(metric.text(language)) for metric in practice.metrics)
    return f"| {practice.number} | {escape_text(practice.experiment.text(language))} | {metrics} |"
