"""The page in a real browser, as a reader uses it: from a file, with a keyboard, on a phone, with and without script."""

import json
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Literal

import pytest
from tests.conftest import Gpucat
from tests.site.conftest import HOSTILE, Site

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
SHIFT = """
() => new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => resolve(sum), 400);
})
"""


def open_site(page: "Page", site: Site, name: str = "index.html", hash: str = "") -> None:
    page.goto((site.folder / name).as_uri() + hash)


def hits(page: "Page") -> list[str]:
    """The places of the articles that the results show, in order."""
    return page.locator("#results .place").all_inner_texts()


def ask(page: "Page", text: str) -> list[str]:
    page.fill("#q", text)
    page.evaluate("new Promise(requestAnimationFrame)")
    return hits(page)


def test_a_search_shows_its_hits_and_the_address_keeps_it(page: "Page", site: Site) -> None:
    open_site(page, site)
    assert not page.locator("#results").is_visible()
    assert ask(page, "swizzle")[:2] == ["memory/6", "layout/10"]
    assert not page.locator("#browse").is_visible()
    assert page.url.endswith("#q=swizzle")
    page.reload()
    assert hits(page)[:2] == ["memory/6", "layout/10"]
    page.click("#reset")
    assert page.locator("#browse").is_visible()
    assert page.locator("#articles article").count() == 149
    assert "#q" not in page.url


def test_a_misspelt_word_is_mended_and_said(page: "Page", site: Site) -> None:
    open_site(page, site, "en.html")
    assert "layout/10" in ask(page, "swizle")
    assert "Searched swizzle instead of swizle." in page.inner_text("#count")
    ask(page, "qqqqq zzzzz")
    assert "Nothing was found." in page.inner_text("#count")


def test_filters_narrow_and_can_be_linked_to(page: "Page", site: Site) -> None:
    open_site(page, site, hash="#module=layout&level=advanced")
    assert page.locator("#results article").count() > 0
    assert all(place.startswith("layout/") for place in hits(page))
    page.select_option("select[name=level]", "")
    page.evaluate("new Promise(requestAnimationFrame)")
    assert len(hits(page)) == 14
    assert page.url.endswith("#module=layout")
    page.click("text=清除")
    page.select_option("select[name=link]", "broken")
    page.evaluate("new Promise(requestAnimationFrame)")
    assert hits(page) == ["hardware/1"]


def test_a_module_card_leads_to_its_articles(page: "Page", site: Site) -> None:
    open_site(page, site)
    page.click(".modules a >> text=GPU内存层次与访存优化")
    assert all(place.startswith("memory/") for place in hits(page))
    assert page.evaluate("document.querySelector('#results .card').getBoundingClientRect().top >= 0")
    assert page.locator("#results h3").first.is_visible()
    page.go_back()
    assert page.locator("#browse").is_visible()
    page.click("nav >> text=路线")
    assert page.locator("#route").is_visible()


def test_the_other_language_shows_the_same(page: "Page", site: Site) -> None:
    open_site(page, site)
    ask(page, "规约")
    found = hits(page)
    page.click("#language")
    assert page.locator("html").get_attribute("lang") == "en"
    assert hits(page) == found
    assert page.input_value("#q") == "规约"


def test_what_is_read_stays_read(page: "Page", site: Site) -> None:
    open_site(page, site)
    page.select_option("#a8 select", "done")
    assert "已读 1 / 149" in page.inner_text("#read-count")
    assert page.inner_text("#next") != "Making Deep Learning go Brrrr From First Principles"
    page.reload()
    assert page.input_value("#a8 select") == "done"
    assert "已读 1 / 149" in page.inner_text("#read-count")
    page.select_option("select[name=state]", "done")
    page.evaluate("new Promise(requestAnimationFrame)")
    assert hits(page) == ["hardware/8"]
    open_site(page, site, "en.html")
    assert "1 of 149 read" in page.inner_text("#read-count")


