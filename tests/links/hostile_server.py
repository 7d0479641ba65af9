"""Runs a small web server on loopback whose paths answer with raw bytes, so that it can misbehave at will."""

import asyncio
import threading
from collections import Counter
from collections.abc import AsyncIterator, Callable
from typing import NamedTuple

CANARY = "127.0.0.66"


class Request(NamedTuple):
    """What a handler sees: the target, the lower-case headers, and how often the path was asked before and now."""

    target: str
    headers: dict[str, str]
    count: int
    base: str


Answer = bytes | AsyncIterator[bytes]
Handler = Callable[[Request], Answer]


def answer(
    body: str | bytes = b"", *headers: str, status: int = 200, media: str | None = "text/html; charset=utf-8"
) -> bytes:
    """A well-formed answer with a length."""
    data = body.encode() if isinstance(body, str) else body
    lines = [f"HTTP/1.1 {status} X", f"Content-Length: {len(data)}", *headers]
    if media:
        lines.append(f"Content-Type: {media}")
    return "\r\n".join([*lines, "", ""]).encode("utf-8") + data


class HostileServer:
    """Runs in a thread; `asked` counts requests by (address, path)."""

    def __init__(self) -> None:
        self.routes: dict[str, Handler] = {}
        self.fallback: dict[str, Handler] = {}
        self.asked: Counter[tuple[str, str]] = Counter()
        self.port = 0
        self._ready = threading.Event()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> "HostileServer":
        self._thread.start()
        self._ready.wait()
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()

    def url(self, path: str, host: str = "127.0.0.1") -> str:
        return f"http://{host}:{self.port}{path}"

    def _run(self) -> None:
        self._loop.run_until_complete(self._serve())
        self._loop.close()

    async def _serve(self) -> None:
        self._stop = asyncio.Event()
        servers = []
        for host in ("127.0.0.1", "127.0.0.2", "127.0.0.3", CANARY):
            server = await asyncio.start_server(self._talk, host, self.port, limit=1 << 18)
            self.port = server.sockets[0].getsockname()[1]
            servers.append(server)
        self._ready.set()
        await self._stop.wait()
        for server in servers:
            server.close()
        tasks = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
                if not await self._reply(head, writer):
                    return
        except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            return
        finally:
            writer.close()

    async def _reply(self, head: str, writer: asyncio.StreamWriter) -> bool:
        lines = head.split("\r\n")
        target = lines[0].split(" ")[1]
        headers = {
            name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])
        }
        address = writer.get_extra_info("sockname")[0]
        path = target.partition("?")[0]
        self.asked[address, path] += 1
        request = Request(target, headers, self.asked[address, path], f"http://{headers.get('host', address)}")
        handler = self.routes.get(path) or self.fallback.get(address)
        said = handler(request) if handler else answer("<title>404 Not Found</title>", status=404)
        if isinstance(said, bytes):
            writer.write(said)
            await writer.drain()
            return (
                said.startswith(b"HTTP/1.1")
                and b"\r\nContent-Length:" in said
                and b"connection: close" not in said.lower()
            )
        async for piece in said:
            writer.write(piece)
            await writer.drain()
        return False
