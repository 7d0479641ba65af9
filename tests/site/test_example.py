"""The example workflow for a list's own repository: its steps run here as they would there."""

import re
import shlex
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests.conftest import LIST, Gpucat

yaml = pytest.importorskip("yaml", reason="the example is YAML")
EXAMPLE = Path(__file__).parents[2] / "examples" / "list.yml"


def steps() -> list[dict[str, Any]]:
    jobs = yaml.safe_load(EXAMPLE.read_text("utf-8"))["jobs"]
    return [step for job in jobs.values() for step in job["steps"]]


def test_actions_are_pinned_by_hash() -> None:
    used = [step["uses"] for step in steps() if "uses" in step]
    assert used
    assert all(re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40}", action) for action in used)


def test_it_installs_no_name_that_a_stranger_may_take() -> None:
    text = EXAMPLE.read_text("utf-8")
    assert re.search(r"^  GPUCAT: git\+https://\S+@[0-9a-fA-Z]+$", text, re.M)
    install = next(step["run"] for step in steps() if step.get("name") == "Install gpucat")
    for address, code in (("git+https://github.com/OWNER/gpucat@COMMIT", 1), ("/no/such/wheel.whl", 0)):
        script = install.replace("python -m pip install", ": ")
        assert subprocess.run(["sh", "-ec", script], env={"GPUCAT": address}, capture_output=True).returncode == code


def test_its_commands_run(gpucat: Gpucat, tmp_path: Path) -> None:
    (tmp_path / "list.md").write_bytes(LIST.read_bytes())
    database = tmp_path / "list.db"
    commands = [line for step in steps() for line in step.get("run", "").splitlines() if line.startswith("gpucat")]
    assert len(commands) == 6
    for command in commands:
        words = shlex.split(command)[1:]
        if words[0] == "verify-links":
            words.append("--dry-run")
        assert gpucat(*words, db=database).code in (0, 1), command
    assert (tmp_path / "public" / "index.html").exists()
