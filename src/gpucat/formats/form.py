"""Writes an article as a form to be edited, and reads it back: front matter in YAML, then its texts. Pure.

Lines that begin with # before the form are comments: what is accepted, what was proposed, and what was wrong.
"""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

import yaml

from gpucat.catalog.facets import FACETS
from gpucat.catalog.fields import FieldError
from gpucat.language import Bilingual

_FENCE: Final = "---"
_TEXTS: Final = ("summary", "why", "summary_en", "why_en")
FORM_FIELDS: Final = (
    "title", "url", "authors", "source", "source_type", "module", "level", "published", "keywords", "teaches", "needs",
    *FACETS, "questions", "questions_en", *_TEXTS,
)  # fmt: skip
_HASH: Final = re.compile(r"[ \t]+#.*")
_OPENING: Final = (yaml.FlowSequenceStartToken, yaml.FlowMappingStartToken)
_CLOSING: Final = (yaml.FlowSequenceEndToken, yaml.FlowMappingEndToken)
_BEFORE_A_VALUE: Final = (yaml.ValueToken, yaml.BlockEntryToken)
_LISTS: Final = ("authors", "keywords", "teaches", "needs", *FACETS, "questions", "questions_en")


def write_form(fields: Mapping[str, Any], comments: Iterable[str] = ()) -> str:
    """Returns the form of these fields, by the names of FORM_FIELDS."""
    front = {name: fields[name] for name in FORM_FIELDS if name not in _TEXTS}
    matter = yaml.safe_dump(front, allow_unicode=True, sort_keys=False, default_flow_style=None, width=100)
    texts = "".join(f"\n## {name}\n{fields[name] or ''}\n" for name in _TEXTS)
    return "".join(f"# {line}\n" for line in comments) + f"{_FENCE}\n{matter}{_FENCE}\n{texts}"


def read_form(text: str) -> dict[str, Any]:
    """Returns the fields of a form; lists are lists, all else is text. Raises FieldError for what is no form."""
    _, begin, rest = text.replace("\r\n", "\n").partition(f"{_FENCE}\n")
    matter, end, body = rest.partition(f"\n{_FENCE}")
    if not begin or not end:
        raise FieldError("form", Bilingual("the lines --- around the fields are missing", "缺少字段前后的 --- 行"))
    try:
        # BaseLoader leaves every value as typed: no date, number or `yes` is made of a title.
        front = yaml.load(_with_hashes(matter), yaml.BaseLoader) or {}
    except yaml.YAMLError as error:
        reason = " ".join(str(error).split())
        raise FieldError("form", Bilingual(f"not YAML: {reason}", f"不是有效的 YAML：{reason}")) from None
    if not isinstance(front, dict):
        raise FieldError(
            "form",
            Bilingual("each field is a line with its name, a colon and its value", "每个字段一行：名称、半角冒号、值"),
        )
    if unknown := [name for name in front if name not in FORM_FIELDS]:
        raise FieldError(str(unknown[0]), Bilingual("there is no such field", "没有这个字段"))
    return {name: _value(name, front[name]) for name in front} | _texts(body)


def _with_hashes(matter: str) -> str:
    """Returns the YAML with quotes around each value that has a # of its own, which YAML would take for a comment."""
    kept, done, depth = [], 0, 0
    for token in yaml.scan(matter, yaml.BaseLoader):
        depth += isinstance(token, _OPENING) - isinstance(token, _CLOSING)
        is_plain = isinstance(token, yaml.ScalarToken) and token.plain
        cut = _HASH.match(matter, token.end_mark.index)
        if cut and not depth and (is_plain or isinstance(token, _BEFORE_A_VALUE)):
            begin = token.start_mark.index if is_plain else cut.start() + 1
            kept += [matter[done:begin], json.dumps(" ".join(matter[begin : cut.end()].split()), ensure_ascii=False)]
            done = cut.end()
    return "".join(kept) + matter[done:]


def _value(name: str, value: object) -> Any:  # noqa: ANN401  a list or a text
    if name in _LISTS:
        return [str(one) for one in value] if isinstance(value, list) else str(value)
    if isinstance(value, list | dict):
        raise FieldError(name, Bilingual("expected one value", "应为单个值"))
    return str(value)


def _texts(body: str) -> dict[str, str]:
    parts = re.split(rf"^## ({'|'.join(_TEXTS)})[ \t]*$", body, flags=re.M)
    for name in _TEXTS:
        if parts[1::2].count(name) != 1:
            raise FieldError(name, Bilingual(f"expected one line ## {name}", f"应有且仅有一行 ## {name}"))
    return {name: text.strip() for name, text in zip(parts[1::2], parts[2::2], strict=True)}
