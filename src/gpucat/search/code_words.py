"""Finds what a name of a program belongs to by how it begins: `tl.load` to Triton, `cudaGraphLaunch` to CUDA graphs. Pure."""

from functools import cache

from gpucat.resources import data_rows


@cache
def beginnings() -> list[tuple[str, str]]:
    """Reads the beginnings with their concepts, the longest first."""
    rows = [(beginning, concept) for concept, listed in data_rows("code_words.tsv") for beginning in listed.split(" ")]
    return sorted(rows, key=lambda row: (-len(row[0]), row))


def concept_of_code(name: str) -> str:
    """Returns the concept that the name belongs to, or nothing for another name."""
    return next((concept for start, concept in beginnings() if name.startswith(start)), "")
