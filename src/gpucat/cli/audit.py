"""Implements `gpucat audit`."""

import typer

from gpucat.cli.context import Run
from gpucat.cli.help import described
from gpucat.cli.options import Json
from gpucat.errors import EXIT_FINDINGS


@described(
    "Check the list against its own rules; exit with 1 if one is broken. Notes do not count as broken rules.",
    "按清单自身的规则检查；有规则未通过则退出码为 1。提示不算未通过。",
    "gpucat audit",
    "gpucat audit --json",
)
def audit(context: typer.Context, json: Json = False) -> None:
    from gpucat.render.audit import write_audit
    from gpucat.services.audit import audit as check_rules
    from gpucat.services.audit import has_failed

    run = Run.of(context)
    with run.catalogue() as connection:
        results = check_rules(connection)
    write_audit(run.terminal, results, as_json=json)
    if has_failed(results):
        raise typer.Exit(EXIT_FINDINGS)
