"""Reads and writes JSON Lines and JSON arrays, one article at a time. Pure."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from typing import Any, Final

from gpucat.catalog.article import Article
from gpucat.catalog.catalogue import (
    Catalogue,
    Concept,
    GlossaryEntry,
    Learning,
    Module,
    Practice,
    Stage,
    Step,
    Texts,
)
from gpucat.catalog.fields import (
    FieldError,
    article_fields,
    refuse_half_characters,
)
from gpucat.catalog.reading import ITEM_KINDS, item_from_record
from gpucat.formats.foreign_rows import article_of_record
from gpucat.formats.reading import (
    ArticleLine,
    Blocks,
    FileRow,
    ItemLine,
    LeftOut,
    Lines,
    OpenFile,
    ParsedFile,
    Problem,
    take_text,
)  # fmt: skip
from gpucat.language import NOTHING, Bilingual

NumberedRecord = tuple[int, object]
"""A record with its line; a Bilingual in its place says why there is none."""
_NOT_JSON: Final = Bilingual("not valid JSON", "不是有效的 JSON")
NOT_AN_OBJECT: Final = Bilingual("not a JSON object", "不是 JSON 对象")
_ARTICLE: Final = re.compile(r'\s*\{\s*"kind"\s*:\s*"article"')
_BETWEEN: Final = re.compile(r"[\s,]*")
_BROKEN: Final = Bilingual("not valid JSON from here on", "从此处起不是有效的 JSON")
_NO_ARRAY: Final = Bilingual("not a JSON array", "不是 JSON 数组")


def write_catalogue(catalogue: Catalogue, articles: Iterable[Article] | None = None) -> Iterator[str]:
    """Yields the catalogue as lines; `articles` replaces its own articles where they come one by one."""
    texts = catalogue.texts
    yield _line(
        kind="catalog",
        title=_pair(texts.title),
        original_count=texts.original_count,
        intro=_pairs(texts.intro),
        rules=_pairs(texts.rules),
        quality=_pairs(texts.quality),
        practice_intro=_pair(texts.practice_intro),
    )
    for module in catalogue.modules:
        yield _line(
            kind="module", slug=module.slug, title=_pair(module.title), how_to_read=_pair(module.how_to_read),
            start=module.start,
        )  # fmt: skip
    for stage in catalogue.stages:
        steps = [
            {"title": _pair(step.title), "placed_by_gpucat": step.is_placed, "articles": list(step.articles)}
            for step in stage.steps
        ]
        yield _line(kind="stage", title=_pair(stage.title), separator=stage.separator, steps=steps)
    for concept in catalogue.concepts:
        yield _line(kind="concept", name=concept.name, zh=concept.zh, assumed=concept.is_assumed)
    for article in catalogue.articles if articles is None else articles:
        yield article_line(article, catalogue.learning.get(article.url))
    for entry in catalogue.glossary:
        yield _line(kind=entry.kind, head=_pair(entry.head), body=_pair(entry.body))
    for practice in catalogue.practices:
        yield _line(
            kind="practice",
            experiment=_pair(practice.experiment),
            metrics=_pairs(practice.metrics),
            stage=practice.stage,
            prepares=list(practice.prepares),
            concepts=list(practice.concepts),
        )


def article_line(article: Article, learning: Learning | None = None) -> str:
    """Returns an article as a line."""
    fields = {"kind": "article", **article_fields(article)}
    if learning and (learning.teaches or learning.needs):
        fields |= {"teaches": list(learning.teaches), "needs": list(learning.needs)}
    if learning and learning.depth:
        fields["depth"] = dict(learning.depth)
    return _line(**fields)


def read_catalogue(text: str) -> ParsedFile:
    """Reads the whole text; an unusable line becomes a problem with its number."""
    return _read(numbered_records(enumerate(text.removeprefix("\ufeff").split("\n"), 1)))


def stream_catalogue(lines: Lines) -> OpenFile:
    """Reads as read_catalogue does, article by article; everything else is read ahead."""
    frame = ((number, line) for number, line in enumerate(lines(), 1) if '"kind"' in line and not _ARTICLE.match(line))
    return _open(numbered_records(frame), numbered_records(enumerate(lines(), 1)))


def read_array(text: str) -> ParsedFile:
    """Reads every element up to the first invalid one, which becomes a problem with its line."""
    return _read(_elements(iter((text,))))


def stream_array(blocks: Blocks) -> OpenFile:
    """Reads as read_array does, article by article; everything else is read ahead."""
    frame = (
        (line, element)
        for line, element in _elements(blocks())
        if isinstance(element, dict) and element.get("kind", "article") not in ("article", None)
    )
    return _open(frame, _elements(blocks()))


def _elements(blocks: Iterator[str]) -> Iterator[NumberedRecord]:
    """Yields the elements of an array, or the records of an object that another program wrote, which is read whole."""
    beginning = ""
    while not beginning.strip("\ufeff \t\r\n") and (block := next(blocks, "")):
        beginning += block
    if not beginning.lstrip("\ufeff \t\r\n").startswith("{"):
        return iter(_Elements(chain((beginning,), blocks)))
    from gpucat.formats.json_documents import document_records

    return document_records(beginning + "".join(blocks))


def numbered_records(lines: Iterable[tuple[int, str]]) -> Iterator[NumberedRecord]:
    """Parses numbered lines that are not blank."""
    for number, line in lines:
        if line.strip():
            try:
                yield number, json.loads(line)
            except (ValueError, RecursionError):
                yield number, _NOT_JSON


def _read(records: Iterable[NumberedRecord]) -> ParsedFile:
    reader = RecordReader()
    for number, record in records:
        reader.take(number, record)
    return reader.result()


def _open(frame: Iterable[NumberedRecord], records: Iterable[NumberedRecord]) -> OpenFile:
    """Opens a file whose records other than articles, the `frame`, are read at once."""
    reader = RecordReader()
    for number, record in frame:
        reader.take(number, record)
    reader.take_out()
    return OpenFile(reader.result(), _rows(records, reader.learning))


def _rows(records: Iterable[NumberedRecord], learning: dict[str, Learning]) -> Iterator[FileRow]:
    reader = RecordReader()
    reader.learning = learning
    for number, record in records:
        reader.take(number, record)
        reader.items.clear()
        yield from reader.take_out()


class RecordReader:
    """Collects JSON records with their line numbers and returns what they are together."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.texts: Texts | None = None
        self.modules: list[Module] = []
        self.stages: list[Stage] = []
        self.concepts: list[Concept] = []
        self.articles: list[ArticleLine] = []
        self.left_out: list[LeftOut] = []
        self.learning: dict[str, Learning] = {}
        self.glossary: list[GlossaryEntry] = []
        self.practices: list[Practice] = []
        self.items: list[ItemLine] = []

    def take(self, number: int, record: object) -> None:
        """Takes a record by its kind; one that cannot be used, or a Bilingual in its place, becomes a problem."""
        takers: dict[str, Callable[[int, dict[str, Any]], None]] = {
            "catalog": self._catalog,
            "module": self._module,
            "stage": self._stage,
            "concept": self._concept,
            "article": self._article,
            "term": self._glossary,
            "hint": self._glossary,
            "practice": self._practice,
            **dict.fromkeys(ITEM_KINDS, self._item),
        }
        if isinstance(record, Bilingual):
            self.problems.append(Problem(number, None, record))
            return
        try:
            if not isinstance(record, dict):
                raise FieldError("", NOT_AN_OBJECT)
            refuse_half_characters(record)
            kind = record.get("kind", "article") or "article"
            taker = takers.get(kind) if isinstance(kind, str) else None
            if taker is None:
                raise FieldError(
                    "kind",
                    Bilingual(
                        f"unknown kind {kind!r} (choose from {', '.join(takers)})",
                        f"未知的种类 {kind!r}（可选：{'、'.join(takers)}）",
                    ),
                )
            taker(number, record)
        except FieldError as error:
            self.problems.append(Problem(number, error.field or None, error.reason))

    def take_out(self) -> list[FileRow]:
        """Returns the rows so far and forgets them."""
        found: list[FileRow] = [*self.problems, *self.left_out, *self.articles]
        for gathered in (self.problems, self.left_out, self.articles):
            gathered.clear()
        return found

    def result(self) -> ParsedFile:
        """Returns everything that was taken."""
        catalogue = Catalogue(
            texts=self.texts or Texts(NOTHING),
            modules=self.modules,
            articles=[line.article for line in self.articles],
            stages=self.stages,
            glossary=self.glossary,
            practices=self.practices,
            concepts=self.concepts,
            learning=self.learning,
        )
        return ParsedFile(
            catalogue,
            tuple(self.articles),
            tuple(self.problems),
            is_whole=self.texts is not None,
            left_out=tuple(self.left_out),
            is_collection=True,
            items=tuple(self.items),
        )

    def _catalog(self, _number: int, record: dict[str, Any]) -> None:
        original = record.get("original_count", 0)
        self.texts = Texts(
            title=_read_pair(record, "title"),
            intro=_read_pairs(record, "intro"),
            rules=_read_pairs(record, "rules"),
            quality=_read_pairs(record, "quality"),
            practice_intro=_read_pair(record, "practice_intro"),
            original_count=original if isinstance(original, int) else 0,
        )

    def _module(self, _number: int, record: dict[str, Any]) -> None:
        module = Module(
            slug=_string(record, "slug"),
            number=len(self.modules) + 1,
            title=_read_pair(record, "title"),
            how_to_read=_read_pair(record, "how_to_read") if "how_to_read" in record else NOTHING,
            start=record.get("start") or None,
        )
        self.modules.append(module)

    def _stage(self, _number: int, record: dict[str, Any]) -> None:
        steps = tuple(
            Step(_read_pair(step, "title"), _strings(step, "articles"), bool(step.get("placed_by_gpucat")))
            for step in _objects(record, "steps")
        )
        separator = record.get("separator", " → ")
        self.stages.append(Stage(len(self.stages) + 1, _read_pair(record, "title"), steps, str(separator)))

    def _concept(self, _number: int, record: dict[str, Any]) -> None:
        self.concepts.append(Concept(_string(record, "name"), str(record.get("zh", "")), bool(record.get("assumed"))))

    def _article(self, number: int, record: dict[str, Any]) -> None:
        row = article_of_record(number, record)
        if isinstance(row, LeftOut):
            self.left_out.append(row)
            return
        self.articles.append(row)
        if row.learning:
            self.learning[row.article.url] = row.learning

    def _item(self, number: int, record: dict[str, Any]) -> None:
        self.items.append(ItemLine(number, item_from_record(record)))

    def _glossary(self, _number: int, record: dict[str, Any]) -> None:
        self.glossary.append(GlossaryEntry(record["kind"], _read_pair(record, "head"), _read_pair(record, "body")))

    def _practice(self, _number: int, record: dict[str, Any]) -> None:
        stage = record.get("stage")
        self.practices.append(
            Practice(
                number=len(self.practices) + 1,
                experiment=_read_pair(record, "experiment"),
                metrics=_read_pairs(record, "metrics"),
                stage=stage if isinstance(stage, int) else None,
                prepares=_strings(record, "prepares"),
                concepts=_strings(record, "concepts"),
            )
        )


