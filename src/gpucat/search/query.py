"""The query language: parses what a reader typed into a frozen object. Pure; every text gives a query, never an error.

It has words, `"phrase"`, `prefix*`, `OR` or `|` (they bind tighter than the space), `+required`, `-word` `!word`
`^word` `NOT word`, `field:value` and ranges. A field named twice asks for either value, and different fields for all of
theirs. Anything else is text.
"""

import re
from typing import Final, NamedTuple

from gpucat.language import Bilingual, listed
from gpucat.search.conditions import NO_CONDITIONS, Conditions, condition
from gpucat.search.tokens import phrase_tokens

LONGEST_QUERY: Final = 512
MOST_WORDS: Final = 32

TEXT_FIELDS: Final = {
    "title": "title", "标题": "title", "標題": "title",
    "keyword": "keywords", "keywords": "keywords", "关键词": "keywords", "關鍵詞": "keywords", "關鍵字": "keywords",
    "summary": "summary", "摘要": "summary",
    "why": "why", "理由": "why",
    "author": "authors", "authors": "authors", "作者": "authors",
    "source": "source", "来源": "source", "來源": "source",
    "note": "note", "notes": "note", "笔记": "note", "筆記": "note",
    "text": "text", "texts": "text", "正文": "text",
}  # fmt: skip
"""Names that a reader may write for a column of the index."""
CONDITION_FIELDS: Final = {
    "module": "module", "模块": "module", "模塊": "module", "模組": "module",
    "level": "level", "难度": "level", "難度": "level",
    "date": "date", "日期": "date",
    "number": "number", "编号": "number", "編號": "number",
    "url": "url", "网址": "url", "網址": "url",
    "status": "status", "状态": "status", "狀態": "status",
    "uses": "uses", "chip": "uses", "用到": "uses", "芯片": "uses", "晶片": "uses",
    "covers": "covers", "arch": "covers", "架构": "covers", "架構": "covers",
    "has": "has", "含有": "has",
}  # fmt: skip

_QUOTES: Final = str.maketrans(dict.fromkeys("“”„‟「」『』＂«»", '"') | {"\0": " ", "｜": "|"})
_ADDRESS_STARTS: Final = ("http://", "https://", "www.")
_LONGEST_NUMBER: Final = 7


class QueryPiece(NamedTuple):
    """One thing to look for; `kind` is word, phrase, prefix, url or place, `column` a column of the index or None."""

    text: str
    kind: str = "word"
    column: str | None = None


class Clause(NamedTuple):
    """Alternatives of which one has to match; `is_required` if written with a plus. Those in fields alone are needed too."""

    pieces: tuple[QueryPiece, ...]
    is_required: bool = False


