"""Judges what was measured in an experiment: rates, the ceiling of the GPU, and the share of it that was reached. Pure.

A roofline (Williams, Waterman and Patterson 2009) bounds a kernel by min(peak, intensity x bandwidth), where the intensity is
operations for each byte of device memory.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, Final, NamedTuple

from gpucat.catalog.unknown import unknown
from gpucat.language import same
from gpucat.resources import data_rows

Facts = Mapping[str, Any]
"""What is known of a measurement. Texts: gpu, cc (compute capability), host, cuda, driver, step, kernel, dtype, shape, l2
(`warm` or `cold`), stat. Numbers: time_us, iqr_us, bytes, flop, GB/s, TFLOP/s, warmup, reps. `metrics` holds the counters of
Nsight Compute by name, in base units (bytes, nanoseconds).
"""
TEXTS: Final = ("gpu", "cc", "host", "cuda", "driver", "step", "kernel", "dtype", "shape", "l2", "stat")
NUMBERS: Final = ("time_us", "iqr_us", "bytes", "flop", "GB/s", "TFLOP/s", "warmup", "reps")
_TENSOR: Final = frozenset({"fp16", "bf16", "f16", "half", "bfloat16", "float16"})
_FP32: Final = frozenset({"fp32", "f32", "float", "float32"})
_FLOP: Final = (
    "2*smsp__sass_thread_inst_executed_op_ffma_pred_on.sum"
    "+smsp__sass_thread_inst_executed_op_fadd_pred_on.sum+smsp__sass_thread_inst_executed_op_fmul_pred_on.sum"
)
_MAKER: Final = re.compile(r"\b(?:nvidia|geforce|tesla)\b")
_TERM: Final = re.compile(r"(?:(\d+)\*)?([a-z][\w.]*)")
CACHED: Final = 1.02
"""The share of a ceiling above which a measurement is not what it seems; some boards are a little faster than their sheet."""


class Chip(NamedTuple):
    """A GPU with its ceilings: TFLOP/s in FP32 and on tensor cores (dense, FP32 sums), and GB/s of its memory."""

    key: str
    names: tuple[str, ...]
    capability: str
    multiprocessors: int
    fp32: float
    tensor: float
    memory: float

    @property
    def name(self) -> str:
        return self.names[0]

    def peak(self, dtype: str) -> float | None:
        """Returns the TFLOP/s for operands of this type; None if the ceiling for it is not known."""
        kind = dtype.casefold()
        return self.tensor if kind in _TENSOR else self.fp32 if kind in _FP32 else None

    def ridge(self, dtype: str) -> float:
        """Returns the operations for each byte from which on operations decide."""
        return 1000 * (self.peak(dtype) or 0) / self.memory


class CeilingShare(NamedTuple):
    """How near a measurement comes to what its GPU can do; `unit` says in which rate."""

    rate: float
    ceiling: float
    unit: str

    @property
    def share(self) -> float:
        return self.rate / self.ceiling

    @property
    def is_impossible(self) -> bool:
        """Says whether the data came from a cache, or the measurement is wrong."""
        return self.share > CACHED


@cache
def chips() -> tuple[Chip, ...]:
    """Returns the GPUs whose ceilings are known."""
    return tuple(
        Chip(key, tuple(names.split("|")), capability, int(count), float(fp32), float(tensor), float(memory))
        for key, names, capability, count, fp32, tensor, memory in data_rows("practice/chips.tsv")
    )


def pick_chip(name: str) -> Chip:
    """Returns the GPU with this key; raises UsageError that names those there are."""
    chip = find_chip(name)
    if chip is not None:
        return chip
    raise unknown("gpu", name, [chip.key for chip in chips()], same("GPU"))


def find_chip(told: str) -> Chip | None:
    """Returns the GPU that a program's name for it, or its key, means; None if its ceilings are not known."""
    wanted = _folded(told)
    return next((chip for chip in chips() if wanted in map(_folded, (chip.key, *chip.names))), None)


def _folded(name: str) -> str:
    return re.sub(r"[\s_-]", "", _MAKER.sub("", name.casefold()))


def with_rates(facts: Facts) -> dict[str, Any]:
    """Returns the facts with what follows from them: time, bytes and operations from counters, rates from these."""
    known = dict(facts)
    metrics: Mapping[str, float] = known.get("metrics") or {}
    if "gpu__time_duration.sum" in metrics:
        known.setdefault("time_us", metrics["gpu__time_duration.sum"] / 1000)
    if "dram__bytes.sum" in metrics:
        known.setdefault("bytes", metrics["dram__bytes.sum"])
    if (counted := worked_out(_FLOP, metrics)) is not None:
        known.setdefault("flop", counted)
    time_us = known.get("time_us")
    if time_us:
        if known.get("bytes"):
            known.setdefault("GB/s", known["bytes"] / time_us / 1e3)
        if known.get("flop"):
            known.setdefault("TFLOP/s", known["flop"] / time_us / 1e6)
    return known


def standing_of(facts: Facts, chip: Chip) -> CeilingShare | None:
    """Returns how near a measurement with its rates and its type comes to the ceiling; None if either is not known."""
    dtype, gbs, tflops = str(facts.get("dtype", "")), facts.get("GB/s"), facts.get("TFLOP/s")
    intensity, peak = intensity_of(facts), chip.peak(str(facts.get("dtype", "")))
    if tflops and (intensity is None or peak is None or intensity >= chip.ridge(dtype)):
        return CeilingShare(tflops, peak, "TFLOP/s") if peak else None
    return CeilingShare(gbs, chip.memory, "GB/s") if gbs else None


def intensity_of(facts: Facts) -> float | None:
    """Returns the operations for each byte of device memory, where both are known."""
    if facts.get("flop") and facts.get("bytes"):
        return float(facts["flop"] / facts["bytes"])
    if facts.get("TFLOP/s") and facts.get("GB/s"):
        return float(1000 * facts["TFLOP/s"] / facts["GB/s"])
    return None


def worked_out(formula: str, metrics: Mapping[str, float]) -> float | None:
    """Returns a sum of counters, each with a whole factor (`2*a+b`); None if one was not counted."""
    total = 0.0
    for factor, name in _TERM.findall(formula):
        if name not in metrics:
            return None
        total += int(factor or 1) * metrics[name]
    return total
