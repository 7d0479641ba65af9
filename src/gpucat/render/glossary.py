"""Writes the glossary: a table of the terms, or a card for each term that was asked for."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from gpucat.catalog.article import STATUS_LABELS, Article
from gpucat.catalog.concepts import latin_names, said_in_short
from gpucat.language import Bilingual, listed, same
from gpucat.render.columns import Column, Listing
from gpucat.render.labelled import Line, write_labelled
from gpucat.render.listing import write_listing
from gpucat.render.terminal import Terminal
from gpucat.services.glossary import TermCard, TermCards
from gpucat.services.meanings import ExplainedTerm

SHOWN: Final = 4
FEW: Final = 3
_MEANING: Final = Bilingual("meaning", "含义")
_COLUMNS: Final[tuple[Column[TermCard], ...]] = (
    Column(Bilingual("term", "术语"), lambda term: term.name, style="cyan"),
    Column(
        Bilingual("Chinese", "英文"), lambda term: Bilingual(term.name.text("zh"), term.name.text("en")), folds=True
    ),
    Column(Bilingual("articles", "篇数"), lambda term: str(len(term.taught_by)), is_number=True),
    Column(Bilingual("taught by", "讲解文章"), lambda term: _taught(term), grows=True),
)


def write_terms(
    terminal: Terminal, glossary: TermCards, output_format: str, *, is_asked: bool, wants_all: bool = False
) -> None:
    """Writes the terms: a few that were asked for as cards, others as a table with the study hints below.

    With `wants_all`, a card also has the names in other regions and languages.
    """
    if output_format == "table" and is_asked and len(glossary.terms) <= FEW:
        for index, term in enumerate(glossary.terms):
            if index:
                terminal.write([""])
            write_labelled(terminal, _heading(term.name), _lines(term, wants_all))
        return
    write_listing(
        terminal, Listing(glossary.terms, _COLUMNS, _record, ids=lambda term: term.name.text("en")), output_format
    )
    if output_format == "table" and glossary.hints:
        hints = [(same("*"), _sentence(hint.head, hint.body)) for hint in glossary.hints]
        terminal.write([""])
        write_labelled(terminal, terminal.say(Bilingual("Study hints", "学习提示")), hints)


def write_meanings(terminal: Terminal, terms: Iterable[ExplainedTerm]) -> None:
    """Writes what terms mean, with an empty line after each."""
    for term in terms:
        write_labelled(terminal, _heading(term.name), [(_MEANING, term.meaning)])
        terminal.write([""])


def _sentence(head: Bilingual, body: Bilingual) -> Bilingual:
    return Bilingual(f"{head.text('en')}: {body.text('en')}", f"{head.text('zh')}：{body.text('zh')}")


def _taught(term: TermCard) -> Bilingual:
    if term.is_assumed:
        return Bilingual("(assumed known)", "（视为已知）")
    ids = [article.id for article in term.taught_by]
    more = f" +{len(ids) - SHOWN}" if len(ids) > SHOWN else ""
    shown = listed(ids[:SHOWN])
    return Bilingual(shown.en + more, shown.zh + more)


def _heading(name: Bilingual) -> str:
    """Returns the name in both languages, without repeating a word that Chinese says in English too."""
    english, chinese = name.text("en"), name.text("zh")
    if said_in_short(chinese) == english:
        chinese = chinese.removeprefix(english).strip("（）")
    return f"{english}  {chinese}".rstrip()


def _lines(term: TermCard, wants_all: bool) -> Iterator[Line]:
    yield _MEANING, term.explanation
    yield Bilingual("also", "别名"), listed(term.forms if wants_all else latin_names(term.name, term.forms))
    if term.is_assumed:
        yield Bilingual("taught by", "讲解文章"), _taught(term)
    for article in term.taught_by:
        yield Bilingual("taught by", "讲解文章"), _named(article)
    if not term.taught_by and not term.is_assumed:
        search = f"gpucat search '{term.name.en}'"
        yield (
            Bilingual("taught by", "讲解文章"),
            Bilingual(f"no article is marked as teaching it; try {search}", f"没有文章标明讲解它；可试 {search}"),
        )
    if term.needed_by:
        count = len(term.needed_by)
        ids = listed([article.id for article in term.needed_by])
        yield Bilingual("needed by", "以它为先修"), Bilingual(f"{count}: {ids.en}", f"{count} 篇：{ids.zh}")


def _named(article: Article) -> Bilingual:
    name = f"{article.id} {article.title}"
    if article.status == "todo":
        return same(name)
    state = STATUS_LABELS[article.status]
    return Bilingual(f"{name} ({state.en})", f"{name}（{state.zh}）")


def _record(term: TermCard) -> dict[str, Any]:
    def ids(articles: Iterable[Article]) -> list[str]:
        return [article.id for article in articles]

    return {
        "term": term.name.text("en"),
        "zh": term.name.text("zh"),
        "forms": list(term.forms),
        "explanation": term.explanation.zh,
        "explanation_en": term.explanation.en,
        "assumed": term.is_assumed,
        "taught_by": ids(term.taught_by),
        "needed_by": ids(term.needed_by),
    }
