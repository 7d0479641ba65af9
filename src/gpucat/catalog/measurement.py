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
_ON_TENSOR_CORES: Final = frozenset({"fp16", "bf16", "f16", "half", "bfloat16", "float16"})
_TERM: Final = re.compile(r"(?:(\d+)\*)?([a-z][\w.]*)")
CACHED: Final = 1.02
"""The share of a ceiling above which a measurement is not what it seems; some boards are a little faster than their sheet."""


class Chip(NamedTuple):
    """A GPU with its ceilings: TFLOP/s in FP32 and on tensor cores (dense, FP32 sums), and GB/s of its memory."""

    key: str
    name: str
    capability: str
    multiprocessors: int
    fp32: float
    tensor: float
    memory: float

    def peak(self, dtype: str) -> float:
        """Returns the TFLOP/s for operands of this type."""
        return self.tensor if dtype.casefold() in _ON_TENSOR_CORES else self.fp32

    def ridge(self, dtype: str) -> float:
        """Returns the operations for each byte from which on operations decide."""
        return 1000 * self.peak(dtype) / self.memory


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
        Chip(key, name, capability, int(count), float(fp32), float(tensor), float(memory))
        for key, name, capability, count, fp32, tensor, memory in data_rows("practice/chips.tsv")
    )


def pick_chip(name: str) -> Chip:
    """Returns the GPU with this key; raises UsageError that names those there are."""
    wanted = re.sub(r"[\s_]", "", name.casefold()).removeprefix("nvidia")
    for chip in chips():
        if chip.key == wanted:
            return chip
    raise unknown("gpu", name, [chip.key for chip in chips()], same("GPU"))


def find_chip(told: str) -> Chip | None:
    """Returns the GPU that a program's name for it means; None if its ceilings are not known."""
    wanted = told.casefold()
    near = [chip for chip in chips() if chip.name.casefold() in wanted or chip.key == wanted.strip()]
    return max(near, key=lambda chip: len(chip.name), default=None)


def with_rates(facts: Facts) -> dict[str, Any]:
    """Returns the facts with what follows from them: time, bytes and operations from counters, rates from these."""
    known = dict(facts)
    metrics: Mapping[str, float] = known.get("metrics") or {}
    if "gpu__time_duration.sum" in metrics:
        known.setdefault("time_us", metrics["gpu__time_duration.sum"] / 1000)
    if "dram__bytes.sum" in metrics:
        known.setdefault("bytes", metrics["dram__bytes.sum"])
    time_us = known.get("time_us")
    if time_us:
        if known.get("bytes"):
            known.setdefault("GB/s", known["bytes"] / time_us / 1e3)
        if known.get("flop"):
            known.setdefault("TFLOP/s", known["flop"] / time_us / 1e6)
    return known


def standing_of(facts: Facts, chip: Chip) -> CeilingShare | None:
    """Returns how near a measurement with its rates comes to the ceiling; None if it has no rate."""
    dtype, gbs, tflops = str(facts.get("dtype", "")), facts.get("GB/s"), facts.get("TFLOP/s")
    intensity = intensity_of(facts)
    if tflops and (intensity is None or intensity >= chip.ridge(dtype)):
        return CeilingShare(tflops, chip.peak(dtype), "TFLOP/s")
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
