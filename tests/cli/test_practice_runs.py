"""Tests the guide through experiments, their folders, and what is recorded: kept once, judged by the ceiling, compared."""

import io
import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from tests.conftest import Gpucat

from gpucat.catalog.measurement import chips, find_chip
from gpucat.errors import FileError
from gpucat.formats.measurements import read_measurements

HEAD = '"ID","Process ID","Process Name","Host Name","Kernel Name","Context","Stream","Block Size","Grid Size","Device","CC"'
LAUNCH = '"0","1","t","box","transpose(const float *, float *)","1","7","(32, 8, 1)","(128, 128, 1)","0","9.0"'
DETAILS = f"""==PROF== Connected to process 1
{HEAD},"Section Name","Metric Name","Metric Unit","Metric Value"
{LAUNCH},"x","dram__bytes.sum","Mbyte","134.35"
{LAUNCH},"x","gpu__time_duration.sum","us","69.60"
{LAUNCH},"x","l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio","sector","32"
{LAUNCH},"x","l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum","","16,340,121"
{LAUNCH},"x","smsp__inst_executed_op_shared_ld.sum","inst","n/a"
"""
RAW = f"""{HEAD},"dram__bytes.sum","gpu__time_duration.sum","l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"
"","","","","","","","","","","","Gbyte","ns",""
{LAUNCH},"0.13435","69,600","16340121"
"""
TIMED = {
    "experiment": 2, "step": "step4_register2d", "kernel": "gemm", "gpu": "NVIDIA H200", "cuda": "13.0", "driver": "580",
    "dtype": "fp32", "shape": "4096x4096x4096", "warmup": 20, "reps": 100, "stat": "median", "l2": "cold",
    "time_us": 3200.0, "iqr_us": 12.0, "bytes": 201326592, "flop": 137438953472,
}  # fmt: skip


def recorded(gpucat: Gpucat, number: int, *words: str) -> list[dict[str, object]]:
    done = gpucat("practice", "record", str(number), *words, "--json")
    assert done.code == 0, done
    found: list[dict[str, object]] = json.loads(done.out)
    return found


def test_the_guide_says_what_to_do_and_measure(gpucat: Gpucat) -> None:
    told = gpucat("practice", "show", "1", "--gpu", "h100").out
    assert "gpucat practice start 1" in told
    assert "3350 GB/s" in told
    assert "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio" in told
    assert "memory/6" in told
    [record] = json.loads(gpucat("practice", "show", "5", "--gpu", "a100", "--json").out)
    assert (record["least"], record["gpu"]["memory"]) == ("8.0", 2039)
    assert any(counter["chips"] == ["9.0"] for counter in record["counters"])
    on_ampere = gpucat("practice", "show", "5", "--gpu", "a100").out
    assert "stalled_gmma" not in on_ampere
    assert "stalled_gmma" in gpucat("practice", "show", "5", "--gpu", "h200").out


@pytest.mark.parametrize("text", [DETAILS, RAW, "\ufeff" + DETAILS.replace("\n", "\r\n")])
def test_counters_of_nsight_compute_are_read_in_base_units(text: str) -> None:
    [facts] = read_measurements(text, "x.csv")
    metrics = facts["metrics"]
    assert metrics["dram__bytes.sum"] == pytest.approx(134.35e6)
    assert metrics["gpu__time_duration.sum"] == pytest.approx(69600)
    assert metrics["l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"] == 16340121
    assert "smsp__inst_executed_op_shared_ld.sum" not in metrics
    assert (facts["cc"], facts["host"]) == ("9.0", "box")


def test_a_profile_is_judged_by_the_ceiling_and_the_bounds(gpucat: Gpucat, tmp_path: Path) -> None:
    (tmp_path / "run.csv").write_text(DETAILS, "utf-8")
    told = gpucat("practice", "record", "1", "run.csv", "--gpu", "h200")
    assert "1,930 GB/s" in told.out
    assert "40% / 4800 GB/s" in told.out
    assert "32 sectors: as for loads" in told.out
    assert "16,340,121 conflicts" in told.out
    again = gpucat("practice", "record", "1", "run.csv", "--gpu", "h200")
    assert "1 already recorded" in again.err


