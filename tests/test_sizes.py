"""The ceiling of CONTRIBUTING: a function that is longer than a page is split by sense."""

import ast
from pathlib import Path

import gpucat

SOURCES = sorted(Path(gpucat.__file__).parent.rglob("*.py"))
LONGEST_FUNCTION = 40


def test_no_function_is_longer_than_its_ceiling() -> None:
    too_long = []
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or 0) - node.lineno + 1
                if lines > LONGEST_FUNCTION:
                    too_long.append(f"{path.name}:{node.lineno} {node.name}, {lines} lines")
    assert not too_long
