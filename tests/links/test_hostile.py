"""Tests that every misleading link gets a right verdict, and that nothing leads to a private address."""

import pytest

from gpucat.links.probe import DEAD, UNKNOWN
from gpucat.net.settings import NetSettings
from gpucat.services.link_results import LinkReport, LinkTarget
from gpucat.services.link_run import check_links
from tests.links import more_cases, page_cases, transport_cases  # noqa: F401  they fill the list of cases
from tests.links.cases import CASES, Case, install
from tests.links.hostile_server import CANARY, HostileServer

ALLOWED = ("127.0.0.1", "127.0.0.2", "127.0.0.3")


def kind(verdict: str) -> str:
    return "dead" if verdict in DEAD else "unknown" if verdict in UNKNOWN else "alive"


@pytest.fixture(scope="module")
def server():
    with HostileServer() as running:
        yield running


@pytest.fixture(scope="module")
def checked(server: HostileServer) -> tuple[list[Case], LinkReport]:
    cases = install(server)
    targets = [LinkTarget(title=each.title, url=each.url, line=line) for line, each in enumerate(cases)]
    settings = NetSettings(allow=ALLOWED, host_interval_s=0.001, per_host=8, deadline_s=60, retries=1)
    return cases, check_links(targets, settings, titles=[each.title for each in cases])


@pytest.mark.parametrize(
    "index", range(len(CASES)), ids=[each.url.partition("{port}")[2] or each.url for each in CASES]
)
def test_misleading_link_gets_its_verdict(index: int, checked: tuple[list[Case], LinkReport]):
    cases, report = checked
    result = report.results[index]
    assert result.verdict in cases[index].verdicts, f"{result.reason.en} | {result.page_title}"


def test_no_redirect_leads_to_a_private_address(server: HostileServer, checked: tuple[list[Case], LinkReport]):
    assert not [address for address, _ in server.asked if address == CANARY]


def test_every_result_says_why_in_both_languages(checked: tuple[list[Case], LinkReport]):
    assert all(result.reason.en and result.reason.zh for result in checked[1].results)
