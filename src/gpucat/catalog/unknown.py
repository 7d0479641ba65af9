"""Builds the errors for an unknown name, with the known and the nearest ones, and for a range that runs backwards.

Pure, and cheap to import.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from gpucat.errors import UsageError
from gpucat.language import NOTHING, Bilingual

NONE_YET: Final = Bilingual("the catalogue has none yet", "目录中还没有")


def unknown(kind: str, name: str, known: Iterable[str], what: Bilingual) -> UsageError:
    """Returns the error for `name`, with the code `unknown_KIND`."""
    names = list(known)
    guess = did_you_mean(name, names)
    there = Bilingual(f"choose from: {', '.join(names)}", f"可选：{'、'.join(names)}")
    return UsageError(
        f"unknown_{kind}",
        Bilingual(f"no {what.en} {name!r}", f"没有{what.zh}“{name}”"),
        Bilingual(guess.en + there.en, guess.zh + there.zh) if names else NONE_YET,
    )


def goes_backwards(text: str, meant: str) -> UsageError:
    """Returns the error for a range whose ends are swapped; `meant` is the right way round."""
    return UsageError(
        "backwards",
        Bilingual(f"the range {text!r} runs backwards", f"范围“{text}”首尾颠倒"),
        Bilingual(f"write {meant} instead", f"请写作 {meant}"),
    )


def did_you_mean(name: str, known: Iterable[str]) -> Bilingual:
    """Returns `did you mean X? `, or nothing if no name is near."""
    close = nearest(name, known, 1)
    return Bilingual(f"did you mean {close[0]}? ", f"你是指 {close[0]} 吗？") if close else NOTHING


def nearest(name: str, known: Iterable[str], count: int = 3) -> Sequence[str]:
    """Returns the names most like `name`, nearest first."""
    from difflib import get_close_matches

    folded = {candidate.casefold(): candidate for candidate in known}
    return [folded[match] for match in get_close_matches(name.casefold(), folded, n=count, cutoff=0.6)]
