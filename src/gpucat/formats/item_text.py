"""Reads the words of a list's item: its title, date and keywords, without the marks of editors and note programs. Pure."""

import re
import unicodedata
from typing import Final, NamedTuple

from gpucat.formats.dates import read_date
from gpucat.formats.link_labels import is_beside, is_label, is_number, is_part
from gpucat.formats.links import one_line

_AROUND: Final = " \t\n-–—:：|·•,，、.。;；*_~>="
_OPENING: Final = "[(（【"
_CLOSING: Final = "])）】"
_QUOTES: Final = ("“”", "‘’", '""', "''", "[]", "【】", "()", "（）", "``")
_CHECKBOX: Final = re.compile(r"^\s*(?:\[(?P<box>[ xX/-])\]|(?P<word>TODO|DOING|DONE|LATER|NOW|WAITING)\b)\s*")
_WIKI: Final = re.compile(r"!?\[\[(?:[^\[\]|]*\|)?([^\[\]|#]*)(?:#[^\[\]|]*)?\]\]")
_TAG: Final = re.compile(r"(?<![\w/#&\[(])#(?!\d+\b)([\w\u3400-\u9fff][\w/-]*)")
_MARKS: Final = re.compile(
    r"==(?=\S)|(?<=\S)==|%%.*?%%|\{\{[^{}]*\}\}|\{\{\w*|\}\}|\[\^[^\]]+\]|(?:^|\s)\^[\w-]+\s*$"  # highlights, comments, macros, notes
    r"|(?<![\w:]):[a-z][a-z\d_+-]+:(?![\w:])"  # pictures by name
    r"|[📅⏳🛫✅❌➕]\ufe0f?\s*\d{4}-\d\d-\d\d|[⏫🔼🔽🔺⏬]\ufe0f?|🔁[^📅⏳🛫✅❌➕]*"  # what a task program adds
)
_MOST_TAGS: Final = 3
_LEADING_TAG: Final = re.compile(r"^(?:\[(?P<said>[^\[\]]{1,60})\]|【(?P<han>[^【】]{1,60})】)\s*(?=\S)")
_AFFILIATION: Final = re.compile(r"\s*[(（]@[^()（）]*[)）]\s*$")
_MONTH: Final = r"(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.?"
_DATE: Final = (
    r"(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?!\d)|\d{4}(?P<mark>[-/.])\d{1,2}(?:(?P=mark)\d{1,2})?|\d{4}年\d{1,2}月(?:\d{1,2}日)?"
    rf"|{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?,? \d{{4}}|\d{{1,2}}(?:st|nd|rd|th)? {_MONTH},? \d{{4}}|{_MONTH},? \d{{4}}"
)
_AT_HEAD: Final = re.compile(
    rf"^(?:[(\[（【]?(?:{_DATE})(?:[)\]）】]|(?![0-9A-Za-z]|[-/.]\d))|[(（](?:19|20)\d\d[)）])[\s:：,，、|–—-]*", re.I
)
_AT_END: Final = re.compile(
    rf"(?:\s*[,，|:：]\s*|\s+[-–—]\s*|\s*(?=[(\[（【])|\s+)(?:[(\[（【](?:{_DATE}|(?:19|20)\d\d)[)\]）】]|{_DATE.replace('mark', 'sign')})$",
    re.I,
)
_ONLY_DATE: Final = re.compile(rf"{_DATE}|(?:19|20)\d\d年?", re.I)
_YEAR_INSIDE: Final = re.compile(
    r"(.{3,}?) ?(?=[(（](?:19|20)\d\d[)）])(.{6}[,.;:]? \w.*)"
)  # a title, its year, its authors
_ENUMERATED: Final = re.compile(r"^\s*\d{1,3}[.)、]\s+")
_FIRST_END: Final = re.compile(r"(?<=\w)(?:\s{2,}|\s*\n)|\s[-–—|]+\s|——|[.?!](?=\s)|[。？！]|:\s|：")
_RUNS_ON: Final = re.compile(r"(?:to|for|and|or|in|on|with|by|from|of|is|are|was|about|as|that|which|if|at|also)\b")
_SIDE: Final = re.compile(r"\s[-–—|]+\s|——")


class Said(NamedTuple):
    """What words say: a title, the rest of them, a date, keywords; and whether a ticked box stands before them."""

    title: str = ""
    rest: str = ""
    published: str | None = None
    keywords: tuple[str, ...] = ()
    is_done: bool = False


class Dated(NamedTuple):
    """A text without the date that stood at its head or end."""

    text: str
    published: str | None


def plain_title(text: str) -> str:
    """Returns a title without the marks, brackets and pictures around it."""
    title, before = one_line(_WIKI.sub(r"\1", _MARKS.sub("", text))), None
    while title != before:
        before = title
        title = _unwrapped(_without_pictures(title).strip(_AROUND.replace(".", "")))
    return title


def title_of_cell(text: str) -> str:
    """Returns the title that a cell or the words before a link hold: also without a number or a name in brackets before
    it, and an affiliation (`(@…)`) behind it.
    """
    title = _AFFILIATION.sub("", plain_title(_ENUMERATED.sub("", text)))
    for _ in range(_MOST_TAGS):
        found = _LEADING_TAG.match(title)
        if found and not is_part(found["said"] or found["han"] or ""):
            title = title[found.end() :]
    return plain_title(title)


def dated_title(text: str) -> Dated:
    """Returns a title and the date at its head or end; a title that is nothing but a date stays."""
    for place in (_AT_HEAD, _AT_END):
        found = place.search(text)
        rest = plain_title(text[: found.start()] + text[found.end() :]) if found else ""
        if found and rest and (published := _date_in(found[0])):
            return Dated(rest, published)
    return Dated(text, None)


