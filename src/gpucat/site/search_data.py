"""Prepares what the page's search needs: token text, the term list, stop words, weights. Pure.

The script (assets/*.js) tokenises and reads the query, and ranks. Everything that both sides must agree on comes from
here: the articles' tokens are those of the search index, the stemmer's steps and all weights are those of `gpucat
search`, and the names of months, levels and numbers are looked up.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeVar

from gpucat.catalog.article import Article
from gpucat.catalog.catalogue import Catalogue, Learning
from gpucat.catalog.facets import FACETS, spellings_of
from gpucat.catalog.levels import LABELS, LEVELS
from gpucat.catalog.reading import UNCHECKED
from gpucat.search import asked, plan, ranking, repair, symptoms
from gpucat.search.asked import site_words
from gpucat.search.code_words import beginnings
from gpucat.search.groups import FULL_KINDS, WEIGHTS
from gpucat.search.lexicon import (
    ALL_SYMPTOMS,
    INITIALS_MARK,
    LONGEST_KEY,
    MANNERS,
    TERM_KINDS,
    TermEntry,
    is_symptom_key,
    key_of,
    stop_words,
)
from gpucat.search.query import CONDITION_FIELDS, TEXT_FIELDS
from gpucat.search.stems import RUSSIAN_ENDINGS, STEPS
from gpucat.search.tokens import han_pairs, phrase_tokens, surface_words
from gpucat.search.wishes import OF_SOMETHING, SHORT

PRIVATE_COLUMNS: Final = frozenset({"note"})
"""Columns of the index that belong to the reader and are never published."""
COLUMNS: Final = tuple(column for column in ranking.COLUMNS if column not in PRIVATE_COLUMNS)

T = TypeVar("T")
Tokens = Mapping[str, str]
"""An article's token text by column of the index."""


def search_data(
    catalogue: Catalogue,
    tokens: Mapping[int, Tokens],
    lexicon: Mapping[str, Sequence[TermEntry]],
    earlier: Mapping[int, Sequence[int]],
) -> dict[str, Any]:
    """Returns the search data as JSON values; `tokens`, and the `earlier` parts of series, are by article number."""
    ordered = sorted(catalogue.articles, key=lambda article: article.number)
    whole = "".join(f" {tokens[article.number][column]} " for article in ordered for column in COLUMNS)
    compiled = _Terms(lexicon, whole)
    found: dict[str, Any] = {
        "articles": [_article(article, tokens[article.number]) for article in ordered],
        "modules": [[m.slug, str(m.number), *(title.lower() for title in m.title)] for m in catalogue.modules],
        "levels": _level_names(),
        "facets": _facet_names(ordered),
        "orders": _orders(catalogue, ordered, earlier),
        "fields": _fields(),
        "rules": _rules(),
        "asked": _asked(),
        "entries": compiled.entries,
        "keys": compiled.keys,
        "words": compiled.words,
        "initials": compiled.initials,
        "plain": {name: "|".join(keys) for name, keys in compiled.plain.items()},
        "symptoms": compiled.symptoms,
        "stopWords": " ".join(sorted(stop_words("stem") | stop_words("word"))),
        "otherWords": " ".join(sorted(repair.right_words())),
        "spellings": " ".join(sorted(set(_spellings(catalogue)))),
    }
    found["stemming"] = STEPS
    found["russianEndings"] = RUSSIAN_ENDINGS
    found["han"] = _folding("".join([whole, *compiled.keys, *compiled.words, found["stopWords"]]))
    return found


def _article(article: Article, tokens: Tokens) -> dict[str, Any]:
    return {
        "number": article.number,
        "id": article.id,
        "url": article.url,
        "module": article.module,
        "level": list(article.level) if article.level else None,
        "published": article.published,
        "authors": list(article.authors),
        **{facet: getattr(article, facet) for facet in FACETS},
        "link": article.link.verdict if article.link else UNCHECKED,
        "tokens": [tokens[column] for column in COLUMNS],
    }


def _spellings(catalogue: Catalogue) -> Iterator[str]:
    """Yields the words of the published texts as written, for comparison with misspelt words."""
    named = {concept.name: f"{concept.name} ; {concept.zh}" for concept in catalogue.concepts}
    for article in catalogue.articles:
        taught = catalogue.learning.get(article.url, Learning()).teaches
        texts = (
            article.title, article.summary, article.why, article.summary_en, article.why_en, article.source or "",
            site_words(article.url), *article.authors, *article.keywords, *(named[concept] for concept in taught),
            *article.uses, *article.covers, *article.questions, *article.questions_en,
        )  # fmt: skip
        for text in texts:
            yield from surface_words(text)


