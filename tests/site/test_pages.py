"""The exported pages as files: whole without the script, closed to everything from outside, small, private."""

import gzip
import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.conftest import Gpucat
from tests.site.conftest import HOSTILE, Site

from gpucat.catalog.article import Article
from gpucat.catalog.catalogue import Catalogue, Texts
from gpucat.language import same
from gpucat.site.pages import SiteContent, build_pages
from gpucat.site.search_data import COLUMNS

PAGES = ("index.html", "en.html")
MOST_BYTES = 330_000


class Elements(HTMLParser):
    """The elements of a page with their attributes, and the texts of those that were asked for."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {}
        self._open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        self._open.append(tag)

    def handle_data(self, data: str) -> None:
        if self._open:
            self.texts.setdefault(self._open[-1], []).append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag in self._open:
            while self._open.pop() != tag:
                pass

    def of(self, tag: str, **wanted: str) -> list[dict[str, str | None]]:
        return [a for name, a in self.found if name == tag and wanted.items() <= a.items()]


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_whole_without_its_script(site: Site, name: str) -> None:
    elements = Elements(site.page(name))
    assert len(elements.of("article")) == 149
    assert len(elements.of("li", **{"class": "stage"})) == 5
    assert len(elements.of("section", **{"class": "module"})) == 9
    anchors = {attributes["id"] for _, attributes in elements.found if attributes.get("id")}
    inner = {str(a["href"])[1:] for a in elements.of("a") if str(a["href"]).startswith("#")}
    assert inner <= anchors
    assert len(anchors) == sum("id" in attributes for _, attributes in elements.found)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_small(site: Site, name: str) -> None:
    assert len(gzip.compress(site.page(name).encode(), 6)) < MOST_BYTES


@pytest.mark.parametrize("name", PAGES)
def test_only_the_pages_own_code_may_run(site: Site, name: str) -> None:
    elements = Elements(site.page(name))
    [policy] = [a["content"] for a in elements.of("meta", **{"http-equiv": "Content-Security-Policy"})]
    assert policy is not None
    assert "default-src 'none'" in policy
    codes = re.findall(r"<(script|style)>(.*?)</\1>", site.page(name), re.S)
    assert [kind for kind, _ in codes] == ["script", "style", "script"]
    for _, code in codes:
        assert b64encode(sha256(code.encode()).digest()).decode() in policy
    assert not [name for _, attributes in elements.found for name in attributes if name.startswith("on")]
    assert not [a for _, a in elements.found if "src" in a or "style" in a]


@pytest.mark.parametrize("name", PAGES)
def test_a_text_from_outside_is_text(site: Site, name: str) -> None:
    elements = Elements(site.page(name))
    assert HOSTILE["title"] in "".join(elements.texts["a"])
    assert len(elements.of("script")) == 3
    assert not elements.of("img")
    assert not elements.of("b")
    assert "<script>document.title" not in site.page(name)


@pytest.mark.parametrize("name", PAGES)
def test_links_lead_to_articles_only(site: Site, name: str) -> None:
    out = [a for a in Elements(site.page(name)).of("a") if "://" in str(a["href"])]
    assert len(out) == 149
    assert all(str(a["href"]).startswith(("https://", "http://")) and a["rel"] == "noopener" for a in out)


def test_an_address_that_is_none_of_the_web_is_no_link() -> None:
    article = Article(1, "Harmful", "javascript:alert(1)")
    content = SiteContent(
        Catalogue(Texts(same("A list")), [], [article]), {1: dict.fromkeys(COLUMNS, "")}, {}, {}, "2026-01-01", "1"
    )
    for text in build_pages(content, "zh").values():
        assert not [a for a in Elements(text).of("a") if "javascript" in str(a["href"])]


@pytest.mark.parametrize("name", PAGES)
def test_what_belongs_to_the_reader_stays_at_home(site: Site, name: str) -> None:
    assert "private" not in site.page(name)
    assert not Elements(site.page(name)).of("option", selected="")


def test_a_card_says_the_links_verdict_and_when(site: Site) -> None:
    assert 'link broken <time datetime="2026-08-14T10:00:00+00:00">2026-08-14</time>' in site.page("en.html")
    assert '链接失效 <time datetime="2026-08-14T10:00:00+00:00">2026-08-14</time>' in site.page()


def test_the_first_language_is_the_folders_page(gpucat: Gpucat, tmp_path: Path) -> None:
    assert gpucat("export", "site", "-o", "a").code == 0
    assert gpucat("export", "site", "-o", "b", "--lang", "en").code == 0
    assert '<html lang="zh-Hans"' in (tmp_path / "a" / "index.html").read_text("utf-8")
    assert '<html lang="en"' in (tmp_path / "b" / "index.html").read_text("utf-8")
    assert (tmp_path / "b" / "zh.html").exists()


def test_the_newest_articles_are_a_feed_beside_the_pages(site: Site) -> None:
    assert ElementTree.parse(site.folder / "feed.atom").getroot().tag == "{http://www.w3.org/2005/Atom}feed"
    assert [a["href"] for a in Elements(site.page()).of("link", type="application/atom+xml")] == ["feed.atom"]


def test_a_filter_publishes_a_part(gpucat: Gpucat, tmp_path: Path) -> None:
    assert "Wrote 16 articles" in gpucat("export", "site", "-o", "public", "--module", "memory").err
    elements = Elements((tmp_path / "public" / "index.html").read_text("utf-8"))
    assert len(elements.of("article")) == 16
    assert len(elements.of("section", **{"class": "module"})) == 1


def test_other_files_of_the_folder_stay(gpucat: Gpucat, tmp_path: Path) -> None:
    (tmp_path / "public").mkdir()
    (tmp_path / "public" / "CNAME").write_text("gpu.example")
    assert gpucat("export", "site", "-o", "public").code == 0
    assert (tmp_path / "public" / "CNAME").read_text() == "gpu.example"


def test_an_empty_list_has_a_page(gpucat: Gpucat, empty: Path, tmp_path: Path) -> None:
    assert gpucat("export", "site", "-o", "public", db=empty).code == 0
    assert "<h1>GPU 编程文章目录</h1>" in (tmp_path / "public" / "index.html").read_text("utf-8")


def test_a_site_needs_a_folder(gpucat: Gpucat, tmp_path: Path) -> None:
    result = gpucat("export", "site")
    assert (result.code, "-o public" in result.err) == (2, True)
    (tmp_path / "file").write_text("")
    assert gpucat("export", "site", "-o", "file").code == 3
