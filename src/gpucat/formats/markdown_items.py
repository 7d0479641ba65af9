"""Decides what the links of a Markdown item, paragraph or table row are: articles with titles, or beside one. Pure."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from gpucat.formats.field_names import fields_of_row
from gpucat.formats.item_text import (
    Said,
    dated_title,
    first_words,
    is_address,
    plain_title,
    title_after,
    words_after,
    words_before,
)
from gpucat.formats.link_labels import (
    is_aside,
    is_label,
    is_number,
    is_part,
    names_people,
    without_part,
    without_pointers,
)
from gpucat.formats.links import COMPANION, IMAGE, PROSE, LinkCollector, one_line
from gpucat.formats.note_properties import take_properties
from gpucat.formats.pieces import MarkdownPiece, lines_of, text_of
from gpucat.formats.reading import Marks
from gpucat.language import Bilingual

_PEOPLE: Final = Bilingual("a person, not an article", "人物，不是文章")
_WORD: Final = re.compile(r"[\u3400-\u9fff]|[^\W\u3400-\u9fff]+")
_WORDS_BEFORE: Final = 8
_FEWEST: Final = 2
"""How many words before a link make no sentence yet."""
_LONGEST_TITLE: Final = 25
"""How many words before a link may be its title: more are a sentence."""
_LISTED: Final = re.compile(r"[\s,，、;；|/·•&+()（）\[\]*_]*(?:and|or|和|与|及|以及)?[\s(（]*", re.I)
_NAMED: Final = re.compile(r"[\s,，、;；|/·•)\]]+((?:[\w-]+ ?){1,3})[:：]\s*\[?", re.I)
_WEB: Final = re.compile(r"\s*(?:https?:)?//", re.I)
_CODE: Final = re.compile(r"[A-Z][A-Za-z]{1,5}[ -]?\d[\w./ -]*")  # of a course, such as `CS 149`
_DETERMINER: Final = re.compile(r"\b(?:an?|the|your|our|my|this|that|these|its|their|both|either)$", re.I)
_BESIDE: Final = frozenset({"authors", "source", "source_type", "published", "level", "keywords", "summary", "why"})
_AFTER_PAPER: Final = re.compile(r"code|git|repo|project|demo|video|slides|tweet|stars|代码|项目|仓库|视频", re.I)
_PAPER: Final = re.compile(r"paper|pdf|arxiv|article|blog|report|post|link|论文|文章|链接|原文", re.I)


class Owner:
    """What a link without a title goes with: words that name it until it is an article, and the article itself.

    `at` counts the articles when it became one. `takes_addresses` if it names a bare address too, not only a label.
    """

    def __init__(self, name: str = "", *, at: int = 0, takes_addresses: bool = False) -> None:
        self.name = name
        self.at = at
        self.takes_addresses = takes_addresses


class Above(NamedTuple):
    """What stands above an item: its headings, outermost first, and what its links without a title go with."""

    headings: tuple[str, ...]
    owner: Owner | None = None


def take_item(links: LinkCollector, line: int, pieces: Sequence[MarkdownPiece], above: Above) -> bool:
    """Takes the links of a list's item; returns whether one of them became an article."""
    kept, fields = take_properties(pieces)
    return _Block(links, line, kept, above, fields).take()


def take_lines(links: LinkCollector, line: int, pieces: Sequence[MarkdownPiece], above: Above) -> bool:
    """Takes the links of a paragraph, line by line: a line that is only an address is named by the line before it."""
    has_taken = False
    before: Sequence[MarkdownPiece] = ()
    for block in lines_of(pieces):
        is_bare = sum(piece.is_link for piece in block) == 1 and not text_of(p for p in block if not p.is_link)
        named = [*before, MarkdownPiece(" "), *block] if before and is_bare else block
        has_taken = _Block(links, line, named, above).take() or has_taken
        is_short = len(_WORD.findall(text_of(block))) <= _LONGEST_TITLE
        before = block if is_short and not any(piece.url for piece in block) else ()
    return has_taken


class _Entry(NamedTuple):
    """A link that is an article: its place in the block, its title, and what else is said of it."""

    place: int
    title: str
    said: Said = Said()


