"""Describes the outcome of a request, what its status code means, and what a verdict is. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, NamedTuple

from gpucat.catalog.url import loose_key
from gpucat.language import Bilingual
from gpucat.links.page import Page
from gpucat.links.phrases import MAINTENANCE, ROBOTS, challenge_in_headers, is_challenge, placeholder_on


class Verdict(StrEnum):
    """The condition of a link. The values are printed and stored."""

    OK = "ok"
    MOVED = "moved"
    REDIRECTED = "redirected"
    BROKEN = "broken"
    SOFT_404 = "soft-404"
    WRONG_ARTICLE = "wrong-article"
    BLOCKED = "blocked"
    FLAKY = "flaky"
    TIMEOUT = "timeout"


DEAD: Final = frozenset({Verdict.BROKEN, Verdict.SOFT_404, Verdict.WRONG_ARTICLE})
UNKNOWN: Final = frozenset({Verdict.BLOCKED, Verdict.FLAKY, Verdict.TIMEOUT})
WORST_FIRST: Final = (
    Verdict.WRONG_ARTICLE, Verdict.SOFT_404, Verdict.BROKEN, Verdict.TIMEOUT, Verdict.FLAKY, Verdict.BLOCKED,
    Verdict.MOVED, Verdict.REDIRECTED, Verdict.OK,
)  # fmt: skip
PERMANENT: Final = frozenset({301, 308})


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """A verdict with its reason in words.

    `title_match` is the verdict of the title comparison (None: there was no title to compare), `page_title` the title
    it is about. `text_change` says what happened to the page's text since its sketch was kept. `may_pass` marks a fault worth another try, `needs_site` an answer that a look at the site's home page
    could change.
    """

    verdict: Verdict
    reason: Bilingual
    title_match: str | None = None
    page_title: str | None = None
    text_change: str | None = None
    may_pass: bool = False
    needs_site: bool = False


class Failure(StrEnum):
    """Why there was no readable answer. The values are printed and stored, so they are never renamed."""

    BAD_ADDRESS = "bad-address"
    FORBIDDEN_ADDRESS = "forbidden-address"
    NAME_NOT_FOUND = "name-not-found"
    NAME_UNCERTAIN = "name-uncertain"
    UNREACHABLE = "unreachable"
    REFUSED = "refused"
    RESET = "reset"
    BAD_CERTIFICATE = "bad-certificate"
    TLS = "tls"
    PROTOCOL = "protocol"
    BAD_ENCODING = "bad-encoding"
    TIMEOUT = "timeout"
    LOOP = "redirect-loop"
    TOO_MANY_REDIRECTS = "too-many-redirects"
    NO_LOCATION = "no-location"
    BAD_LOCATION = "bad-location"
    NOT_ASKED = "not-asked"


class Hop(NamedTuple):
    """One redirect that was followed: the address that gave it, and how (`301`, `302`, `refresh`, `meta`, `script`)."""

    url: str
    rule: str

    @property
    def is_permanent(self) -> bool:
        """Whether the redirect says that the page has moved for good, as an immediate meta refresh does too."""
        return self.rule == "meta" or self.rule in {str(status) for status in PERMANENT}


@dataclass(frozen=True, slots=True, kw_only=True)
class Probe:
    """One attempt on an address, redirects included. Without a `failure` there is a `status`.

    `headers` are lower-case. `cut_by` says why the body ended early, if it did (broken off, too slow, badly encoded);
    `retry_after_s` is what the server asked for; `earlier` are the outcomes of previous attempts.
    """

    url: str
    final_url: str
    hops: tuple[Hop, ...] = ()
    status: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    failure: Failure | None = None
    detail: str = ""
    cut_by: Failure | None = None
    retry_after_s: float | None = None
    elapsed_ms: int = 0
    attempts: int = 1
    earlier: tuple[str, ...] = ()

    @property
    def outcome(self) -> str:
        """The failure or the status, as a log line shows it."""
        return self.failure.value if self.failure else str(self.status)


BLOCKING: Final = frozenset({401, 402, 403, 405, 406, 407, 418, 420, 423, 428, 429, 430, 440, 449, 450, 451, 511, 999})
PASSING: Final = frozenset(
    {408, 421, 425, 429, 500, 502, 503, 504, 509, 520, 521, 522, 523, 524, 525, 527, 529, 530, 598, 599}
)
PASSING_FAILURES: Final = frozenset({
    Failure.NAME_UNCERTAIN, Failure.UNREACHABLE, Failure.REFUSED, Failure.RESET, Failure.TLS, Failure.PROTOCOL, Failure.TIMEOUT,
})  # fmt: skip
LONG_WAIT_S: Final = 60.0
_OVERLOADED: Final = frozenset({421, 425, 509, 529})

_FAILURES: Final = {
    Failure.BAD_ADDRESS: Bilingual("not a valid web address", "不是有效的网址"),
    Failure.FORBIDDEN_ADDRESS: Bilingual("leads to a non-public address", "指向非公网地址"),
    Failure.NAME_NOT_FOUND: Bilingual("the host name does not exist", "主机名不存在"),
    Failure.NAME_UNCERTAIN: Bilingual("the host name does not resolve", "主机名无法解析"),
    Failure.UNREACHABLE: Bilingual("the host is unreachable", "主机不可达"),
    Failure.REFUSED: Bilingual("connection refused", "连接被拒绝"),
    Failure.RESET: Bilingual("the connection was lost", "连接中断"),
    Failure.BAD_CERTIFICATE: Bilingual("invalid certificate", "证书无效"),
    Failure.TLS: Bilingual("TLS connection failed", "无法建立 TLS 连接"),
    Failure.PROTOCOL: Bilingual("the response is not valid HTTP", "响应不是有效的 HTTP"),
    Failure.BAD_ENCODING: Bilingual("the body cannot be decompressed", "正文无法解压"),
    Failure.TIMEOUT: Bilingual("no response in time", "响应超时"),
    Failure.LOOP: Bilingual("redirect loop", "循环重定向"),
    Failure.TOO_MANY_REDIRECTS: Bilingual("too many redirects", "重定向次数过多"),
    Failure.NO_LOCATION: Bilingual("redirects without a target", "重定向缺少目标"),
    Failure.BAD_LOCATION: Bilingual("redirects to an invalid address", "重定向到无效的网址"),
    Failure.NOT_ASKED: Bilingual("skipped: the host asked for fewer requests", "已跳过：该主机要求减少请求"),
}
_NOT_PUBLIC: Final = Bilingual(
    "skipped (use --allow-address to allow it): not a public address",
    "已跳过（可用 --allow-address 放行）：不是公网地址",
)
_VERDICTS: Final = {Failure.TIMEOUT: Verdict.TIMEOUT, Failure.NOT_ASKED: Verdict.BLOCKED}
_STATUSES: Final = {
    400: Bilingual("bad request", "请求无效"), 401: Bilingual("login required", "需要登录"), 402: Bilingual("payment required", "需要付费"),
    403: Bilingual("access denied", "拒绝访问"), 404: Bilingual("not found", "页面不存在"), 410: Bilingual("gone", "页面已移除"),
    429: Bilingual("too many requests", "请求过于频繁"), 451: Bilingual("unavailable for legal reasons", "因法律原因不可用"),
    500: Bilingual("server error", "服务器错误"), 502: Bilingual("bad gateway", "网关错误"), 503: Bilingual("service unavailable", "服务不可用"),
    504: Bilingual("gateway timeout", "网关超时"), 999: Bilingual("request denied", "请求被拒绝"),
}  # fmt: skip
_REFUSES: Final = Bilingual("access denied", "拒绝访问")
_FAULTY: Final = Bilingual("server error", "服务器错误")
_ODD: Final = Bilingual("request failed", "请求失败")


def judge_failure(probe: Probe) -> Judgement:
    """Judges a probe without an answer; `probe.failure` must be set."""
    assert probe.failure is not None
    is_unasked = probe.failure == Failure.FORBIDDEN_ADDRESS and _is_own_address(probe)
    reason = _NOT_PUBLIC if is_unasked else _FAILURES[probe.failure]
    if probe.detail:
        reason = Bilingual(f"{reason.en}: {probe.detail}", f"{reason.zh}：{probe.detail}")
    verdict = Verdict.BLOCKED if is_unasked else _VERDICTS.get(probe.failure, Verdict.BROKEN)
    return Judgement(verdict=verdict, reason=reason, may_pass=probe.failure in PASSING_FAILURES)


def judge_status(probe: Probe, page: Page) -> Judgement | None:
    """Judges the status alone; returns None if the page has to be looked at."""
    status = probe.status or 0
    if challenge_in_headers(status, probe.headers) or (status == 202 and page.kind == "empty"):
        return _judgement(Verdict.BLOCKED, status, ROBOTS)
    if status in {204, 205}:
        return _judgement(Verdict.SOFT_404, status, Bilingual("no content", "没有内容"))
    if 200 <= status < 400:
        return None
    if status not in {404, 410} and status >= 400 and is_challenge(page):
        return _judgement(Verdict.BLOCKED, status, ROBOTS)
    if status in BLOCKING:
        return _judgement(Verdict.BLOCKED, status, _STATUSES.get(status, _REFUSES))
    if status == 408:
        return _judgement(Verdict.TIMEOUT, status, _FAILURES[Failure.TIMEOUT])
    if status in _OVERLOADED or (status == 503 and _is_maintenance(probe, page)):
        return _judgement(Verdict.FLAKY, status, _STATUSES[503])
    return _judgement(Verdict.BROKEN, status, _STATUSES.get(status, _FAULTY if 500 <= status < 600 else _ODD))


def _is_own_address(probe: Probe) -> bool:
    """Whether the list itself names the host, not a redirect or a frame: no request has been sent then."""
    named, met = ((loose_key(address) or "").partition("/")[0] for address in (probe.url, probe.final_url))
    return not probe.hops and named == met


def _is_maintenance(probe: Probe, page: Page) -> bool:
    asked_to_wait = probe.retry_after_s is not None and probe.retry_after_s > LONG_WAIT_S
    return asked_to_wait or placeholder_on(page, probe.final_url) == MAINTENANCE


def _judgement(verdict: Verdict, status: int, words: Bilingual) -> Judgement:
    reason = Bilingual(f"{status}: {words.en}", f"{status}：{words.zh}")
    return Judgement(verdict=verdict, reason=reason, may_pass=status in PASSING)