def _line(**fields: Any) -> str:  # noqa: ANN401  the values are whatever JSON can hold
    return json.dumps(fields, ensure_ascii=False) + "\n"


def _pair(text: Bilingual) -> dict[str, str]:
    return {"zh": text.zh, "en": text.en}


def _pairs(texts: tuple[Bilingual, ...]) -> list[dict[str, str]]:
    return [_pair(text) for text in texts]


def _read_pair(record: Mapping[str, Any], name: str) -> Bilingual:
    value = record.get(name)
    if isinstance(value, dict) and all(isinstance(value.get(key, ""), str) for key in ("en", "zh")):
        return Bilingual(value.get("en", ""), value.get("zh", ""))
    raise FieldError(name, Bilingual('not a pair {"zh": …, "en": …}', '不是 {"zh": …, "en": …} 形式'))


def _read_pairs(record: Mapping[str, Any], name: str) -> tuple[Bilingual, ...]:
    return tuple(_read_pair({name: item}, name) for item in _list(record, name))


def _objects(record: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    items = _list(record, name)
    if all(isinstance(item, dict) for item in items):
        return items
    raise FieldError(name, Bilingual("not a list of objects", "不是对象列表"))


def _strings(record: Mapping[str, Any], name: str) -> tuple[str, ...]:
    items = _list(record, name)
    if all(isinstance(item, str) for item in items):
        return tuple(items)
    raise FieldError(name, Bilingual("not a list of strings", "不是字符串列表"))


def _list(record: Mapping[str, Any], name: str) -> list[Any]:
    value = record.get(name, [])
    if isinstance(value, list):
        return value
    raise FieldError(name, Bilingual("not a list", "不是列表"))


def _string(record: Mapping[str, Any], name: str) -> str:
    value = record.get(name)
    if isinstance(value, str) and value:
        return value
    raise FieldError(name, Bilingual("missing", "缺失"))


class _Elements:
    """Yields the elements of an array with their lines, and last, as a Bilingual, the fault at which it breaks off."""

    def __init__(self, blocks: Iterator[str]) -> None:
        self._blocks = blocks
        self._text = ""
        self._position = 0
        self._line = 1

    def __iter__(self) -> Iterator[tuple[int, object]]:
        self._pass(re.compile(r"[\ufeff \t\r\n]*"))
        if not self._text.startswith("[", self._position):
            yield 1, _NO_ARRAY
            return
        self._position += 1
        while True:
            self._pass(_BETWEEN)
            if self._text.startswith("]", self._position):
                return
            line = self._line
            try:
                element = self._decode()
            except (ValueError, RecursionError):
                yield line, _BROKEN
                return
            yield line, element

    def _pass(self, between: re.Pattern[str]) -> None:
        """Skips to the next thing that is not a separator."""
        while True:
            found = between.match(self._text, self._position)
            self._go_to(found.end() if found else self._position)
            if self._position < len(self._text) or not self._read():
                return

    def _decode(self) -> object:
        """Decodes the element here; one that is incomplete, or might go on, is tried again with more text."""
        while True:
            try:
                element, end = json.JSONDecoder().raw_decode(self._text, self._position)
            except ValueError:
                if not self._read():
                    raise
                continue
            if end < len(self._text) or not self._read():
                self._go_to(end)
                return element

    def _go_to(self, position: int) -> None:
        self._line += self._text.count("\n", self._position, position)
        self._position = position

    def _read(self) -> bool:
        """Reads as much text again as is kept, so that a long element is not retried too often."""
        kept, self._position = self._text[self._position :], 0
        more = take_text(self._blocks, len(kept))
        self._text = kept + more
        return bool(more)
