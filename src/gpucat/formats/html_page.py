"""Reads a page as a stream: its head, headings, text and refreshes. Pure."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final
from urllib.parse import urljoin

from gpucat.formats.page_pieces import AuthorElement, Capture, PageHeading, TextLine, Time
from gpucat.formats.page_regions import Regions, names_beside
from gpucat.links.page import Refresh
from gpucat.texts.page_tree import part_names

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
_SAME_LINE: Final = _INLINE | {"time", "img", "svg", "path", "use", "ins", "del", "label"}
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
_LINES_LIMIT: Final = 400
_LONGEST_LINE: Final = 200
_FEW_WORDS: Final = 25
_HARDLY_ANY_WORDS: Final = 8
_TITLES: Final = 2
_OPEN_CAPTURES: Final = 12
_SIGN_ON_FIELDS: Final = frozenset({"samlrequest", "samlresponse", "relaystate", "wresult", "id_token"})
_PARKING_MARKS: Final = frozenset({"data-adblockkey"})
_MAIN_FRAMES: Final = frozenset({"main", "content", "body", "text", "right"})
_HOMES: Final = re.compile(r"(?:[^?#]*/)?(?:\.{1,2}|index\.\w+)?")


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
        self.headlines: list[PageHeading] = []
        self.bylines: list[AuthorElement] = []
        self.lines: list[TextLine] = []
        self.homes: list[tuple[str, str]] = []
        self.publisher: str | None = None
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
        self._regions = Regions()
        self._line: list[str] = []
        self._line_size = self._line_began = self._marked_until = 0

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        self._depth += 1
        self._is_apart = self._is_apart or tag not in _INLINE
        if tag not in _SAME_LINE:
            self._end_line()
        if attributes:
            self._see_attributes(tag, attributes)
        handler = _STARTS.get(tag)
        if handler is not None:
            handler(self, attributes)
        elif tag in _HEADINGS and not self._raw and len(self.headings) < 12:
            self._capture(tag, attributes)
        if tag in _RAW:
            self._raw.append((tag, self._depth))
        self._regions.enter(self._depth, tag, attributes)

    def end(self, tag: str) -> None:
        if tag not in _SAME_LINE:
            self._end_line()
        while self._captures and self._captures[-1].depth >= self._depth:
            self._finish(self._captures.pop())
        if self._raw and self._raw[-1][1] == self._depth:
            self._raw.pop()
        if self._links and self._links[-1][1] == self._depth:
            self._links.pop()
        self._regions.leave(self._depth, tag)
        self._depth -= 1
        self._marked_until = min(self._marked_until, self._depth)
        self._is_apart = self._is_apart or tag not in _INLINE

    def data(self, text: str) -> None:
        if self._is_apart:
            text, self._is_apart = f" {text}", False
        for capture in self._captures:
            if capture.size < capture.limit and not (self._raw and capture.kind in _HEADINGS):
                kept = capture.marks if self._marked_until > capture.depth else capture.parts
                kept.append(text[: capture.limit - capture.size])
                capture.size += len(text.strip())
                capture.linked += len(text.strip()) if self._links else 0
        if self._raw:
            self._see_raw(text)
        elif not (self._captures and self._captures[-1].kind == "title"):
            self._see_text(text)

    def close(self) -> "HtmlPieces":
        self._end_line()
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
        if self._raw:
            return
        roles = _author_roles(tag, attributes, self._regions)
        if roles and len(self.bylines) < 20:
            self._capture(roles, attributes)
        if tag not in _HEADINGS and len(self.headlines) < 12 and _is_headline(attributes):
            self._capture("headline", attributes)
        if attributes.get("itemprop", "").lower() == "datepublished" and tag not in {"meta", "time"}:
            self._add_time(attributes.get("content", attributes.get("datetime", "")), "datepublished")

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
                name, told = attributes[key].strip().lower(), content.strip()[:_PIECE_LIMIT]
                if key != "itemprop" or self._regions.is_the_articles:
                    self.metas.append((name, told))
                elif name == "name" and not self._regions.is_beside:
                    self._add_name(told)

    def _add_name(self, name: str) -> None:
        """Keeps the name of the person or organization whose item is open."""
        if self._regions.role == "author":
            self.bylines.append(AuthorElement(name, "itemprop name", self.words, is_own=True))
        elif self._regions.role == "publisher":
            self.publisher = self.publisher or name

    def _start_link(self, attributes: Mapping[str, str]) -> None:
        for relation in attributes.get("rel", "").lower().split():
            if attributes.get("href") and len(self.links) < 30:
                self.links.setdefault(relation, attributes["href"].strip())

    def _start_base(self, attributes: Mapping[str, str]) -> None:
        self.base = self.base or attributes.get("href")

    def _start_a(self, attributes: Mapping[str, str]) -> None:
        if attributes.get("href"):
            self._links.append((attributes["href"], self._depth))
            if len(self.homes) < 10 and not self._raw and _HOMES.fullmatch(attributes["href"][:300].strip()):
                self._capture("home", attributes)
            if _is_mark(attributes.get("class", "")):
                self._marked_until = self._depth
            for capture in self._captures:
                capture.link = capture.link or attributes["href"]

    def _start_input(self, attributes: Mapping[str, str]) -> None:
        is_password = attributes.get("type", "").strip().lower() == "password"
        self.has_login_form |= is_password or attributes.get("name", "").strip().lower() in _SIGN_ON_FIELDS

    def _start_time(self, attributes: Mapping[str, str]) -> None:
        role = f"{attributes.get('class', '')} {attributes.get('itemprop', '')} {'pubdate' if 'pubdate' in attributes else ''}"
        self._add_time(attributes.get("datetime", ""), role)

    def _add_time(self, moment: str, role: str) -> None:
        if moment and len(self.times) < 50:
            is_own = self._regions.is_the_articles
            self.times.append(Time(moment.strip()[:60], role.lower(), len(self.headings), self.words, is_own))

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
            capture = Capture(kind, self._depth, attributes, limit, link)
            capture.after_words, capture.is_own = self.words, self._is_own(kind, attributes)
            self._captures.append(capture)

    def _is_own(self, kind: str, attributes: Mapping[str, str]) -> bool:
        if kind in _AUTHOR_ROLES:
            return self._regions.is_the_articles
        return not (self._regions.is_beside or names_beside(kind, attributes))

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
            self.headings.append(self._heading(capture, text))
        elif capture.kind == "headline":
            self.headlines.append(self._heading(capture, text))
        elif capture.kind == "home":
            self.homes.append((text, capture.link or ""))
        elif capture.kind == "itemprop name":
            self._add_name(text)
        else:
            self.bylines.append(AuthorElement(text, capture.kind, capture.after_words, capture.is_own))

    def _heading(self, capture: Capture, text: str) -> PageHeading:
        link = capture.link if capture.linked * 10 >= capture.size * 9 else None
        classes = f"{capture.attributes.get('class', '')} {capture.attributes.get('itemprop', '')}".lower()
        is_post = any(word in classes for word in ("title", "headline", "p-name"))
        return PageHeading(text, capture.kind, link, is_post, self.words, not capture.is_own)

    def _see_script(self, text: str) -> None:
        self._note_machinery(text[:600])
        self._scripted = self._scripted or _scripted_refresh(text)

    def _see_raw(self, text: str) -> None:
        if self._raw[-1][0] == "noscript" and _NEEDS_SCRIPT.search(text):
            self._asks_for_script = True

    def _see_text(self, text: str) -> None:
        self._add_to_line(text)
        self.words += len(text.split())
        if not text.isascii():
            self.words += len(_CJK.findall(text)) // 2
        if self._opening_size < _OPENING_LIMIT:
            self.opening.append(text)
            self._opening_size += len(text)

    def _add_to_line(self, text: str) -> None:
        if not self._line:
            self._line_began = self.words
        if self._line_size < _LONGEST_LINE:
            self._line.append(text[:_LONGEST_LINE])
            self._line_size += len(text)

    def _end_line(self) -> None:
        text = " ".join("".join(self._line).split()) if self._line else ""
        if text and len(self.lines) < _LINES_LIMIT:
            self.lines.append(TextLine(text[:_LONGEST_LINE], self._line_began, self._regions.is_beside))
        self._line.clear()
        self._line_size = 0

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


_AUTHOR_ROLES: Final = frozenset({"rel=author", "itemprop", "itemprop name", "p-author", "byline"})


def _author_roles(tag: str, attributes: Mapping[str, str], around: Regions) -> str | None:
    """Returns the rule by which an element names the page's author or publisher, if it does."""
    if "author" in attributes.get("rel", "").lower().split() and tag != "link":
        return "rel=author"
    prop = attributes.get("itemprop", "").lower()
    if tag != "meta" and prop == "author":
        return "itemprop"
    if tag != "meta" and prop == "name" and around.role in {"author", "publisher"} and not around.is_beside:
        return "itemprop name"
    classes = attributes.get("class", "")
    if "p-author" in classes.split():
        return "p-author"
    return "byline" if _is_just(classes, "byline") else None


def _is_headline(attributes: Mapping[str, str]) -> bool:
    return attributes.get("itemprop", "").lower() == "headline" or _is_just(attributes.get("class", ""), "headline")


@lru_cache(maxsize=2048)
def _is_just(classes: str, kind: str) -> bool:
    return not part_names(kind).isdisjoint(name.replace("_", "-") for name in classes.lower().split()[:20])


def _is_mark(classes: str) -> bool:
    """Whether a link only points at the heading that it stands in."""
    return _is_just(classes, "mark")
