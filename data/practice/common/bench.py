"""Checks, times and reports kernels in CuTe DSL. Needs nvidia-cutlass-dsl and torch; the counterpart of bench.cuh.

A kernel file defines TASK ("copy" or "gemm") and `launch(a, b, c, *variant)` (a copy: `launch(source, target)`), and may list
VARIANTS, each with the arguments of one. Verbs: check, time, once (for Nsight Compute, with --profile-from-start off).
"""

import importlib.util
import json
import os
import statistics
import sys
from pathlib import Path

WARMUPS = 20
REPETITIONS = 100
TENSOR_FLOP = {
    80: 2048,
    86: 512,
    87: 1024,
    89: 1024,
    90: 4096,
    100: 8192,
    103: 8192,
    120: 1024,
}  # a clock and multiprocessor


def load(path):
    """Imports a kernel file by its path."""
    spec = importlib.util.spec_from_file_location("step", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def attribute(name):
    """Returns an attribute of the device, by the last part of its name in CUDA."""
    from cuda.bindings import runtime

    error, value = runtime.cudaDeviceGetAttribute(getattr(runtime.cudaDeviceAttr, f"cudaDevAttr{name}"), 0)
    assert not int(error), error
    return value


def multiprocessors():
    """Returns the number of multiprocessors of the device."""
    return attribute("MultiProcessorCount")


def peak_gbs():
    """Returns the bytes a second that the memory's clock and width allow, or PEAK_GBS."""
    worked_out = 2 * attribute("MemoryClockRate") * 1e3 * attribute("GlobalMemoryBusWidth") / 8 / 1e9
    return float(os.environ.get("PEAK_GBS") or worked_out)


def peak_tflops():
    """Returns the rate of the tensor cores for dense float16, or PEAK_TFLOPS; data sheets state it at a lower clock."""
    chip = 10 * attribute("ComputeCapabilityMajor") + attribute("ComputeCapabilityMinor")
    worked_out = TENSOR_FLOP.get(chip, 1024) * multiprocessors() * attribute("ClockRate") * 1e3 / 1e12
    return float(os.environ.get("PEAK_TFLOPS") or worked_out)


def compiled(module, tensors, variant):
    """Compiles `launch` for these tensors, whose shapes become constants of the kernel; returns a function of none."""
    import cutlass.cute as cute
    from cutlass.cute.runtime import from_dlpack

    given = [from_dlpack(tensor, assumed_align=16) for tensor in tensors]
    kernel = cute.compile(module.launch, *given, *variant)
    return lambda: kernel(*given)


def make(task, m, n, k):
    """Returns random inputs and an output full of NaN, so that what a kernel leaves unwritten is noticed."""
    import torch

    torch.manual_seed(m + n + k)
    a = torch.rand(m, k, device="cuda", dtype=torch.float32).sub(0.5).half()
    if task == "copy":
        return a, torch.full_like(a, float("nan"))
    b = torch.rand(n, k, device="cuda", dtype=torch.float32).sub(0.5).half()
    return a, b, torch.full((m, n), float("nan"), device="cuda", dtype=torch.float32)


def check(module, shapes):
    """Compares each variant with float64 by ||out - reference|| / ||reference||; returns whether all agree."""
    is_right = True
    for variant in variants(module):
        for shape in shapes:
            *inputs, out = make(module.TASK, *shape)
            compiled(module, (*inputs, out), variant)()
            reference = inputs[0].double() if module.TASK == "copy" else inputs[0].double() @ inputs[1].double().T
            error = float((out.double() - reference).norm() / reference.norm())
            passed = error <= (0 if module.TASK == "copy" else 1e-5)  # float32 sums; a NaN never passes
            is_right &= passed
            print(f"{'PASS' if passed else 'FAIL'}: {shape} {named(module, variant)}, relative error {error:.2e}")
    return is_right


def variants(module, is_checked=True):
    """Returns the variants of a file; those that leave out a half of the work are not checked."""
    found = getattr(module, "VARIANTS", [()])
    return [variant for variant in found if not (is_checked and {"copy", "mma"} & set(variant))]


def named(module, variant):
    """Names a kernel and its variant, as in "gemm stages=4 mma"."""
    return " ".join([module.TASK, *(f"stages={value}" if isinstance(value, int) else value for value in variant)])


def timed(run, is_cold):
    """Returns the times of the repetitions, each between two events, in microseconds.

    The device is kept busy before each, so that the time of the launch on the host is not measured.
    """
    import torch

    scratch = torch.empty(max(4 * attribute("L2CacheSize"), 64 << 20), device="cuda", dtype=torch.int8)
    for _ in range(WARMUPS):
        run()
    times = []
    for _ in range(REPETITIONS):
        if is_cold:
            scratch.zero_()
        torch.cuda._sleep(400_000)
        begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        begin.record()
        run()
        end.record()
        end.synchronize()
        times.append(1e3 * begin.elapsed_time(end))
    return times


def report(experiment, step, kernel, shape, run, gbytes, tflop):
    """Prints a JSON line each for a warm and a cold L2."""
    import torch

    for is_cold in (False, True):
        low, median, high = statistics.quantiles(timed(run, is_cold), n=4, method="inclusive")
        gbs, tflops = gbytes / median * 1e6, tflop / median * 1e6
        peak, rate = (peak_tflops(), tflops) if tflop else (peak_gbs(), gbs)
        line = {"experiment": experiment, "step": step, "kernel": kernel, "gpu": torch.cuda.get_device_name()}
        line |= {"cuda": torch.version.cuda, "driver": os.environ.get("DRIVER", ""), "dtype": "fp16", "shape": shape}
        line |= {"warmup": WARMUPS, "reps": REPETITIONS, "stat": "median", "l2": "cold" if is_cold else "warm"}
        line |= {"time_us": round(median, 3), "iqr_us": round(high - low, 3)}
        line |= {"bytes": round(gbytes * 1e9), "flop": round(tflop * 1e12), "GB/s": round(gbs, 1)}
        line |= {"TFLOP/s": round(tflops, 3), "%peak": round(100 * rate / peak, 1), "peak": round(peak, 1)}
        print(json.dumps(line | {"peak_unit": "TFLOP/s" if tflop else "GB/s"}), flush=True)


def once(module, shape):
    """Launches each variant that is checked between cudaProfilerStart and cudaProfilerStop."""
    import torch

    runs = [compiled(module, make(module.TASK, *shape), variant) for variant in variants(module)]
    for run in runs:
        run()
    torch.cuda.synchronize()
    torch.cuda.profiler.start()
    for run in runs:
        run()
    torch.cuda.synchronize()
    torch.cuda.profiler.stop()


def main(experiment, checked, shape):
    """Runs the verb of the command line on the file that it names."""
    if len(sys.argv) != 3 or sys.argv[2] not in ("check", "time", "once", "cublas"):
        sys.exit(f"usage: {sys.argv[0]} FILE check | time | once")
    path, verb = sys.argv[1:]
    module = load(path)
    if verb == "check":
        return 0 if check(module, checked) else 1
    if verb == "once":
        return once(module, shape)
    m, n, k = shape
    is_copy = module.TASK == "copy"
    gbytes = (4 * m * k if is_copy else 2 * (m + n) * k + 4 * m * n) / 1e9
    tflop = 0 if is_copy else 2 * m * n * k / 1e12
    text = f"{m}x{k}" if is_copy else f"{m}x{n}x{k}"
    step = Path(path).stem
    tensors = make(module.TASK, *shape)
    if verb == "cublas":
        import torch

        a, b, _ = tensors
        out = torch.empty(m, n, device="cuda", dtype=torch.float16)
        return report(experiment, "cublas", "gemm", text, lambda: torch.matmul(a, b.T, out=out), gbytes, tflop)
    for variant in variants(module, is_checked=False):
        report(experiment, step, named(module, variant), text, compiled(module, tensors, variant), gbytes, tflop)
