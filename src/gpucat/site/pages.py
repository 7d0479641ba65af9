"""Renders the catalogue as web pages, one a language, each complete with style, script and search data. Pure.

A page loads nothing over the network, runs from `file://` as well as from a server, and shows everything without its
script. The only addresses on it are those of the articles. A content security policy allows only the one style and the
two scripts whose hashes it lists, so text from outside can never run.
"""

import json
import re
from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from gpucat.catalog.article import SOURCE_TYPES, STATUS_LABELS, Article
from gpucat.catalog.catalogue import Catalogue, Practice, Stage, fill_counts
from gpucat.catalog.levels import LABELS, LEVELS, label_level
from gpucat.catalog.reading import LINK_STATUSES, UNCHECKED
from gpucat.language import LANGUAGES, NOTHING, Bilingual, Language
from gpucat.search.lexicon import TermEntry
from gpucat.site.search_data import Tokens, search_data
from gpucat.site.texts import SCRIPT_TEXTS, VERDICT_LABELS

if TYPE_CHECKING:
    from jinja2 import Environment

SCRIPTS: Final = ("tokens", "query", "asked", "ranking", "words", "symptoms", "plan", "search", "reading", "page")
"""Parts of the page's script in order; each may use what earlier ones define."""
_UNTITLED: Final = Bilingual("GPU programming articles", "GPU 编程文章目录")
HTML_LANGUAGES: Final[Mapping[Language, str]] = {"en": "en", "zh": "zh-Hans"}


class SiteContent(NamedTuple):
    """What is published: the list, its search tokens by article number, the term list, the date, and the program.

    `earlier` has, by article, the parts of its series that are to be read before it.
    """

    catalogue: Catalogue
    tokens: Mapping[int, Tokens]
    lexicon: Mapping[str, Sequence[TermEntry]]
    earlier: Mapping[int, Sequence[int]]
    made_on: str
    version: str
    feed: str | None = None
    """File name of the Atom feed next to the pages."""


class Choice(NamedTuple):
    """A value of a filter, its name, and how many articles have it."""

    value: str
    label: Bilingual
    articles: int


class PublishedStage(NamedTuple):
    """A stage with the articles of its steps, and its closing experiments."""

    stage: Stage
    steps: list[tuple[Bilingual, list[Article]]]
    practices: list[Practice]

    @property
    def articles(self) -> list[Article]:
        return [article for _, articles in self.steps for article in articles]


def page_name(language: Language, first: Language) -> str:
    """Returns the file name for a language; the first language gets the folder's index page."""
    return "index.html" if language == first else f"{language}.html"


def build_pages(content: SiteContent, first: Language) -> dict[str, str]:
    """Renders the pages by file name."""
    searched = search_data(content.catalogue, content.tokens, content.lexicon, content.earlier)
    return {page_name(language, first): _page(content, searched, language, first) for language in LANGUAGES}


def _page(content: SiteContent, searched: Mapping[str, Any], language: Language, first: Language) -> str:
    catalogue = content.catalogue
    texts = {name: text.text(language) for name, text in SCRIPT_TEXTS.items()}
    early, style = asset("early.js"), asset("style.css")
    script = '"use strict";\n(() => {\n' + "".join(asset(f"{name}.js") for name in SCRIPTS) + "})();\n"
    stages = _stages(catalogue)
    return (
        _environment(language, catalogue)
        .get_template("page.html.jinja")
        .render(
            language=language,
            content=content,
            catalogue=catalogue,
            title=catalogue.texts.title if catalogue.texts.title != NOTHING else _UNTITLED,
            stages=stages,
            places={article.url: view.stage.number for view in stages for article in view.articles},
            choices=_choices(list(catalogue.articles), catalogue),
            status_labels=STATUS_LABELS,
            other=next(other for other in LANGUAGES if other != language),
            pages={name: page_name(name, first) for name in LANGUAGES},
            html_languages=HTML_LANGUAGES,
            early=early,
            style=style,
            script=script,
            data=_json({"search": searched, "texts": texts, **_route_data(stages, content.earlier)}),
            policy=_policy((early, script), style),
        )
    )


@cache
def asset(name: str) -> str:
    """Reads a file of the page's own code."""
    return files(__package__).joinpath("assets", name).read_text("utf-8")


