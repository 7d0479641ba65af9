"""Tests that what installs and names gpucat is pinned, and ours."""

import re
import tomllib
from pathlib import Path

from gpucat.net.fetch import USER_AGENT

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def test_every_version_of_the_lock_has_hashes() -> None:
    lines = (ROOT / "requirements.lock").read_text("utf-8").replace("\\\n", "").splitlines()
    wanted = [line for line in lines if line and not line.startswith("#")]
    assert len(wanted) > 50
    assert [line for line in wanted if not re.match(r"[\w.-]+==\S+( ; [^-]+)? +--hash=sha256:[0-9a-f]{64}", line)] == []


def test_the_lock_has_every_dependency() -> None:
    locked = set(re.findall(r"^([\w.-]+)==", (ROOT / "requirements.lock").read_text("utf-8"), re.M))
    named = [*PROJECT["project"]["dependencies"], *PROJECT["dependency-groups"]["test"]]
    assert {re.match(r"[\w.-]+", one)[0] for one in named} <= locked  # type: ignore[index]


def test_the_build_backend_is_pinned() -> None:
    assert all("==" in one for one in PROJECT["build-system"]["requires"])


def test_the_user_agent_names_no_page_that_is_not_ours() -> None:
    assert "http" not in USER_AGENT
    assert "gpucat" in USER_AGENT
