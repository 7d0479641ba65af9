"""Tests several processes on one catalogue: no write is lost, no reader waits, and the only refusal is a clear
"busy"."""

import json
import os
import shlex
import sqlite3
import subprocess
import sys
import time
from itertools import chain
from pathlib import Path
from threading import Timer
from typing import NamedTuple

import pytest

from gpucat.store.connection import BUSY_TIMEOUT_S
from tests.conftest import Gpucat

pytestmark = pytest.mark.trust

SECONDS = float(os.environ.get("GPUCAT_TRUST_SECONDS", "10"))
WRITERS = int(os.environ.get("GPUCAT_TRUST_WRITERS", "4"))
# One worker runs command after command in its process, as a shell loop would but without paying for a start each time. No
# two of its commands are alike, and each changes something.
WORKER = """
import io, json, sys, time
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from gpucat.__main__ import main

kind, name, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3])
end, turn, log = time.monotonic() + seconds, 0, []
while time.monotonic() < end or not log:
    turn += 1
    own, lap = str(int(name) + 1 + 8 * (turn % 16)), turn // 16
    if kind == "note":
        words = ["note", own, f"note {turn}"]
    elif kind == "mark":
        words = ["mark", own, ["done", "reading", "skipped"][lap % 3], "--rating", str(lap % 5 + 1)]
    elif kind in ("title", "keyword", "why"):
        words = ["edit", str(turn % 4 + 1), f"--{kind}", f"{kind} {turn}"]
    elif kind == "import":
        words = ["import", f"{name}-{turn}.jsonl"]
        Path(words[1]).write_text(json.dumps({"title": f"T {name} {turn}", "url": f"https://w{name}.example/{turn}"}))
    else:
        words = [["list", "--format", "ids"], ["search", "warp", "--format", "ids"], ["show", "6"]][turn % 3]
    out, err = io.StringIO(), io.StringIO()
    begin = time.monotonic()
    with redirect_stdout(out), redirect_stderr(err):
        code = main(words)
    log.append((words, code, time.monotonic() - begin, err.getvalue() if code else ""))
print(json.dumps(log))
"""


class Ran(NamedTuple):
    """A command that a worker ran: its words, its exit code, its seconds, and its message if it failed."""

    words: list[str]
    code: int
    seconds: float
    said: str


def ran_by(kinds: list[str], db: Path, folder: Path) -> list[list[Ran]]:
    """Runs one worker of each kind at the same time and returns what they did."""
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", WORKER, kind, str(number), str(SECONDS)],
            cwd=folder, env=os.environ | {"GPUCAT_DB": str(db)}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        for number, kind in enumerate(kinds)
    ]  # fmt: skip
    logs = []
    for process in processes:
        out, err = process.communicate(timeout=SECONDS * 10 + 600)
        assert process.returncode == 0, err
        logs.append([Ran(*entry) for entry in json.loads(out)])
    return logs


def test_no_write_is_lost_and_no_reader_is_refused(db: Path, tmp_path: Path) -> None:
    kinds = [["mark", "note", "import"][n % 3] for n in range(WRITERS)]
    logs = ran_by([*kinds, *["read"] * WRITERS], db, tmp_path)
    writes, reads = [list(chain(*some)) for some in (logs[:WRITERS], logs[WRITERS:])]
    for name, runs in (("writes", writes), ("reads", reads)):
        # Shown by -rP.
        longest, busy = max(run.seconds for run in runs), sum(run.code != 0 for run in runs)
        sys.stdout.write(f"{len(runs)} {name}, {busy} refused, the longest took {longest:.1f} s\n")
    assert [run for run in reads if run.code != 0] == []
    refused = [run for run in writes if run.code != 0]
    assert all(run.code == 3 and "busy" in run.said and run.seconds >= BUSY_TIMEOUT_S for run in refused), refused
    # The journal names every command that was accepted, once, and no other; and the last word of each stands.
    accepted = [run.words for run in writes if run.code == 0]
    opened = sqlite3.connect(db)
    journal = [command for (command,) in opened.execute('SELECT command FROM "change"')]
    assert sorted(journal) == sorted(map(shlex.join, accepted))
    notes = {int(words[1]): words[2] for words in accepted if words[0] == "note"}
    assert dict(opened.execute("SELECT article_number, text FROM note")) == notes
    imported = [words for words in accepted if words[0] == "import"]
    assert opened.execute("SELECT count(*) FROM article").fetchone()[0] == 148 + len(imported) > 148
    assert opened.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    opened.close()


