"""Tests the audit: the user's untouched list passes its own rules, and each kind of breach is found and named."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from tests.conftest import Gpucat


def results(gpucat: Gpucat) -> dict[str, dict[str, Any]]:
    return {result["rule"]: result for result in json.loads(gpucat("audit", "--json").out)}


def change(db: Path, *statements: str) -> None:
    connection = sqlite3.connect(db)
    with connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()


def test_the_untouched_list_passes_its_own_rules(gpucat: Gpucat) -> None:
    result = gpucat("audit")
    assert result.code == 0
    assert "FAIL" not in result.out
    found = results(gpucat)
    assert [finding["id"] for finding in found["dated"]["findings"]] == ["gemm/1"]
    assert [finding["id"] for finding in found["elsewhere"]["findings"]] == ["gemm/11", "kernels/10"]
    assert {rule["result"] for rule in found.values()} == {"pass", "note"}


NUMBER = (
    "(SELECT article.number FROM article JOIN module ON module.id = module_id WHERE slug = 'memory' AND position = {})"
)
BREACHES = {
    "no-official": [f"UPDATE article SET url = 'https://docs.nvidia.com/x' WHERE number = {NUMBER.format(6)}"],
    "no-reprints": [f"UPDATE article SET title = '【转】CUDA' WHERE number = {NUMBER.format(6)}"],
    "complete": [f"UPDATE article SET why = '' WHERE number = {NUMBER.format(6)}"],
    "source-types": [f"UPDATE article SET source_type = 'other' WHERE number = {NUMBER.format(6)}"],
    "dates": [f"UPDATE article SET published = '2999-01' WHERE number = {NUMBER.format(6)}"],
    "numbering": [f"UPDATE article SET position = 40 WHERE number = {NUMBER.format(16)}"],
    "route": [f"DELETE FROM step_article WHERE article_number = {NUMBER.format(6)}"],
    "starts": ["DELETE FROM module_start WHERE module_id = 2"],
    "taught": [
        "UPDATE step_article SET position = -1 WHERE article_number ="
        " (SELECT article_number FROM article_concept WHERE relation = 'needs' ORDER BY article_number DESC LIMIT 1)",
        "UPDATE step_article SET step_id = (SELECT id FROM step ORDER BY stage_number, position LIMIT 1)"
        " WHERE position = -1",
    ],
    "acyclic": ["UPDATE concept SET is_assumed = 0"],
    "inbox": [f"UPDATE article SET module_id = NULL, position = NULL WHERE number = {NUMBER.format(16)}"],
    "links": [
        "INSERT INTO link_check (article_number, url, checked_at, verdict, reason_en, reason_zh, attempts, elapsed_ms)"
        f" VALUES ({NUMBER.format(6)}, (SELECT url FROM article WHERE number = {NUMBER.format(6)}), '2026-11-01T00:00:00+00:00', 'soft-404', '', '', 1, 1)"
    ],
}


@pytest.mark.parametrize("rule", BREACHES)
def test_a_breach_fails_its_rule_and_names_the_article(gpucat: Gpucat, db: Path, rule: str) -> None:
    change(db, *BREACHES[rule])
    assert gpucat("audit").code == 1
    found = results(gpucat)[rule]
    assert found["result"] == "fail"
    assert found["findings"]


def test_an_empty_module_or_a_hidden_maker_is_seen_through(gpucat: Gpucat) -> None:
    archived = "https://web.archive.org/web/2024/https://developer.nvidia.com/blog/x"
    assert gpucat("edit", "memory/6", "--url", archived).code == 0
    assert [f["id"] for f in results(gpucat)["no-official"]["findings"]] == ["memory/6"]


@pytest.mark.parametrize(
    ("field", "value", "is_told"),
    [
        ("published", "2024-05-14", False),
        ("published", "2024-05-15", True),
        ("title", "CUDA Shared Memory Swizzling - Lei Mao’s Log Book", False),
        ("title", "Something else altogether", True),
        ("authors", "Mao, Lei", False),
        ("authors", "Somebody Else", True),
    ],
)
def test_what_pages_say_is_a_note_beside_the_list(
    gpucat: Gpucat, db: Path, field: str, value: str, is_told: bool
) -> None:
    change(
        db,
        f"INSERT INTO observed_fact VALUES ({NUMBER.format(6)}, '{field}', 'page h1', '{value}', '2026-01-01T00:00:00Z')",
    )
    result = gpucat("audit", "--json")
    observed = results(gpucat)["observed"]
    assert result.code == 0
    assert observed["result"] == ("note" if is_told else "pass")
    if is_told:
        assert value in observed["findings"][0]["what"]
        assert "page h1" in observed["findings"][0]["what"]


def test_a_date_that_is_only_more_exact_is_told_as_such(gpucat: Gpucat, db: Path) -> None:
    change(
        db,
        "INSERT INTO observed_fact SELECT number, 'published', 'listing', '2022-03-15', '2026-01-01T00:00:00Z'"
        " FROM article WHERE published = '2022'",
    )
    assert "more exact" in results(gpucat)["observed"]["findings"][0]["what"]


def test_the_exported_document_tells_what_the_audit_found_and_forgets_it_when_mended(gpucat: Gpucat, db: Path) -> None:
    untouched = gpucat("export", "markdown").out
    gpucat("edit", "memory/6", "--url", "https://developer.nvidia.com/blog/x")
    document = gpucat("export", "markdown").out
    assert "- **核验发现**：“无 NVIDIA 官方页面”不满足（memory/6）" in document
    Path("changed.md").write_text(document, "utf-8")
    gpucat("undo")
    assert gpucat("import", "changed.md", "--on-duplicate", "skip").code == 0
    gpucat("undo")
    assert gpucat("export", "markdown").out == untouched


@pytest.mark.parametrize("words", [("confirm", "memory/6"), ("edit", "memory/6", "--url", "https://a.example/other")])
def test_the_title_that_a_check_met_is_told_until_it_is_confirmed_or_the_address_is_another(
    gpucat: Gpucat, db: Path, words: tuple[str, ...]
) -> None:
    change(
        db,
        "INSERT INTO link_check (article_number, url, checked_at, verdict, reason_en, reason_zh, attempts, elapsed_ms,"
        f" page_title, title_match) VALUES ({NUMBER.format(6)}, (SELECT url FROM article WHERE number = {NUMBER.format(6)}), '2026-11-01T00:00:00+00:00', 'ok', '', '', 1, 1,"
        " 'Swizzling, second edition', 'changed')",
    )
    assert "Swizzling, second edition" in results(gpucat)["observed"]["findings"][0]["what"]
    assert gpucat(*words).code == 0
    assert results(gpucat)["observed"]["result"] == "pass"
