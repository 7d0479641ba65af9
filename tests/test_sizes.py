"""The ceilings of CONTRIBUTING: what is longer than a page, or than six, is split by sense."""

import ast
from pathlib import Path

import gpucat

SOURCES = sorted(Path(gpucat.__file__).parent.rglob("*.py"))
LONGEST_FUNCTION = 40
LONGEST_MODULE = 450
LONGEST_COMMAND_MODULE = 150


def test_no_function_is_longer_than_its_ceiling() -> None:
    too_long = []
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or 0) - node.lineno + 1
                if lines > LONGEST_FUNCTION:
                    too_long.append(f"{path.name}:{node.lineno} {node.name}, {lines} lines")
    assert not too_long


def test_no_module_is_longer_than_its_ceiling() -> None:
    lengths = {path: path.read_text("utf-8").count("\n") for path in SOURCES}
    ceilings = {path: LONGEST_COMMAND_MODULE if path.parent.name == "cli" else LONGEST_MODULE for path in SOURCES}
    assert [path.name for path in SOURCES if lengths[path] > ceilings[path]] == []
