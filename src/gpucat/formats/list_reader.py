"""Reads the user's document (see list_markdown) into a Catalogue; what cannot be read becomes a problem. Pure."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from gpucat.catalog.catalogue import Catalogue, GlossaryEntry, Module, Practice, Stage, Step, Texts
from gpucat.catalog.fields import FieldError, article_from_fields
from gpucat.formats.list_markdown import ARTICLE_COLUMNS, AUDIT, HEADINGS, HOW_TO_READ, INDEX_COLUMNS, PRACTICE_COLUMNS
from gpucat.formats.markdown import markdown_parser, plain_text
from gpucat.formats.reading import ArticleLine, ParsedFile, Problem
from gpucat.language import Bilingual, Language, same

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode

_COMMON_FIELDS: Final = (
    "position", "title", "authors", "source", "source_type", "published", "level", "keywords",
)  # fmt: skip
ARTICLE_FIELDS: Final[Mapping[Language, tuple[str, ...]]] = {
    "zh": (*_COMMON_FIELDS, "summary", "why"),
    "en": (*_COMMON_FIELDS, "summary_en", "why_en"),
}
_ANCHOR: Final = re.compile(r'<a id="([\w-]+)"></a>')
_COUNTED: Final = re.compile(r"（\s*\d+\s*篇）\s*$|\s*\(\d+ articles\)\s*$")
_BOLD_LEAD: Final = re.compile(r"\*\*(.+?)\*\*\s*(?:[：:]\s*)?(.*)", re.S)
# In Chinese a term of the field is written in Latin letters; in English it is a name of at most two words, or several.
_TERM: Final[Mapping[Language, re.Pattern[str]]] = {
    "zh": re.compile(r"[\x00-\x7f]+"),
    "en": re.compile(r"\S+(?: \S+)?(?: / \S+(?: \S+)?)*"),
}
_CELLS: Final = re.compile(r"(?<!\\)\|")
_LINE_ENDS: Final = re.compile(r"\r\n?|\n")
"""Where a line of Markdown ends; Python's own rule knows other characters too."""
_LISTED: Final = ("rules", "quality", "glossary")
_BLOCKS: Final = {
    "paragraph": Bilingual("paragraph", "段落"),
    "table": Bilingual("table", "表格"),
    "blockquote": Bilingual("quote", "引用"),
    "bullet_list": Bilingual("list", "列表"),
    "ordered_list": Bilingual("numbered list", "编号列表"),
}
_NUMBERS: Final = (
    (re.compile(r"((?:新增|\badded)\s*\*{0,2})\d+"), "added"),
    (re.compile(r"((?:唯一文章数：|\bdistinct articles(?: now)?:)\s*\*{0,2})\d+", re.I), "articles"),
    (re.compile(r"((?:URL 数：|\bURLs in the text:)\s*\*{0,2})\d+"), "urls"),
    (re.compile(r"(共\s*)\d+(?=\s*个模块)"), "modules"),
    (re.compile(r"()\b\d+(?= modules in all)"), "modules"),
)
_ADDED: Final = re.compile(r"(?:新增|\badded)\s*\*{0,2}(\d{1,9})(?!\d)")


def is_list(text: str) -> bool:
    """Whether the text is a document of this form: it has an article table under a module's anchor."""
    return bool(_ANCHOR.search(text)) and "| # |" in text


def read_list(text: str) -> ParsedFile:
    """Reads the catalogue in the document's language, without the articles' places on the route."""
    return _ListReader(text).read()


