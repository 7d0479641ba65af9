"""Holds the reader's own data: reading states, and items that travel between machines. Pure.

An item is one row about an article, an experiment, a pair of articles or a setting, with the time of its last change (UTC). Of two
versions the later one stays; of two from the same second, the one whose content sorts last, so that both machines
decide alike, whichever imports first.
"""

import json
import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, Final, Literal, NamedTuple

from gpucat.catalog.article import STATUSES
from gpucat.catalog.fields import FieldError
from gpucat.catalog.settings import SETTINGS, Setting, is_portable
from gpucat.errors import UsageError
from gpucat.language import Bilingual

_UNWRITABLE: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
VERDICTS: Final = (
    "ok", "moved", "redirected", "broken", "soft-404", "wrong-article", "blocked", "flaky", "timeout",
)  # fmt: skip
UNCHECKED: Final = "unchecked"
LINK_STATUSES: Final = (*VERDICTS, UNCHECKED)
MOST_STARS: Final = 5


class ReadingState(NamedTuple):
    """How far an article is read: a status of catalog.article.STATUSES, and when it was started and finished."""

    status: str = "todo"
    started_at: str | None = None
    finished_at: str | None = None


def marked(before: ReadingState, status: str, now: str) -> ReadingState:
    """Returns the state after marking it at `now`; unchanged if it has that status already.

    Reading again keeps the first start time; `todo` clears all times.
    """
    if status == before.status:
        return before
    if status == "reading":
        return ReadingState(status, before.started_at or now)
    if status == "done":
        return ReadingState(status, before.started_at, now)
    return ReadingState(status, before.started_at if status == "skipped" else None)


def clean_note(text: str) -> str:
    """Returns a note as stored: only line feeds, no control characters but tabs, no half characters, no blank ends."""
    whole = text.encode("utf-8", "replace").decode("utf-8")
    lines = re.sub(r"\r\n?", "\n", whole).split("\n")
    return "\n".join(_UNWRITABLE.sub("", line).rstrip() for line in lines).strip("\n")


def added(before: str, text: str) -> str:
    """Returns the note with one more paragraph."""
    return f"{before}\n\n{text}" if before and text else before or text


Subject = Literal["article", "practice", "pair", "setting", "measurement"]
Check = Callable[[Any], Any]


class ItemKind(NamedTuple):
    """A kind of item: its subject, its fields with their checks, and the field with the time of the last change.

    All rows of a history stay: the time identifies them.
    """

    subject: Subject
    time: str
    fields: Mapping[str, Check]
    is_history: bool = False


class Item(NamedTuple):
    """One item; `about` holds addresses of articles, the number of an experiment (with the key of what was measured in it),
    or the key of a setting.
    """

    kind: str
    about: tuple[str | int, ...]
    values: Mapping[str, Any]

    @property
    def changed_at(self) -> str:
        """When it was last changed."""
        moment: str = self.values[ITEM_KINDS[self.kind].time]
        return moment

    @property
    def rank(self) -> tuple[str, str]:
        """What decides between two versions: the higher one stays."""
        return self.changed_at, json.dumps(dict(self.values), sort_keys=True, ensure_ascii=False)


def item_from_record(record: Mapping[str, Any]) -> Item:
    """Returns the item of a JSON record, ignoring unknown fields. Raises FieldError."""
    kind = ITEM_KINDS[record["kind"]]
    values = {}
    for name, check in kind.fields.items():
        try:
            values[name] = check(record.get(name))
        except (TypeError, ValueError):
            value = json.dumps(record.get(name), ensure_ascii=False)
            raise FieldError(name, Bilingual(f"invalid value {value}", f"无效的值 {value}")) from None
    about = _about(kind.subject, record)
    if kind.subject == "setting":
        values["value"] = _setting_value(SETTINGS[str(about[0])], values["value"])
    return Item(record["kind"], about, values)


def record_of(item: Item) -> dict[str, Any]:
    """Returns the item as a JSON record, which item_from_record reads back."""
    subject = ITEM_KINDS[item.kind].subject
    about = {_SUBJECT_FIELDS[subject]: list(item.about) if len(item.about) > 1 else item.about[0]}
    return {"kind": item.kind, **about, **item.values}


