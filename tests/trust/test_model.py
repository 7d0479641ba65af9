"""Tests the writing commands against a plain model of the list: random ones in any order, with undo among them.

The model is a few dictionaries. After each command the list, the notes and the settings are what the model says, and after
each `undo` what they were before. GPUCAT_TRUST_EXAMPLES sets how many runs of twelve commands are tried: a sixth of it.
"""

import contextlib
import io
import json
import os
import shutil
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from gpucat.__main__ import main

pytestmark = pytest.mark.trust
RUNS = settings(
    max_examples=max(int(os.environ.get("GPUCAT_TRUST_EXAMPLES", "60")) // 6, 1),
    stateful_step_count=12,
    deadline=None,
    derandomize=False,
    phases=(Phase.generate,),  # the steps that failed are printed; making them fewer would take minutes
    print_blob=True,
    suppress_health_check=list(HealthCheck),
)
LISTED = tuple(f"memory/{place}" for place in (1, 2, 6))
NEW = tuple(f"https://new.example/{letter}" for letter in "abc")
MODULES = ("memory", "layout", "inbox")
TEXT = st.sampled_from(("Tiles", "瓦片", "O'Neil; rm -rf", '"quoted" $(x) `y`', "a | b"))
WORDS = st.lists(st.sampled_from(("cuda", "张量核心", "x y")), unique=True, min_size=1, max_size=2)


class Model:
    """The list as dictionaries: the articles by address, the order of each module, and the reader's own."""

    def __init__(self, rows: list[dict[str, Any]]) -> None:
        self.fields = {row["url"]: {name: row[name] for name in ("title", "keywords", "summary")} for row in rows}
        self.modules: dict[str, list[str]] = {}
        for row in rows:
            self.modules.setdefault(row["module"] or "inbox", []).append(row["url"])
        self.modules.setdefault("inbox", [])
        self.status = {row["url"]: row["status"] for row in rows if row["status"] != "todo"}
        self.notes: dict[str, str] = {}
        self.level: str | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Model) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]

    def module_of(self, url: str) -> str | None:
        return next((slug for slug, urls in self.modules.items() if url in urls), None)

    def put(self, url: str, module: str, place: int | None = None) -> None:
        """Moves an article to a place of a module (from 1), or to its end."""
        self.take_out(url)
        urls = self.modules[module]
        urls.insert(len(urls) if place is None else place - 1, url)

    def take_out(self, url: str) -> None:
        if module := self.module_of(url):
            self.modules[module].remove(url)

    def rows(self) -> list[dict[str, Any]]:
        """Returns what `list --json` says; the inbox has no order of its own."""
        return [
            {"url": url, "module": None if slug == "inbox" else slug, "position": None if slug == "inbox" else place,
             "status": self.status.get(url, "todo"), **self.fields[url]}
            for slug, urls in self.modules.items()
            for place, url in enumerate(urls, 1)
        ]  # fmt: skip


