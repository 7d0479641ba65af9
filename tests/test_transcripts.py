"""The README's examples and the transcripts in tests/consoles say what the program prints."""

from pathlib import Path

import pytest

from tests.conftest import Gpucat
from tests.transcripts import NOTICE, Step, console_blocks, matches, parse, run

HERE = Path(__file__).parent
README = HERE.parent / "README.md"


def readme_steps() -> list[Step]:
    return [step for block in console_blocks(README.read_text("utf-8")) for step in parse(block)]


def test_the_readme_shows_what_the_program_prints(gpucat: Gpucat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    for step in readme_steps():
        printed = [line for line in run(gpucat, step.command) if not line.startswith(NOTICE)]
        expected = [line for line in step.expected if line]
        assert matches(expected, [line for line in printed if line]), "\n".join([step.command, *printed])


@pytest.mark.parametrize("path", sorted((HERE / "consoles").glob("*.console")), ids=lambda path: path.stem)
def test_transcript(path: Path, gpucat: Gpucat, request: pytest.FixtureRequest) -> None:
    text = path.read_text("utf-8")
    written = [line for line in text.splitlines() if line.startswith("#")]
    for step in parse(text):
        printed = run(gpucat, step.command)
        written += ["", f"$ {step.command}", *(step.expected if matches(step.expected, printed) else printed)]
        if not request.config.getoption("--update"):
            assert matches(step.expected, printed), "\n".join([step.command, *printed])
    if request.config.getoption("--update"):
        path.write_text("\n".join(written).rstrip() + "\n", "utf-8")
