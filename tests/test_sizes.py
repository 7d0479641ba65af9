"""The ceilings of CONTRIBUTING: what is longer than a page is split by sense."""

import ast
from pathlib import Path

import gpucat

SOURCES = sorted(Path(gpucat.__file__).parent.rglob("*.py"))
LONGEST_FUNCTION = 40
LONGEST_MODULE = 300


def test_no_function_and_no_module_is_longer_than_its_ceiling() -> None:
    too_long = []
    for path in SOURCES:
        text = path.read_text("utf-8")
        if len(text.splitlines()) > LONGEST_MODULE:
            too_long.append(path.name)
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or 0) - node.lineno + 1
                if lines > LONGEST_FUNCTION:
                    too_long.append(f"{path.name}:{node.lineno} {node.name}, {lines} lines")
    assert not too_long
