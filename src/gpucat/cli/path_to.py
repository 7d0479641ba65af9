"""`gpucat route --to`: the shortest path to a goal."""

from collections.abc import Sequence

from gpucat.cli.context import Run
from gpucat.errors import UsageError
from gpucat.language import Bilingual


def write_path_to(run: Run, goal: str, levels: Sequence[str], output_format: str, *, alone: bool) -> None:
    """Writes the path; of several levels the lowest counts. Raises UsageError where other options came with it."""
    from gpucat.catalog.levels import parse_level
    from gpucat.render.learning_path import write_path
    from gpucat.services.learning_path import read_path, read_vocabulary

    if not alone:
        raise UsageError(
            "not_with_to",
            Bilingual("--to goes with --level and --format only", "--to 只能与 --level、--format 同用"),
        )
    level = min(map(parse_level, levels), default=None)
    with run.catalogue() as connection:
        report = read_path(connection, goal, read_vocabulary(connection, run.path), level)
    write_path(run.terminal, report, output_format)
