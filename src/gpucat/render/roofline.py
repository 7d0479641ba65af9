"""Draws measurements against the ceiling of their GPU: bars and a roofline in text, and an SVG picture."""

import math
import re
from collections.abc import Iterator, Sequence
from typing import Final
from xml.sax.saxutils import escape

from gpucat.catalog.measurement import Chip, intensity_of
from gpucat.language import Bilingual, Language
from gpucat.render.text import one_line, pad, shortened, width
from gpucat.services.practice import Judged

BAR_CELLS: Final = 16
_COLUMNS, _ROWS = 60, 14
_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_MAKER: Final = re.compile(r"\b(?:NVIDIA|GeForce) ")
_LONGEST_NAME, _LONGEST_MACHINE = 26, 18
_SVG_WIDTH: Final = 640
_LINE: Final = 26


def name_of(run: Judged) -> str:
    """Returns what was measured: the step or kernel, the state of L2, and the shape."""
    facts = run.facts
    kernel = str(facts.get("kernel", "")).partition("(")[0]
    parts = (facts.get("step") or kernel, facts.get("l2"), facts.get("shape"))
    return shortened(one_line(" ".join(str(part) for part in parts if part)), _LONGEST_NAME) or "?"


def machines_of(runs: Sequence[Judged]) -> list[str]:
    """Returns the machine of each run: its GPU, with the host where one GPU was measured on several."""
    gpus = [str(run.facts.get("gpu") or "") for run in runs]
    hosts = [str(run.facts.get("host") or "") for run in runs]
    several = {gpu for gpu in gpus if len({h for g, h in zip(gpus, hosts, strict=True) if g == gpu and h}) > 1}
    named = [f"{gpu} {host}" if gpu in several or not gpu else gpu for gpu, host in zip(gpus, hosts, strict=True)]
    return [shortened(one_line(_MAKER.sub("", name)).strip(), _LONGEST_MACHINE) or "?" for name in named]


def rate_text(judged: Judged) -> str:
    """Returns the rate that counts: `3012 GB/s`, `41.2 TFLOP/s`, or the time alone."""
    standing, facts = judged.standing, judged.facts
    if standing is not None:
        return f"{standing.rate:,.0f} GB/s" if standing.unit == "GB/s" else f"{standing.rate:.1f} TFLOP/s"
    for key in ("TFLOP/s", "GB/s", "time_us"):
        if facts.get(key):
            return f"{facts[key]:,.1f} {key.replace('time_us', 'µs')}"
    return ""


def bars(runs: Sequence[Judged], language: Language) -> Iterator[str]:
    """Yields a line for each run: its machine and name, a bar of its share of the ceiling, its rate."""
    machines, named = machines_of(runs), list(map(name_of, runs))
    heads = [pad(machine, max(map(width, machines))) for machine in machines]
    names = [pad(name, max(map(width, named))) for name in named]
    for head, name, run in zip(heads, names, runs, strict=True):
        if run.standing is None:
            bar = pad(Bilingual("(ceiling unknown)", "（上限未知）").text(language), BAR_CELLS + 5)
        else:
            cells = min(BAR_CELLS, round(BAR_CELLS * run.standing.share))
            bar = f"{'█' * cells}{'·' * (BAR_CELLS - cells)} {run.standing.share:4.0%}"
        yield f"{head}  {name}  {bar}  {rate_text(run)}".rstrip()


def roofline(runs: Sequence[Judged], chip: Chip, language: Language) -> Iterator[str]:
    """Yields a roofline of the GPU with a letter for each run whose operations and bytes are known."""
    placed = [(run, intensity_of(run.facts)) for run in runs if run.chip == chip and run.facts.get("TFLOP/s")]
    points = [(intensity, float(run.facts["TFLOP/s"]), run) for run, intensity in placed if intensity]
    if not points:
        return
    dtype = str(points[0][2].facts.get("dtype", ""))
    peak = chip.peak(dtype)
    if peak is None:
        return
    ridge = chip.ridge(dtype)
    left = math.log10(min(ridge / 100, min(x for x, _, _ in points) / 2))
    right = math.log10(max(ridge * 10, max(x for x, _, _ in points) * 2))
    top, bottom = math.log10(peak * 1.6), math.log10(min(peak / 1000, min(y for _, y, _ in points) / 2))
    grid = [[" "] * _COLUMNS for _ in range(_ROWS)]

    def put(x: float, y: float, sign: str) -> None:
        column = round((math.log10(x) - left) / (right - left) * (_COLUMNS - 1))
        row = round((top - math.log10(y)) / (top - bottom) * (_ROWS - 1))
        if 0 <= column < _COLUMNS and 0 <= row < _ROWS:
            grid[row][column] = sign

    for column in range(_COLUMNS):
        x = 10 ** (left + (right - left) * column / (_COLUMNS - 1))
        put(x, min(peak, x * chip.memory / 1000), "─" if x >= ridge else "╱")
    for letter, (x, y, _) in zip(_LETTERS, points, strict=False):
        put(x, y, letter)
    yield f"{chip.name}: {peak:g} TFLOP/s, {chip.memory:g} GB/s, {Bilingual('ridge', '屋脊点').text(language)} {ridge:.1f} FLOP/B"
    yield from ("│" + "".join(row).rstrip() for row in grid)
    yield "└" + "─" * _COLUMNS
    yield f" {10**left:.2g}{'FLOP/B':^{_COLUMNS - 12}}{10**right:.3g}"
    for letter, (x, y, run) in zip(_LETTERS, points, strict=False):
        yield f"  {letter}  {x:8.2f} FLOP/B  {y:8.2f} TFLOP/s  {name_of(run)}"


def picture(runs: Sequence[Judged], title: str) -> Iterator[str]:
    """Yields an SVG picture of the runs as bars, readable on light and dark ground, without a script."""
    height = 48 + _LINE * len(runs)
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_SVG_WIDTH} {height}" role="img"'
        f' aria-label="{escape(title, {chr(34): "&quot;"})}" font-family="system-ui, sans-serif" font-size="13">\n'
    )
    yield "<style>text{fill:#24292f}.of{fill:#d0d7de}.is{fill:#1a7f37}.over{fill:#bf8700}"
    yield "@media(prefers-color-scheme:dark){text{fill:#e6edf3}.of{fill:#30363d}.is{fill:#3fb950}.over{fill:#d29922}}</style>\n"
    yield f'<text x="8" y="22" font-weight="600">{escape(title)}</text>\n'
    for place, (machine, run) in enumerate(zip(machines_of(runs), runs, strict=True)):
        y = 40 + _LINE * place
        yield f'<text x="8" y="{y + 13}">{escape(f"{machine} {name_of(run)}")}</text>\n'
        yield f'<rect class="of" x="310" y="{y}" width="200" height="16" rx="3"/>\n'
        if run.standing is not None:
            kind = "over" if run.standing.is_impossible else "is"
            length = 200 * min(1.0, run.standing.share)
            yield f'<rect class="{kind}" x="310" y="{y}" width="{length:.1f}" height="16" rx="3"/>\n'
        share = f"{run.standing.share:.0%} · " if run.standing else ""
        yield f'<text x="518" y="{y + 13}">{escape(share + rate_text(run))}</text>\n'
    yield "</svg>\n"
