"""Reads and writes the fields of an article: what each accepts, and what no field may contain. Pure."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from gpucat.catalog.article import SOURCE_TYPES, Article, source_type_code
from gpucat.catalog.authors import split_authors
from gpucat.catalog.dates import parse_date
from gpucat.catalog.facets import FACETS, pick_facet
from gpucat.catalog.levels import LevelSpan, format_level, parse_level
from gpucat.errors import GpucatError
from gpucat.language import Bilingual, listed

if TYPE_CHECKING:
    from gpucat.catalog.catalogue import Learning

LIST_FIELDS: Final = (
    "title", "url", "authors", "source", "source_type", "module", "position", "level", "published", "keywords",
    "summary", "why", "summary_en", "why_en", *FACETS, "questions", "questions_en",
)  # fmt: skip
RELATIONS: Final = ("teaches", "needs")
"""The fields that name an article's concepts."""
DERIVED_FIELDS: Final = frozenset(
    {"number", "id", "status", "link", "score", "match", "because", "stage", "step", "route_position", "kind"}
)
CARD_FIELDS: Final = ("questions", "questions_en", "origins")
"""Fields that only an article's card and its line of the list have."""
_KNOWN_FIELDS: Final = DERIVED_FIELDS.union(LIST_FIELDS, CARD_FIELDS)
_FIELD_NAMES: Final = {
    "title": "标题", "url": "网址", "authors": "作者", "source": "来源", "source_type": "来源类型", "module": "模块",
    "position": "位置", "level": "难度", "published": "日期", "keywords": "关键词", "summary": "核心摘要",
    "why": "为什么适合", "summary_en": "英文摘要", "why_en": "英文的“为什么适合”", "start": "起点", "status": "状态",
    "note": "笔记", "extra": "其他字段", "concepts": "概念", "teaches": "讲解", "needs": "需要", "facts": "属性",
    "uses": "用到", "covers": "涉及架构", "has": "含有", "questions": "回答的问题", "questions_en": "回答的问题（英文）",
    "facets": "用到与涉及",
}  # fmt: skip
_STEERING: Final = r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
NO_DATE: Final = "未标注"
_Split = Callable[[str], Sequence[str]]
_KEYWORDS: Final[_Split] = re.compile(r"\s*[,，、;；|]\s*").split
_QUESTIONS: Final[_Split] = re.compile(r"\s*[|\n]\s*").split
_HALF: Final = "[\ud800-\udfff]"
_LONGEST: Final = 1_000_000
"""The most characters of a field: far more than a title or summary has, and far less than SQLite refuses."""


class FieldError(ValueError):
    """A field's value cannot be used; `reason` says why, `hint` what can."""

    def __init__(self, field: str, reason: Bilingual, hint: Bilingual | None = None) -> None:
        super().__init__(f"{field}: {reason.en}")
        self.field = field
        self.reason = reason
        self.hint = hint


def field_name(field: str) -> Bilingual:
    """Returns the name of an article's field: in English the one that JSON uses."""
    return Bilingual(field, _FIELD_NAMES.get(field, field))


def article_from_fields(fields: Mapping[str, Any], number: int = 0) -> Article:
    """Returns the article that the fields describe; unknown fields are kept in `extra`. Raises FieldError.

    A `number` of 0 stands for an article that has none yet. The module is not checked: only the catalogue knows which
    exist.
    """
    return Article(
        number=number,
        title=_required(fields, "title"),
        url=_required(fields, "url"),
        authors=_names(fields, "authors", split_authors),
        source=_text(fields, "source") or None,
        source_type=_source_type(fields),
        module=_text(fields, "module") or None,
        position=_position(fields),
        level=_level(fields),
        published=_published(fields),
        keywords=_names(fields, "keywords", _KEYWORDS),
        summary=_text(fields, "summary"),
        why=_text(fields, "why"),
        summary_en=_text(fields, "summary_en"),
        why_en=_text(fields, "why_en"),
        uses=_facet(fields, "uses"),
        covers=_facet(fields, "covers"),
        has=_facet(fields, "has"),
        questions=_names(fields, "questions", _QUESTIONS),
        questions_en=_names(fields, "questions_en", _QUESTIONS),
        origins=_origins(fields),
        extra=_unknown(fields),
    )


