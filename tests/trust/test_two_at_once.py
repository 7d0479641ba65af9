"""Several processes on one catalogue: no write is lost, no reader waits for a writer, the only refusal is a clear "busy"."""

import json
import os
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.trust

SECONDS = float(os.environ.get("GPUCAT_TRUST_SECONDS", "10"))
WRITERS = int(os.environ.get("GPUCAT_TRUST_WRITERS", "4"))
# One worker runs command after command in its process, as a shell loop would but without paying for a start each time.
WORKER = """
import io, json, sys, time
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from gpucat.__main__ import main

kind, name, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3])
end, turn, log = time.monotonic() + seconds, 1, []
while time.monotonic() < end:
    if kind == "mark":
        words = ["mark", str(int(name) + 1), "done" if turn % 2 else "reading"]
    elif kind == "note":
        words = ["note", str(int(name) + 1), f"note {turn}"]
    elif kind == "import":
        url = f"https://w{name}.example/{turn}"
        Path(f"{name}.jsonl").write_text(json.dumps({"title": f"T {name} {turn}", "url": url}), "utf-8")
        words = ["import", f"{name}.jsonl"]
    else:
        words = [["list", "--format", "ids"], ["search", "warp", "--format", "ids"], ["show", "6"]][turn % 3]
    out, err = io.StringIO(), io.StringIO()
    begin = time.monotonic()
    with redirect_stdout(out), redirect_stderr(err):
        code = main(words)
    turn += code == 0  # what was refused is tried again: marked twice alike would be no change
    log.append((code, time.monotonic() - begin, err.getvalue() if code else ""))
print(json.dumps(log))
"""


def test_no_write_is_lost_and_no_reader_waits(db: Path, tmp_path: Path) -> None:
    kinds = [["mark", "note", "import"][n % 3] for n in range(WRITERS)] + ["read"] * WRITERS
    environment = os.environ | {"GPUCAT_DB": str(db)}
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", WORKER, kind, str(number), str(SECONDS)],
            cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        for number, kind in enumerate(kinds)
    ]  # fmt: skip
    logs = []
    for process in processes:
        out, err = process.communicate(timeout=SECONDS * 10 + 120)
        assert process.returncode == 0, err
        logs.append(json.loads(out))
    refused = [(kind, run) for kind, log in zip(kinds, logs, strict=True) for run in log if run[0] != 0]
    assert all(kind != "read" and code == 3 and "busy" in err for kind, (code, _, err) in refused), [
        (kind, code, err[-60:]) for kind, (code, _, err) in refused
    ]
    imported = sum(code == 0 for kind, log in zip(kinds, logs, strict=True) if kind == "import" for code, _, _ in log)
    written = sum(code == 0 for kind, log in zip(kinds, logs, strict=True) if kind != "read" for code, _, _ in log)
    opened = sqlite3.connect(db)
    assert opened.execute("SELECT count(*) FROM article").fetchone()[0] == 148 + imported
    assert opened.execute('SELECT count(*) FROM "change"').fetchone()[0] == written
    assert opened.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    opened.close()
    assert imported > 0


def test_readers_go_on_while_a_writer_holds_the_database(db: Path) -> None:
    holder = sqlite3.connect(db, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    holder.execute("UPDATE article SET title = 'half written'")
    begin = time.monotonic()
    words = [sys.executable, "-m", "gpucat", "--db", str(db), "list", "--format", "csv"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert "half written" not in done.stdout
    words = [sys.executable, "-m", "gpucat", "--db", str(db), "mark", "6", "done"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60)
    assert (done.returncode, "is busy" in done.stderr) == (3, True), done
    assert time.monotonic() - begin < 50
    holder.execute("ROLLBACK")
    holder.close()


def test_two_imports_of_one_file_take_each_article_once(db: Path, tmp_path: Path) -> None:
    lines = [json.dumps({"title": f"T {n}", "url": f"https://a.example/{n}"}) + "\n" for n in range(300)]
    (tmp_path / "same.jsonl").write_text("".join(lines), "utf-8")
    words = [sys.executable, "-m", "gpucat", "--db", str(db), "import", "same.jsonl"]
    running = [subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) for _ in range(3)]
    said = [process.communicate(timeout=120)[1] for process in running]
    assert [process.returncode for process in running] == [0] * 3, said
    assert sum("300 added" in text for text in said) == 1
    assert sum("300 unchanged" in text for text in said) == 2