def test_rates_follow_from_time_bytes_and_operations(gpucat: Gpucat, tmp_path: Path) -> None:
    (tmp_path / "results.jsonl").write_text(f"PASS: fine\n{json.dumps(TIMED)}\n", "utf-8")
    [run] = recorded(gpucat, 2, "results.jsonl")
    assert run["TFLOP/s"] == pytest.approx(42.95, abs=0.01)
    assert (run["chip"], run["ceiling_unit"], run["share"]) == ("h200", "TFLOP/s", pytest.approx(0.641, abs=0.001))
    assert (run["rung"], run["next"]) == ("step4_register2d", "step5_float4")


@pytest.mark.parametrize("number", range(1, 7))
def test_a_folder_to_begin_with_is_whole_and_in_the_readers_language(
    gpucat: Gpucat, tmp_path: Path, number: int
) -> None:
    started = gpucat("--lang", "zh", "practice", "start", str(number), "mine")
    assert (started.code, started.out) == (0, "mine\n")
    names = {
        path.relative_to(tmp_path / "mine").as_posix() for path in (tmp_path / "mine").rglob("*") if path.is_file()
    }
    assert {"README.md", "measure", "metrics.txt"} <= names
    assert any(name.startswith("starter") for name in names)
    assert any(name.startswith("solution/step1") for name in names)
    assert "实践" in (tmp_path / "mine" / "README.md").read_text("utf-8")
    assert (tmp_path / "mine" / "measure").stat().st_mode & 0o100
    again = gpucat("practice", "start", str(number), "mine")
    assert (again.code, "nothing was written" in again.err) == (3, True)


def test_a_folder_is_in_one_language_only(gpucat: Gpucat) -> None:
    refused = gpucat("practice", "start", "1", "--in", "cute-dsl")
    assert (refused.code, "it is in cuda" in refused.err) == (2, True)


def test_a_measurement_finds_its_rung_by_its_share(gpucat: Gpucat) -> None:
    [run] = recorded(gpucat, 1, "gpu=h200 shape=16384x16384 GB/s=560 time_us=3835")
    assert (run["rung"], run["next"]) == ("step2_naive", "step3_tile")
    told = gpucat("practice", "record", "1", "gpu=rtx4090 GB/s=120 time_us=17000").out
    assert "shares compared with NVIDIA H200" in told
    assert "a shared tile" in told


def test_more_than_the_gpu_can_do_is_not_praised(gpucat: Gpucat) -> None:
    told = gpucat("practice", "record", "1", "gpu=h100 time_us=10 GB/s=5640").out
    assert "168% / 3350 GB/s: more than the GPU can do" in told


def test_machines_are_told_apart_and_compared(gpucat: Gpucat, tmp_path: Path) -> None:
    recorded(gpucat, 1, "gpu=h100 step=step4_pad shape=16384 GB/s=2900 time_us=740")
    recorded(gpucat, 1, "gpu=rtx4090 step=step4_pad shape=16384 GB/s=900 time_us=2380")
    recorded(gpucat, 1, "gpu=mystery GB/s=900 time_us=2380")
    lines = gpucat("practice", "compare", "1").out.splitlines()
    assert [line.split()[0] for line in lines] == ["h100", "rtx4090", "mystery"]
    assert "87%" in lines[0]
    assert "89%" in lines[1]
    assert "(ceiling unknown)" in lines[2]
    assert max(map(len, lines)) <= 80
    assert gpucat("practice", "compare", "1", "--svg", "runs.svg").code == 0
    picture = (tmp_path / "runs.svg").read_text("utf-8")
    assert ElementTree.fromstring(picture).tag.endswith("svg")
    assert "prefers-color-scheme:dark" in picture
    assert "<script" not in picture


