"""Takes the article from a page, as Markdown, and says if there is none. Pure.

Increase EXTRACTOR_VERSION whenever the same page would give another text, so that kept texts are known to be old.
"""

import re
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

from gpucat.charset import decode_page
from gpucat.errors import GpucatError
from gpucat.language import Bilingual

if TYPE_CHECKING:
    from lxml.etree import _Element

EXTRACTOR_VERSION: Final = 1
_FEWEST_WORDS: Final = 80
_ROBOTS: Final = frozenset({"robots", "googlebot", "gpucat"})
_WEB: Final = ("html", "xml")
_NOT_TEXT: Final = (b"%PDF-", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"PK\x03\x04", b"\x1f\x8b", b"\x7fELF", b"RIFF")
_LOOKED_AT: Final = 100_000
_KANA: Final = re.compile("[\u3040-\u30ff]")
_HAN: Final = re.compile("[\u3400-\u9fff]")
_HANGUL: Final = re.compile("[\uac00-\ud7a3]")
_SITE: Final = re.compile(r"\s+[|·•—–»-]\s+")


class NoArticleError(GpucatError):
    """A page has no article that could be kept; `reason` says why."""

    def __init__(self, reason: Bilingual) -> None:
        super().__init__("no_article", reason)
        self.reason = reason

    def __reduce__(self) -> tuple[type["NoArticleError"], tuple[Bilingual]]:
        return type(self), (self.reason,)  # so that it comes out of another process as it was


class ArticleText(NamedTuple):
    """An article: its title, its language (ISO 639-1), its Markdown, and how much that is.

    `words` counts Latin words and CJK characters outside code. `is_kept` is False if the page forbids keeping a copy.
    """

    title: str
    language: str
    markdown: str
    words: int
    code_blocks: int
    is_kept: bool


def extract(html: bytes, content_type: str, url: str) -> ArticleText:
    """Returns the article of a page; raises NoArticleError if there is none of at least 80 words."""
    from gpucat.texts.code import normalise_code
    from gpucat.texts.main_part import main_part
    from gpucat.texts.markdown_writer import written_markdown
    from gpucat.texts.mathematics import normalise_mathematics
    from gpucat.texts.page_tree import parse_tree
    from gpucat.texts.volume import volume_of

    _require_page(html, content_type)
    root, is_overfull = parse_tree(decode_page(html, content_type).text)
    if is_overfull:
        raise NoArticleError(
            Bilingual(
                "the page has over 100,000 elements: too many for an article", "网页的元素超过 100,000 个，不像一篇文章"
            )
        )
    if root is None:
        raise NoArticleError(Bilingual("the page is empty", "网页是空的"))
    head = _read_head(root)
    normalise_code(root)
    normalise_mathematics(root)
    part = main_part(root)
    markdown = _without_title(written_markdown(part, head.base or url), head.title)
    volume = volume_of(markdown)
    words = volume.words + volume.cjk
    if words < _FEWEST_WORDS:
        raise NoArticleError(_too_few(words))
    return ArticleText(
        head.title, _language(markdown, head.language), markdown, words, volume.code_blocks, head.is_kept
    )


class _Head(NamedTuple):
    """What a page says of itself."""

    title: str
    language: str
    base: str
    is_kept: bool


def _read_head(root: "_Element") -> _Head:
    metas: dict[str, str] = {}
    is_kept = True
    for meta in root.iter("meta"):
        name = (meta.get("name") or meta.get("property") or "").lower()
        metas.setdefault(name, meta.get("content") or "")
        if name in _ROBOTS and "noarchive" in (meta.get("content") or "").lower():
            is_kept = False
    base = next((element.get("href") or "" for element in root.iter("base")), "")
    return _Head(_title(root, metas.get("og:title", "")), (root.get("lang") or "").lower(), base, is_kept)


def _title(root: "_Element", told: str) -> str:
    """Returns the only first heading if the page tells others no other title, else what it tells them, without the site."""
    head = _line(next((element.text or "" for element in root.iter("title")), ""))
    headings = [_line("".join(heading.itertext())) for heading in islice(root.iter("h1"), 2)]
    only = headings[0] if len(headings) == 1 else ""
    if only and (not told.strip() or _letters(only) in _letters(told)):
        return only
    return _line(told) or _SITE.split(head)[0]


def _line(text: str) -> str:
    return " ".join(text.split())[:500].rstrip(" ¶§🔗")


def _without_title(markdown: str, title: str) -> str:
    """Takes off a first heading that only repeats the title."""
    first, _, rest = markdown.partition("\n")
    if first.startswith("#") and _letters(first) == _letters(title):
        return rest.lstrip("\n")
    return markdown


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text)).casefold()


def _require_page(html: bytes, content_type: str) -> None:
    media = content_type.partition(";")[0].strip().lower()
    if html.startswith(b"%PDF-") or "pdf" in media:
        raise NoArticleError(Bilingual("this is a PDF, not a web page", "这是 PDF，不是网页"))
    if html.startswith(_NOT_TEXT) or not (
        media == "" or media.startswith("text/") or any(name in media for name in _WEB)
    ):
        raise NoArticleError(
            Bilingual(f"this is no web page ({media or 'a binary file'})", f"这不是网页（{media or '二进制文件'}）")
        )


def _too_few(words: int) -> Bilingual:
    return Bilingual(
        f"fewer than {_FEWEST_WORDS} words of text ({words}): the page shows its article by a program, wants a login, or has none",
        f"正文不足 {_FEWEST_WORDS} 个词（{words} 个）：网页要靠脚本显示文章、要登录，或者没有文章",
    )


def _language(markdown: str, declared: str) -> str:
    """Returns the language in which most is written; pages often declare that of their template."""
    prose = markdown[:_LOOKED_AT]
    han, kana, hangul = (len(kind.findall(prose)) for kind in (_HAN, _KANA, _HANGUL))
    latin = len(re.findall(r"[A-Za-z]{2,}", prose))
    if kana > han // 5 and kana > 20:
        return "ja"
    if hangul > latin // 2:
        return "ko"
    if han * 2 > latin:
        return "zh"
    code = declared.partition("-")[0].partition("_")[0]
    return code if len(code) == 2 and code.isalpha() and code not in {"zh", "ja", "ko"} else "en"
