"""Knows where one page has several addresses: archives, redirectors, AMP caches, and a few sites' own variants. Pure.

Only hints rest on this table, never a key.
"""

import re
from collections.abc import Callable
from typing import Final, NamedTuple
from urllib.parse import unquote


class Address(NamedTuple):
    """The parts of an address in canonical spelling: `host[:port]`, path without a final slash, `name=value` pairs."""

    authority: str
    path: str
    query: tuple[str, ...]
    route: str

    def value(self, *names: str) -> str | None:
        """Returns the unescaped value of the first parameter with one of these names."""
        for pair in self.query:
            name, _, value = pair.partition("=")
            if name.lower() in names:
                return unquote(value)
        return None


_INSIDE_PATH: Final = re.compile(r"/(?:cache:)?(https?)(?::|%3A)/{1,2}(?=[^/]*\.)", re.IGNORECASE)
_TARGET_NAMES: Final = ("url", "u", "q", "target", "to", "dest", "destination", "redirect", "redirect_url", "link", "z")
_ARCHIVE: Final = re.compile(r"(?:web\.)?archive\.(?:org|ph|is|today|md|li|vn|fo)")
_AMP_CACHE: Final = re.compile(r"(?:/amp)?(?:/[cvi])?/s/(.+)")
_CACHED: Final = re.compile(r"cache:(?:[\w-]+:)?(.+)")
_SHOWN_BY_DEVICE: Final = re.compile(r"^(?:m|mobile|touch|wap|amp|old|new|np)\.(?=[^.]+\.)|(?<=\w)\.m(?=\.\w+\.\w+$)")
_AMP_ENDING: Final = re.compile(r"(?:/amp|\.amp)(?=$|\.html$)|^/amp(?=/)")
_ARXIV: Final = re.compile(
    r"/(?:abs|pdf|html|format|papers|src|overview)/([a-z-]+/\d{7}|\d{4}\.\d{4,5})(?:v\d+)?(?:\.pdf)?"
)
_ARXIV_DOI: Final = re.compile(r"/10\.48550/arxiv\.(\d{4}\.\d{4,5})(?:v\d+)?", re.IGNORECASE)
_YOUTUBE: Final = re.compile(r"/(?:shorts|embed|live|v)/([\w-]{11})")
_MEDIUM_ID: Final = re.compile(r"[/-]([0-9a-f]{10,12})$")
_QUESTION: Final = re.compile(r"/(?:questions|q)/(\d+)(?:/.*)?")
_COMMENTS: Final = re.compile(r"(?:/r/\w+|/user/\w+)?/comments/(\w+)(?:/.*)?")
_RAW_FILE: Final = re.compile(r"(/[^/]+/[^/]+)/(?:refs/heads/)?(.+)")
_PUBLICATION: Final = re.compile(r"/pub/([\w-]+)(/p/.+)")
_TRANSLATED: Final = re.compile(r"([\w-]+)\.translate\.goog")


def unwrapped(address: Address) -> str | None:
    """Returns the address that an archive, redirector, reader or AMP cache wraps; None for a plain page."""
    if found := _INSIDE_PATH.search(address.path):
        query = "?" + "&".join(address.query) if address.query else ""
        return f"{found.group(1)}://{unquote(address.path[found.end() :])}{query}"
    if _ARCHIVE.fullmatch(address.authority) and (
        found := re.fullmatch(r"/(?:web/)?\d{4,14}\w*/(.+\..+)", address.path)
    ):
        return "https://" + found.group(1)
    if address.authority.endswith(("cdn.ampproject.org", "google.com")) and (
        found := _AMP_CACHE.fullmatch(address.path)
    ):
        return "https://" + found.group(1)
    if found := _TRANSLATED.fullmatch(address.authority):
        return "https://" + re.sub("(?<!-)-(?!-)", ".", found.group(1)).replace("--", "-") + address.path
    value = address.value(*_TARGET_NAMES) or ""
    if found := _CACHED.match(value):
        value = found.group(1) if "://" in found.group(1) else "https://" + found.group(1)
    return value if re.match(r"https?://[^/]*\.", value) else None