def test_a_roofline_is_drawn_where_operations_and_bytes_are_known(gpucat: Gpucat) -> None:
    recorded(gpucat, 6, "gpu=h200 dtype=fp32 kernel=fma16 GB/s=2000 TFLOP/s=20 time_us=9")
    told = gpucat("practice", "compare", "6").out
    assert "ridge 14.0 FLOP/B" in told
    assert "A     10.00 FLOP/B     20.00 TFLOP/s" in told


def test_measurements_are_the_readers_and_travel(gpucat: Gpucat, tmp_path: Path) -> None:
    recorded(gpucat, 2, "gpu=h100 TFLOP/s=48 time_us=2863")
    assert gpucat("export", "jsonl", "--with-reading", "-o", "mine.jsonl").code == 0
    other = tmp_path / "other.db"
    assert gpucat("import", "mine.jsonl", db=other).code == 0
    assert "h100" in gpucat("practice", "compare", "2", db=other).out
    assert gpucat("undo").code == 0
    nothing = gpucat("practice", "compare", "2")
    assert (nothing.code, "practice record 2" in nothing.err) == (2, True)


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["1", "gpu=h100 speed=3"], 2, "no part of a measurement"),
        (["1", "time_us=nan"], 2, "not a positive number"),
        (["1", "time_us=-4"], 2, "not a positive number"),
        (["1", "list.md"], 3, "no measurement in it"),
        (["1", "broken.jsonl"], 3, "broken.jsonl:1"),
        (["1", "short.csv"], 3, "3 values where 15 are named"),
        (["9", "time_us=3"], 2, "9"),
        (["1", "time_us=3", "--gpu", "h1000"], 2, "choose from: t4"),
        (["1", "missing.csv"], 3, "missing.csv"),
    ],
)
def test_what_cannot_be_recorded_is_said(
    gpucat: Gpucat, tmp_path: Path, words: list[str], code: int, told: str
) -> None:
    (tmp_path / "list.md").write_text("# A list\n", "utf-8")
    (tmp_path / "broken.jsonl").write_text('{"time_us": \n', "utf-8")
    (tmp_path / "short.csv").write_text("\n".join([*DETAILS.splitlines()[:2], '"0","1","t"']), "utf-8")
    done = gpucat("practice", "record", *words)
    assert (done.code, told in done.err) == (code, True), done
    assert gpucat("practice", "compare", "1").code == 2


def test_standard_input_is_read(gpucat: Gpucat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(json.dumps(TIMED).encode())))
    assert recorded(gpucat, 2, "-")[0]["gpu"] == "NVIDIA H200"


def section_rows(*rows: str) -> str:
    head = f'{HEAD},"Section Name","Metric Name","Metric Unit","Metric Value"'
    return "\n".join(['{"note": "a program\'s own line"}', head, *(f"{LAUNCH},{row}" for row in rows), head])


@pytest.mark.parametrize(
    ("rows", "value"),
    [
        (['"x","gpu__time_duration.sum","us","69,600"'], 69_600_000),
        (['"x","gpu__time_duration.sum","us","69,6"'], 69_600),
        (['"x","gpu__time_duration.sum","us","1.234,5"'], 1_234_500),
        (['"x","gpu__time_duration.sum","ns","69,600"', '"x","dram__bytes.sum","Mbyte","0,125"'], 69.6),
        (['"Speed of light","Duration","ms","0.0696"'], 69_600),
    ],
)
def test_numbers_are_read_as_the_file_writes_them(rows: list[str], value: float) -> None:
    [facts] = read_measurements(section_rows(*rows), "x.csv")
    assert facts["metrics"]["gpu__time_duration.sum"] == pytest.approx(value)


@pytest.mark.parametrize("row", ['"x","gpu__time_duration.sum","ns","1e999"', '"x","Memory","",""'])
def test_impossible_and_empty_profiles_are_refused(row: str) -> None:
    with pytest.raises(FileError):
        read_measurements(section_rows(row), "x.csv")


