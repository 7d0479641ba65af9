"""The ready-made SQL queries of `gpucat serve` and the texts of its pages. Standard library only.

Datasette runs the queries on a read-only connection. Named parameters come from outside: they are bound, never put into
the SQL. `gpucat_search(text)`, registered by `services.serve`, is the search of the command line; it returns a JSON array
of `{"number", "score", "match"}`, best first.
"""

import sqlite3
from typing import Any, Final, NamedTuple

from gpucat.language import Bilingual, Language

SEARCH_FUNCTION: Final = "gpucat_search"
_LONGEST_VALUE: Final = 10_000_000
_LONGEST_PATTERN: Final = 200
"""Bytes of a value, and of a pattern of LIKE and GLOB."""
_ARTICLE: Final = """
       coalesce(module.slug || '/' || article.position, 'inbox/' || article.number) AS id, article.title, article.url,
       (SELECT group_concat(name, ', ') FROM (SELECT name FROM article_author JOIN author ON author.id = author_id
         WHERE article_number = article.number ORDER BY position)) AS authors,
       source.name AS source, article.published,
       CASE article.level_low WHEN 0 THEN 'beginner' WHEN 1 THEN 'intermediate' WHEN 2 THEN 'advanced' END AS level_from,
       CASE article.level_high WHEN 0 THEN 'beginner' WHEN 1 THEN 'intermediate' WHEN 2 THEN 'advanced' END AS level_to,
       article.summary, article.summary_en, coalesce(reading.status, 'todo') AS status,
       (SELECT verdict FROM link_check WHERE article_number = article.number ORDER BY checked_at DESC, id DESC LIMIT 1)
         AS link
"""
_JOINED: Final = """
  LEFT JOIN module ON module.id = article.module_id
  LEFT JOIN source ON source.id = article.source_id
  LEFT JOIN reading ON reading.article_number = article.number
"""


class _Question(NamedTuple):
    title: Bilingual
    description: Bilingual
    sql: str


