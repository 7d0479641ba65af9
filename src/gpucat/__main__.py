"""Holds the one error boundary and the only exit: sets language and streams, runs the command, turns failures into exit codes."""

import gc
import os
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from gpucat.errors import EXIT_BUG, EXIT_INTERRUPTED, EXIT_OK, FileError, GpucatError, UsageError
from gpucat.language import Bilingual, Language, choose_language, set_language

_TOO_LITTLE_MEMORY = FileError(
    "out_of_memory",
    Bilingual("cannot continue: there is too little memory", "无法继续：内存不足"),
    Bilingual("close other programs, or give less at once", "请关闭其他程序，或一次少处理一些"),
)
_LONGEST_NAME = 200
_LONGEST_MESSAGE = 2000


def entry_point() -> None:
    """Runs the `gpucat` command and exits."""
    # A short command makes many objects that live until it ends. The collector would visit them again and again while
    # they are made, and once more at exit: a fifth of the start-up time (benchmarks/startup.py).
    gc.set_threshold(100_000, 20, 20)
    code = main(sys.argv[1:])
    _settle_streams()
    gc.freeze()
    sys.exit(code)


def main(argv: Sequence[str]) -> int:
    """Runs one command and returns its exit code; raises nothing but a bug under GPUCAT_DEBUG=1."""
    _prepare_streams()
    language = _language(argv)
    set_language(language)
    try:
        _check_words(argv)
        from gpucat.cli.app import run

        code = run(argv)
        sys.stdout.flush()
        return code
    except GpucatError as error:
        return _report(error, language)
    except BrokenPipeError:
        _lead_nowhere(sys.stdout)
        return EXIT_OK
    except OSError as error:
        return _report(_from_system(error), language)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except MemoryError:
        return _report(_TOO_LITTLE_MEMORY, language)
    except Exception as error:
        if os.environ.get("GPUCAT_DEBUG") == "1":
            raise
        damage = _damage(argv)
        return _report(damage, language) if damage else _report_bug(error, argv, language)


def _damage(argv: Sequence[str]) -> GpucatError | None:
    """Returns the damage of the database that explains an unexpected failure, if there is some."""
    from gpucat.cli.words import split_global
    from gpucat.paths import database_path
    from gpucat.store.damage import explain_failure

    given = split_global(argv).db
    with suppress(GpucatError):  # no home folder is known, so no database was read
        return explain_failure(database_path(Path(given) if given else None))
    return None


def _language(argv: Sequence[str]) -> Language:
    from gpucat.cli.words import split_global

    given = split_global(argv)
    asked = given.lang or os.environ.get("GPUCAT_LANG") or _stored_language(given.db)
    locale = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG")
    return choose_language(asked, locale)


def _stored_language(db: str | None) -> str | None:
    from gpucat.paths import database_path
    from gpucat.store.settings import read_language

    with suppress(GpucatError):  # no home folder is known; the command will say so
        return read_language(database_path(Path(db) if db else None))
    return None


def _prepare_streams() -> None:
    """Makes Chinese come out under any locale; a terminal shows a question mark for a character that it lacks.

    Replaces a stream that was closed before the start by one that discards everything.
    """
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w"))  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            if stream.isatty():
                reconfigure(errors="replace")
            else:
                reconfigure(encoding="utf-8", errors="replace", newline="\n")


def _report(error: GpucatError, language: Language) -> int:
    from gpucat.render.text import visible

    lines = [f"gpucat: {_shortened(visible(error.text(language)))}"]
    if error.hint is not None:
        lines.append(Bilingual("hint: ", "提示：").text(language) + visible(error.hint.text(language)))
    _complain(lines)
    return error.exit_code


def _shortened(text: str) -> str:
    """Shortens the message, and each word in it, to what can be read."""
    if len(text) <= _LONGEST_NAME:
        return text
    text = re.sub(rf"(\S{{{_LONGEST_NAME}}})\S+", r"\1…", text)
    return text if len(text) <= _LONGEST_MESSAGE else f"{text[:_LONGEST_MESSAGE]}…"


def _complain(lines: Sequence[str]) -> None:
    """Writes the lines to standard error, after the answer; a failure to write them changes no exit code."""
    from gpucat.catalog.logins import without_credentials

    with suppress(OSError, ValueError):
        sys.stdout.flush()
    with suppress(OSError, ValueError):
        sys.stderr.writelines(without_credentials(line) + "\n" for line in lines)
        sys.stderr.flush()


def _check_words(argv: Sequence[str]) -> None:
    """Raises UsageError for a word that is not text in the encoding of this machine."""
    for word in argv:
        if any("\ud800" <= character <= "\udfff" for character in word):
            shown = word.encode("utf-8", "backslashreplace").decode()
            raise UsageError(
                "not_text",
                Bilingual(f"{shown} is not valid UTF-8", f"{shown} 不是有效的 UTF-8 文本"),
                Bilingual("type it again, or set the terminal to UTF-8", "请重新输入，或把终端设为 UTF-8"),
            )


def _from_system(error: OSError) -> FileError:
    """Turns a refusal by the system (full disk, no permission, long path) into an error for the user."""
    from gpucat.system_errors import reason_of, way_out

    name, reason = str(error.filename or ""), reason_of(error)
    shown = name if len(name) <= _LONGEST_NAME else f"{name[:_LONGEST_NAME]}…"
    en, zh = (f"{shown}: {reason.en}", f"{shown}：{reason.zh}") if name else reason
    return FileError("system_refused", Bilingual(f"cannot continue: {en}", f"无法继续：{zh}"), way_out(error))


def _report_bug(error: Exception, argv: Sequence[str], language: Language) -> int:
    from gpucat.services.bug_report import write_bug_report

    place = write_bug_report(error, argv)
    text = Bilingual(
        f"gpucat: this is a bug in gpucat ({type(error).__name__}); a report is in {place}",
        f"gpucat：gpucat 出现内部错误（{type(error).__name__}）；报告已写入 {place}",
    )
    _complain([text.text(language)])
    return EXIT_BUG


def _settle_streams() -> None:
    """Flushes the streams, so that the interpreter does not fail at exit and change the exit code."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            _lead_nowhere(stream)


def _lead_nowhere(stream: TextIO) -> None:
    """Discards all further output: a reader that went away (`| head`) is not a failure."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


if __name__ == "__main__":
    entry_point()
