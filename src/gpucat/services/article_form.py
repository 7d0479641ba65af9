"""Edits an article in a form: fills the form, and plans what was changed in it."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from gpucat.catalog.article import SOURCE_TYPES, Article
from gpucat.catalog.catalogue import Learning
from gpucat.catalog.fields import article_fields
from gpucat.catalog.levels import LEVELS, format_level
from gpucat.errors import UsageError
from gpucat.formats.form import FORM_FIELDS, read_form, write_form
from gpucat.language import Bilingual, same
from gpucat.services.add import NEAREST, propose_fields
from gpucat.services.cards import find_telling
from gpucat.services.prominent_terms import read_kept_text
from gpucat.services.teaching import propose_learning
from gpucat.store.catalogue import read_learning, read_modules
from gpucat.store.connection import Reader


class Form(NamedTuple):
    """An article's form: its `stored` fields, and those it is filled with, which may be proposed."""

    article: Article
    stored: dict[str, Any]
    filled: dict[str, Any]
    comments: tuple[Bilingual, ...]

    @property
    def is_proposed(self) -> bool:
        """Whether it is filled with more than is stored."""
        return self.filled != self.stored

    def text(self, language: str, problem: Bilingual | None = None) -> str:
        """Returns the form as it is first shown."""
        return write_form(self.filled, self.heading(language, problem))

    def heading(self, language: str, problem: Bilingual | None = None) -> list[str]:
        """Returns the comments above the form, a problem first."""
        said = [problem] if problem else []
        return [one.zh if language == "zh" else one.en for one in (*said, *self.comments)]

    def changed(self, text: str) -> dict[str, Any]:
        """Returns the fields that the edited form gives and that are not stored; raises FieldError."""
        return {name: value for name, value in read_form(text).items() if value != self.stored[name]}


def open_form(connection: Reader, article: Article, *, proposes: bool = False) -> Form:
    """Returns the article's form; with `proposes`, empty fields are filled with what its neighbours suggest."""
    learning = read_learning(connection, article.number).get(article.url, Learning())
    stored = _fields(article, learning)
    proposed = dict(_proposed(connection, article)) if proposes else {}
    filled = {name: stored[name] or proposed.get(name, stored[name]) for name in FORM_FIELDS}
    comments = [
        Bilingual(
            f"{article.id}  An empty field is cleared. Save and close to take it over.",
            f"{article.id}  空字段会被清除。保存并关闭即生效。",
        ),
        same(f"module: {' '.join(module.slug for module in read_modules(connection))} inbox"),
        Bilingual(
            f"level: {' '.join(LEVELS)}, or a range such as {LEVELS[0]}..{LEVELS[1]}",
            f"level：{' '.join(LEVELS)}，或范围如 {LEVELS[0]}..{LEVELS[1]}",
        ),
        same(f"source_type: {' '.join(SOURCE_TYPES)}"),
        Bilingual(
            "summary, why: in Chinese; summary_en, why_en: in English", "summary、why：中文；summary_en、why_en：英文"
        ),
    ]
    if names := [name for name in FORM_FIELDS if filled[name] != stored[name]]:
        comments.append(Bilingual(f"proposed: {', '.join(names)}", f"建议值：{'、'.join(names)}"))
    return Form(article, stored, filled, tuple(comments))


def problem_of(error: UsageError) -> Bilingual:
    """Returns the comment about a value that cannot be used."""
    hint = error.hint or Bilingual("", "")
    return Bilingual(f"ERROR {error.message.en} {hint.en}".rstrip(), f"错误 {error.message.zh} {hint.zh}".rstrip())


def _fields(article: Article, learning: Learning) -> dict[str, Any]:
    fields = {**article_fields(article), "teaches": list(learning.teaches), "needs": list(learning.needs)}
    fields["level"] = format_level(article.level) if article.level else ""
    return {name: "" if fields[name] is None else fields[name] for name in FORM_FIELDS}


def _proposed(connection: Reader, article: Article) -> Iterator[tuple[str, Any]]:
    text = read_kept_text(connection, article)
    proposed = {one.field: one.value for one in propose_fields(connection, article, text)}
    filled = article._replace(**{name: value for name, value in proposed.items() if not getattr(article, name)})
    near = [related.article for related in find_telling(connection, filled, NEAREST)]
    concepts = propose_learning(connection, filled, near, text)
    yield from _fields(filled, concepts).items()
