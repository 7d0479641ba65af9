"""A verdict on a link with what led to it. Pure."""

from dataclasses import dataclass

from gpucat.language import Bilingual
from gpucat.links.verdict import Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """A verdict with its reason in words.

    `title_match` is what the title rule said (None: the page has no title that could be compared), `page_title` the
    title it said it of. `may_pass` marks a fault worth another try, `needs_site` an answer that a look at the site's
    home page could change.
    """

    verdict: Verdict
    reason: Bilingual
    title_match: str | None = None
    page_title: str | None = None
    may_pass: bool = False
    needs_site: bool = False
