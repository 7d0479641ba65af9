"""Reads a page as a stream: its head, headings, text and refreshes. Pure."""

import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple
from urllib.parse import urljoin

from gpucat.links.page import Refresh

_REFRESH: Final = re.compile(r"\s*(\d{0,9})[\d.]*\s*[;,\s]\s*(?:url\s*=\s*)?[\"']?\s*([^\"'\s][^\"']*)", re.IGNORECASE)
_LOCATION: Final = r"(?<![\w$.-])(?:(?:window|document|top|self|parent|globalThis)\s*\.\s*)*location"
_QUOTED: Final = r"([\"'`])((?:(?!\1)[^\n]){1,2000})\1"
_ASSIGNED: Final = re.compile(_LOCATION + r"(?:\s*\.\s*href)?\s*=\s*" + _QUOTED + r"\s*(?:[;,)}\n<]|$)")
_CALLED: Final = re.compile(_LOCATION + r"\s*\.\s*(?:replace|assign)\s*\(\s*" + _QUOTED + r"\s*\)")
_RAW: Final = frozenset({"script", "style", "noscript", "template", "svg", "math", "iframe", "textarea", "select"})
_HEADINGS: Final = frozenset({"h1", "h2"})
_INLINE: Final = frozenset({
    "a", "abbr", "b", "bdi", "cite", "code", "em", "font", "i", "kbd", "mark", "q", "s", "small", "span", "strong", "sub", "sup", "u", "var",
})  # fmt: skip
_SHELL_ROOTS: Final = frozenset({
    "root", "app", "__next", "__nuxt", "___gatsby", "react-root", "q-app", "svelte", "app-root", "main-app", "ember-app",
})  # fmt: skip
_CJK: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
_NEEDS_SCRIPT: Final = re.compile(r"java\s?script", re.IGNORECASE)
_OPENING_LIMIT: Final = 3000
_PIECE_LIMIT: Final = 1000
_JSON_LIMIT: Final = 200_000
_MACHINERY_LIMIT: Final = 8000
_ANCHOR_LIMIT: Final = 20_000
_FEW_WORDS: Final = 25
_HARDLY_ANY_WORDS: Final = 8
_TITLES: Final = 2
_OPEN_CAPTURES: Final = 12
_SIGN_ON_FIELDS: Final = frozenset({"samlrequest", "samlresponse", "relaystate", "wresult", "id_token"})
_PARKING_MARKS: Final = frozenset({"data-adblockkey"})
_MAIN_FRAMES: Final = frozenset({"main", "content", "body", "text", "right"})


class PageHeading(NamedTuple):
    """A heading: its text and tag, the target if all of it is a link, and whether its class marks a post's title."""

    text: str
    tag: str
    link: str | None
    is_post_title: bool


class Time(NamedTuple):
    """A `<time>` element: its machine-readable moment, the words of its class and property, and its position."""

    moment: str
    role: str
    after_headings: int
    after_words: int


class Capture:
    """Text that is collected until the element at `depth` ends."""

    __slots__ = ("attributes", "depth", "kind", "limit", "link", "linked", "parts", "size")

    def __init__(self, kind: str, depth: int, attributes: Mapping[str, str], limit: int, link: str | None) -> None:
        self.kind, self.depth, self.attributes, self.limit, self.link = kind, depth, attributes, limit, link
        self.parts: list[str] = []
        self.size = self.linked = 0

    @property
    def text(self) -> str:
        return "".join(self.parts)


def parse_refresh(content: str, rule: str, base: str = "") -> Refresh | None:
    """Parses a refresh (`0; url=/new`, `5;/new`), relative to `base`; returns None without an address."""
    found = _REFRESH.match(content[:2200])
    if not found:
        return None
    try:
        return Refresh(urljoin(base, found[2].strip()), float(found[1] or 0), rule)
    except ValueError:
        return None


