"""Groups of options that several commands have: a command takes the group as one parameter, its user sees the options."""

import inspect
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, TypeVar, get_args

Bundle = TypeVar("Bundle")


def with_group(
    parameter: str,
    options: Mapping[str, Any],
    bundle: Callable[..., Bundle],
    defaults: Mapping[str, Any] | None = None,
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """A decorator that gives a command the options instead of its parameter, and the command a bundle of what was typed.

    `options` maps names to Typer annotations; an option that was not typed is its default, else None, a repeatable
    one an empty list.
    """
    usual = {name: (defaults or {}).get(name, _default(annotation)) for name, annotation in options.items()}

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def grouped(**given: Any) -> None:  # noqa: ANN401
            typed = {name: given.pop(name) for name in options}
            filled = {name: usual[name] if value is None else value for name, value in typed.items()}
            command(**{parameter: bundle(**filled)}, **given)

        own = inspect.signature(command).parameters
        kept = [p.replace(kind=inspect.Parameter.KEYWORD_ONLY) for name, p in own.items() if name != parameter]
        added = [
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=usual[name], annotation=annotation)
            for name, annotation in options.items()
        ]
        grouped.__signature__ = inspect.Signature(kept + added)  # type: ignore[attr-defined]
        hints = {name: hint for name, hint in command.__annotations__.items() if name != parameter}
        grouped.__annotations__ = {**hints, **options}
        del grouped.__wrapped__  # Typer would look through it and see the old signature
        return grouped

    return decorate


def _default(annotation: Any) -> Any:  # noqa: ANN401  a Typer annotation
    return [] if get_args(annotation)[0] == list[str] else None
