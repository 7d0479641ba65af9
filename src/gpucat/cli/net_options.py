"""Defines the options of commands that use the network."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from gpucat.cli.options import with_group
from gpucat.language import tr
from gpucat.net.settings import NetSettings

_LONGEST_S: Final = 3600
_FOR_ONE_PAGE: Final = ("deadline", "allow_address", "ca_file", "proxy", "user_agent")
# The settings whose options have other names: a user sees neither the unit nor the plural.
_FIELDS: Final = {"host_interval": "host_interval_s", "deadline": "deadline_s", "allow_address": "allow"}


def _settings(**typed: Any) -> NetSettings:  # noqa: ANN401
    given = {_FIELDS.get(name, name): value for name, value in typed.items()}
    return NetSettings(**{**given, "allow": tuple(given["allow"])})


def _defaults() -> dict[str, Any]:
    usual = NetSettings()
    values = {name: getattr(usual, _FIELDS.get(name, name)) for name in _options()}
    return {**values, "allow_address": list(usual.allow)}


def _option(kind: Any, name: str, en: str, zh: str, **more: Any) -> Any:  # noqa: ANN401
    return Annotated[kind, typer.Option(name, help=tr(en, zh), **more)]


def _number(value: float) -> float:
    """Returns the value; refuses `nan`, which no bound catches."""
    if value != value:
        raise typer.BadParameter("'nan' is not a valid float.")
    return value


def with_net(command: Callable[..., None]) -> Callable[..., None]:
    """Gives a command that takes `net: NetSettings` the network options instead of that parameter."""
    return with_group("net", _options(), _settings, _defaults())(command)


def with_one_request(command: Callable[..., None]) -> Callable[..., None]:
    """Gives a command that fetches one page only the network options that matter then."""
    options = {name: option for name, option in _options().items() if name in _FOR_ONE_PAGE}
    return with_group("net", options, _settings, _defaults())(command)


def _options() -> dict[str, Any]:
    return {
        "concurrency": _option(int, "--concurrency", "Requests at a time.", "同时请求数。", min=1, max=200),
        "per_host": _option(
            int, "--per-host", "Requests at a time to one host.", "每个主机的同时请求数。", min=1, max=200
        ),
        "host_interval": _option(
            float, "--host-interval", "Seconds between two requests to one host.", "对同一主机两次请求的间隔秒数。",
            min=0, max=_LONGEST_S, callback=_number,
        ),
        "deadline": _option(
            float, "--deadline", "Time limit for one attempt, in seconds.", "每次尝试的秒数上限。", min=0.1, max=_LONGEST_S, callback=_number
        ),
        "retries": _option(int, "--retries", "Retries after a failure.", "失败后的重试次数。", min=0, max=20),
        "allow_address": _option(
            list[str], "--allow-address", "Private address or network to allow.", "允许的非公网地址或网段。",
            show_default=False,
        ),
        "ca_file": _option(Path | None, "--ca-file", "Additional certificates to trust.", "额外信任的证书。"),
        "proxy": _option(
            str | None, "--proxy", "Use this proxy. It resolves names, so it must refuse private addresses itself.",
            "使用此代理。域名由代理解析，私有地址须由代理自行拒绝。",
        ),
        "user_agent": _option(str | None, "--user-agent", "User agent to send.", "发送的 User-Agent。"),
    }  # fmt: skip