class HtmlPieces:
    """The pieces of a page collected in one pass, unchanged. Pass it to lxml as a parser target."""

    def __init__(self) -> None:
        self.head_titles: list[str] = []
        self.frames: list[tuple[str, str]] = []
        self.needs_script = False
        self.metas: list[tuple[str, str]] = []
        self.headings: list[PageHeading] = []
        self.times: list[Time] = []
        self.bylines: list[tuple[str, str]] = []
        self.json_ld: list[str] = []
        self.links: dict[str, str] = {}
        self.language: str | None = None
        self.base: str | None = None
        self.refresh: Refresh | None = None
        self.words = 0
        self.opening: list[str] = []
        self.machinery: list[str] = []
        self.anchors: set[str] = set()
        self.has_login_form = False
        self.is_app_shell = False
        self._scripted: Refresh | None = None
        self._has_root = self._asks_for_script = self._has_script = False
        self._opening_size = self._machinery_size = self._json_size = 0
        self._depth = 0
        self._is_apart = False
        self._raw: list[tuple[str, int]] = []
        self._links: list[tuple[str, int]] = []
        self._captures: list[Capture] = []

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        self._depth += 1
        self._is_apart = self._is_apart or tag not in _INLINE
        if attributes:
            self._see_attributes(tag, attributes)
        handler = _STARTS.get(tag)
        if handler is not None:
            handler(self, attributes)
        elif tag in _HEADINGS and not self._raw and len(self.headings) < 12:
            self._capture(tag, attributes)
        if tag in _RAW:
            self._raw.append((tag, self._depth))

    def end(self, tag: str) -> None:
        while self._captures and self._captures[-1].depth >= self._depth:
            self._finish(self._captures.pop())
        if self._raw and self._raw[-1][1] == self._depth:
            self._raw.pop()
        if self._links and self._links[-1][1] == self._depth:
            self._links.pop()
        self._depth -= 1
        self._is_apart = self._is_apart or tag not in _INLINE

    def data(self, text: str) -> None:
        if self._is_apart:
            text, self._is_apart = f" {text}", False
        for capture in self._captures:
            if capture.size < capture.limit and not (self._raw and capture.kind in _HEADINGS):
                capture.parts.append(text[: capture.limit - capture.size])
                capture.size += len(text)
                capture.linked += len(text) if self._links else 0
        if self._raw:
            self._see_raw(text)
        elif not (self._captures and self._captures[-1].kind == "title"):
            self._see_text(text)

    def close(self) -> "HtmlPieces":
        while self._captures:
            self._finish(self._captures.pop())
        self.refresh = self.refresh or self._scripted or self._main_frame()
        self.is_app_shell = self.words < _FEW_WORDS and (self._has_root or self._asks_for_script)
        self.needs_script = self.words < _HARDLY_ANY_WORDS and self._has_script
        return self

    def _main_frame(self) -> Refresh | None:
        """Returns the frame that holds the text of a page made of frames."""
        named = [source for name, source in self.frames if name in _MAIN_FRAMES]
        sources = named or [source for _, source in self.frames[-1:]]
        return Refresh(sources[0], 0.0, "frame") if sources and self.words < _FEW_WORDS else None

    def _see_attributes(self, tag: str, attributes: Mapping[str, str]) -> None:
        for name in ("id", "name"):
            anchor = attributes.get(name)
            if anchor and (name == "id" or tag == "a") and len(self.anchors) < _ANCHOR_LIMIT:
                self.anchors.add(anchor)
        identity = attributes.get("id")
        if identity:
            self._has_root = self._has_root or (tag in {"div", "main"} and identity in _SHELL_ROOTS)
            self._note_machinery(identity[:80])
        roles = _author_roles(tag, attributes)
        if roles and not self._raw and len(self.bylines) < 20:
            self._capture(roles, attributes)

    def _start_html(self, attributes: Mapping[str, str]) -> None:
        self.language = self.language or attributes.get("lang") or attributes.get("xml:lang")
        self._note_machinery(" ".join(sorted(attributes.keys() & _PARKING_MARKS)))

    def _start_title(self, attributes: Mapping[str, str]) -> None:
        if len(self.head_titles) < _TITLES and not self._raw:
            self._capture("title", attributes)

    def _start_meta(self, attributes: Mapping[str, str]) -> None:
        content = attributes.get("content", "")
        if attributes.get("http-equiv", "").strip().lower() == "refresh" and not self._raw:
            self.refresh = self.refresh or parse_refresh(content, "meta")
        for key in ("property", "name", "itemprop"):
            if attributes.get(key) and content.strip() and len(self.metas) < 300:
                self.metas.append((attributes[key].strip().lower(), content.strip()[:_PIECE_LIMIT]))

    def _start_link(self, attributes: Mapping[str, str]) -> None:
        for relation in attributes.get("rel", "").lower().split():
            if attributes.get("href") and len(self.links) < 30:
                self.links.setdefault(relation, attributes["href"].strip())

    def _start_base(self, attributes: Mapping[str, str]) -> None:
        self.base = self.base or attributes.get("href")

    def _start_a(self, attributes: Mapping[str, str]) -> None:
        if attributes.get("href"):
            self._links.append((attributes["href"], self._depth))
            for capture in self._captures:
                capture.link = capture.link or attributes["href"]

    def _start_input(self, attributes: Mapping[str, str]) -> None:
        is_password = attributes.get("type", "").strip().lower() == "password"
        self.has_login_form |= is_password or attributes.get("name", "").strip().lower() in _SIGN_ON_FIELDS

    def _start_time(self, attributes: Mapping[str, str]) -> None:
        if attributes.get("datetime") and len(self.times) < 50:
            role = f"{attributes.get('class', '')} {attributes.get('itemprop', '')} {'pubdate' if 'pubdate' in attributes else ''}"
            self.times.append(Time(attributes["datetime"].strip()[:60], role.lower(), len(self.headings), self.words))

    def _start_script(self, attributes: Mapping[str, str]) -> None:
        self._has_script = True
        if "ld+json" in attributes.get("type", "").lower() and self._json_size < _JSON_LIMIT:
            self._capture("json-ld", attributes, _JSON_LIMIT)
        else:
            self._note_machinery(attributes.get("src", "")[:300])
            self._capture("script", attributes, 4 * _PIECE_LIMIT)

    def _start_frame(self, attributes: Mapping[str, str]) -> None:
        if attributes.get("src") and len(self.frames) < 10:
            self.frames.append((attributes.get("name", "").lower(), attributes["src"].strip()))
        self._start_iframe(attributes)

    def _start_iframe(self, attributes: Mapping[str, str]) -> None:
        self._note_machinery(attributes.get("src", "")[:300])

    def _capture(self, kind: str, attributes: Mapping[str, str], limit: int = _PIECE_LIMIT) -> None:
        if len(self._captures) < _OPEN_CAPTURES:
            link = self._links[-1][0] if self._links else None
            self._captures.append(Capture(kind, self._depth, attributes, limit, link))

    def _finish(self, capture: Capture) -> None:
        text = capture.text
        if capture.kind == "json-ld":
            self._json_size += len(text)
            self.json_ld.append(text)
        elif capture.kind == "script":
            self._see_script(text)
        elif capture.kind == "title":
            self.head_titles.append(text)
        elif capture.kind in _HEADINGS:
            is_link = capture.linked * 10 >= capture.size * 9
            classes = f"{capture.attributes.get('class', '')} {capture.attributes.get('itemprop', '')}".lower()
            is_post = any(word in classes for word in ("title", "headline", "p-name"))
            self.headings.append(PageHeading(text, capture.kind, capture.link if is_link else None, is_post))
        else:
            self.bylines.append((text, capture.kind))

    def _see_script(self, text: str) -> None:
        self._note_machinery(text[:600])
        self._scripted = self._scripted or _scripted_refresh(text)

    def _see_raw(self, text: str) -> None:
        if self._raw[-1][0] == "noscript" and _NEEDS_SCRIPT.search(text):
            self._asks_for_script = True

    def _see_text(self, text: str) -> None:
        self.words += len(text.split())
        if not text.isascii():
            self.words += len(_CJK.findall(text)) // 2
        if self._opening_size < _OPENING_LIMIT:
            self.opening.append(text)
            self._opening_size += len(text)

    def _note_machinery(self, text: str) -> None:
        if text and self._machinery_size < _MACHINERY_LIMIT:
            self.machinery.append(text)
            self._machinery_size += len(text)


