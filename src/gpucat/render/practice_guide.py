"""Writes the guide through an experiment, what a recorded measurement means, and the comparison of measurements."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from gpucat.catalog.article import Article
from gpucat.catalog.measurement import Chip, find_chip
from gpucat.language import NOTHING, Bilingual, same
from gpucat.render.labelled import Line, write_labelled
from gpucat.render.roofline import bars, machines_of, name_of, rate_text, roofline
from gpucat.render.terminal import Terminal
from gpucat.render.text import one_line, pad, width
from gpucat.services.practice import Counter, Guide, Judged, Rung

_PROTOCOL: Final = Bilingual(
    "20 warm-ups, then 100 repetitions, each between two events; report the median and the distance between the quartiles,"
    " once with L2 as it is and once flushed before each repetition; leave the clocks alone and say which GPU, driver, CUDA,"
    " data type and shape",
    "先预热 20 次，再重复 100 次，每次在两个 event 之间计时；报告中位数与四分位距，L2 保持原样测一次、每次重复前清空再测一次；"
    "不锁频，并注明 GPU、驱动、CUDA、数据类型与形状",
)
_COMMANDS: Final = (
    ("gpucat practice start {number}", Bilingual("makes a folder to begin with", "创建起始目录")),
    ("./measure", Bilingual("checks the starter, then times it", "检查起始代码并计时")),
    (
        "./measure --ncu FILE",
        Bilingual("counts the metrics below with Nsight Compute", "用 Nsight Compute 统计下列指标"),
    ),
    ("gpucat practice record {number} results.jsonl", Bilingual("keeps and judges what came out", "保存并评判结果")),
)


_PLAIN: Final = 1000
"""From which value on a counter is written without a fraction."""


def write_guide(terminal: Terminal, guide: Guide, chip: Chip | None, told: Bilingual) -> None:
    """Writes what to do, how to measure, what to count, and the ladder; `told` says where the GPU is known from."""
    if not guide.steps:
        return
    lines: list[Line] = [(Bilingual("runs on", "硬件要求"), guide.needs)]
    lines += [(same(f"{place}."), step) for place, step in enumerate(guide.steps, start=1)]
    lines.append((Bilingual("timing", "计时"), _PROTOCOL))
    lines.append((Bilingual("your GPU", "你的 GPU"), ceilings(chip, told)))
    terminal.write([""])
    write_labelled(terminal, terminal.say(Bilingual("What to do", "怎么做")), lines)
    _write_commands(terminal, guide.number)
    _write_counters(terminal, guide, chip)
    _write_ladder(terminal, guide.rungs)


def ceilings(chip: Chip | None, told: Bilingual) -> Bilingual:
    """Returns the ceilings of the GPU, or how to name one."""
    if chip is None:
        return told
    rates = f"{chip.memory:g} GB/s, {chip.fp32:g} TFLOP/s FP32, {chip.tensor:g} TFLOP/s BF16"
    ridges = f"{chip.ridge('fp32'):.0f} / {chip.ridge('bf16'):.0f} FLOP/B"
    return Bilingual(f"{chip.name}: {rates}; ridge {ridges}", f"{chip.name}：{rates}；屋脊点 {ridges}")


def _write_commands(terminal: Terminal, number: int) -> None:
    commands = [(command.format(number=number), said) for command, said in _COMMANDS]
    room = max(width(command) for command, _ in commands)
    terminal.write(["", terminal.say(Bilingual("Commands", "命令"))])
    terminal.write(f"  {pad(command, room)}  {terminal.say(said)}" for command, said in commands)


def _write_counters(terminal: Terminal, guide: Guide, chip: Chip | None) -> None:
    for counter in guide.counters:
        if chip and counter.chips and chip.capability not in counter.chips:
            continue
        formula = f"{counter.metric} / ({counter.divisor})" if counter.divisor else counter.metric
        terminal.write([""])
        write_labelled(
            terminal,
            one_line(terminal.say(counter.name)),
            [
                (same("ncu"), formula),
                (Bilingual("good", "理想值"), bounds_of(counter)),
                (Bilingual("means", "含义"), counter.meaning),
                (Bilingual("read", "阅读"), _named(counter.article)),
                (
                    Bilingual("only on", "仅限"),
                    same(", ".join(f"sm_{chip.replace('.', '')}" for chip in counter.chips)),
                ),
            ],
        )


def bounds_of(counter: Counter) -> Bilingual:
    """Returns the good values: `4 to 16 sectors`, `at least 80%`, `0`."""
    if not counter.has_bounds:
        return NOTHING
    unit = counter.unit if counter.unit == "%" else f" {counter.unit}"
    least, most = f"{counter.least:g}{unit}", f"{counter.most:g}{unit}"
    if counter.least == float("-inf"):
        return Bilingual(f"at most {most}", f"不超过 {most}")
    if counter.most == float("inf"):
        return Bilingual(f"at least {least}", f"至少 {least}")
    return Bilingual(f"{counter.least:g} to {most}", f"{counter.least:g} 到 {most}")


def _named(article: Article | None) -> Bilingual:
    return same(f"{article.id} {article.title}") if article else NOTHING


def _write_ladder(terminal: Terminal, rungs: Sequence[Rung]) -> None:
    """Writes the steps of the solution with what was measured of them, or that nothing was."""
    if not rungs:
        return
    room = max(width(rung.step) for rung in rungs)
    heading = Bilingual("The ladder", "进阶阶梯")
    if origin := next((rung.measured for rung in rungs if rung.measured), None):
        where = f"{origin['gpu']}, {origin['date']}"
        heading = Bilingual(f"The ladder (measured on {where})", f"进阶阶梯（实测于 {where}）")
    terminal.write(["", terminal.say(heading)])
    for rung in rungs:
        told = rung.measured
        rates = [
            f"{told[name]} {name.replace('time_us', 'µs')}" for name in ("time_us", "GB/s", "TFLOP/s") if name in told
        ]
        share = f"{float(told['%peak']):.0f}%" if "%peak" in told else ""
        figures = ", ".join(filter(None, (*rates, share))) or terminal.say(Bilingual("not run", "未运行"))
        terminal.write([f"  {pad(rung.step, room)}  {figures}", f"  {' ' * room}  {terminal.say(rung.idea)}"])


def write_recorded(terminal: Terminal, judged: Sequence[Judged], new: int) -> None:
    """Writes what each measurement means: its rate, its share of the ceiling, its counters, and what to do next."""
    for place, (machine, run) in enumerate(zip(machines_of(judged), judged, strict=True)):
        if place:
            terminal.write([""])
        write_labelled(terminal, f"{machine}  {name_of(run)}", _lines(run))
    kept = len(judged) - new
    if new:
        terminal.notice(
            Bilingual(f"Recorded {new}; `gpucat undo` takes them back", f"已记录 {new} 条；`gpucat undo` 可撤销")
        )
    if kept:
        terminal.notice(Bilingual(f"{kept} already recorded", f"{kept} 条此前已记录"))


def _lines(run: Judged) -> Iterator[Line]:
    yield Bilingual("rate", "速率"), rate_text(run)
    yield Bilingual("ceiling", "上限"), _share(run)
    for counter, value in run.counted:
        is_bad = counter.has_bounds and not counter.is_good(value)
        figure = f"{value:,.0f}" if value >= _PLAIN else f"{value:.4g}"
        told = f"{figure}{counter.unit if counter.unit == '%' else f' {counter.unit}'}"
        more = counter.meaning if is_bad else NOTHING
        yield (
            counter.name,
            Bilingual(f"{told}{f': {more.en}' if is_bad else ''}", f"{told}{f'：{more.zh}' if is_bad else ''}"),
        )
    if run.rung:
        elsewhere = run.rung.measured.get("gpu")
        is_other = elsewhere and find_chip(elsewhere) != run.chip
        en, zh = (f" (shares compared with {elsewhere})", f"（与 {elsewhere} 的占比比较）") if is_other else ("", "")
        yield (
            Bilingual("rung", "所在阶梯"),
            Bilingual(f"{run.rung.step}: {run.rung.idea.en}{en}", f"{run.rung.step}：{run.rung.idea.zh}{zh}"),
        )
    if run.following:
        to_read = f" ({run.following.article.id})" if run.following.article else ""
        yield (
            Bilingual("next", "下一步"),
            Bilingual(f"{run.following.idea.en}{to_read}", f"{run.following.idea.zh}{to_read}"),
        )


def _share(run: Judged) -> Bilingual:
    standing = run.standing
    if standing is None:
        return (
            Bilingual("not known for this GPU; name one with --gpu", "不知道这块 GPU 的上限；可用 --gpu 指定")
            if run.chip is None
            else Bilingual("not known for this data type", "不知道这种数据类型的上限")
        )
    told = f"{standing.share:.0%} / {standing.ceiling:g} {standing.unit}"
    if standing.is_impossible:
        return Bilingual(
            f"{told}: more than the GPU can do, so the data came from a cache or the measurement is wrong",
            f"{told}：超过这块 GPU 的能力，说明数据来自缓存或测量有误",
        )
    return same(told)


def write_comparison(terminal: Terminal, runs: Sequence[Judged]) -> None:
    """Writes the runs as bars against their ceilings, and a roofline for each GPU where operations and bytes are known."""
    terminal.write(bars(runs, terminal.language))
    for chip in dict.fromkeys(run.chip for run in runs if run.chip):
        if drawn := list(roofline(runs, chip, terminal.language)):
            terminal.write(["", *drawn])


def judged_record(run: Judged) -> dict[str, Any]:
    """Returns a judged measurement as JSON."""
    standing = run.standing
    return {
        **{key: value for key, value in run.facts.items() if key != "metrics"},
        "metrics": dict(run.facts.get("metrics") or {}),
        "chip": run.chip.key if run.chip else None,
        "ceiling": standing.ceiling if standing else None,
        "ceiling_unit": standing.unit if standing else None,
        "share": round(standing.share, 4) if standing else None,
        "is_impossible": standing.is_impossible if standing else None,
        "counters": [
            {
                "name": counter.name.en,
                "value": value,
                "unit": counter.unit,
                "is_good": counter.is_good(value) if counter.has_bounds else None,
            }
            for counter, value in run.counted
        ],
        "rung": run.rung.step if run.rung else None,
        "next": run.following.step if run.following else None,
        "read": run.following.article.id if run.following and run.following.article else None,
    }


def guide_record(guide: Guide, chip: Chip | None) -> dict[str, Any]:
    """Returns the guide as JSON."""
    return {
        "least": guide.least or None,
        "steps": [step.zh for step in guide.steps],
        "steps_en": [step.en for step in guide.steps],
        "gpu": chip._asdict() if chip else None,
        "counters": [
            {
                "name": counter.name.en,
                "metric": counter.metric,
                "divisor": counter.divisor or None,
                "unit": counter.unit,
                "chips": list(counter.chips),
                "good": bounds_of(counter).en or None,
                "meaning": counter.meaning.en,
                "article": counter.article.id if counter.article else None,
            }
            for counter in guide.counters
        ],
        "ladder": [
            {
                "step": rung.step,
                "idea": rung.idea.en,
                "article": rung.article.id if rung.article else None,
                "measured": dict(rung.measured) or None,
            }
            for rung in guide.rungs
        ],
    }
