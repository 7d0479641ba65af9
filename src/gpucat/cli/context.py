"""Holds what every command needs: the streams, the database path, and the way to open it."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from gpucat import __version__
from gpucat.catalog.unknown import unknown
from gpucat.errors import RefusedError, UsageError
from gpucat.language import Bilingual, language_in_use
from gpucat.paths import database_path
from gpucat.render.terminal import Terminal

if TYPE_CHECKING:
    from gpucat.catalog.article import Article
    from gpucat.store.connection import Reader
    from gpucat.store.journal import Writer


_AGREED = ("y", "yes", "是", "好")


class Run:
    """One run of the command line."""

    def __init__(self, terminal: Terminal, db: Path | None, argv: Sequence[str]) -> None:
        self.terminal = terminal
        self._db = db
        self._argv = argv

    @classmethod
    def start(cls, db: Path | None, lang: str, color: str, argv: Sequence[str], *, is_paged: bool = True) -> "Run":
        """Returns the run for these global options; raises UsageError for an unknown language or colour mode."""
        if lang not in ("auto", "zh", "en"):
            raise unknown("language", lang, ("auto", "zh", "en"), Bilingual("language", "语言"))
        if color not in ("auto", "always", "never"):
            raise unknown("color", color, ("auto", "always", "never"), Bilingual("colour mode", "颜色模式"))
        run = cls(Terminal(language_in_use(), color), db, argv)
        if is_paged:
            run.terminal.page(run.pager)
        return run

    @classmethod
    def of(cls, context: typer.Context) -> "Run":
        """Returns the run that the global options started."""
        run: Run = context.find_root().obj
        return run

    @property
    def path(self) -> Path:
        """The database in use."""
        return database_path(self._db)

    def pager(self) -> str:
        """Returns the command of the reader's pager."""
        from gpucat.services.settings import pager_command

        return pager_command(self.path)

    @property
    def command(self) -> str:
        """The command as typed, for the journal, without global options and passwords."""
        import shlex

        from gpucat.catalog.logins import without_credentials
        from gpucat.cli.words import split_global

        return shlex.join(map(without_credentials, split_global(self._argv).words))

    @property
    def settings(self) -> dict[str, str]:
        """The settings that an option of this run replaces."""
        from gpucat.cli.words import split_global

        lang = split_global(self._argv).lang
        return {"language": lang} if lang else {}

    @contextmanager
    def catalogue(self) -> Iterator["Reader"]:
        """Opens a snapshot of the catalogue for reading, made on first use; raises StoreError."""
        from gpucat.services.opening import open_catalogue
        from gpucat.store.connection import begin_snapshot, store_errors

        with self._welcome():
            connection = open_catalogue(self.path, self.terminal.notice)
        try:
            with store_errors(self.path):
                begin_snapshot(connection)
                yield connection
        finally:
            connection.close()

    @contextmanager
    def change(self, command: str | None = None) -> Iterator["Writer"]:
        """Opens a journalled write to the catalogue, made on first use."""
        from gpucat.services.opening import ensure_catalogue, utc_now
        from gpucat.store.journal import write

        with self._welcome():
            ensure_catalogue(self.path, self.terminal.notice)
        with write(self.path, command or self.command, utc_now()) as writer:
            yield writer

    @contextmanager
    def _welcome(self) -> Iterator[None]:
        """Says once, on a terminal, how to set the level: after what makes the database, if that does."""
        is_first = self.terminal.is_interactive and not self.path.exists()
        yield
        if is_first:
            self.terminal.notice(
                Bilingual(
                    "Set your level with `gpucat config level beginner` (or intermediate, advanced)",
                    "可用 `gpucat config level 入门` 设置你的难度（或中级、高级）",
                )
            )

    def names(self, words: Sequence[str]) -> list[str]:
        """Returns the typed names; `-` stands for those on standard input, one per line. Ends the run if there are none."""
        names: list[str] = []
        for word in words:
            names += filter(None, map(str.strip, self.read_input().splitlines())) if word == "-" else [word]
        if words and not names:
            self.terminal.notice(
                Bilingual("No articles on standard input; nothing was done.", "标准输入中没有文章，因此什么也没做。")
            )
            raise typer.Exit
        return names

    def edit_text(self, text: str, name: str) -> str:
        """Opens the text in the reader's editor and returns the result; raises GpucatError."""
        from gpucat.catalog.settings import find_setting
        from gpucat.services.programs import edit_text
        from gpucat.services.settings import read_held

        with self.catalogue() as connection:
            held = read_held(connection, find_setting("editor"))
        self.terminal.settle()
        return edit_text(text, name, held.value if held.source == "setting" else None)

    def read_input(self) -> str:
        """Returns all of standard input, whatever its bytes."""
        from gpucat.files import read_all

        return read_all(sys.stdin.buffer, "-").decode("utf-8", "replace")

    def confirm(self, question: str, yes: bool) -> None:
        """Returns if the user agrees or passed --yes; raises RefusedError or, if nobody can be asked, UsageError."""
        if yes:
            return
        if not self.terminal.is_interactive:
            raise UsageError(
                "needs_yes",
                Bilingual(
                    "this needs your confirmation, but there is no terminal to ask on",
                    "此操作需要确认，但当前不在终端中，无法询问",
                ),
                Bilingual("confirm with --yes", "请加 --yes 确认"),
            )
        if not self.agrees(question):
            raise RefusedError("not_agreed", Bilingual("nothing was changed", "没有任何改动"))

    def agrees(self, question: str) -> bool:
        """Asks a question on the terminal and says whether the answer is yes."""
        return self.terminal.ask(f"{question} [y/N] ").strip().casefold() in _AGREED

    def agree_to_piece(self, piece: str, article: "Article") -> None:
        """Asks whether a piece of a title means the article; raises RefusedError or, if nobody can be asked, UsageError."""
        if not self.terminal.is_interactive:
            from gpucat.store.lookup import refuse_piece

            refuse_piece(piece, article)
        meant = f"{article.id} {article.title}"
        self.confirm(self.terminal.say(Bilingual(f"Did you mean {meant}?", f"是指 {meant} 吗？")), yes=False)

    def show_version(self) -> None:
        """Writes the program's version to standard output."""
        self.terminal.write([f"gpucat {__version__}"])