def _environment(language: Language, catalogue: Catalogue) -> "Environment":
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup, escape

    environment = Environment(
        loader=PackageLoader("gpucat.site"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    counts = catalogue.counts()

    def prose(text: Bilingual) -> str:
        """Renders the list's own prose: fills in its counts, and formats `**strong**` and code."""
        pieces = re.split(r"(\*\*.+?\*\*|`[^`]+`)", fill_counts(text.text(language), counts).strip())
        return Markup("").join(marked(piece) for piece in pieces)

    def marked(piece: str) -> str:
        if len(piece) > 4 and piece.startswith("**"):
            return Markup("<strong>{}</strong>").format(piece[2:-2])
        return Markup("<code>{}</code>").format(piece[1:-1]) if piece.startswith("`") else escape(piece)

    def in_language(text: str) -> str:
        """Returns the attribute that names a text's language, if it differs from the page's."""
        own = HTML_LANGUAGES["zh" if any("\u3400" <= character <= "\u9fff" for character in text) else "en"]
        return Markup("" if own == HTML_LANGUAGES[language] else f' lang="{own}"')

    environment.filters |= {"say": lambda text: text.text(language), "prose": prose, "in_language": in_language}
    environment.globals |= {
        "t": lambda en, zh: Bilingual(en, zh).text(language),
        "source_types": SOURCE_TYPES,
        "verdicts": VERDICT_LABELS,
        "level_label": lambda level: label_level(level).text(language),
        "is_web": lambda url: url.lower().startswith(("https://", "http://")),
        "unchecked": UNCHECKED,
    }
    return environment


def _stages(catalogue: Catalogue) -> list[PublishedStage]:
    """Returns the route without the steps and stages of which nothing is published."""
    articles = {article.url: article for article in catalogue.articles}
    found = []
    for stage in catalogue.stages:
        steps = [(step.title, [articles[url] for url in step.articles if url in articles]) for step in stage.steps]
        practices = [practice for practice in catalogue.practices if practice.stage == stage.number]
        view = PublishedStage(stage, [(title, inside) for title, inside in steps if inside], practices)
        if view.steps:
            found.append(view)
    return found


def _route_data(stages: Iterable[PublishedStage], earlier: Mapping[int, Sequence[int]]) -> dict[str, Any]:
    """Returns the numbers of the route by stage, and the parts of a series that go before each."""
    route = [[article.number for article in view.articles] for view in stages]
    listed = {number for numbers in route for number in numbers}
    before = {number: [part for part in earlier.get(number, ()) if part in listed] for number in listed}
    return {"route": route, "earlier": {number: parts for number, parts in before.items() if parts}}


def _choices(articles: Sequence[Article], catalogue: Catalogue) -> dict[str, list[Choice]]:
    modules = Counter(article.module for article in articles)
    levels = Counter(LEVELS[index] for a in articles if a.level for index in range(a.level.low, a.level.high + 1))
    authors = Counter(author for article in articles for author in article.authors)
    years = Counter(article.year for article in articles if article.year)
    links = Counter(article.link.verdict if article.link else UNCHECKED for article in articles)
    return {
        "module": [Choice(m.slug, m.title, modules[m.slug]) for m in catalogue.modules if modules[m.slug]],
        "level": [Choice(level, LABELS[level], levels[level]) for level in LEVELS if levels[level]],
        "author": [
            Choice(author, Bilingual(author, author), count)
            for author, count in sorted(authors.items(), key=lambda item: (-item[1], item[0].casefold()))
        ],
        "year": [Choice(year, Bilingual(year, year), count) for year, count in sorted(years.items(), reverse=True)],
        "link": [Choice(name, VERDICT_LABELS[name], links[name]) for name in LINK_STATUSES if links[name]],
    }


def _json(value: Mapping[str, Any]) -> str:
    """Writes JSON that may stand inside a script element: it contains no `<`."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _policy(scripts: Iterable[str], style: str) -> str:
    allowed = " ".join(_source(script) for script in scripts)
    return (
        f"default-src 'none'; script-src {allowed}; style-src {_source(style)}; img-src data:; base-uri 'none';"
        " form-action 'none'; require-trusted-types-for 'script'"
    )


def _source(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
