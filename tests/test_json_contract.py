"""The JSON that scripts rely on: fields may be added, never renamed."""

import csv
import json

import pytest

from tests.conftest import Gpucat

ARTICLE = {
    "number", "id", "title", "url", "authors", "source", "source_type", "module", "level", "published", "keywords",
    "summary", "why", "status", "link",
}  # fmt: skip


def test_an_article_as_the_contract_shows_it(gpucat: Gpucat) -> None:
    [article] = json.loads(gpucat("show", "memory/6", "--json").out)
    assert {name: article[name] for name in ("number", "id", "authors", "source", "source_type", "module")} == {
        "number": 18,
        "id": "memory/6",
        "authors": ["Lei Mao"],
        "source": "Lei Mao’s Log Book",
        "source_type": "personal-blog",
        "module": "memory",
    }
    assert article["level"] == ["intermediate", "advanced"]
    assert article["published"] == "2024-05-14"
    assert article["status"] == "todo"
    assert article["link"] is None


@pytest.mark.parametrize("command", ["list", "route", "next", "route --to TMA", "show 1"])
def test_every_listing_of_articles_has_the_fields(gpucat: Gpucat, command: str) -> None:
    articles = json.loads(gpucat(*command.split(), "--json").out)
    assert all(set(article) >= ARTICLE for article in articles)


def test_the_route_adds_stage_step_and_position(gpucat: Gpucat) -> None:
    stops = json.loads(gpucat("route", "--json").out)
    assert [stop["route_position"] for stop in stops] == list(range(1, 149))
    assert {stop["stage"] for stop in stops} == {1, 2, 3, 4, 5}
    assert {stop["step"] for stop in stops if stop["placed_by_gpucat"]} == {
        "检查错误与测量",
        "线程映射、同步与并行原语",
    }


LISTING = [
    "list",
    "search swizzle --all",
    "related memory/6",
    "route --stage 2",
    "next",
    "route --to TMA",
    "show memory/6 gemm/1",
]


@pytest.mark.parametrize("command", LISTING)
def test_a_position_is_the_place_in_the_module_and_a_route_position_that_on_the_route(
    gpucat: Gpucat, command: str
) -> None:
    route = json.loads(gpucat("route", "--json").out)
    on_route = {stop["id"]: place for place, stop in enumerate(route, 1)}
    for record in json.loads(gpucat(*command.split(), "--json").out):
        assert record["id"] == f"{record['module']}/{record['position']}"
        assert record.get("route_position", on_route[record["id"]]) == on_route[record["id"]]
        assert ("stage" in record) == ("route_position" in record)


@pytest.mark.parametrize("form", ["csv", "tsv"])
@pytest.mark.parametrize("command", LISTING[:-1])
def test_a_table_for_programs_has_the_same_positions(gpucat: Gpucat, command: str, form: str) -> None:
    [head, *lines] = gpucat(*command.split(), "--format", form).out.splitlines()
    rows = csv.DictReader([head, *lines], delimiter="," if form == "csv" else "\t")
    for row, record in zip(rows, json.loads(gpucat(*command.split(), "--json").out), strict=True):
        assert row["position"] == str(record["position"])
        assert row.get("route_position") == (str(record["route_position"]) if "route_position" in record else None)


@pytest.mark.parametrize("command", ["modules", "authors", "sources", "keywords"])
def test_values_have_a_name_and_a_count(gpucat: Gpucat, command: str) -> None:
    values = json.loads(gpucat(command, "--json").out)
    assert all({"name", "count"} <= set(value) for value in values)


def test_unknown_is_null_and_nothing_found_is_an_empty_list(gpucat: Gpucat) -> None:
    [article] = json.loads(gpucat("show", "gemm/1", "--json").out)
    assert article["published"] is None
    result = gpucat("list", "--since", "2099", "--json")
    assert (result.code, json.loads(result.out)) == (0, [])
    assert "No article matches" in result.err


def test_json_lines_are_the_same_objects(gpucat: Gpucat) -> None:
    lines = gpucat("list", "--format", "jsonl").out.splitlines()
    assert [json.loads(line) for line in lines] == json.loads(gpucat("list", "--json").out)
