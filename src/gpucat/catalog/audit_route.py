"""The checks on the reading route: it covers the list, and teaches every concept before an article rests on it. Pure."""

from collections import Counter
from collections.abc import Iterator

from gpucat.catalog.audit_rules import Finding
from gpucat.catalog.catalogue import Catalogue, Learning
from gpucat.language import Bilingual


def check_route(catalogue: Catalogue) -> Iterator[Finding]:
    """Every article of a module has one place on the route."""
    places = Counter(url for _, _, url in catalogue.route())
    if not places:  # a route that is only described places nothing, and misses nothing
        return
    for article in catalogue.articles:
        count = places[article.url]
        if article.module is not None and count != 1:
            yield Finding(article, Bilingual(f"has {count} places on the route", f"在路线上有 {count} 个位置"))


def check_acyclic(catalogue: Catalogue) -> Iterator[Finding]:
    """Some order of the articles teaches everything before it is needed: no concept leads back to itself."""
    known = _assumed(catalogue)
    left = {a.url: a for a in catalogue.articles if a.url in catalogue.learning}
    while ready := [url for url in left if _needs(catalogue, url) <= known]:
        for url in ready:
            known |= set(catalogue.learning[url].teaches)
            del left[url]
    for url, article in left.items():
        concepts = ", ".join(sorted(_needs(catalogue, url) - known))
        yield Finding(article, Bilingual(f"cannot be reached: needs {concepts}", f"无法学到：需要 {concepts}"))


def check_taught(catalogue: Catalogue) -> Iterator[Finding]:
    """Along the route, what an article needs was taught by one before it."""
    by_url = {article.url: article for article in catalogue.articles if article.url in catalogue.learning}
    known = _assumed(catalogue)
    for _, _, url in catalogue.route():
        missing = ", ".join(sorted(_needs(catalogue, url) - known))
        if missing and url in by_url:
            yield Finding(by_url[url], Bilingual(f"needs {missing}, taught later", f"需要 {missing}，但在其后才讲授"))
        known |= set(_learning(catalogue, url).teaches)


def _assumed(catalogue: Catalogue) -> set[str]:
    return {concept.name for concept in catalogue.concepts if concept.is_assumed}


def _needs(catalogue: Catalogue, url: str) -> set[str]:
    return set(_learning(catalogue, url).needs)


def _learning(catalogue: Catalogue, url: str) -> Learning:
    return catalogue.learning.get(url, Learning())