def _level_names() -> dict[str, int]:
    """Maps every name of a level, its beginnings from three letters on, and its number to its place in the order."""
    return {
        name: place
        for place, code in enumerate(LEVELS)
        for name in (*(code[:length] for length in range(3, len(code) + 1)), *LABELS[code][1:], str(place + 1))
    }


def _facet_names(articles: Sequence[Article]) -> dict[str, dict[str, str]]:
    """Maps for each facet the spellings of the values that the articles have; for `has`, of all that they can have."""
    return {
        facet: spellings_of(facet, {value for article in articles for value in getattr(article, facet)})
        for facet in FACETS
    }


def _orders(
    catalogue: Catalogue, ordered: Sequence[Article], earlier: Mapping[int, Sequence[int]]
) -> dict[str, list[int]]:
    """Returns the places of the articles in each order that a wish asks for: those of `store.stops`, and the route's own."""
    places = {article.number: place for place, article in enumerate(ordered)}
    numbers = {article.url: article.number for article in ordered}
    route = [numbers[url] for _, _, url in catalogue.route() if url in numbers]
    position = {number: place for place, number in enumerate(route)}

    def sorted_by(key: Callable[[Article], tuple[Any, ...]]) -> list[int]:
        ranked = sorted(ordered, key=lambda one: (*key(one), position.get(one.number, len(route)), one.number))
        return [places[one.number] for one in ranked]

    easier = sorted_by(lambda one: one.level or (len(LEVELS),))
    return {
        "easier": easier,
        "start": [place for place in easier if (level := ordered[place].level) and level.low == 0] or easier,
        "harder": sorted_by(lambda one: (-one.level.high, -one.level.low) if one.level else (1,)),
        "oldest": sorted_by(lambda one: (one.published is None, one.published)),
        "newest": sorted_by(lambda one: (one.published is None, [*(-ord(sign) for sign in one.published or ""), 1])),
        "mine": [
            places[n] for n in dict.fromkeys(n for one in route for n in (*earlier.get(one, ()), one)) if n in places
        ],
    }


def _fields() -> dict[str, dict[str, str]]:
    return {
        "columns": {name: column for name, column in TEXT_FIELDS.items() if column in COLUMNS},
        "conditions": CONDITION_FIELDS,
    }


def _rules() -> dict[str, Any]:
    return {
        "columns": COLUMNS,
        "columnWeights": [ranking.COLUMN_WEIGHTS[column] for column in COLUMNS],
        "hintColumns": sorted(ranking.HINT_COLUMNS),
        "kinds": WEIGHTS,
        "fullKinds": sorted(FULL_KINDS),
        "mostCounted": ranking.MOST_COUNTED,
        "saturation": ranking.SATURATION,
        "adjacent": ranking.ADJACENT,
        "scattered": ranking.SCATTERED,
        "longestKey": LONGEST_KEY,
        "particles": "".join(sorted(stop_words("particle"))),
        "manners": sorted(MANNERS),
        "plainWeight": plan.PLAIN_WEIGHT,
        "mannerWeight": plan.MANNER_WEIGHT,
        "wishWeight": plan.WISH_WEIGHT,
        "tooCommon": sorted(plan.TOO_COMMON),
        "weak": sorted(plan.WEAK),
        "sentenceWords": plan.SENTENCE_WORDS,
        "difference": plan.DIFFERENCE,
        "either": plan.EITHER,
        "compared": plan.COMPARED,
        "code": [[start, key_of(concept), concept] for start, concept in beginnings()],
        "guideShare": ranking.GUIDE_SHARE,
        "allSymptoms": ALL_SYMPTOMS,
        "leastShare": symptoms.LEAST_SHARE,
        "leastTelling": symptoms.LEAST_TELLING,
        "guessedShare": symptoms.GUESSED_SHARE,
        "guessedTelling": symptoms.GUESSED_TELLING,
        "sentence": symptoms.SENTENCE,
        "leastMeanings": symptoms.LEAST_MEANINGS,
        "short": symptoms.SHORT,
        "besideTerm": symptoms.BESIDE_A_TERM,
        "telling": symptoms.TELLING,
        "wordForWord": symptoms.WORD_FOR_WORD,
        "ofTheBest": symptoms.OF_THE_BEST,
        "mostConcepts": symptoms.MOST_CONCEPTS,
    }


