"""Describes a misleading link: its address, the catalogue's title, the right verdicts, and the server's answer."""

from typing import NamedTuple

from tests.links.hostile_server import Answer, Handler, HostileServer, answer

WORDS = (
    "<p>"
    + "The tile is copied to shared memory by one warp while another multiplies, and a barrier keeps them apart. " * 12
    + "</p>"
)
ZH = "<p>" + "本文介绍共享内存、线程束与存储体冲突，并用实验说明如何避免它们。" * 12 + "</p>"


class Case(NamedTuple):
    """A link: the address (`{port}` is filled in), the catalogue's title, and the right verdicts."""

    url: str
    title: str
    verdicts: frozenset[str]
    handler: Handler | None


CASES: list[Case] = []
EXTRA: dict[str, Handler] = {}
FALLBACK: dict[str, Handler] = {}


def case(
    path: str,
    title: str,
    verdicts: str,
    handler: Handler | Answer | None,
    *,
    url: str | None = None,
) -> None:
    made: Handler | None = (lambda request: handler) if isinstance(handler, bytes) else handler  # type: ignore[assignment,return-value]
    CASES.append(Case(url or "http://127.0.0.1:{port}" + path, title, frozenset(verdicts.split()), made))


def page(title: str | None, body: str = WORDS, *, head: str = "", h1: str | None = None, lang: str = "en") -> str:
    top = f"<title>{title}</title>" if title is not None else ""
    heading = f"<h1>{h1}</h1>" if h1 is not None else ""
    return f'<!DOCTYPE html><html lang="{lang}"><head>{top}{head}</head><body>{heading}{body}</body></html>'


def good(title: str) -> bytes:
    return answer(page(f"{title} | Bits and Warps", h1=title))


def to(location: str, status: int = 301) -> Handler:
    return lambda request: answer(
        "",
        "Location: " + location.replace("{base}", request.base).replace("{port}", request.base.rpartition(":")[2]),
        status=status,
    )


def install(server: HostileServer) -> list[Case]:
    """Puts all handlers on the server and returns the cases with their addresses filled in."""
    server.routes.update(EXTRA)
    server.fallback.update(FALLBACK)
    for each in CASES:
        if each.handler:
            server.routes[each.url.split("{port}")[1].partition("?")[0].partition("#")[0]] = each.handler
    return [each._replace(url=each.url.replace("{port}", str(server.port))) for each in CASES]
