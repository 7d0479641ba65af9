"""Defines the options of `verify-links`: which links to check and what to do with the results."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple

import typer

from gpucat.cli.options import with_group
from gpucat.language import tr

if TYPE_CHECKING:
    from datetime import timedelta

FAIL_ON: Final = "broken,soft-404,wrong-article"


class LinkOptions(NamedTuple):
    """The options as typed."""

    file: Path | None
    stale: str | None
    failed: bool
    dry_run: bool
    apply_moved: bool
    suggest_archive: bool
    keep_texts: bool
    fail_on: str
    output_format: str
    json: bool

    def ages(self) -> "dict[str, timedelta]":
        """Returns how long each verdict stays fresh; raises UsageError."""
        from gpucat.services.link_targets import parse_ages

        return parse_ages(self.stale) if self.stale else {}

    def failing(self) -> frozenset[str]:
        """Returns the verdicts that make the exit code 1; raises UsageError."""
        from gpucat.services.link_targets import pick_verdicts

        return pick_verdicts(self.fail_on)

    def chosen_format(self) -> str:
        """Returns the format of the answer; raises UsageError."""
        from gpucat.render.links import LINK_FORMATS
        from gpucat.render.listing import check_format

        return check_format("json" if self.json else self.output_format, LINK_FORMATS)


def _option(kind: Any, *names: str, en: str, zh: str) -> Any:  # noqa: ANN401
    return Annotated[kind, typer.Option(*names, help=tr(en, zh))]


with_link_options = with_group(
    "asked",
    {
        "file": _option(
            Path | None,
            "--file",
            en="Check the links of a file that import reads.",
            zh="检查 import 可读的文件中的链接。",
        ),
        "stale": _option(
            str | None,
            "--stale",
            en="Skip links found fine within this time: 7d, or ok=30d,moved=7d.",
            zh="跳过此期限内检查正常的链接：7d，或 ok=30d,moved=7d。",
        ),
        "failed": _option(
            bool, "--failed", en="Check only links that were not fine last time.", zh="只检查上次有问题的链接。"
        ),
        "dry_run": _option(bool, "--dry-run", "-n", en="Only show what would be checked.", zh="只显示将会检查什么。"),
        "apply_moved": _option(
            bool, "--apply-moved", en="Write new permanent addresses to the list.", zh="将永久新地址写入清单。"
        ),
        "suggest_archive": _option(
            bool,
            "--suggest-archive",
            en="Look up dead links in the Wayback Machine.",
            zh="在 Wayback Machine 中查找失效链接的存档。",
        ),
        "keep_texts": _option(
            bool, "--keep-texts", en="Keep the texts of the pages that are read.", zh="保存所读页面的正文。"
        ),
        "fail_on": _option(
            str, "--fail-on", en="Verdicts that make the exit code 1, or none.", zh="使退出码为 1 的结论，或 none。"
        ),
        "output_format": _option(
            str,
            "--format",
            en="table, json, jsonl, markdown, junit or github.",
            zh="table、json、jsonl、markdown、junit 或 github。",
        ),
        "json": _option(bool, "--json", en="Short for --format json.", zh="即 --format json。"),
    },
    LinkOptions,
    {
        "failed": False,
        "dry_run": False,
        "apply_moved": False,
        "suggest_archive": False,
        "keep_texts": False,
        "fail_on": FAIL_ON,
        "output_format": "table",
        "json": False,
    },
)
"""Gives a command that takes `asked: LinkOptions` these options instead of that parameter."""
