"""What a command says of itself: its help in both languages and examples that run."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from gpucat.language import tr

Function = TypeVar("Function", bound=Callable[..., Any])


class Description(NamedTuple):
    """A command's help and the examples at the end of it; `settings` go to its parser.

    `clears` names the options that may be given an empty value.
    """

    help: str
    epilog: str
    settings: dict[str, Any] | None = None
    clears: frozenset[str] = frozenset()


def described(
    en: str, zh: str, *examples: str, settings: dict[str, Any] | None = None, clears: frozenset[str] = frozenset()
) -> Callable[[Function], Function]:
    """Attaches a description to a command's function."""

    def attach(function: Function) -> Function:
        function.description = Description(tr(en, zh), closing(*examples), settings, clears)  # type: ignore[attr-defined]
        return function

    return attach


def description_of(function: Any) -> Description:  # noqa: ANN401  a function with a description attached
    """The description that `described` attached."""
    description: Description = function.description
    return description


def closing(*examples: str) -> str:
    """The closing lines of a help: one example a line."""
    return tr("Examples:", "示例：") + "".join(f"\n\n{example}" for example in examples)