class _ListReader:
    """Reads the document block by block."""

    def __init__(self, text: str) -> None:
        self.language: Language = "en" if f"| {ARTICLE_COLUMNS.en} |" in text else "zh"
        self.lines = _LINE_ENDS.split(text)
        self.text = text
        self.problems: list[Problem] = []
        self.title = ""
        self.intro: list[str] = []
        self.lists: dict[str, list[str]] = {}
        self.practice_intro = ""
        self.stages: list[Stage] = []
        self.modules: list[Module] = []
        self.starts: dict[str, str] = {}
        self.articles: list[ArticleLine] = []
        self.practices: list[Practice] = []
        self.added = 0

    def read(self) -> ParsedFile:
        from markdown_it.tree import SyntaxTreeNode

        section, anchor = "intro", ""
        for node in SyntaxTreeNode(markdown_parser().parse(self.text)).children:
            if node.type == "paragraph" and (found := _ANCHOR.fullmatch(_source(node))):
                anchor = found[1]
            elif node.type == "heading":
                section, anchor = self._open(_source(node), anchor, _line(node), node.tag), ""
            else:
                self._block(section, node)
        return ParsedFile(self._catalogue(), tuple(self.articles), tuple(self.problems), is_whole=True)

    def _open(self, heading: str, anchor: str, line: int, tag: str = "h2") -> str:
        if tag == "h1":
            self.title = heading
            return "intro"
        if anchor:
            title = _COUNTED.sub("", heading)
            self.modules.append(Module(slug=anchor, number=len(self.modules) + 1, title=self._in(title)))
            return "module"
        for name, known in HEADINGS.items():
            if heading in known:
                return name
        self._problem(line, None, f"unknown section {heading!r}", f"未知的章节“{heading}”")
        return "unknown"

    def _block(self, section: str, node: "SyntaxTreeNode") -> None:
        readers: dict[tuple[str, str], Callable[[SyntaxTreeNode], None]] = {
            ("intro", "blockquote"): self._read_intro,
            ("route", "ordered_list"): self._read_route,
            ("index", "table"): self._read_index,
            ("module", "blockquote"): self._read_how,
            ("module", "table"): self._read_articles,
            ("practice", "table"): self._read_practice,
        }
        if reader := readers.get((section, node.type)):
            reader(node)
        elif node.type == "bullet_list" and section in _LISTED:
            self.lists.setdefault(section, []).extend(map(_source, node.children))
        elif node.type == "paragraph" and section == "practice":
            self.practice_intro = _source(node)
        elif node.type != "hr" and section != "unknown":
            block = _BLOCKS.get(node.type, same(node.type))
            self._problem(_line(node), None, f"unexpected {block.en}", f"此处不应有{block.zh}")

    def _read_intro(self, node: "SyntaxTreeNode") -> None:
        first, last = node.map or (0, 0)
        for line in self.lines[first:last]:
            if found := _ADDED.search(line):
                self.added = int(found[1])
            self.intro.append(_with_placeholders(re.sub(r"^>\s?", "", line)))

    def _read_route(self, node: "SyntaxTreeNode") -> None:
        for item in node.children:
            found = _BOLD_LEAD.match(_source(item))
            if not found:
                self._problem(
                    _line(item), None, "a stage must begin with its title in bold", "阶段必须以加粗的标题开头"
                )
                continue
            steps = found[2].strip().rstrip("。.")
            separator = "、" if " → " not in steps and "、" in steps else " → "
            titles = tuple(Step(self._in(step)) for step in steps.split(separator) if step)
            self.stages.append(Stage(len(self.stages) + 1, self._in(found[1]), titles, separator))

    def _read_index(self, node: "SyntaxTreeNode") -> None:
        for row in self._rows(node, INDEX_COLUMNS):
            module, start = _link(row.cells[0]), _link(row.cells[2])
            if module and start:
                self.starts[module[1].lstrip("#")] = start[1]

    def _read_how(self, node: "SyntaxTreeNode") -> None:
        found = _BOLD_LEAD.match(_source(node))
        if not found:
            lead = HOW_TO_READ.text(self.language)
            self._problem(_line(node), None, f"the quote must begin with **{lead}**", f"引用必须以 **{lead}** 开头")
            return
        last = self.modules[-1]
        self.modules[-1] = Module(
            slug=last.slug, number=last.number, title=last.title, how_to_read=self._in(found[2].strip())
        )

    def _read_articles(self, node: "SyntaxTreeNode") -> None:
        for row in self._rows(node, ARTICLE_COLUMNS):
            linked = _link(row.cells[1])
            if linked is None:
                self._problem(row.line, "title", "no link", "没有链接")
                continue
            fields = dict(zip(ARTICLE_FIELDS[self.language], (_plain(cell) for cell in row.cells), strict=True))
            fields |= {"title": linked[0], "url": linked[1], "module": self.modules[-1].slug}
            try:
                self.articles.append(ArticleLine(row.line, article_from_fields(fields), frozenset(fields)))
            except FieldError as error:
                self.problems.append(Problem(row.line, error.field, error.reason))

    def _read_practice(self, node: "SyntaxTreeNode") -> None:
        for row in self._rows(node, PRACTICE_COLUMNS):
            separator = "、" if self.language == "zh" else ", "
            metrics = tuple(map(self._in, _plain(row.cells[2]).split(separator)))
            self.practices.append(Practice(len(self.practices) + 1, self._in(_plain(row.cells[1])), metrics))

    def _rows(self, table: "SyntaxTreeNode", head: Bilingual) -> Iterator["_TableRow"]:
        """Yields the rows of a table with this head; a table with another is a problem, since its cells mean something else."""
        expected = head.text(self.language)
        columns = expected.count("|") + 1
        if " | ".join(map(_plain, table.children[0].children[0].children)) != expected:
            self._problem(_line(table), None, f"the table's head must be | {expected} |", f"表头必须是 | {expected} |")
            return
        for body in table.children[1:]:
            for row in body.children:
                line = _line(row)
                cells = len(_CELLS.findall(self.lines[line - 1].strip())) - 1
                if cells != columns:
                    self._problem(
                        line, None, f"the row has {cells} cells, but the table has {columns} columns",
                        f"该行有 {cells} 个单元格，而表格有 {columns} 列",
                    )  # fmt: skip
                else:
                    yield _TableRow(line, row.children)

    def _catalogue(self) -> Catalogue:
        modules = [
            Module(
                slug=m.slug, number=m.number, title=m.title, how_to_read=m.how_to_read, start=self.starts.get(m.slug)
            )
            for m in self.modules
        ]
        texts = Texts(
            title=self._in(self.title),
            intro=tuple(map(self._in, self.intro)),
            rules=tuple(map(self._in, self.lists.get("rules", ()))),
            quality=tuple(
                self._in(_with_placeholders(line))
                for line in self.lists.get("quality", ())
                if not line.startswith(tuple(AUDIT))  # gpucat writes its own lines anew on each export
            ),
            practice_intro=self._in(self.practice_intro),
            original_count=len(self.articles) - self.added,
        )
        return Catalogue(
            texts=texts,
            modules=modules,
            articles=[line.article for line in self.articles],
            stages=self.stages,
            glossary=[self._glossary_entry(line) for line in self.lists.get("glossary", ())],
            practices=self.practices,
        )

    def _glossary_entry(self, text: str) -> GlossaryEntry:
        """Returns a term if the line's head names a thing, a hint if it gives advice."""
        found = _BOLD_LEAD.match(text)
        head, body = (found[1], found[2]) if found else ("", text)
        return GlossaryEntry("term" if _TERM[self.language].fullmatch(head) else "hint", self._in(head), self._in(body))

    def _in(self, text: str) -> Bilingual:
        """Returns the text as the half of the document's language."""
        return Bilingual("", text) if self.language == "zh" else Bilingual(text, "")

    def _problem(self, line: int, field: str | None, en: str, zh: str) -> None:
        self.problems.append(Problem(line, field, Bilingual(en, zh)))


class _TableRow(NamedTuple):
    """A row of a table with its line."""

    line: int
    cells: Sequence["SyntaxTreeNode"]


def _with_placeholders(text: str) -> str:
    """Replaces the numbers that are counted from the catalogue by their names."""
    for pattern, name in _NUMBERS:
        text = pattern.sub(rf"\g<1>{{{name}}}", text)
    return text


def _source(node: "SyntaxTreeNode") -> str:
    """Returns the Markdown source of the first inline text in the node."""
    for inner in node.walk():
        if inner.type == "inline":
            return inner.content
    return ""


def _plain(cell: "SyntaxTreeNode") -> str:
    inline = next((child for child in cell.children if child.type == "inline"), None)
    return plain_text(inline.token.children or ()) if inline and inline.token else ""


def _link(cell: "SyntaxTreeNode") -> tuple[str, str] | None:
    """Returns the text and address of the cell's first link, the address as it is written."""
    for node in cell.walk():
        if node.type == "link":
            return plain_text(token for token in node.to_tokens()), str(node.attrs["href"])
    return None


def _line(node: "SyntaxTreeNode") -> int:
    return node.map[0] + 1 if node.map else 0