def test_edits_of_different_fields_of_one_article_all_stand(gpucat: Gpucat, db: Path, tmp_path: Path) -> None:
    fields = {"title": "title", "keyword": "keywords", "why": "why"}
    for kind, runs in zip(fields, ran_by(list(fields), db, tmp_path), strict=True):
        assert [run for run in runs if run.code not in (0, 3)] == []
        last = {run.words[1]: run.words[3] for run in runs if run.code == 0}
        for number, value in last.items():
            [found] = json.loads(gpucat("show", number, "--json").out)
            assert found[fields[kind]] in (value, [value])


def test_two_additions_of_one_address_add_it_once(db: Path) -> None:
    words = ["add", "https://a.example/x", "--title", "X", "--no-fetch", "--yes", "--force"]
    running = [
        subprocess.Popen([sys.executable, "-m", "gpucat", "--db", str(db), *words], stderr=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    said = [process.communicate(timeout=600)[1] for process in running]
    assert sorted(process.returncode for process in running) == [0, 1, 1], said
    assert sum("is already" in text for text in said) == 2


def test_readers_go_on_while_a_writer_holds_the_database(db: Path) -> None:
    holder = sqlite3.connect(db, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    holder.execute("UPDATE article SET title = 'half written'")
    begin = time.monotonic()
    words = [sys.executable, "-m", "gpucat", "--db", str(db), "list", "--format", "csv"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    assert "half written" not in done.stdout
    words = [sys.executable, "-m", "gpucat", "--db", str(db), "mark", "6", "done"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=600)
    assert (done.returncode, "is busy" in done.stderr) == (3, True), done
    assert time.monotonic() - begin >= BUSY_TIMEOUT_S
    holder.execute("ROLLBACK")
    holder.close()


def test_two_imports_of_one_file_take_each_article_once(db: Path, tmp_path: Path) -> None:
    lines = [json.dumps({"title": f"T {n}", "url": f"https://a.example/{n}"}) + "\n" for n in range(300)]
    (tmp_path / "same.jsonl").write_text("".join(lines), "utf-8")
    words = [sys.executable, "-m", "gpucat", "--db", str(db), "import", "same.jsonl"]
    running = [subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) for _ in range(3)]
    said = [process.communicate(timeout=600)[1] for process in running]
    assert [process.returncode for process in running] == [0] * 3, said
    assert sum("300 added" in text for text in said) == 1
    assert sum("300 unchanged" in text for text in said) == 2


def test_a_reader_waits_for_the_last_connection_to_leave(db: Path) -> None:
    leaving = sqlite3.connect(db, isolation_level=None, check_same_thread=False)
    leaving.execute("PRAGMA locking_mode = EXCLUSIVE")
    leaving.execute("SELECT count(*) FROM article").fetchone()
    Timer(2, leaving.close).start()
    words = [sys.executable, "-m", "gpucat", "--db", str(db), "list", "--format", "ids"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=600)
    assert (done.returncode, done.stdout.count("\n")) == (0, 148), done


def test_a_search_does_not_wait_to_renew_its_index(gpucat: Gpucat, db: Path) -> None:
    found = gpucat("search", "warp shuffle", "--format", "ids").out
    holder = sqlite3.connect(db, isolation_level=None)
    holder.execute("UPDATE search_state SET value = 'old' WHERE key = 'fingerprint'")
    holder.execute("BEGIN IMMEDIATE")
    assert gpucat("search", "warp shuffle", "--format", "ids").out == found
    holder.execute("ROLLBACK")
    assert holder.execute("SELECT value FROM search_state WHERE key = 'fingerprint'").fetchone() == ("old",)
    holder.close()