def test_saved_reading_states_are_lines_that_can_be_loaded_again(page: "Page", site: Site) -> None:
    open_site(page, site, "en.html")
    page.select_option("#a1 select", "reading")
    page.select_option("#a2 select", "skipped")
    with page.expect_download() as download:
        page.click("#save")
    assert download.value.suggested_filename == "gpucat-reading.jsonl"
    lines = [json.loads(line) for line in download.value.path().read_text("utf-8").splitlines()]
    assert [(line["kind"], line["status"]) for line in lines] == [("reading", "skipped"), ("reading", "reading")]
    page.evaluate("localStorage.clear()")
    page.reload()
    assert page.input_value("#a1 select") == "todo"
    page.set_input_files("#load", download.value.path())
    page.wait_for_function("document.querySelector('#kept').textContent")
    assert page.inner_text("#kept") == "2 reading states taken over."
    assert page.input_value("#a1 select") == "reading"


def test_reading_states_of_the_page_can_be_imported(page: "Page", site: Site, gpucat: Gpucat) -> None:
    open_site(page, site)
    page.select_option("#a6 select", "done")
    with page.expect_download() as download:
        page.click("#save")
    path = download.value.path().with_suffix(".jsonl")
    download.value.save_as(path)
    assert gpucat("import", str(path)).code == 0
    assert json.loads(gpucat("show", "6", "--json").out)[0]["status"] == "done"


def test_a_text_from_outside_does_nothing(page: "Page", site: Site) -> None:
    open_site(page, site)
    assert "CuTe DSL" in page.title()
    ask(page, "quoted 7 * 7")
    assert page.locator("#results h3").first.inner_text() == HOSTILE["title"]
    open_site(page, site, hash="#q=%3Cimg%20src%3Dx%3E&module=%3Cscript%3E")
    assert page.input_value("#q") == "<img src=x>"
    assert page.locator("img").count() == 0


@pytest.mark.parametrize(("name", "theme"), [("index.html", "light"), ("en.html", "dark")])
def test_the_page_is_accessible(page: "Page", site: Site, name: str, theme: Literal["light", "dark"]) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page.emulate_media(color_scheme=theme)
    open_site(page, site, name)
    page.evaluate("document.querySelector('details').open = true")
    most = {"exclude": [[".card:nth-child(n + 3)"]]}  # a card is like another, and to look at all takes a minute
    for hash in ("", "#q=bank conflict"):
        page.evaluate("(hash) => (location.hash = hash)", hash)
        page.wait_for_timeout(50)
        found = Axe().run(page, context=most)
        assert found.violations_count == 0, found.generate_report()


def test_the_theme_is_kept(page: "Page", site: Site) -> None:
    def paper() -> str:
        return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))

    open_site(page, site)
    light = paper()
    page.click("#theme")
    page.click("#theme")
    dark = paper()
    page.reload()
    assert paper() == dark != light


@pytest.mark.parametrize("name", ["index.html", "en.html"])
@pytest.mark.parametrize("hash", ["", "#q=bank+conflict", "#route"])
def test_a_phone_shows_everything_and_nothing_moves(browser: "Browser", site: Site, name: str, hash: str) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True)
    phone = context.new_page()
    open_site(phone, site, name)
    phone.select_option("#a8 select", "done")
    phone.goto("about:blank")
    open_site(phone, site, name, hash)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
    assert phone.evaluate(SHIFT) < 0.01
    context.close()


def test_the_keyboard_is_enough(page: "Page", site: Site) -> None:
    open_site(page, site)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("/")
    page.keyboard.type("tma")
    page.evaluate("new Promise(requestAnimationFrame)")
    assert hits(page)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "reset"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "q"
    assert page.locator("#browse").is_visible()


def test_without_script_everything_can_be_read(browser: "Browser", site: Site) -> None:
    context = browser.new_context(java_script_enabled=False, viewport={"width": 360, "height": 740})
    plain = context.new_page()
    open_site(plain, site, hash="#module=memory")
    assert plain.locator("article h3 a").count() == 149
    assert not plain.locator("#find, select, #save, progress").filter(visible=True).count()
    plain.click("#language")
    assert plain.locator("html").get_attribute("lang") == "en"
    context.close()


@pytest.fixture
def below_a_path(site: Site) -> Iterator[str]:
    """The address of the site on a server, below a path as on GitHub Pages."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site.folder.parent))) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/public/"
        server.shutdown()
        thread.join()


def test_a_server_may_have_it_below_a_path(page: "Page", below_a_path: str) -> None:
    page.goto(below_a_path)
    assert ask(page, "swizzle")
    page.click("#language")
    assert page.url == f"{below_a_path}en.html#q=swizzle"
    assert hits(page)[0] == "memory/6"