def _about(subject: Subject, record: Mapping[str, Any]) -> tuple[str | int, ...]:
    name = _SUBJECT_FIELDS[subject]
    value = record.get(name)
    if subject == "article" and isinstance(value, str) and value.strip():
        return (value,)
    if subject == "practice" and isinstance(value, int) and not isinstance(value, bool):
        return (value,)
    if subject == "pair" and isinstance(value, list) and len(value) == 2 and all(isinstance(x, str) for x in value):
        return tuple(value)
    if subject == "setting" and value in SETTINGS:
        return (value,)
    if subject == "measurement" and isinstance(value, list) and [type(part) for part in value] == [int, str]:
        return tuple(value)
    raise FieldError(name, Bilingual("must say what the line is about", "必须指明该行所关于的对象"))


def _setting_value(setting: Setting, value: str) -> str:
    """Returns the value of a setting, empty if it was taken back; a file never says which program to start."""
    if not is_portable(setting.key):
        raise FieldError("key", Bilingual(f"{setting.key} is set on each machine", f"{setting.key} 须在每台机器上设置"))
    try:
        return setting.check(value) if value else ""
    except UsageError as error:
        raise FieldError("value", error.message, error.hint) from None


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value.encode("utf-8", "replace").decode("utf-8")


def _note(value: object) -> str:
    return clean_note(_text(value))


def _facts(value: object) -> str:
    """Returns a JSON object as it is stored; an export has it as text."""
    facts = json.loads(_text(value))
    if not isinstance(facts, dict):
        raise TypeError
    return json.dumps(facts, ensure_ascii=False, sort_keys=True)


def _moment(value: object) -> str:
    moment = datetime.fromisoformat(_text(value))
    if moment.tzinfo is None:
        raise ValueError
    return moment.astimezone(UTC).isoformat(timespec="seconds")


def _whole(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) >= 1 << 53:
        raise TypeError
    return value


def _stars(value: object) -> int:
    if not 1 <= _whole(value) <= MOST_STARS:
        raise ValueError
    return _whole(value)


def _one_of(words: tuple[str, ...]) -> Check:
    def check(value: object) -> str:
        if value not in words:
            raise ValueError
        return _text(value)

    return check


def _or_nothing(check: Check) -> Check:
    return lambda value: None if value is None else check(value)


_SUBJECT_FIELDS: Final[dict[Subject, str]] = {
    "article": "article",
    "practice": "practice",
    "pair": "articles",
    "setting": "key",
    "measurement": "measurement",
}
ITEM_KINDS: Final[dict[str, ItemKind]] = {
    "reading": ItemKind(
        "article",
        "changed_at",
        {
            "status": _one_of(STATUSES),
            "started_at": _or_nothing(_moment),
            "finished_at": _or_nothing(_moment),
            "changed_at": _moment,
        },
    ),
    "rating": ItemKind("article", "changed_at", {"stars": _stars, "changed_at": _moment}),
    "note": ItemKind("article", "changed_at", {"text": _note, "changed_at": _moment}),
    "practice_state": ItemKind("practice", "changed_at", {"done_at": _or_nothing(_moment), "changed_at": _moment}),
    "practice_note": ItemKind("practice", "changed_at", {"text": _note, "changed_at": _moment}),
    "measurement": ItemKind("measurement", "recorded_at", {"facts": _facts, "recorded_at": _moment}),
    "confirmed_page": ItemKind("article", "confirmed_at", {"page_title": _text, "confirmed_at": _moment}),
    "setting": ItemKind("setting", "changed_at", {"value": _text, "changed_at": _moment}),
    "distinct_pair": ItemKind("pair", "decided_at", {"decided_at": _moment}),
    "link_check": ItemKind(
        "article",
        "checked_at",
        {
            "url": _text,
            "checked_at": _moment,
            "verdict": _one_of(VERDICTS),
            "reason_en": _text,
            "reason_zh": _text,
            "status": _or_nothing(_whole),
            "final_url": _or_nothing(_text),
            "page_title": _or_nothing(_text),
            "title_match": _or_nothing(_text),
            "attempts": _whole,
            "elapsed_ms": _whole,
        },
        is_history=True,
    ),
}
"""The kinds by name, which is also the name of their table."""