def at_home(address: Address) -> Address:
    """Returns the page's usual address: without marks of a device or of AMP, in its site's preferred spelling."""
    host = _SHOWN_BY_DEVICE.sub("", address.authority)
    address = address._replace(authority=host, path=_AMP_ENDING.sub("", address.path))
    for hosts, respell in _SITES:
        if hosts.fullmatch(host):
            return respell(address)
    return address


def _video(address: Address) -> Address:
    found = _YOUTUBE.match(address.path)
    name = found.group(1) if found else address.value("v")
    if address.authority == "youtu.be":
        name = address.path[1:]
    return Address("youtube.com", "/watch", (f"v={name}",), "") if name else address


def _preprint(address: Address) -> Address:
    found = _ARXIV.fullmatch(address.path) or _ARXIV_DOI.fullmatch(address.path)
    if found:
        return Address("arxiv.org", f"/abs/{found.group(1)}", (), "")
    return address._replace(authority=address.authority.removeprefix("dx."))


def _story(address: Address) -> Address:
    found = _MEDIUM_ID.search(address.path)
    return Address("medium.com", f"/p/{found.group(1)}", (), "") if found else address


def _question(address: Address) -> Address:
    found = _QUESTION.fullmatch(address.path)
    return address._replace(path=f"/questions/{found.group(1)}") if found else address


def _thread(address: Address) -> Address:
    if address.authority == "redd.it":
        return address._replace(authority="reddit.com", path=f"/comments{address.path}")
    found = _COMMENTS.fullmatch(address.path)
    return address._replace(path=f"/comments/{found.group(1)}", query=()) if found else address


def _post(address: Address) -> Address:
    return address._replace(authority="x.com", path=address.path.partition("/photo/")[0], query=())


def _file(address: Address) -> Address:
    if address.authority == "raw.githubusercontent.com":
        return address._replace(authority="github.com", path=_RAW_FILE.sub(r"\1/blob/\2", address.path))
    return address._replace(
        path=re.sub(r"(?:\.git|/tree/(?:main|master)|/blob/(?:main|master)/readme\.md)$", "", address.path, flags=re.I)
    )


def _letter(address: Address) -> Address:
    if address.authority == "open.substack.com" and (found := _PUBLICATION.fullmatch(address.path)):
        return address._replace(authority=f"{found.group(1)}.substack.com", path=found.group(2), query=())
    return address._replace(path=re.sub(r"(/p/[^/]+)/comments?$", r"\1", address.path))


_SITES: Final[tuple[tuple[re.Pattern[str], Callable[[Address], Address]], ...]] = (
    (re.compile(r"youtu\.be|youtube(?:-nocookie)?\.com"), _video),
    (
        re.compile(
            r"(?:export\.|ar5iv\.labs\.|cn\.)?arxiv\.org|ar5iv\.org|alphaxiv\.org|huggingface\.co|(?:dx\.)?doi\.org"
        ),
        _preprint,
    ),
    (
        re.compile(
            r"(?:[\w-]+\.)?medium\.com|towardsdatascience\.com|(?:[\w-]+\.)?plainenglish\.io|scribe\.rip|freedium\.cfd"
        ),
        _story,
    ),
    (re.compile(r"stackoverflow\.com|(?:[\w-]+\.)?stackexchange\.com|superuser\.com|serverfault\.com"), _question),
    (re.compile(r"reddit\.com|redd\.it"), _thread),
    (re.compile(r"(?:[fv]x)?twitter\.com|x\.com|nitter\.net|fixupx\.com"), _post),
    (re.compile(r"github\.com|raw\.githubusercontent\.com"), _file),
    (re.compile(r"(?:[\w-]+\.)?substack\.com"), _letter),
)
