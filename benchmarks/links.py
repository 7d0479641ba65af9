"""Measures `verify-links` under load: seconds against the minimum, refusals, live links lost, CPU per link, peak memory.

usage: python benchmarks/links.py [--links N] [--gpucat COMMAND] [--spread even|catalogue]

It runs a server on loopback, whose hosts have a latency of 50 to 300 ms and answer 429 above two simultaneous requests or
five a second. `even` spreads the links over 50 hosts; `catalogue` spreads them as the built-in list does, half on one host.
The minimum time is what the busiest host's limit allows.
"""

import argparse
import asyncio
import json
import multiprocessing
import os
import resource
import shlex
import subprocess
import sys
import tempfile
import time
import zlib
from collections import Counter, deque
from pathlib import Path

AT_ONCE, A_SECOND = 2, 5
CATALOGUE = (71, 21, 15, 6, 5, 4, 2, 2, 2, *(1,) * 20)
TEXT = "<p>The tile is copied to shared memory while the other one is multiplied. </p>" * 200


class Host:
    """One host's limits and what it counted."""

    def __init__(self) -> None:
        self.active = 0
        self.recent = deque()
        self.counts = Counter()

    async def serve(self, reader, writer):
        address = writer.get_extra_info("sockname")[0]
        try:
            while True:
                path = (await reader.readuntil(b"\r\n\r\n")).split(b" ", 2)[1].decode()
                status, body = await self.answer(address, path)
                head = f"HTTP/1.1 {status} X\r\nContent-Length: {len(body)}\r\nContent-Type: text/html\r\nRetry-After: 1\r\n\r\n"
                writer.write(head.encode() + body)
                await writer.drain()
        except (OSError, asyncio.IncompleteReadError):
            writer.close()

    async def answer(self, address: str, path: str) -> tuple[int, bytes]:
        now = time.monotonic()
        while self.recent and now - self.recent[0] > 1:
            self.recent.popleft()
        if self.active >= AT_ONCE or len(self.recent) >= A_SECOND:
            self.counts["refused"] += 1
            return 429, b"slow down"
        self.recent.append(now)
        self.active += 1
        await asyncio.sleep(0.05 + zlib.crc32((address + path).encode()) % 250 / 1000)
        self.active -= 1
        self.counts["served"] += 1
        title = f"Post {path[1:]}"
        return (
            200,
            f"<html><head><title>{title} | Load Log</title></head><body><h1>{title}</h1>{TEXT}</body></html>".encode(),
        )


def run_server(hosts: int, pipe) -> None:
    """Serves until the other end says so, then hands over the counts."""

    async def serve() -> None:
        kept, port, servers = [], 0, []
        for number in range(1, hosts + 1):
            host = Host()
            server = await asyncio.start_server(host.serve, f"127.0.1.{number}", port, backlog=512)
            port = server.sockets[0].getsockname()[1]
            kept.append(host)
            servers.append(server)
        pipe.send(port)
        await asyncio.to_thread(pipe.recv)
        pipe.send(sum((host.counts for host in kept), Counter()))

    asyncio.run(serve())


def spread_links(links: int, spread: str) -> list[int]:
    """How many links each host has."""
    shares = CATALOGUE if spread == "catalogue" else (1,) * 50
    counts = [links * share // sum(shares) for share in shares]
    counts[0] += links - sum(counts)
    return counts


def measure(command: list[str], links: int, spread: str) -> str:
    counts = spread_links(links, spread)
    ours, theirs = multiprocessing.Pipe()
    server = multiprocessing.Process(target=run_server, args=(len(counts), theirs), daemon=True)
    server.start()
    port = ours.recv()
    with tempfile.TemporaryDirectory() as folder:
        listed = Path(folder) / "links.jsonl"
        rows = [
            (f"http://127.0.1.{host}:{port}/h{host}-{n}", f"Post h{host}-{n}")
            for n in range(max(counts))
            for host, count in enumerate(counts, 1)
            if n < count
        ]
        listed.write_text("".join(json.dumps({"title": title, "url": url}) + "\n" for url, title in rows))
        begun, spent = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
        answer = subprocess.run(
            [*command, "verify-links", "--file", str(listed), "--json", "--allow-address", "127.0.1.0/24"],
            env=os.environ | {"GPUCAT_DB": str(Path(folder) / "catalogue.db")}, capture_output=True, text=True, check=False,
        )  # fmt: skip
        seconds = time.perf_counter() - begun
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    ours.send("done")
    told = ours.recv()
    server.join()
    verdicts = Counter(row["verdict"] for row in json.loads(answer.stdout))
    floor = max(0.0, (max(counts) - A_SECOND) / A_SECOND)
    cpu_ms = (used.ru_utime + used.ru_stime - spent.ru_utime - spent.ru_stime) * 1000 / links
    return (
        f"{spread}: {links} links, {seconds:.1f} s (floor {floor:.1f} s), lost {links - verdicts['ok']}, "
        f"refusals caused {told['refused']}, {cpu_ms:.1f} CPU ms a link, peak {used.ru_maxrss / 1024:.0f} MB"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--links", type=int, default=500)
    parser.add_argument("--gpucat", default=f"{sys.executable} -m gpucat")
    parser.add_argument("--spread", choices=("even", "catalogue"), action="append")
    arguments = parser.parse_args()
    for spread in arguments.spread or ("even", "catalogue"):
        print(measure(shlex.split(arguments.gpucat), arguments.links, spread), flush=True)


if __name__ == "__main__":
    main()
