"""The house as CONTRIBUTING draws it: its sizes, one direction of imports down to the last function, one class of a name."""

import ast
import re
from collections import Counter
from graphlib import TopologicalSorter
from pathlib import Path

import gpucat

PACKAGE = Path(gpucat.__file__).parent
TREES = {
    ".".join(("gpucat", *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__"): ast.parse(
        path.read_text("utf-8")
    )
    for path in sorted(PACKAGE.rglob("*.py"))
}
LINES = {path: path.read_text("utf-8").count("\n") for path in sorted(PACKAGE.rglob("*.py"))}
LONGEST_FUNCTION = 40
LONGEST_MODULE = 450
LONGEST_COMMAND_MODULE = 250
SHORTEST_MODULE = 40
MOST_CRUMBS = 20


def test_no_function_is_longer_than_its_ceiling():
    assert not [
        f"{name}:{node.lineno} {node.name}"
        for name, tree in TREES.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or 0) - node.lineno >= LONGEST_FUNCTION
    ]


def test_a_module_is_neither_a_heap_nor_a_crumb():
    def ceiling(path: Path) -> int:
        return LONGEST_COMMAND_MODULE if path.parent.name == "cli" else LONGEST_MODULE

    assert not [path.name for path, lines in LINES.items() if lines > ceiling(path)]
    crumbs = [path for path, lines in LINES.items() if lines < SHORTEST_MODULE and path.name != "__init__.py"]
    assert len(crumbs) <= MOST_CRUMBS, crumbs


def imported(tree: ast.Module) -> set[str]:
    """The modules of gpucat that a module imports anywhere: at its top, in a function, or for the type checker."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("gpucat"):
            inside = {f"{node.module}.{alias.name}" for alias in node.names} & TREES.keys()
            names |= inside or {node.module}
        elif isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names} & TREES.keys()
    return names


def test_no_import_leads_back_to_where_it_began():
    order = TopologicalSorter({name: imported(tree) - {name} for name, tree in TREES.items()})
    order.prepare()  # raises CycleError, which names the modules of a circle


def test_no_two_classes_have_one_name():
    named = Counter(node.name for tree in TREES.values() for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
    assert not [name for name, times in named.items() if times > 1]


def test_the_picture_names_every_room_and_no_other():
    text = (PACKAGE.parents[1] / "CONTRIBUTING.md").read_text("utf-8")
    picture = text.partition("```")[2].partition("```")[0]
    drawn = [name for line in re.findall(r"^(\w+(?:, \w+)*)/? ", picture, re.MULTILINE) for name in line.split(", ")]
    rooms = {path.name for path in PACKAGE.iterdir() if path.is_dir() and path.name != "__pycache__"}
    ground = {path.stem for path in PACKAGE.glob("*.py")} - {"__init__"}
    assert sorted(drawn) == sorted(rooms | ground)