class _Block:
    """An item with its properties, or a line, which has none: its links are judged from left to right."""

    def __init__(
        self,
        links: LinkCollector,
        line: int,
        pieces: Sequence[MarkdownPiece],
        above: Above,
        fields: Mapping[str, Any] | None = None,
    ) -> None:
        self._links = links
        self._line = line
        self._pieces = pieces
        self._above = above
        self._is_item = fields is not None
        self._fields = fields or {}
        self._entries: list[_Entry] = []
        self._dropped: set[int] = set()
        self._series = ""
        self._local = ""
        self._numbered = sum(piece.is_link and is_number(plain_title(piece.text)) for piece in pieces)

    def take(self) -> bool:
        for piece in self._pieces:
            if piece.is_image and piece.url is not None:
                self._leave(piece, IMAGE)
        places = [index for index, piece in enumerate(self._pieces) if piece.is_link and _WEB.match(piece.url or "")]
        self._leave_local()
        if not places:
            return False
        first, *others = places
        if self._are_people(first, has_others=bool(others)):
            for index in places:
                self._leave(self._pieces[index], _PEOPLE)
            return False
        self._take_first(first)
        for last, index in zip(places, others, strict=False):
            self._take_other(last, index)
        for entry, following in zip(self._entries, [*self._entries[1:], None], strict=False):
            self._write(entry, following.place if following else len(self._pieces))
        return bool(self._entries)

    def _leave_local(self) -> None:
        """Leaves out the links to other files, the first of which may name what a label after it leads to."""
        for piece in self._pieces:
            if piece.is_link and not _WEB.match(piece.url or ""):
                self._links.take(self._line + piece.line, piece.text, piece.url or "")
                self._local = self._local or (plain_title(piece.text) if piece.has_title else "")

    def _are_people(self, first: int, *, has_others: bool) -> bool:
        headings = self._above.headings
        if headings and names_people(headings[-1]):
            return True
        return names_people(text_of(self._pieces[:first])) and (has_others or self._pieces[first].has_title)

    def _take_first(self, index: int) -> None:
        link, before = self._pieces[index], self._pieces[:index]
        lead = text_of(before)
        said = words_before(lead, _strong_begin(before))
        if not link.has_title:
            said = (
                said._replace(title=self._local, rest="")
                if self._local
                else said._replace(title=without_pointers(said.title))
            )
        words = len(_WORD.findall(lead))
        if link.has_title and self._is_running(lead, words):
            self._leave(link, PROSE)
        elif lead.endswith((":", "：")) and is_label(plain_title(lead)) and self._above.owner and self._above.owner.at:
            self._leave(link, COMPANION)
        elif link.has_title and not (said.title and is_aside(link.text)) and not self._is_shop(index, said):
            self._series = said.title or without_part(plain_title(link.text))
            strong = _strong_begin(self._pieces[index + 1 :])
            rest = one_line(f"{said.title}: {said.rest}" if said.rest else said.title)
            if rest and words > _FEWEST and _reads_on(lead):
                rest = f"{rest} {link.text}"
            title = link.text
            if strong and _CODE.fullmatch(title):
                title = f"{title} {strong}"
                self._dropped.update(i for i, piece in enumerate(self._pieces) if piece.text == strong)
            self._entries.append(_Entry(index, title, said._replace(rest=rest)))
        elif self._is_pointed_at(index, lead) or (
            words > (_LONGEST_TITLE if self._is_item else _WORDS_BEFORE) and not said.rest and _reads_on(lead)
        ):
            self._leave(link, PROSE)
        else:
            is_short = len(_WORD.findall(said.title)) <= _LONGEST_TITLE
            self._take_named(index, said if is_short else said._replace(title="", rest=lead))

    def _take_named(self, index: int, said: Said) -> None:
        """Takes a link that has no title of its own: the words before it, above it or behind it name it."""
        link, owner = self._pieces[index], self._above.owner
        is_bare = is_address(link.text, link.url or "") and not text_of(self._pieces[:index])
        if owner and is_bare and not owner.takes_addresses:
            owner = None
        self._series = said.title or (owner.name if owner else "")
        if said.title or (owner and is_part(plain_title(link.text))):
            self._entries.append(_Entry(index, self._part(link) or self._series, said))
        elif owner and owner.at:
            self._leave(link, COMPANION)
        elif owner and owner.name:
            self._entries.append(_Entry(index, owner.name, said))
            owner.at = len(self._links.articles) + 1
        elif not is_bare and (after := self._after(index)).title:
            self._series = after.title
            text = plain_title(link.text)
            title = f"{text}: {after.title}" if is_part(text) else self._part(link) or after.title
            told = after._replace(keywords=(*said.keywords, *after.keywords), is_done=said.is_done)
            self._entries.append(_Entry(index, title, told))
        else:
            self._entries.append(_Entry(index, "" if _WEB.match(link.text) or is_label(link.text) else link.text, said))

    def _after(self, index: int) -> Said:
        """Returns what the words behind the labels of an item say, as far as they may be their title, and drops them."""
        links = [place for place in range(index, len(self._pieces)) if self._pieces[place].is_link]
        if any(self._pieces[place].has_title for place in links):
            return Said()
        after = self._pieces[links[-1] + 1 :]
        said = title_after(text_of(after), _strong_begin(after))
        if said.title:
            self._dropped.update(range(links[-1] + 1, len(self._pieces)))
        return said

    def _take_other(self, last: int, index: int) -> None:
        link, between = self._pieces[index], "".join(piece.text for piece in self._pieces[last + 1 : index])
        is_listed = bool(_LISTED.fullmatch(between))
        named = _NAMED.fullmatch(between)
        if link.has_title and not link.text.startswith("["):
            is_own = (is_listed and not between.rstrip().endswith(("(", "（"))) or (named and not is_label(named[1]))
            if is_own and self._entries:
                self._entries.append(_Entry(index, link.text))
            elif named:
                self._drop(index, COMPANION)
            else:
                self._leave(link, PROSE)
        elif is_listed and self._entries and (part := self._part(link)):
            self._entries.append(_Entry(index, part))
        elif self._is_in_sentence(index, between):
            self._leave(link, PROSE)
        else:
            self._drop(index, COMPANION)

    def _write(self, entry: _Entry, end: int) -> None:
        link = self._pieces[entry.place]
        behind = (index for index in range(entry.place + 1, end) if index not in self._dropped)
        after = words_after("".join(self._pieces[index].text for index in behind if not self._pieces[index].is_image))
        title, said = dated_title(plain_title(entry.title)), entry.said
        rest = after.rest if len(_WORD.findall(after.rest)) > 1 else ""  # a lone "and" between two links is no summary
        told: dict[str, Any] = {
            "summary": (": " if link.has_title else " ").join(filter(None, (said.rest, rest))),
            "published": title.published or said.published or after.published or dated_title(link.text).published,
        }
        keywords = [*said.keywords, *after.keywords]
        if entry is self._entries[0]:
            told |= self._fields
            keywords += told.pop("keywords", [])
        self._links.take(
            self._line + link.line, told.pop("title", title.text), link.url or "", self._above.headings,
            keywords=list(dict.fromkeys(keywords)), marks=Marks("done") if said.is_done else None, **told,
        )  # fmt: skip

    def _part(self, link: MarkdownPiece) -> str:
        """Returns the title of a part: that of the whole and the part's number."""
        text = plain_title(link.text)
        is_one = is_part(text) or (is_number(text) and self._numbered > 1)
        return f"{self._series}: {text}" if self._series and is_one else ""

    def _is_running(self, lead: str, words: int) -> bool:
        """Whether the words before a link run on into it, as a sentence does."""
        most = _WORDS_BEFORE if self._is_item or not _reads_on(lead) else 0
        return words > most and (not self._is_item or _reads_on(lead))

    def _is_pointed_at(self, index: int, lead: str) -> bool:
        """Whether a label is a word of a sentence: behind an article, or with words directly on both sides of a paragraph."""
        return bool(_DETERMINER.search(lead)) or (not self._is_item and self._is_in_sentence(index, lead))

    def _is_shop(self, index: int, said: Said) -> bool:
        """Whether a link of few words at the end of an item that begins with a title in bold leads to where that is."""
        lead = text_of(self._pieces[:index])
        is_last = not re.search(r"\w", text_of(self._pieces[index + 1 :]))
        few = len(_WORD.findall(self._pieces[index].text)) <= 2
        return bool(said.title and said.rest and few and is_last and not _reads_on(lead))

    def _is_in_sentence(self, index: int, between: str) -> bool:
        """Whether words stand directly before and behind a link, so that its text belongs to their sentence."""
        following = self._pieces[index + 1].text if index + 1 < len(self._pieces) else ""
        return bool(re.search(r"\w\s?$", between) and re.match(r"\s?\w", following))

    def _drop(self, index: int, reason: Bilingual) -> None:
        self._dropped.add(index)
        self._leave(self._pieces[index], reason)

    def _leave(self, piece: MarkdownPiece, reason: Bilingual) -> None:
        self._links.leave(self._line + piece.line, piece.text or piece.url or "", reason)


