"""Defines the failures that a user can mend: each has a text in both languages, a hint, a stable code and an exit code.

Bugs are not here: they reach the boundary in `__main__` as they are.
"""

from typing import ClassVar, Final

from gpucat.language import Bilingual, Language

EXIT_OK: Final = 0
EXIT_FINDINGS: Final = 1
EXIT_USAGE: Final = 2
EXIT_CANNOT: Final = 3
EXIT_BUG: Final = 70
EXIT_INTERRUPTED: Final = 130


class GpucatError(Exception):
    """An expected failure: a stable snake_case `code` for scripts, a `hint` with the way out."""

    exit_code: ClassVar[int] = EXIT_CANNOT

    def __init__(self, code: str, message: Bilingual, hint: Bilingual | None = None) -> None:
        super().__init__(message.en)
        self.code = code
        self.message = message
        self.hint = hint

    def text(self, language: Language) -> str:
        """Returns the message in the language."""
        return self.message.text(language)

    @property
    def explained(self) -> Bilingual:
        """The message and the hint on one line, for a notice."""
        if self.hint is None:
            return self.message
        return Bilingual(f"{self.message.en}; {self.hint.en}", f"{self.message.zh}；{self.hint.zh}")


class MissingExtraError(GpucatError):
    """A command needs a package that only an extra of gpucat installs; the hint is the README's command."""

    def __init__(self, command: str, package: str, extra: str) -> None:
        install = f".venv/bin/python -m pip install '.[{extra}]'"
        super().__init__(
            f"no_{package.lower()}",
            Bilingual(f"{command} needs {package}, which is not installed", f"{command} 需要 {package}，但尚未安装"),
            Bilingual(f"in the clone of gpucat: {install}", f"在 gpucat 的克隆目录中运行：{install}"),
        )


class UsageError(GpucatError):
    """The command line is wrong: an unknown module, level, article or format (exit 2)."""

    exit_code = EXIT_USAGE


class FieldValueError(UsageError):
    """A field cannot have this value; `field` names it and `reason` says why."""

    def __init__(self, field: str, reason: Bilingual, hint: Bilingual | None = None) -> None:
        super().__init__("bad_field", Bilingual(f"{field}: {reason.en}", f"{field}：{reason.zh}"), hint)
        self.field = field
        self.reason = reason


class RefusedError(GpucatError):
    """A check or an import found something, and nothing was changed (exit 1)."""

    exit_code = EXIT_FINDINGS


class StoreError(GpucatError):
    """The database cannot be used as it is: locked, damaged, foreign, newer, full or read-only (exit 3)."""


class FileError(GpucatError):
    """A file cannot be read or written (exit 3)."""


class NetworkError(GpucatError):
    """There is no network, or one of its settings cannot be used (exit 3)."""
