"""The options of commands that go to the network."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple

import typer

from gpucat.cli.groups import with_group
from gpucat.language import tr

if TYPE_CHECKING:
    from gpucat.net.session import NetSettings

_DEFAULTS: Final[dict[str, Any]] = {
    "concurrency": 48, "per_host": 2, "host_interval": 0.2, "deadline": 20.0, "retries": 2, "allow_address": [],
    "ca_file": None, "proxy": None, "user_agent": None,
}  # fmt: skip


_LONGEST_S: Final = 3600
_FOR_ONE_PAGE: Final = ("deadline", "allow_address", "ca_file", "proxy", "user_agent")


class NetOptions(NamedTuple):
    """The options as they were typed; times in seconds."""

    concurrency: int
    per_host: int
    host_interval: float
    deadline: float
    retries: int
    allow_address: list[str]
    ca_file: Path | None
    proxy: str | None
    user_agent: str | None

    def settings(self) -> "NetSettings":
        """The settings of a session."""
        from gpucat.net.session import NetSettings

        return NetSettings(
            concurrency=self.concurrency,
            per_host=self.per_host,
            host_interval_s=self.host_interval,
            deadline_s=self.deadline,
            allow=tuple(self.allow_address),
            ca_file=self.ca_file,
            proxy=self.proxy,
            user_agent=self.user_agent,
        )


def _option(kind: Any, name: str, en: str, zh: str, **more: Any) -> Any:  # noqa: ANN401
    return Annotated[kind, typer.Option(name, help=tr(en, zh), **more)]


def _number(value: float) -> float:
    """The value itself; `nan` is neither above nor below any bound."""
    if value != value:
        raise typer.BadParameter("'nan' is not a valid float.")
    return value


def with_net(command: Callable[..., None]) -> Callable[..., None]:
    """Gives a command that takes `net: NetOptions` the network options instead of that parameter."""
    return with_group("net", _options(), NetOptions, _DEFAULTS)(command)


def with_one_request(command: Callable[..., None]) -> Callable[..., None]:
    """Like `with_net`, for a command that asks for one page: only the options that matter then."""
    options = {name: option for name, option in _options().items() if name in _FOR_ONE_PAGE}

    def build(**typed: Any) -> NetOptions:  # noqa: ANN401
        return NetOptions(**{**_DEFAULTS, **typed})

    return with_group("net", options, build, _DEFAULTS)(command)


def _options() -> dict[str, Any]:
    return {
        "concurrency": _option(int, "--concurrency", "Requests at once.", "同时请求数。", min=1, max=200),
        "per_host": _option(
            int, "--per-host", "Requests at once to one host.", "每个主机的同时请求数。", min=1, max=200
        ),
        "host_interval": _option(
            float, "--host-interval", "Seconds between two requests to a host.", "对同一主机两次请求的间隔秒数。",
            min=0, max=_LONGEST_S, callback=_number,
        ),
        "deadline": _option(
            float, "--deadline", "Seconds for one attempt.", "每次尝试的秒数上限。", min=0.1, max=_LONGEST_S, callback=_number
        ),
        "retries": _option(int, "--retries", "Further attempts after a failure.", "失败后的重试次数。", min=0, max=20),
        "allow_address": _option(
            list[str], "--allow-address", "Address or network that need not be public.", "允许的非公网地址或网段。",
            show_default=False,
        ),
        "ca_file": _option(Path | None, "--ca-file", "Certificates to trust besides.", "额外信任的证书。"),
        "proxy": _option(
            str | None, "--proxy", "Go through this proxy. It looks names up, so that it must itself refuse private addresses.",
            "使用此代理。域名由代理解析，私有地址须由代理自行拒绝。",
        ),
        "user_agent": _option(str | None, "--user-agent", "What to call ourselves.", "自报的用户代理。"),
    }  # fmt: skip