def learning_from_fields(fields: Mapping[str, Any]) -> "Learning | None":
    """Returns the concepts that the fields `teaches`, `needs` and `depth` name; None without them. Raises FieldError."""
    if not any(name in fields for name in (*RELATIONS, "depth")):
        return None
    from gpucat.catalog.catalogue import DEPTHS, TEACHES, Learning

    teaches, depth = _names(fields, "teaches", _KEYWORDS), fields.get("depth") or {}
    if not isinstance(depth, dict) or any(value not in DEPTHS for value in depth.values()):
        known = listed(DEPTHS)
        raise FieldError(
            "depth",
            Bilingual(f"not an object of concepts with one of {known.en}", f"不是以概念为键、以 {known.zh} 为值的对象"),
        )
    if untaught := [concept for concept in depth if concept not in teaches]:
        raise FieldError(
            "depth", Bilingual(f"{untaught[0]!r} is not among what it teaches", f"“{untaught[0]}”不在 teaches 之中")
        )
    uncommon = {concept: depth[concept] for concept in teaches if depth.get(concept, TEACHES) != TEACHES}
    return Learning(teaches, _names(fields, "needs", _KEYWORDS), uncommon)


def article_fields(article: Article) -> dict[str, Any]:
    """Returns the article's list fields in the order of LIST_FIELDS, unknown fields last; lists are always lists."""
    return {
        "title": article.title,
        "url": article.url,
        "authors": list(article.authors),
        "source": article.source,
        "source_type": article.source_type,
        "module": article.module,
        "position": article.position,
        "level": article.level.names if article.level else None,
        "published": article.published,
        "keywords": list(article.keywords),
        "summary": article.summary,
        "why": article.why,
        "summary_en": article.summary_en,
        "why_en": article.why_en,
        **{facet: list(getattr(article, facet)) for facet in FACETS},
        "questions": list(article.questions),
        "questions_en": list(article.questions_en),
        **({"origins": dict(article.origins)} if article.origins else {}),
        **article.extra,
    }


def article_json(article: Article) -> dict[str, Any]:
    """Returns the article as in every command's JSON: its names, the list's fields, and the reader's state.

    The questions, longer than all else, are left to its card and to the list's own lines.
    """
    link = article.link
    return {
        "number": article.number,
        "id": article.id,
        **{name: value for name, value in article_fields(article).items() if name not in CARD_FIELDS},
        "status": article.status,
        "link": {"verdict": link.verdict, "checked_at": link.checked_at} if link else None,
    }


def article_row(article: Article) -> dict[str, str]:
    """Returns the article as flat texts for CSV and TSV; importing them gives the same article."""
    listed = {
        "authors": _joined(article.authors, "、", split_authors),
        "level": format_level(article.level) if article.level else "",
        **{name: _joined(getattr(article, name), ", ", _KEYWORDS) for name in ("keywords", *FACETS)},
        **{name: _joined(getattr(article, name), " | ", _QUESTIONS) for name in ("questions", "questions_en")},
    }
    fields = {name: listed.get(name, value) for name, value in article_fields(article).items() if name in LIST_FIELDS}
    texts = {name: "" if value is None else str(value) for name, value in fields.items()}
    return {"number": str(article.number), "id": article.id, **texts, "status": article.status}


def joined_keywords(keywords: tuple[str, ...]) -> str:
    """Joins the keywords with commas, or into a JSON list if one of them contains a comma."""
    return _joined(keywords, ",", _KEYWORDS)


def clean_text(text: str) -> str:
    """Returns the text without surrounding white space and without control characters, bidirectional ones included."""
    return (text if text.isprintable() else re.sub(_STEERING, "", text)).strip()


def refuse_half_characters(record: Mapping[str, object]) -> None:
    """Raises FieldError for the first field whose name or value contains an unpaired surrogate."""
    for name, value in record.items():
        half = _half_in(name) or _half_in(value)
        if half:
            shown = f"\\u{ord(half):x}"
            reason = Bilingual(f"contains half a character ({shown})", f"含有不完整的字符（{shown}）")
            raise FieldError(without_half_characters(name), reason)


def without_half_characters(text: str) -> str:
    """Replaces each unpaired surrogate by U+FFFD."""
    return text if text.isascii() else re.sub(_HALF, "\ufffd", text)


def _text(fields: Mapping[str, Any], name: str) -> str:
    value = fields.get(name)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise FieldError(name, Bilingual(f"expected text, got {value!r}", f"应为文本，实际为 {value!r}"))
    # An address without some of its characters would be another address, so it is not cleaned.
    return _bounded(name, value.strip() if name == "url" else clean_text(value))


