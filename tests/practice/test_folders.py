"""The folders of the experiments are whole, their starters are unfinished, and their numbers were measured."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from gpucat.resources import data_file, data_rows

PRACTICE = data_file("practice")
FOLDERS = [PRACTICE / str(number) for number in range(1, 7)]
RECORDED = Path(__file__).parent / "recorded"
STEPS = [step for folder in FOLDERS for step in sorted(folder.glob("solution/step*"))]
STARTERS = [starter for folder in FOLDERS for starter in sorted(folder.glob("starter*"))]


def in_folder(file: Path) -> str:
    return file.relative_to(PRACTICE).as_posix()


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_folder_has_what_its_readme_names(folder):
    todo = set(re.findall(r"TODO (\d)", "".join(file.read_text("utf-8") for file in folder.glob("starter*"))))
    steps = {step.stem for step in folder.glob("solution/step*") if step.suffix != ".py" or folder.name != "6"}
    for language in ("en", "zh"):
        told = (folder / f"README.{language}.md").read_text("utf-8")
        assert all(re.search(rf"TODO [\d、, ]*{number}", told) for number in todo)
        assert not {step for step in steps if step not in told}
    assert (folder / "metrics.txt").read_text("utf-8").split()
    assert list(folder.glob("check.*"))


@pytest.mark.parametrize("starter", STARTERS, ids=in_folder)
def test_a_starter_is_unfinished_and_no_step_is(starter):
    assert "TODO" in starter.read_text("utf-8")
    texts = [step.read_text("utf-8") for step in starter.parent.glob(f"solution/step*{starter.suffix}")]
    assert texts
    assert not [text for text in texts if "TODO" in text or text == starter.read_text("utf-8")]
    assert len(set(texts)) == len(texts)


def test_the_python_of_the_experiments_parses():
    for file in PRACTICE.rglob("*.py"):
        compile(file.read_text("utf-8"), file.name, "exec")


def test_the_regression_check_fails_unfinished_and_passes_finished():
    folder = PRACTICE / "6"

    def check(file):
        return subprocess.run(
            [sys.executable, "-B", "check.py", file, "check"], cwd=folder, capture_output=True
        ).returncode

    assert check("starter_regress.py") == 1
    assert check("solution/step3_regress.py") == 0


def test_measure_is_a_shell_script_that_explains_itself():
    script = PRACTICE / "common" / "measure"
    told = subprocess.run(["sh", script, "--help"], capture_output=True, text=True, check=True).stdout
    assert "--ncu" in told
    assert "NO_CUBLAS" in told


def test_each_step_was_measured_on_a_named_machine_and_day():
    rows = data_rows("practice/measured.tsv")
    assert all(len(row) == 9 and all(row[:4] + row[5:]) for row in rows)
    timed = {(row[0], row[1]) for row in rows if row[2] == "time_us"}
    expected = {(step.parts[-3], step.stem) for step in STEPS if step.stem != "step3_regress"}
    assert expected <= timed


def test_recorded_results_are_as_measure_writes_them():
    for file in RECORDED.glob("*.jsonl"):
        for line in map(json.loads, file.read_text("utf-8").splitlines()):
            assert line["gpu"] == "NVIDIA H200"
            rate = line["flop"] / 1e6 if line["peak_unit"] == "TFLOP/s" else line["bytes"] / 1e3
            assert line["%peak"] == pytest.approx(100 * rate / line["time_us"] / line["peak"], abs=0.1)


@pytest.mark.trust
@pytest.mark.skipif(not shutil.which("nvcc"), reason="needs nvcc")
@pytest.mark.parametrize("file", [file for file in STARTERS + STEPS if file.suffix == ".cuh"], ids=in_folder)
def test_kernels_compile_without_gpucat(file, tmp_path):
    folder = next(parent for parent in file.parents if parent.parent == PRACTICE)
    given = ["-std=c++17", "-arch=sm_80", "-I.", "-I../common", f'-DKERNEL="{file.relative_to(folder)}"', "-DNO_CUBLAS"]
    command = ["nvcc", *given, "check.cu", "-o", tmp_path / "out"]
    made = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