class Commands(RuleBasedStateMachine):
    """Gives the same commands to gpucat and to the model."""

    seeded: Path
    folder: Path

    def __init__(self) -> None:
        super().__init__()
        self.db = Path(shutil.copyfile(self.seeded, self.folder / "catalogue.db"))
        for beside in ("-wal", "-shm"):
            self.db.with_name(self.db.name + beside).unlink(missing_ok=True)
        self.model = Model(json.loads(self.ask("list", "--json")))
        self.known = [json.loads(self.ask("show", place, "--json"))[0]["url"] for place in LISTED]
        self.past: list[Model] = []

    def run_command(self, *words: str) -> tuple[int, str, str]:
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main(["--db", str(self.db), *words])
        return code, out.getvalue(), err.getvalue()

    def ask(self, *words: str) -> str:
        code, out, err = self.run_command(*words)
        assert code == 0, (words, code, err)
        return out

    def change(self, after: Model | None, *words: str) -> None:
        """Runs a command that is refused (None), or after which the list is as the given model."""
        code, _, err = self.run_command(*words)
        assert (code == 0) == (after is not None), (words, code, err)
        if after is not None and after != self.model:
            self.past.append(self.model)
            self.model = after

    def pick(self, data: st.DataObject) -> str:
        return data.draw(st.sampled_from([*self.known, *NEW]))

    def is_listed(self, url: str) -> bool:
        return self.model.module_of(url) is not None

    @rule(url=st.sampled_from(NEW), title=TEXT, words=WORDS, module=st.sampled_from(MODULES))
    def add(self, url: str, title: str, words: list[str], module: str) -> None:
        after = None if self.is_listed(url) else deepcopy(self.model)
        if after is not None:
            before = after.fields.get(url, {"summary": ""})
            after.fields[url] = {**before, "title": title, "keywords": words}
            after.put(url, module)
        keywords = [part for word in words for part in ("--keyword", word)]
        self.change(
            after, "add", url, "--no-fetch", "--yes", "--force", "--title", title, *keywords, "--module", module
        )

    @rule(data=st.data(), title=TEXT, words=WORDS, summary=TEXT)
    def edit(self, data: st.DataObject, title: str, words: list[str], summary: str) -> None:
        url = self.pick(data)
        after = deepcopy(self.model) if self.is_listed(url) else None
        if after:
            after.fields[url] = {"title": title, "keywords": words, "summary": summary}
        keywords = [part for word in words for part in ("--keyword", word)]
        self.change(after, "edit", url, "--title", title, *keywords, "--summary", summary)

    @rule(data=st.data(), module=st.sampled_from(MODULES), place=st.sampled_from((None, 1, 2)))
    def move(self, data: st.DataObject, module: str, place: int | None) -> None:
        url = self.pick(data)
        after = deepcopy(self.model) if self.is_listed(url) and not (module == "inbox" and place) else None
        if after and (place or after.module_of(url) != module):
            after.put(url, module, place)
        position = [] if place is None else ["--position", str(place)]
        self.change(after, "edit", url, "--module", module, *position)

    @rule(data=st.data())
    def remove(self, data: st.DataObject) -> None:
        url = self.pick(data)
        after = deepcopy(self.model) if self.is_listed(url) else None
        if after:
            after.take_out(url)
        self.change(after, "remove", url, "--yes")

    @rule(data=st.data(), status=st.sampled_from(("todo", "reading", "done", "skipped")))
    def mark(self, data: st.DataObject, status: str) -> None:
        url = self.pick(data)
        after = deepcopy(self.model) if self.is_listed(url) else None
        if after:
            after.status[url] = status
            if status == "todo":
                del after.status[url]
        self.change(after, "mark", url, status)

    @rule(data=st.data(), text=TEXT)
    def note(self, data: st.DataObject, text: str) -> None:
        url = self.pick(data)
        after = deepcopy(self.model) if self.is_listed(url) else None
        if after:
            after.notes[url] = text
        self.change(after, "note", url, text)

    @rule(level=st.sampled_from(("beginner", "advanced")))
    def config(self, level: str) -> None:
        after = deepcopy(self.model)
        after.level = level
        self.change(after, "config", "level", level)

    @rule(urls=st.lists(st.sampled_from(NEW), min_size=1, unique=True), title=TEXT, is_update=st.booleans())
    def import_file(self, urls: list[str], title: str, is_update: bool) -> None:
        after = deepcopy(self.model)
        for url in urls:
            is_new = not self.is_listed(url)
            if is_new:
                after.put(url, "inbox")
                after.fields.setdefault(url, {"keywords": [], "summary": ""})
            if is_new or is_update:
                after.fields[url] = {**after.fields[url], "title": title}
        path = self.folder / "rows.jsonl"
        path.write_text("".join(json.dumps({"url": url, "title": title}) + "\n" for url in urls), "utf-8")
        self.change(after, "import", str(path), "--on-duplicate", "update" if is_update else "skip")

    @precondition(lambda self: self.past)
    @rule()
    def undo(self) -> None:
        self.ask("undo")
        self.model = self.past.pop()

    @invariant()
    def all_is_as_the_model_says(self) -> None:
        names = ("url", "module", "position", "status", "title", "keywords", "summary")
        rows = [{name: row[name] for name in names} for row in json.loads(self.ask("list", "--json"))]
        order = lambda row: (row["module"] or "", row["position"] or 0, row["url"])  # noqa: E731
        assert sorted(rows, key=order) == sorted(self.model.rows(), key=order)
        listed = {url for url in self.model.notes if self.is_listed(url)}
        notes = {row["url"]: row["note"] for row in json.loads(self.ask("notes", "--json"))}
        assert notes == {url: self.model.notes[url] for url in listed}
        settings_now = {row["key"]: row["value"] for row in json.loads(self.ask("config", "--json"))}
        assert (settings_now["level"] or None) == self.model.level

    def teardown(self) -> None:
        assert self.run_command("db", "check")[0] == 0


def test_commands_do_what_a_plain_model_says(seeded: Path, tmp_path: Path) -> None:
    machine = type("Machine", (Commands,), {"seeded": seeded, "folder": tmp_path})
    run_state_machine_as_test(machine, settings=RUNS)
