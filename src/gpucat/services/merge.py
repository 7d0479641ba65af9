"""Merges articles that are one work into the one to keep: nothing is lost, and every old address and number leads there."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from gpucat.catalog.article import Article
from gpucat.catalog.unknown import unknown
from gpucat.errors import UsageError
from gpucat.language import Bilingual
from gpucat.store.connection import Reader
from gpucat.store.lookup import find_article
from gpucat.store.reader_state import read_note

if TYPE_CHECKING:
    from gpucat.store.writing import Writer

MERGED_FIELDS: Final = (
    "title", "url", "authors", "source", "source_type", "module", "level", "published", "keywords", "summary", "why",
    "summary_en", "why_en",
)  # fmt: skip
_FURTHEST: Final = ("todo", "skipped", "reading", "done")


class MergedField(NamedTuple):
    """One field before and after: `origin` is the id of the article whose value is taken, or None where they are joined."""

    name: str
    kept: Any
    merged: Any
    origin: str | None


class MergePlan(NamedTuple):
    """What a merge would do: `merged` is the article as it will be, `fields` are those in which the articles differ."""

    keep: Article
    drops: tuple[Article, ...]
    merged: Article
    note: str
    fields: tuple[MergedField, ...]


def pick_two(connection: Reader, one: str, other: str) -> tuple[Article, Article]:
    """The two articles; raises UsageError where they are one."""
    first, second = find_article(connection, one), find_article(connection, other)
    if first.number == second.number:
        raise UsageError(
            "one_article",
            Bilingual(f"{one!r} and {other!r} are one article: {first.id}", f"“{one}”与“{other}”是同一篇：{first.id}"),
        )
    return first, second


def plan_merge(
    connection: Reader, keep: str, drops: Sequence[str], taken: Mapping[str, str] | None = None
) -> MergePlan:
    """What merging would do. `taken` names for a field the article whose value is wanted; raises UsageError."""
    kept = find_article(connection, keep)
    dropped = tuple(dict.fromkeys(pick_two(connection, keep, name)[1] for name in drops))
    wanted = {field: find_article(connection, name) for field, name in (taken or {}).items()}
    for field, source in wanted.items():
        if field not in MERGED_FIELDS:
            raise unknown("field", field, MERGED_FIELDS, Bilingual("field", "字段"))
        if source not in (kept, *dropped):
            raise UsageError(
                "not_merged", Bilingual(f"{source.id} is not among the merged articles", f"{source.id} 不在合并之列")
            )
    values: dict[str, Any] = {}
    fields: list[MergedField] = []
    for name in MERGED_FIELDS:
        value, origin = _merge_field(name, kept, dropped, wanted.get(name))
        values[name] = value
        if any(getattr(article, name) != getattr(kept, name) for article in dropped):
            fields.append(MergedField(name, getattr(kept, name), value, origin))
    placed = next((article for article in (kept, *dropped) if article.module == values["module"]), kept)
    extra: dict[str, Any] = {}
    for article in reversed((kept, *dropped)):
        extra |= article.extra
    status = max((article.status for article in (kept, *dropped)), key=_FURTHEST.index)
    merged = kept._replace(**values, position=placed.position, extra=extra, status=status)
    if status != kept.status:
        fields.append(MergedField("status", kept.status, status, None))
    note = _join_notes(connection, (kept, *dropped))
    own = read_note(connection, kept.number)
    if note != (own.text if own else ""):
        fields.append(MergedField("note", own.text if own else "", note, None))
    return MergePlan(kept, dropped, merged, note, tuple(fields))


def carry_out_merge(plan: MergePlan, writer: "Writer") -> None:
    """Does what the plan says, in the writer's change."""
    from gpucat.store.merging import merge_rows

    merge_rows(writer, plan.merged, [article.number for article in plan.drops], plan.note)


def take_back_member(writer: "Writer", name: str) -> Article:
    """Takes one article out of the merge that it is in; the others stay merged. Returns it; raises UsageError.

    The merge is taken back whole and done again without the article, so the one that was kept has only what is still its own.
    """
    from gpucat.store.merging import find_merge
    from gpucat.store.undo import undo_change

    merge = find_merge(writer.reader, name)
    if merge is None:
        raise UsageError(
            "not_merged",
            Bilingual(f"no merged article {name!r}", f"没有被合并的文章“{name}”"),
            Bilingual("name it by its number or its address", "请用编号或网址指明"),
        )
    undo_change(writer.connection, merge.change, writer.now)
    rest = [str(number) for number in merge.members if number != merge.member]
    if rest:
        carry_out_merge(plan_merge(writer.reader, str(merge.keep), rest), writer)
    return find_article(writer.reader, str(merge.member))


def _merge_field(name: str, keep: Article, drops: Sequence[Article], wanted: Article | None) -> tuple[Any, str | None]:
    if wanted is not None:
        return getattr(wanted, name), wanted.id
    kept = getattr(keep, name)
    if name == "keywords":
        joined = dict.fromkeys(word for article in (keep, *drops) for word in article.keywords)
        return tuple(joined), None
    for article in drops:
        value = getattr(article, name)
        more_precise = name == "published" and kept and value and value.startswith(kept) and value != kept
        if value and (not kept or more_precise):
            return value, article.id
    return kept, keep.id


def _join_notes(connection: Reader, articles: Sequence[Article]) -> str:
    """All notes one after the other, each once."""
    texts: list[str] = []
    for article in articles:
        note = read_note(connection, article.number)
        if note and not any(note.text.strip() in text for text in texts):
            texts.append(note.text.strip() if texts else note.text)
    return "\n\n".join(texts)