def words_before(text: str, strong: str = "") -> Said:
    """Reads the words before a link, which begin in bold with `strong`: they may name what it leads to."""
    found = _CHECKBOX.match(text)
    is_done = found is not None and (found["box"] in ("x", "X") or found["word"] == "DONE")
    text, keywords = _tags_off(_ENUMERATED.sub("", text[found.end() :] if found else text))
    if strong and plain_title(text).startswith(plain_title(strong)):
        title = dated_title(title_of_cell(strong))
        after = plain_title(text)[len(plain_title(strong)) :]
    else:
        found = _YEAR_INSIDE.match(one_line(text))
        title, after = dated_title(title_of_cell(_unopened(found[1] if found else text))), found[2] if found else ""
    rest = words_after(after)
    if date := _date_in(title.text):
        return Said("", rest.rest, date, keywords, is_done)
    is_title = title.text and not is_label(title.text) and not is_beside(title.text)
    return Said(title.text if is_title else "", rest.rest, title.published or rest.published, keywords, is_done)


def words_after(text: str) -> Said:
    """Reads the words after a link: a summary, with a date at its head or end and keywords."""
    text, keywords = _tags_off(text)
    text = one_line(re.sub(r"[(\[（]\s*[,，、|/·;\s]*[)\]）]", "", text)).strip(" \t-–—:：|·•,，、/;；~*_=")
    text = text.lstrip(_AROUND + _CLOSING)
    if date := _date_in(text.strip(_OPENING + _CLOSING)):
        return Said(published=date, keywords=keywords)
    found = _AT_HEAD.match(text)
    if found and (date := _date_in(found[0])):
        return Said(rest=text[found.end() :], published=date, keywords=keywords)
    return Said(rest=_balanced(text), keywords=keywords)


def title_after(text: str, strong: str = "") -> Said:
    """Reads the words after a link that has no title, and none before it: in bold, or up to a dash, they are its title."""
    said = words_after(text)
    if _RUNS_ON.match(said.rest):
        return Said()
    title, *rest = (strong, said.rest.removeprefix(strong)) if strong else _SIDE.split(said.rest, maxsplit=1)
    dated = dated_title(title_of_cell(title))
    return said._replace(title=dated.text, rest=plain_title("".join(rest)), published=said.published or dated.published)


def first_words(text: str) -> tuple[str, str]:
    """Returns the title with which a long text begins, up to a dash or the end of a sentence, and what stands behind it."""
    text = _ENUMERATED.sub("", text)
    title, _, rest = _FIRST_END.sub(lambda found: found[0].rstrip() + "\0", text, count=1).partition("\0")
    return title_of_cell(title), one_line(rest).strip(_AROUND.replace(".", ""))


def is_address(text: str, url: str) -> bool:
    """Whether a link's text is its address, with or without the scheme and `www.`."""
    shown, address = (
        re.sub(r"^(?:https?:)?(?://)?(?:www\.)?|/+$", "", part.strip(), flags=re.I) for part in (text, url)
    )
    return bool(re.match(r"https?://|www\.", text.strip(), re.I)) or (
        "." in shown and " " not in shown and address.casefold().startswith(shown.casefold())
    )


def names_article(text: str, url: str) -> bool:
    """Whether a link's text is a title, rather than a label, a part's number, a date or an address."""
    plain = plain_title(text)
    return bool(re.search(r"[^\W\d_]", plain)) and not (
        is_label(plain)
        or is_part(plain)
        or is_number(plain)
        or is_address(plain, url)
        or _date_in(plain)
        or is_beside(plain)
    )


def _tags_off(text: str) -> tuple[str, tuple[str, ...]]:
    text = _MARKS.sub("", text)
    return _TAG.sub("", text), tuple(dict.fromkeys(found.strip("/-") for found in _TAG.findall(text)))


def _without_pictures(text: str) -> str:
    """Returns the text without the emoji around it."""
    begin, end = 0, len(text)
    while begin < end and _is_picture(text[begin]):
        begin += 1
    while begin < end and _is_picture(text[end - 1]):
        end -= 1
    return text[begin:end]


def _is_picture(character: str) -> bool:
    is_sign = unicodedata.category(character) in ("So", "Sk", "Cf", "Mn") and character not in "™®©°`^"
    return is_sign or character.isspace()


def _unwrapped(text: str) -> str:
    """Returns the text without a pair of quotes or brackets around the whole of it."""
    for opening, closing in _QUOTES:
        if len(text) > 1 and text[0] == opening and text[-1] == closing:
            inner = text[1:-1]
            if opening not in inner and closing not in inner:
                return inner.strip()
    return text


def _unopened(text: str) -> str:
    """Returns the text without a bracket at its end that is opened for the link that follows."""
    kept = text.rstrip(_AROUND + _OPENING + "“")
    return kept[:-1] if kept.endswith('"') and kept.count('"') % 2 else kept


def _balanced(text: str) -> str:
    """Returns the text without a closing bracket at its end that nothing opens, and an opening one that nothing closes."""
    for opening, closing in zip(_OPENING, _CLOSING, strict=True):
        if (text.endswith(closing) and text.count(closing) > text.count(opening)) or text.endswith(opening):
            text = text[:-1]
    return text.strip(" \t-–—:：|·•,，、/;；")


def _date_in(text: str) -> str | None:
    """Returns the date that the whole text is, in figures or with the month's name."""
    bare = text.strip(_AROUND + _OPENING + _CLOSING)
    return read_date(bare) if _ONLY_DATE.fullmatch(bare) else None