def _asked() -> dict[str, Any]:
    """Returns how facts are asked for in words."""
    return {
        "dates": [[kind, _script_pattern(pattern)] for kind, pattern in asked.SPANS],
        "parts": _script_pattern(asked.ORDINAL),
        "monthAlone": _script_pattern(asked.MONTH_ALONE),
        "months": {name: [months[0], months[-1]] for name, months in asked.named_months().items()},
        "lately": [[word, *map(int, ago.split())] for ago, words in asked.fact_words("lately") for word in words],
        "undated": [word for _, words in asked.fact_words("undated") for word in words],
        "units": asked.PART_UNITS,
        "ordinals": asked.ordinals(),
        "firstYear": asked.FIRST_YEAR,
        "lastYear": asked.LAST_YEAR,
    }


def _script_pattern(pattern: str) -> str:
    r"""Converts a pattern to the script's dialect, in which `\w` and `\b` know only English letters."""
    word = r"\p{L}\p{N}_"
    boundary = rf"(?:(?<![{word}])(?=[{word}])|(?<=[{word}])(?![{word}]))"
    return pattern.replace(r"[\w", f"[{word}").replace(r"\b", boundary)


def _folding(used: str) -> list[str]:
    """Returns the characters that fold to one that is used, and in the same order what they fold to."""
    kept = [(one, other) for one, other in zip(*han_pairs(), strict=True) if other in used]
    return ["".join(one for one, _ in kept), "".join(other for _, other in kept)]


class _Terms:
    """The term list, with each entry once.

    Forms that no article has are left out, except a concept's own name. All keys are kept, so the page can say that a
    thing is known but missing.
    """

    def __init__(self, lexicon: Mapping[str, Sequence[TermEntry]], whole: str) -> None:
        filed = _by_kind(lexicon)
        self._whole = whole
        self._names = {" ".join(phrase_tokens(entry.concept)) for _, entry in filed["same"]}
        self._places: dict[TermEntry, int] = {}
        self.entries: list[list[Any]] = []
        self._same: dict[str, int] = {}
        terms = {key: [entry for entry in entries if _is_read(entry)] for key, entries in lexicon.items()}
        self.keys = {key: list(map(self._place, entries)) for key, entries in terms.items() if entries}
        self.words = {key: entry.concept for key, entry in reversed(filed["word"])}
        named = _grouped((key.removeprefix(INITIALS_MARK), entry.concept) for key, entry in filed["initials"])
        self.initials = {letters: [self._same[concept] for concept in concepts] for letters, concepts in named.items()}
        self.plain = _grouped((entry.concept, key) for key, entry in filed["plain"])
        told = _grouped((entry, key) for key, entry in filed["symptom"])
        self.symptoms = [self._symptom(entry, keys) for entry, keys in told.items()]

    def _symptom(self, entry: TermEntry, keys: Sequence[str]) -> list[Any]:
        """Returns a symptom as the place of its concept, its sentences, and its meanings."""
        sentences = [key for key in keys if not is_symptom_key(key)]
        return [self._same[entry.concept], "|".join(sentences), entry.told]

    def _place(self, entry: TermEntry) -> int:
        if entry not in self._places:
            self._places[entry] = len(self.entries)
            forms = dict.fromkeys(" ".join(form.tokens) for form in entry.forms)
            apart = [" ".join(name) for name in entry.apart]
            kept = [form for form in forms if form in self._names or f" {form} " in self._whole]
            self.entries.append([entry.kind, entry.concept, kept, *([apart] if apart else [])])
            if entry.kind == "same":
                self._same[entry.concept] = self._places[entry]
        return self._places[entry]


def _is_read(entry: TermEntry) -> bool:
    """Says whether the page reads it as a term: wishes about other articles and times need more than the page has."""
    return entry.kind in TERM_KINDS and (entry.kind != "wish" or entry.concept not in (*OF_SOMETHING, SHORT))


def _by_kind(lexicon: Mapping[str, Sequence[TermEntry]]) -> defaultdict[str, list[tuple[str, TermEntry]]]:
    """Groups the entries with their keys by kind; both kinds of everyday words form one group, in their order."""
    filed: defaultdict[str, list[tuple[str, TermEntry]]] = defaultdict(list)
    for key, entries in lexicon.items():
        for entry in entries:
            filed["plain" if entry.kind == "subject" else entry.kind].append((key, entry))
    return filed


def _grouped(pairs: Iterable[tuple[T, str]]) -> dict[T, list[str]]:
    found: dict[T, list[str]] = {}
    for name, text in pairs:
        found.setdefault(name, []).append(text)
    return found