def _bounded(name: str, text: str) -> str:
    """Returns the text of the field; raises FieldError if it is too long."""
    if len(text) > _LONGEST:
        raise FieldError(
            name,
            Bilingual(
                f"{len(text):,} characters, where at most {_LONGEST:,} are kept",
                f"有 {len(text):,} 个字符，最多保留 {_LONGEST:,} 个",
            ),
        )
    return text


def _unknown(fields: Mapping[str, Any]) -> dict[str, Any]:
    unknown = {key: value for key, value in fields.items() if key not in _KNOWN_FIELDS}
    if unknown:
        _bounded("extra", str(unknown))
    return unknown


def _required(fields: Mapping[str, Any], name: str) -> str:
    # An address is taken as it is: one with invalid characters is refused, not repaired into another.
    given = fields.get(name)
    text = _bounded(name, given.strip()) if name == "url" and isinstance(given, str) else _text(fields, name)
    if not text:
        raise FieldError(name, Bilingual("missing", "缺失"))
    return text


def _names(fields: Mapping[str, Any], name: str, split: _Split) -> tuple[str, ...]:
    value = fields.get(name)
    if value is None:
        return ()
    if isinstance(value, str):
        names = _listed(value)
        value = split(_bounded(name, value)) if names is None else names
    if not isinstance(value, list | tuple) or not all(isinstance(item, str) for item in value):
        raise FieldError(name, Bilingual("expected text or a list of strings", "应为文本或字符串列表"))
    return tuple(dict.fromkeys(stripped for item in value if (stripped := clean_text(item))))


def _facet(fields: Mapping[str, Any], name: str) -> tuple[str, ...]:
    try:
        return tuple(dict.fromkeys(pick_facet(name, value) for value in _names(fields, name, _KEYWORDS)))
    except GpucatError as error:
        raise FieldError(name, error.message, error.hint) from None


def _origins(fields: Mapping[str, Any]) -> Mapping[str, str]:
    value = fields.get("origins") or {}
    if isinstance(value, dict) and all(isinstance(origin, str) for origin in value.values()):
        return value
    raise FieldError(
        "origins", Bilingual("not an object of values with their origin", "不是以取值为键、以出处为值的对象")
    )


def _joined(names: tuple[str, ...], separator: str, split: _Split) -> str:
    """Joins the names into one text, or into a JSON list if splitting the text would give other names."""
    text = separator.join(names)
    is_plain = not text or (tuple(split(text)) == names and _listed(text) is None)
    if is_plain:
        return text
    import json

    return json.dumps(names, ensure_ascii=False)


def _listed(text: str) -> list[str] | None:
    """Returns the names of a JSON list; None for any other text."""
    if not text.startswith("[") or not text.endswith("]"):
        return None
    import json

    try:
        names = json.loads(text)
    except ValueError:
        return None
    return names if isinstance(names, list) and all(isinstance(name, str) for name in names) else None


def _source_type(fields: Mapping[str, Any]) -> str | None:
    text = _text(fields, "source_type")
    if not text:
        return None
    if code := source_type_code(text):
        return code
    known = listed(SOURCE_TYPES)
    raise FieldError(
        "source_type", Bilingual(f"{text!r} is not one of {known.en}", f"“{text}”不是以下之一：{known.zh}")
    )


def _position(fields: Mapping[str, Any]) -> int | None:
    value = fields.get("position")
    if value is None or value == "":
        return None
    if isinstance(value, str) and value.strip().isdecimal():
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 < value < 10**9:
        raise FieldError("position", Bilingual(f"{value!r} is not a valid position", f"“{value}”不是有效的位置"))
    return value


def _level(fields: Mapping[str, Any]) -> LevelSpan | None:
    value = fields.get("level")
    if value is None or value == "" or value == []:
        return None
    if isinstance(value, list | tuple):
        value = "..".join(str(part) for part in (value[0], value[-1]))
    try:
        return parse_level(str(value))
    except GpucatError as error:
        raise FieldError("level", error.message, error.hint) from None


def _published(fields: Mapping[str, Any]) -> str | None:
    value = fields.get("published")
    if value is None or value in ("", NO_DATE):
        return None
    try:
        return parse_date(str(value))
    except GpucatError as error:
        raise FieldError("published", error.message, error.hint) from None


def _half_in(value: object) -> str | None:
    if isinstance(value, str):
        found = None if value.isascii() else re.search(_HALF, value)
        return found[0] if found else None
    if isinstance(value, Mapping):
        value = [*value, *value.values()]
    return next(filter(None, map(_half_in, value)), None) if isinstance(value, list) else None
