"""Serves the live catalogue to a browser through Datasette: read-only, and only on this machine by default.

Datasette and its server are an extra, imported here only when it is asked for.
"""

import socket
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from gpucat.errors import GpucatError, MissingExtraError
from gpucat.language import Bilingual, Language
from gpucat.store.connection import connect_for_reading
from gpucat.store.web_queries import table_names, web_metadata

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

LOOPBACK: Final = "127.0.0.1"
_LOCAL_NAMES: Final = frozenset({"localhost", "127.0.0.1", "[::1]"})
_READING: Final = ("GET", "HEAD", "OPTIONS")
_OWN_SITE: Final = ("same-origin", "none")
"""What browsers call requests of the server's own pages, and those that a person makes; others send nothing."""
_SQL_TIME_LIMIT_MS: Final = 3000


def check_installed() -> None:
    """Raises MissingExtraError if the extra is not installed."""
    if find_spec("datasette") is None:
        raise MissingExtraError("serve", "Datasette", "web")


def listen(host: str, port: int) -> socket.socket:
    """Returns a socket listening on the host and port (0 picks a free port); raises GpucatError if that fails."""
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, port), family=family)
    except (OSError, OverflowError) as error:
        from gpucat.system_errors import reason_of

        reason = reason_of(error)
        raise GpucatError(
            "cannot_listen",
            Bilingual(
                f"cannot listen on {host} port {port}: {reason.en}", f"无法监听 {host} 的端口 {port}：{reason.zh}"
            ),
            Bilingual(
                "choose another port with --port (0 picks a free one)", "请用 --port 指定其他端口（0 表示任选空闲端口）"
            ),
        ) from error


def serve(database: Path, listening: socket.socket, language: Language) -> None:
    """Answers requests on the socket until interrupted."""
    application = web_application(database, language, is_local=listening.getsockname()[0] in (LOOPBACK, "::1"))
    import logging

    import uvicorn

    # asyncio warns of every client that leaves before it has its answer.
    logging.getLogger("asyncio").setLevel(logging.ERROR)
    server = uvicorn.Server(uvicorn.Config(application, log_level="warning", lifespan="on"))
    try:
        server.run(sockets=[listening])
    except KeyboardInterrupt:  # how a server is stopped
        return


def web_application(database: Path, language: Language, *, is_local: bool = True) -> Application:
    """Returns the catalogue as an ASGI application; with `is_local` it answers only to this machine's names.

    Others may ask only the ready-made queries: one of their own could keep a thread busy for minutes in one step.
    """
    from datasette.app import Datasette
    from datasette.plugins import pm

    from gpucat.services import serve_plugin

    if not pm.is_registered(serve_plugin):
        pm.register(serve_plugin)

    # With Rich, Datasette prints a traceback for every wrong address; without it, only for faults.
    pm.get_plugin("datasette.handle_exception").rich = None
    with closing(connect_for_reading(database)) as connection:
        metadata = web_metadata(database.stem, table_names(connection), language)
    served = Datasette(
        [str(database)],
        metadata=metadata,
        settings={
            "allow_download": False,
            "default_allow_sql": is_local,
            "sql_time_limit_ms": _SQL_TIME_LIMIT_MS,
            "default_page_size": 200,
        },
    )
    return _guarded(served.app(), _LOCAL_NAMES if is_local else frozenset())


def _guarded(application: Application, names: frozenset[str]) -> Application:
    """Lets only reading requests through that no page of another site makes, and with `names` only those sent to one of them.

    A web page elsewhere can point a host name of its own at this machine; its requests then carry that name.
    """

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await application(scope, receive, send)
        elif scope["type"] == "http":
            headers = {name.decode("latin-1"): value.decode("latin-1").lower() for name, value in scope["headers"]}
            refusal = _refusal(scope["method"], headers, names)
            await (_refuse(send, *refusal) if refusal else application(scope, receive, send))

    return guarded


def _refusal(method: str, headers: Mapping[str, str], names: frozenset[str]) -> tuple[int, str] | None:
    """Returns the status and the reason for which a request is refused; None if it is answered."""
    host = headers.get("host", "")
    if method not in _READING:
        return 405, "this server is read-only\n"
    if names and _without_port(host) not in names:
        return 421, "this server only answers requests to localhost\n"
    origin = headers.get("origin", f"http://{host}").partition("://")[2]
    if origin != host or headers.get("sec-fetch-site", "none") not in _OWN_SITE:
        return 403, "this server does not answer the pages of other sites; type its address into the browser yourself\n"
    return None


def _without_port(host: str) -> str:
    name, _, port = host.rpartition(":")
    return name if port.isdigit() else host


async def _refuse(send: Send, status: int, reason: str) -> None:
    await send({"type": "http.response.start", "status": status, "headers": [(b"content-type", b"text/plain")]})
    await send({"type": "http.response.body", "body": reason.encode()})