def test_operations_are_counted_and_placed_on_the_roofline(gpucat: Gpucat, tmp_path: Path) -> None:
    counters = {"ffma": "4000000000", "fadd": "0", "fmul": "0"}
    rows = [
        f'"x","smsp__sass_thread_inst_executed_op_{name}_pred_on.sum","inst","{count}"'
        for name, count in counters.items()
    ]
    text = section_rows(*rows, '"x","dram__bytes.sum","Mbyte","800"', '"x","gpu__time_duration.sum","us","400"')
    (tmp_path / "r.csv").write_text(text, "utf-8")
    [run] = recorded(gpucat, 6, "r.csv", "--gpu", "h200")
    assert run["TFLOP/s"] == pytest.approx(20)
    assert "A     10.00 FLOP/B" in gpucat("practice", "compare", "6").out


def test_the_type_of_operands_chooses_the_ceiling(gpucat: Gpucat) -> None:
    assert recorded(gpucat, 4, "gpu=h200 TFLOP/s=600 time_us=9")[0]["ceiling"] == 989
    assert recorded(gpucat, 2, "gpu=h200 TFLOP/s=40 time_us=9")[0]["ceiling"] == 67
    assert recorded(gpucat, 4, "gpu=h200 dtype=fp8 TFLOP/s=1200 time_us=9")[0]["ceiling"] is None


def test_words_without_quotes_are_one_measurement(gpucat: Gpucat) -> None:
    [run] = recorded(gpucat, 1, "gpu=h100", "GB/s=3000", "%peak=90")
    assert run["chip"] == "h100"
    nothing = gpucat("practice", "record", "1", "gpu=h100")
    assert (nothing.code, "measures nothing" in nothing.err) == (2, True)


def test_hostile_names_reach_neither_terminal_nor_picture(gpucat: Gpucat, tmp_path: Path) -> None:
    line = {"gpu": "NVIDIA H100 80GB HBM3", "step": "step1_copy", "shape": "16384x16384", "l2": "cold", "GB/s": "2900"}
    evil = {**line, "gpu": "x\u001b[31m<b>&", "host": "\u0007"}
    (tmp_path / "r.jsonl").write_text(f"{json.dumps(line)}\n{json.dumps(evil)}\n", "utf-8")
    recorded(gpucat, 1, "r.jsonl")
    told = gpucat("practice", "compare", "1").out
    assert "\x1b" not in told
    assert max(map(len, told.splitlines())) <= 80
    gpucat("practice", "compare", "1", "--svg", "r.svg")
    assert ElementTree.fromstring((tmp_path / "r.svg").read_bytes()) is not None


def test_endless_nesting_is_no_crash() -> None:
    with pytest.raises(FileError):
        read_measurements("[" * 100_000, "deep.json")


def test_gpus_are_known_by_what_programs_call_them() -> None:
    names = {
        "NVIDIA H100 80GB HBM3": "h100", "NVIDIA GeForce RTX 4090": "rtx4090", "NVIDIA A100-SXM4-80GB": "a100",
        "NVIDIA L40": "l40", "NVIDIA A100 80GB PCIe": "a100-pcie", "h100 sxm": "h100", "NVIDIA H100 NVL": "h100-nvl",
    }  # fmt: skip
    assert {name: chip.key for name in names if (chip := find_chip(name))} == names
    for other in ("AMD Instinct MI300X", "NVIDIA GH200 480GB", "NVIDIA GB200", "NVIDIA GeForce RTX 4090 Laptop GPU",
                  "NVIDIA GeForce RTX 5090 D", "NVIDIA H100 80GB HBM3 MIG 1g.10gb"):  # fmt: skip
        assert find_chip(other) is None
    assert all(10 < chip.ridge("fp32") * 10 < 10_000 for chip in chips())