class Query(NamedTuple):
    """What was asked: clauses in the order typed, what must be absent, and conditions on facts.

    `notes` tell the reader what was ignored or read differently.
    """

    clauses: tuple[Clause, ...] = ()
    excluded: tuple[QueryPiece, ...] = ()
    conditions: Conditions = NO_CONDITIONS
    excluded_conditions: tuple[Conditions, ...] = ()
    notes: tuple[Bilingual, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Says whether the query asks for nothing at all."""
        return not (self.clauses or self.excluded or self.excluded_conditions) and self.conditions == NO_CONDITIONS


def unread_fields(query: Query) -> list[Bilingual]:
    """Explains why each word that looks like `field:value` was read as text: it names no field, or gives no value."""
    pieces = [piece for clause in query.clauses for piece in clause.pieces if piece.kind == "word" and not piece.column]
    found = [re.fullmatch(r"([^\W\d_]+)[:：]([^:：/].*)?", piece.text) for piece in pieces]
    return [_unread(match[1], match[2] or "") for match in found if match]


def _unread(name: str, value: str) -> Bilingual:
    if name.casefold() in TEXT_FIELDS or name.casefold() in CONDITION_FIELDS:
        example = f"{name}:{'2024' if CONDITION_FIELDS.get(name.casefold()) == 'date' else '…'}"
        return Bilingual(f"{name}: has no value; write {example}", f"{name}：后面没有值；请写作 {example}")
    fields = listed(dict.fromkeys(field for field in (*TEXT_FIELDS, *CONDITION_FIELDS) if field.isascii()))
    return Bilingual(
        f"{name}:{value} was searched as text: there is no field {name} (fields: {fields.en})",
        f"{name}:{value} 按文字搜索：没有字段 {name}（字段：{fields.zh}）",
    )


class _Typed(NamedTuple):
    """One lexed unit: its text, and the signs around it."""

    text: str
    sign: str = ""
    field: str = ""
    is_quoted: bool = False


class _Draft:
    """A query under construction; `has_or` says that the next piece joins the last clause."""

    def __init__(self) -> None:
        self.clauses: list[Clause] = []
        self.excluded: list[QueryPiece] = []
        self.conditions = NO_CONDITIONS
        self.excluded_conditions: list[Conditions] = []
        self.notes: list[Bilingual] = []
        self.has_or = False
        self.fields: dict[str, int] = {}

    def add(self, piece: QueryPiece, *, is_required: bool) -> None:
        """Adds a piece: to the last clause after an OR, to the clause of its field, or as a clause of its own."""
        place = len(self.clauses) - 1 if self.has_or else None
        if piece.column and not is_required and place is None:
            place = self.fields.get(piece.column)
            self.fields.setdefault(piece.column, len(self.clauses))
        if place is None:
            self.clauses.append(Clause((piece,), is_required))
        else:
            joined = self.clauses[place]
            self.clauses[place] = Clause((*joined.pieces, piece), joined.is_required or is_required)


def parse_query(text: str) -> Query:
    """Parses the text into a query."""
    draft = _Draft()
    if len(text) > LONGEST_QUERY:
        draft.notes.append(
            Bilingual(f"the query was cut at {LONGEST_QUERY} characters", f"查询只取前 {LONGEST_QUERY} 个字符")
        )
    units = _lex(text[:LONGEST_QUERY].translate(_QUOTES))
    if len(units) > MOST_WORDS:
        draft.notes.append(Bilingual(f"the query was cut at {MOST_WORDS} words", f"查询只取前 {MOST_WORDS} 个词"))
    negate = False
    for unit in units[:MOST_WORDS]:
        if not unit.is_quoted and not unit.field and unit.text in ("OR", "|", "||"):
            draft.has_or = bool(draft.clauses)
        elif not unit.is_quoted and not unit.field and unit.text in ("AND", "&&", "NOT"):
            negate = unit.text == "NOT"
        else:
            _take(draft, unit._replace(sign="-") if negate else unit)
            negate = draft.has_or = False
    return Query(
        tuple(draft.clauses),
        tuple(draft.excluded),
        draft.conditions,
        tuple(draft.excluded_conditions),
        tuple(draft.notes),
    )


def _lex(text: str) -> list[_Typed]:
    units: list[_Typed] = []
    place = 0
    while place < len(text):
        if text[place].isspace():
            place += 1
            continue
        sign = ""
        while place < len(text) and text[place] in "-!^+" and not sign and text[place + 1 : place + 2].strip():
            sign, place = text[place], place + 1
        name, place = _field_at(text, place)
        closing = text.find('"', place + 1) if text[place] == '"' else -1
        if closing > 0:
            units.append(_Typed(text[place + 1 : closing], sign, name, is_quoted=True))
            place = closing + 1
            continue
        end = place
        while end < len(text) and not text[end].isspace() and text[end] != '"':
            end += 1
        if end > place:
            units.append(_Typed(text[place:end], sign, name))
        place = max(end, place + 1)
    return units


def _field_at(text: str, place: int) -> tuple[str, int]:
    """Returns the field named at `place` and where its value begins, or no field and `place` itself."""
    end = place
    while end < len(text) and text[end].isalpha():
        end += 1
    name = text[place:end].casefold()
    is_field = text[end : end + 1] in (":", "：") and text[end + 1 : end + 2].strip() != ""
    return (name, end + 1) if is_field and (name in TEXT_FIELDS or name in CONDITION_FIELDS) else ("", place)


def _is_place(text: str) -> bool:
    """Says whether the text names an article by its place in the list: `memory/6`."""
    module, _, position = text.partition("/")
    is_number = position.isascii() and position.isdecimal() and len(position) <= _LONGEST_NUMBER
    return is_number and module.isascii() and module.isalpha()


def _take(draft: _Draft, unit: _Typed) -> None:
    is_negated = unit.sign in ("-", "!", "^") and unit.sign != ""
    if unit.field in CONDITION_FIELDS:
        _take_condition(draft, unit, is_negated)
        return
    piece = _piece(unit)
    if not phrase_tokens(piece.text):
        return
    if is_negated:
        draft.excluded.append(piece)
    else:
        draft.add(piece, is_required=unit.sign == "+")


def _piece(unit: _Typed) -> QueryPiece:
    column = TEXT_FIELDS.get(unit.field)
    if unit.is_quoted:
        return QueryPiece(unit.text, "phrase", column)
    if column is None and unit.text.lower().startswith(_ADDRESS_STARTS):
        return QueryPiece(unit.text, "url")
    if column is None and _is_place(unit.text):
        return QueryPiece(unit.text.lower(), "place")
    if unit.text.endswith("*") and unit.text.strip("*"):
        return QueryPiece(unit.text.rstrip("*"), "prefix", column)
    return QueryPiece(unit.text, "word", column)


def _take_condition(draft: _Draft, unit: _Typed, is_negated: bool) -> None:
    name = CONDITION_FIELDS[unit.field]
    found = condition(name, unit.text)
    if found.note is not None:
        draft.notes.append(found.note)
    if is_negated:
        draft.excluded_conditions.append(found)
    else:
        draft.conditions = draft.conditions.and_also(found)
