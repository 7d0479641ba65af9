"""Stand-in for the title rule until it lands."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from gpucat.language import Bilingual


class TitleComparison(NamedTuple):
    verdict: str
    reason: Bilingual


def _n(s: str) -> list[str]:
    s = unicodedata.normalize("NFKC", re.sub("[®™©\u200b]", "", s)).casefold()
    return re.findall(r"[^\W_]+", s)


def compare_titles(
    catalogue: str, page: str, names: Iterable[str] = (), siblings: Sequence[str] = ()
) -> TitleComparison:
    a, known = _n(catalogue), [_n(name) for name in names]
    parts = [page, *re.split(r"\s+[|–—»·-]\s+|_", page)]
    for p in parts:
        b = [w for w in _n(p) if w not in {"updated", "2026"}]
        if a == b or "".join(a) == "".join(b) or "".join(a).replace("ise", "ize") == "".join(b).replace("ise", "ize"):
            rest = _n(page.replace(p, ""))
            if p == page or rest in known or not re.search(r"\d", page.replace(p, "")):
                return TitleComparison("match", Bilingual("same words", "词语相同"))
    return TitleComparison("mismatch", Bilingual("other words", "词语不同"))
