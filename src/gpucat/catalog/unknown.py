"""The errors for a name that is none of the known ones (says what exists and the nearest) and for a range the wrong way
round. Pure, and cheap to import."""

from collections.abc import Iterable, Sequence
from typing import Final

from gpucat.errors import UsageError
from gpucat.language import NOTHING, Bilingual

NONE_YET: Final = Bilingual("the catalogue has none yet", "目录中尚无任何一项")


def unknown(kind: str, name: str, known: Iterable[str], what: Bilingual) -> UsageError:
    """The error for `name`, to be raised; its code is `unknown_KIND`."""
    names = list(known)
    guess = did_you_mean(name, names)
    there = Bilingual(f"there are: {', '.join(names)}", f"现有：{'、'.join(names)}")
    return UsageError(
        f"unknown_{kind}",
        Bilingual(f"no {what.en} {name!r}", f"没有{what.zh}“{name}”"),
        Bilingual(guess.en + there.en, guess.zh + there.zh) if names else NONE_YET,
    )


def goes_backwards(text: str, meant: str) -> UsageError:
    """The error for a range whose ends stand the wrong way round; `meant` is how it is written."""
    return UsageError(
        "backwards",
        Bilingual(f"{text!r} goes backwards", f"“{text}”首尾颠倒"),
        Bilingual(f"write {meant}", f"请写作 {meant}"),
    )


def did_you_mean(name: str, known: Iterable[str]) -> Bilingual:
    """`did you mean X? `, or nothing where no name is near."""
    close = nearest(name, known, 1)
    return Bilingual(f"did you mean {close[0]}? ", f"是否指 {close[0]}？") if close else NOTHING


def nearest(name: str, known: Iterable[str], count: int = 3) -> Sequence[str]:
    """The names most like `name`, nearest first."""
    from difflib import get_close_matches

    folded = {candidate.casefold(): candidate for candidate in known}
    return [folded[match] for match in get_close_matches(name.casefold(), folded, n=count, cutoff=0.6)]
