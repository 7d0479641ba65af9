"""Reads a list of links to check: JSON Lines with `title` and `url`, or any Markdown document. Pure."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from gpucat.catalog.fields import FieldError, refuse_half_characters
from gpucat.formats.jsonl import NOT_AN_OBJECT, numbered_records
from gpucat.language import Bilingual

if TYPE_CHECKING:
    from markdown_it.token import Token

_WEB: Final = re.compile(r"https?://", re.IGNORECASE)
_ANCHOR: Final = re.compile(r"<a\s[^>]*?href\s*=\s*[\"']?(https?://[^\"'\s>]+)", re.IGNORECASE)
_POINTERS: Final = frozenset({
    "here", "link", "links", "this", "source", "sources", "code", "paper", "pdf", "slides", "video", "github", "repo", "website",
    "site", "blog", "post", "article", "home", "docs", "demo", "more", "read", "archive", "mirror", "url", "webpage", "ref",
    "链接", "这里", "原文", "文章", "论文", "代码", "视频", "幻灯片", "来源", "地址", "网址", "出处", "详情", "主页", "仓库", "文档",
})  # fmt: skip


class ListedLink(NamedTuple):
    """A link of a file: its line (from 1), its title (empty for a mere pointer such as "here"), and its names."""

    line: int
    title: str
    url: str
    names: tuple[str, ...] = ()


class LinkList(NamedTuple):
    """The links of a file, and the lines that should hold one but do not."""

    links: tuple[ListedLink, ...]
    problems: tuple[tuple[int, Bilingual], ...] = ()


def read_link_list(text: str, *, is_markdown: bool) -> LinkList:
    """Returns the links of a document in the order of its lines."""
    return LinkList(tuple(_markdown_links(text))) if is_markdown else _json_links(text)


def _json_links(text: str) -> LinkList:
    links: list[ListedLink] = []
    problems: list[tuple[int, Bilingual]] = []
    for number, row in numbered_records(enumerate(text.split("\n"), 1)):
        if not isinstance(row, dict):
            problems.append((number, row if isinstance(row, Bilingual) else NOT_AN_OBJECT))
        elif row.get("kind", "article") != "article":
            continue
        elif reason := _objection(row):
            problems.append((number, reason))
        else:
            names = (name for key in ("authors", "source") for name in _names(row.get(key)))
            links.append(ListedLink(number, str(row.get("title") or ""), row["url"], tuple(names)))
    return LinkList(tuple(links), tuple(problems))


def _objection(row: dict[str, Any]) -> Bilingual | None:
    """Returns why an article of the list cannot be checked."""
    if not isinstance(row.get("url"), str) or not row["url"].strip():
        return Bilingual("no url", "没有 url")
    try:
        refuse_half_characters(row)
    except FieldError as error:
        return Bilingual(f"{error.field}: {error.reason.en}", f"{error.field}：{error.reason.zh}")
    return None


def _names(value: object) -> list[str]:
    listed = value if isinstance(value, list) else [value]
    return [name for name in listed if isinstance(name, str) and name]


def _markdown_links(text: str) -> Iterator[ListedLink]:
    from markdown_it import MarkdownIt

    line = 0
    for token in MarkdownIt("commonmark").enable("table").parse(text):
        line = token.map[0] if token.map else line
        if token.type == "inline":
            yield from _inline_links(token.children or [], line + 1)
        elif token.type == "html_block":
            for offset, row in enumerate(token.content.split("\n")):
                yield from (ListedLink(line + 1 + offset, "", url) for url in _ANCHOR.findall(row))


def _inline_links(children: "list[Token]", line: int) -> Iterator[ListedLink]:
    from gpucat.formats.markdown import plain_text

    begun: int | None = None
    for index, token in enumerate(children):
        if token.type in ("softbreak", "hardbreak"):
            line += 1
        elif token.type == "link_open":
            begun = index
        elif token.type == "link_close" and begun is not None:
            url = str(children[begun].attrGet("href") or "")
            if _WEB.match(url):
                yield ListedLink(line, _title(plain_text(children[begun + 1 : index])), url)
            begun = None
        elif token.type == "html_inline":
            yield from (ListedLink(line, "", url) for url in _ANCHOR.findall(token.content))


def _title(text: str) -> str:
    """Returns the link's text as a title; empty if it is an address or only a pointer."""
    cleaned = " ".join(text.split())
    return "" if _WEB.match(cleaned) or cleaned.casefold().strip("[]()（）") in _POINTERS else cleaned