def collect_pieces(text: str) -> HtmlPieces:
    """Collects everything a page says about itself, in the order of the page."""
    from lxml import etree

    pieces = HtmlPieces()
    target: Any = pieces  # the stubs ask for every method that a target may have
    parser = etree.HTMLParser(target=target, encoding="utf-8", huge_tree=True)
    try:
        etree.fromstring(text.encode("utf-8", "replace"), parser)
    except etree.LxmlError:
        pieces.close()  # what came before the parser gave up still counts
    return pieces


def _scripted_refresh(script: str) -> Refresh | None:
    """Returns the address that a script sets literally as the page's location; None for one that it computes."""
    found = _ASSIGNED.search(script) or _CALLED.search(script)
    return Refresh(found[2].replace("\\/", "/").strip(), 0.0, "script") if found else None


_STARTS: Final = {
    "html": HtmlPieces._start_html,
    "title": HtmlPieces._start_title,
    "meta": HtmlPieces._start_meta,
    "link": HtmlPieces._start_link,
    "base": HtmlPieces._start_base,
    "a": HtmlPieces._start_a,
    "input": HtmlPieces._start_input,
    "time": HtmlPieces._start_time,
    "script": HtmlPieces._start_script,
    "iframe": HtmlPieces._start_iframe,
    "frame": HtmlPieces._start_frame,
}


def _author_roles(tag: str, attributes: Mapping[str, str]) -> str | None:
    """Returns the rule by which an element names the page's author, if it does."""
    if "author" in attributes.get("rel", "").lower().split() and tag != "link":
        return "rel=author"
    if attributes.get("itemprop", "").lower() == "author" and tag != "meta":
        return "itemprop"
    return "p-author" if "p-author" in attributes.get("class", "").split() else None
