"""The wheel carries everything: it is built, installed into a bare environment without development packages, and used."""

import os
import re
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from tests.conftest import LIST
from tests.test_start_up import HEAVY

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def gpucat_command(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """gpucat installed from its wheel, alone."""
    folder = tmp_path_factory.mktemp("wheel")
    environment = os.environ | {"PIP_DISABLE_PIP_VERSION_CHECK": "1", "HOME": str(folder)}
    build = ["-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run([sys.executable, *build], check=True, capture_output=True, env=environment, cwd=ROOT)
    [wheel] = folder.glob("*.whl")
    venv.create(folder / "venv", with_pip=False)
    python = folder / "venv" / "bin" / "python"
    # What is imported is compiled then; the most of these packages is not.
    # Constraints with hashes would ask for one of the wheel itself.
    versions = folder / "versions.txt"
    versions.write_text(re.sub(r"\s*\\\n\s*--hash=\S+", "", (ROOT / "requirements.lock").read_text("utf-8")), "utf-8")
    install = [
        "-m",
        "pip",
        "--python",
        str(python),
        "install",
        "-q",
        "--no-compile",
        "-c",
        str(versions),
        str(wheel),
    ]
    subprocess.run([sys.executable, *install], check=True, capture_output=True, env=environment)
    return folder / "venv" / "bin" / "gpucat"


def test_a_first_use_takes_over_the_database_of_the_wheel(gpucat_command: Path, tmp_path: Path) -> None:
    """It loads no library but those of a read, and knows the list it was made from."""
    report = "import sys; from gpucat.__main__ import main; code = main(['db', 'create']); print(*sys.modules); sys.exit(code)"
    process = subprocess.run(
        [gpucat_command.with_name("python"), "-c", report],
        env={"PATH": os.environ["PATH"], "GPUCAT_DB": str(tmp_path / "c.db"), "LANG": "C.UTF-8"},
        cwd=tmp_path, capture_output=True, text=True, check=True, timeout=120,
    )  # fmt: skip
    assert process.stderr == f"Created {tmp_path / 'c.db'} with 148 articles\n"
    assert not {name.partition(".")[0] for name in process.stdout.split()} & set(HEAVY)


def test_the_main_job_runs_from_the_wheel_alone(gpucat_command: Path, tmp_path: Path) -> None:
    def run(*words: str) -> str:
        environment = {"PATH": os.environ["PATH"], "GPUCAT_DB": str(tmp_path / "c.db"), "LANG": "C.UTF-8"}
        process = subprocess.run(
            [gpucat_command, *words], env=environment, cwd=tmp_path, capture_output=True, check=True, timeout=120
        )
        return process.stdout.decode()

    assert run("--version").startswith("gpucat ")
    assert "Stage 1" in run("route", "--level", "intermediate")
    assert "layout/10" in run("search", "swizzle")
    run("export", "site", "-o", "public")
    assert "layout/10" in (tmp_path / "public" / "index.html").read_text("utf-8")
    assert run("export", "markdown") == LIST.read_text("utf-8")