_QUESTIONS: Final = {
    "search": _Question(
        Bilingual("Search", "搜索"),
        Bilingual(
            "The same search as on the command line: English and Chinese, synonyms, typo correction, the full query language.",
            "与命令行相同的搜索：中英文、同义词、纠错、完整查询语言。",
        ),
        f"""
SELECT hit.key + 1 AS rank, json_extract(hit.value, '$.match') AS match, json_extract(hit.value, '$.score') AS score,
{_ARTICLE}  FROM json_each({SEARCH_FUNCTION}(:q)) AS hit
  JOIN article ON article.number = json_extract(hit.value, '$.number')
{_JOINED} ORDER BY hit.key
""",
    ),
    "articles": _Question(
        Bilingual("Articles", "文章"),
        Bilingual(
            "One row per article. module: a slug such as memory; level: beginner, intermediate or advanced; leave empty for all.",
            "每篇文章一行。module 为模块代号（如 memory）；level 为 beginner、intermediate 或 advanced；留空则不限。",
        ),
        f"""
SELECT article.number, {_ARTICLE}  FROM article
{_JOINED} WHERE article.removed_at IS NULL
   AND (:module = '' OR module.slug = :module)
   AND (:level = '' OR instr('beginner intermediate advanced', :level) > 0 AND
        (SELECT key FROM json_each('["beginner", "intermediate", "advanced"]') WHERE value = :level)
        BETWEEN article.level_low AND article.level_high)
   AND (:author = '' OR article.number IN (SELECT article_number FROM article_author JOIN author ON author.id = author_id
        WHERE instr(lower(author.name), lower(:author)) > 0))
 ORDER BY module.number IS NULL, module.number, article.position, article.number
""",
    ),
    "route": _Question(
        Bilingual("Reading route", "阅读路线"),
        Bilingual("The articles in reading order, stage by stage.", "按阶段与阅读顺序排列的文章。"),
        f"""
SELECT stage.number AS stage, stage.title_en AS stage_title, stage.title_zh AS stage_title_zh, step.title_en AS step,
       step.title_zh AS step_zh, article.number, {_ARTICLE}  FROM step_article
  JOIN article ON article.number = step_article.article_number AND article.removed_at IS NULL
  JOIN step ON step.id = step_article.step_id
  JOIN stage ON stage.number = step.stage_number
{_JOINED} ORDER BY stage.number, step.position, step_article.position
""",
    ),
    "links": _Question(
        Bilingual("Links that need attention", "需要查看的链接"),
        Bilingual("Articles whose last check was not ok.", "最近一次检查结果不是 ok 的文章。"),
        f"""
SELECT last.checked_at, last.verdict, last.reason_en AS reason, last.reason_zh, article.number, {_ARTICLE}
  FROM article
  JOIN link_check AS last ON last.id =
       (SELECT id FROM link_check WHERE article_number = article.number ORDER BY checked_at DESC, id DESC LIMIT 1)
{_JOINED} WHERE article.removed_at IS NULL AND last.verdict <> 'ok'
 ORDER BY last.verdict, article.number
""",
    ),
}
_TABLES: Final = {
    "article": Bilingual("articles, including removed ones", "文章（含已删除的）"),
    "module": Bilingual("modules", "模块"),
    "author": Bilingual("authors", "作者"),
    "source": Bilingual("sites", "来源网站"),
    "keyword": Bilingual("keywords", "关键词"),
    "stage": Bilingual("stages of the reading route", "阅读路线的阶段"),
    "step": Bilingual("steps of the stages", "各阶段的步骤"),
    "glossary": Bilingual("terms and study hints", "术语与学习提示"),
    "practice": Bilingual("experiments", "实践"),
    "link_check": Bilingual("link checks", "链接检查"),
    "reading": Bilingual("reading states", "阅读状态"),
    "note": Bilingual("notes", "笔记"),
    "change": Bilingual("changes", "改动"),
}
"""The tables that are shown; the others hold their parts."""
_MORE: Final[dict[str, dict[str, Any]]] = {
    "article": {
        "label_column": "title",
        "facets": ["module_id", "source_id", "source_type", "level_low", "level_high"],
        "sort": "number",
        "columns": {"level_low": "0 beginner, 1 intermediate, 2 advanced", "level_high": "same as level_low"},
    },
    "link_check": {"facets": ["verdict"], "sort_desc": "checked_at"},
    "reading": {"facets": ["status"]},
}


def limit_queries(connection: sqlite3.Connection) -> None:
    """Limits the values and patterns of queries: one step, which no time limit ends, may make a value or try a pattern."""
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST_VALUE)
    connection.setlimit(sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH, _LONGEST_PATTERN)


def table_names(connection: sqlite3.Connection) -> list[str]:
    """Returns the names of all tables, including those of the full-text index."""
    return [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")]


def web_metadata(name: str, tables: list[str], language: Language) -> dict[str, Any]:
    """Returns Datasette's metadata; `name` is the name of the database, `tables` are all its tables."""
    label = "title_zh" if language == "zh" else "title_en"
    shown = {
        table: {"title": text.text(language), **_MORE.get(table, {})}
        for table, text in _TABLES.items()
        if table in tables
    }
    for table in ("module", "stage", "step"):
        shown.get(table, {})["label_column"] = label
    queries = {
        key: {
            "title": one.title.text(language),
            "description": one.description.text(language),
            "sql": one.sql.strip(),
            "hide_sql": True,
        }
        for key, one in _QUESTIONS.items()
    }
    hidden = {table: {"hidden": True} for table in tables if table not in _TABLES}
    return {
        "title": Bilingual("GPU programming articles", "GPU 编程文章目录").text(language),
        "description": Bilingual(
            "The current catalogue, read-only. Start with the search.", "当前目录，只读。可以从搜索开始。"
        ).text(language),
        "databases": {name: {"tables": {**hidden, **shown}, "queries": queries}},
    }