def take_row(
    links: LinkCollector,
    line: int,
    cells: Sequence[Sequence[MarkdownPiece]],
    columns: Sequence[str | None],
    headings: Sequence[str],
) -> None:
    """Takes the links of a table's row: its article, in whichever column, and others with titles of their own."""
    found = [
        (column, piece) for column, cell in zip(columns, cells, strict=False) for piece in cell if piece.url is not None
    ]
    for _, piece in found:
        if piece.is_image:
            links.leave(line, piece.url or "", IMAGE)
    linked = [(column, piece) for column, piece in found if not piece.is_image]
    if not linked:
        return
    main = min(linked, key=lambda pair: _rank(*pair, is_titled="title" in columns))
    texts = [text_of(cell) for cell in cells]
    fields, filed = fields_of_row(columns, texts)
    row = _titled(columns, cells, main[1])
    kept = {n: v for n, v in fields.items() if n in _BESIDE or (v != row.title and _says(v, linked))}
    told = {
        "published": row.published,
        "summary": row.rest,
        **{n: v for n, v in kept.items() if n not in ("title", "url")},
    }
    links.take(line, row.title, main[1].url or "", (*headings, *filed), **told)
    is_one = "title" in columns
    for column, piece in linked:
        if piece is main[1]:
            continue
        if column in _BESIDE or not piece.has_title or (is_one and column != "title"):
            links.leave(line, piece.text or piece.url or "", COMPANION)
        else:
            links.take(line, plain_title(piece.text), piece.url or "", (*headings, *filed))


