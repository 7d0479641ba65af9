"""Tests runs of `verify-links` that a person watches, stops, or sends to the archive."""

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path

import httpcore
import httpx
import pytest
from tests.links.cases import good
from tests.links.hostile_server import HostileServer

from gpucat.errors import NetworkError, UsageError
from gpucat.language import same
from gpucat.links.probe import Verdict
from gpucat.net.settings import NetSettings
from gpucat.render.link_progress import LinkProgress
from gpucat.render.terminal import Terminal
from gpucat.services.link_results import LinkResult, LinkTarget, suggest_archives
from gpucat.services.link_run import check_links
from gpucat.services.link_targets import PlannedTargets

# What was started in the background of a script ignores the interrupt key, and so does all that it starts.
HEEDING = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from gpucat.__main__ import main
sys.exit(main(sys.argv[1:]))
"""


def test_interrupt_keeps_what_was_checked_and_exits_130(db: Path):
    with HostileServer() as server:
        server.routes["/quick"] = lambda request: good("x")
        server.routes["/stuck"] = lambda request: stall()
        with sqlite3.connect(db) as connection:
            connection.execute("UPDATE article SET url = ?, url_key = 'a' WHERE number = 1", (server.url("/quick"),))
            connection.execute("UPDATE article SET url = ?, url_key = 'b' WHERE number = 2", (server.url("/stuck"),))
        connection.close()
        command = [sys.executable, "-c", HEEDING, "--db", str(db), "verify-links", "1", "2", "--format", "jsonl"]
        process = subprocess.Popen(
            [*command, "--allow-address", "127.0.0.1"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=dict(os.environ)
        )  # fmt: skip
        assert process.stdout is not None
        first = json.loads(process.stdout.readline())
        deadline = time.monotonic() + 120
        while process.poll() is None and not server.asked["127.0.0.1", "/stuck"] and time.monotonic() < deadline:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=120)
    assert (process.returncode, first["number"]) == (130, 1)
    assert "1 of 2 links checked" in said
    with sqlite3.connect(db) as connection:
        assert connection.execute("SELECT article_number FROM link_check").fetchall() == [(1,)]
    connection.close()


async def stall():
    import asyncio

    yield b"HTTP/1.1 200 OK\r\n"
    await asyncio.sleep(60)


def result(verdict: Verdict, url: str = "https://a.example/x") -> LinkResult:
    return LinkResult(target=LinkTarget(title="T", url=url), verdict=verdict, reason=same("r"), checked_at=datetime.now(UTC))  # fmt: skip


def test_archive_is_asked_about_dead_links_only():
    asked: list[str] = []

    def archive(request: httpx.Request) -> httpx.Response:
        asked.append(str(request.url))
        if "gone" in str(request.url):
            return httpx.Response(404)
        return httpx.Response(
            302, headers={"Location": "https://web.archive.org/web/20250101000000/https://a.example/x"}
        )

    settings = NetSettings(transport=httpx.MockTransport(archive))
    results = [result(Verdict.OK), result(Verdict.BROKEN), result(Verdict.SOFT_404, "https://a.example/gone"), result(Verdict.BLOCKED)]  # fmt: skip
    found = suggest_archives(results, settings)
    assert [each.archive_url for each in found] == [None, "https://web.archive.org/web/20250101000000/https://a.example/x", None, None]  # fmt: skip
    assert asked == [
        "https://web.archive.org/web/https://a.example/x",
        "https://web.archive.org/web/https://a.example/gone",
    ]


def test_progress_tells_rate_counts_and_who_is_waited_for():
    urls = [f"https://{host}.example/{n}" for host in "ab" for n in range(2)]
    progress = LinkProgress(Terminal("en", out=StringIO(), err=StringIO()), urls, 0.2, ["ok", "broken"])
    with progress:
        progress.take("https://a.example/0", "ok")
        progress.take("https://a.example/1", "broken")
    assert "2/4" in progress.line()
    assert "1 host waiting" in progress.line()
    assert progress.line().endswith("1 ok  1 broken")


def test_without_a_terminal_there_is_no_display():
    err = StringIO()
    with LinkProgress(Terminal("en", out=StringIO(), err=err), ["https://a.example"], 0.2, ["ok"]):
        pass
    assert err.getvalue() == ""


def test_estimate_is_made_by_the_busiest_host():
    targets = [LinkTarget(title="T", url=f"https://a.example/{n}") for n in range(50)] + [LinkTarget(title="T", url="https://b.example")]  # fmt: skip
    plan = PlannedTargets(targets)
    assert list(plan) == targets
    estimate = plan.estimate(host_interval_s=0.2, concurrency=48)
    assert (estimate.links, estimate.hosts) == (51, 2)
    assert 10 <= estimate.seconds <= 12


@pytest.mark.parametrize("proxied", [False, True])
def test_a_dead_network_or_proxy_kills_no_link(proxied: bool, monkeypatch: pytest.MonkeyPatch):
    def no_name(*_: object, **__: object) -> None:
        raise socket.gaierror(socket.EAI_AGAIN, "no name server")

    monkeypatch.setattr(socket, "getaddrinfo", no_name)

    def nobody(request: httpx.Request) -> httpx.Response:
        raise ConnectionRefusedError if proxied else OSError(101, "unreachable")

    proxy = "http://127.0.0.1:9" if proxied else None
    kept: list[LinkResult] = []
    targets = [LinkTarget(title="T", url=f"https://{host}.example/") for host in "abc"]
    with pytest.raises(NetworkError):
        check_links(
            targets, NetSettings(transport=httpx.MockTransport(nobody), proxy=proxy, retries=0), on_result=kept.append
        )
    assert kept == []


def test_settings_that_cannot_be_used_are_named(tmp_path: Path):
    targets = [LinkTarget(title="T", url="https://a.example/")]
    with pytest.raises(UsageError):
        check_links(targets, NetSettings(allow=("everything",)))
    with pytest.raises(NetworkError):
        check_links(targets, NetSettings(ca_file=tmp_path / "none.pem"))


def test_a_host_that_wants_to_be_left_alone_is():
    asked: list[str] = []

    def throttled(request: httpx.Request) -> httpx.Response:
        asked.append(request.url.path)
        return httpx.Response(429, headers={"Retry-After": "3600"})

    settings = NetSettings(transport=httpx.MockTransport(throttled), host_interval_s=0.001, per_host=1)
    report = check_links([LinkTarget(title="T", url=f"https://a.example/{n}") for n in range(8)], settings)
    assert {each.verdict for each in report.results} == {Verdict.BLOCKED}
    assert len(asked) == 3
    assert "asked for fewer requests" in report.results[-1].reason.en


@pytest.mark.parametrize("fault", [httpcore.UnsupportedProtocol("scheme"), httpcore.LocalProtocolError("header")])
def test_a_fault_of_our_own_is_no_verdict(fault: Exception):
    def refuse(request: httpx.Request) -> httpx.Response:
        raise fault

    kept: list[LinkResult] = []
    with pytest.raises(NetworkError, match="could not send"):
        check_links(
            [LinkTarget(title="T", url="https://a.example/x")],
            NetSettings(transport=httpx.MockTransport(refuse)),
            on_result=kept.append,
        )
    assert not kept
