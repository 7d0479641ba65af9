"""Merges articles that are the same work into the one to keep; every old address and number leads to it."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from gpucat.catalog.article import Article
from gpucat.catalog.unknown import unknown
from gpucat.errors import UsageError
from gpucat.language import Bilingual
from gpucat.store.connection import Reader
from gpucat.store.lookup import find_article, find_articles_named
from gpucat.store.reading import read_note

if TYPE_CHECKING:
    from gpucat.store.journal import Writer

MERGED_FIELDS: Final = (
    "title", "url", "authors", "source", "source_type", "module", "level", "published", "keywords", "summary", "why",
    "summary_en", "why_en",
)  # fmt: skip
_FURTHEST: Final = ("todo", "skipped", "reading", "done")


class MergedField(NamedTuple):
    """A field before and after a merge, and what the others have there.

    `origin` is the id of the article that the merged value comes from, None if values are joined.
    """

    name: str
    kept: Any
    merged: Any
    origin: str | None
    others: tuple[Any, ...] = ()


class MergePlan(NamedTuple):
    """What a merge would do: `merged` is the resulting article, `fields` are those in which the articles differ."""

    keep: Article
    drops: tuple[Article, ...]
    merged: Article
    note: str
    fields: tuple[MergedField, ...]

    @property
    def unlike(self) -> list[Article]:
        """The articles that do not look like the same work as the one to keep."""
        from gpucat.formats.records import record_of
        from gpucat.services.dedupe import ComparedRecord, find_across  # the rules of titles, needed only here

        kept = ComparedRecord(self.keep.id, None, record_of(self.keep))
        return [
            drop for drop in self.drops if not find_across([ComparedRecord(drop.id, None, record_of(drop))], [kept])
        ]


def plan_merge(
    connection: Reader, kept: Article, dropped: Sequence[Article], taken: Mapping[str, str] | None = None
) -> MergePlan:
    """Plans a merge; `taken` names, for a field, the article whose value to use. Raises UsageError."""
    articles = (kept, *dropped)
    wanted = _wanted(connection, articles, taken or {})
    chosen = [
        MergedField(
            name,
            getattr(kept, name),
            *_merge_field(name, articles, wanted.get(name)),
            tuple(getattr(article, name) for article in dropped),
        )
        for name in MERGED_FIELDS
    ]
    values = {field.name: field.merged for field in chosen}
    placed = next((article for article in articles if article.module == values["module"]), kept)
    status = max((article.status for article in articles), key=_FURTHEST.index)
    extra: dict[str, Any] = {}
    for article in reversed(articles):
        extra |= article.extra
    merged = kept._replace(**values, position=placed.position, extra=extra, status=status)
    own, note = read_note(connection, kept.number), _join_notes(connection, articles)
    differing = [field for field in chosen if any(getattr(article, field.name) != field.kept for article in dropped)]
    if status != kept.status:
        differing.append(MergedField("status", kept.status, status, None, tuple(drop.status for drop in dropped)))
    if note != (own.text if own else ""):
        differing.append(MergedField("note", own.text if own else "", note, None))
    return MergePlan(kept, tuple(dropped), merged, note, tuple(differing))


def told_by_texts(connection: Reader, plan: MergePlan) -> dict[str, Bilingual]:
    """Returns what the kept texts say for one work, by the id of each article that is to be merged into the one to keep."""
    from gpucat.services.same_texts import judge_texts

    keep = plan.keep.number
    judged = judge_texts(connection, among=[keep, *(drop.number for drop in plan.drops)])
    found = {drop.id: judged.get((min(keep, drop.number), max(keep, drop.number))) for drop in plan.drops}
    return {name: judgement.reasons[0] for name, judgement in found.items() if judgement}


def carry_out_merge(plan: MergePlan, writer: "Writer") -> None:
    """Carries out the plan as part of the writer's change."""
    from gpucat.store.merging import merge_rows

    merge_rows(writer, plan.merged, [article.number for article in plan.drops], plan.note)


def take_back_member(writer: "Writer", name: str) -> Article:
    """Takes an article out of its merge and returns it; the others stay merged. Raises UsageError.

    The whole merge is undone and repeated without the article, so that the kept one holds only what is still its own. A
    merge that was itself repeated that way rests on the first one: both are undone.
    """
    from gpucat.store.merging import Merge, find_merge
    from gpucat.store.undo import undo_change

    merge = find_merge(writer.connection, name, writer.change_id)
    if merge is None:
        raise UsageError(
            "not_merged",
            Bilingual(f"{name!r} is not a merged article", f"“{name}”不是已合并的文章"),
            Bilingual("give its number or its address", "请用编号或网址指定"),
        )
    standing: Merge | None = merge
    while standing is not None:
        undo_change(writer.connection, standing.change, writer.now, within=writer.change_id)
        standing = find_merge(writer.connection, str(merge.member), writer.change_id)
    rest = [str(number) for number in merge.members if number != merge.member]
    if rest:
        kept, *others = find_articles_named(writer.connection, [str(merge.keep), *rest])
        carry_out_merge(plan_merge(writer.connection, kept, others), writer)
    return find_article(writer.connection, str(merge.member))


def _wanted(connection: Reader, articles: Sequence[Article], taken: Mapping[str, str]) -> dict[str, Article]:
    wanted = {field: find_article(connection, name) for field, name in taken.items()}
    for field, source in wanted.items():
        if field not in MERGED_FIELDS:
            raise unknown("field", field, MERGED_FIELDS, Bilingual("field", "字段"))
        if source not in articles:
            raise UsageError(
                "not_merged",
                Bilingual(f"{source.id} is not one of the articles to merge", f"{source.id} 不在要合并的文章之中"),
            )
    return wanted


def _merge_field(name: str, articles: Sequence[Article], wanted: Article | None) -> tuple[Any, str | None]:
    """Returns the merged value of a field and its origin: the first value there is, or a more precise date."""
    if wanted is not None:
        return getattr(wanted, name), wanted.id
    if name == "keywords":
        return tuple(dict.fromkeys(word for article in articles for word in article.keywords)), None
    keep = articles[0]
    kept = getattr(keep, name)
    for article in articles[1:]:
        value = getattr(article, name)
        is_more_precise = name == "published" and kept and value and value.startswith(kept) and value != kept
        if value and (not kept or is_more_precise):
            return value, article.id
    return kept, keep.id


def _join_notes(connection: Reader, articles: Sequence[Article]) -> str:
    """Joins the notes of all articles, each text once."""
    texts: list[str] = []
    for article in articles:
        note = read_note(connection, article.number)
        if note and not any(note.text.strip() in text for text in texts):
            texts.append(note.text.strip() if texts else note.text)
    return "\n\n".join(texts)