def _titled(columns: Sequence[str | None], cells: Sequence[Sequence[MarkdownPiece]], link: MarkdownPiece) -> Said:
    """Returns what a row says of its article: its title, a date in it, and what stands behind it in its cell."""
    cell = next((cell for column, cell in zip(columns, cells, strict=False) if column == "title"), ())
    if link in cell and link.has_title:
        dated = dated_title(plain_title(link.text))
        return Said(dated.text, published=dated.published)
    shown = [piece for piece in cell if not piece.is_link or piece.has_title]
    raw, strong = "".join(piece.text for piece in shown), _strong_begin(shown)
    said = words_before(raw, strong)
    if len(_WORD.findall(said.title)) > _LONGEST_TITLE:
        title, rest = first_words(raw)
        said = said._replace(title=title, rest=rest)
    if said.title:
        return said
    if link.has_title:
        return Said(plain_title(link.text))
    beside = (words_before(text_of(p for p in cell if not p.is_link or p.has_title)).title for cell in cells)
    return Said(next((t for t in beside if re.search(r"[^\W\d]", t) and len(_WORD.findall(t)) <= _LONGEST_TITLE), ""))


def _rank(column: str | None, piece: MarkdownPiece, *, is_titled: bool) -> tuple[bool, ...]:
    """Ranks the links of a row: the lowest leads to its article."""
    of_paper = bool(_PAPER.search(column or "")) or bool(_PAPER.search(piece.text))
    return (
        column != "title" or not piece.has_title,
        column != "url",
        column in _BESIDE or bool(_AFTER_PAPER.search(column or "")),
        not (piece.has_title or (is_titled and of_paper)),
        not of_paper,
    )


def _says(value: str, linked: Iterable[tuple[str | None, MarkdownPiece]]) -> bool:
    """Whether a cell says more than the labels of its links."""
    for _, piece in linked:
        value = value.replace(piece.text, " ")
    return bool(re.search(r"\w", value)) and not is_label(value)


def _strong_begin(pieces: Iterable[MarkdownPiece]) -> str:
    """Returns the words in bold with which the pieces begin; empty if they begin otherwise."""
    strong: list[str] = []
    for piece in pieces:
        if piece.is_strong and not piece.is_link:
            strong.append(piece.text)
        elif strong or re.search(r"[^\W\d_]|[\[(（【]\s?$", piece.text):
            break
    text = one_line("".join(strong))
    return "" if is_label(text) else text


def _reads_on(before: str) -> bool:
    """Whether the text before a link runs on into it, as a sentence does."""
    return not before.rstrip(" *_[").endswith((":", "：", "-", "–", "—", "|", ".", "。", "(", "（"))
