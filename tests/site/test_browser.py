"""The page in a real browser, as a reader uses it: from a file, with a keyboard, on a phone, with and without script."""

import json
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import Literal

import pytest
from tests.conftest import Gpucat
from tests.site.conftest import HOSTILE, PATIENCE_MS, Site

pytest.importorskip("playwright.sync_api", reason="the browser tests need Playwright")
from playwright.sync_api import Browser, Locator, Page, expect

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


def open_site(page: Page, site: Site, name: str = "index.html", hash: str = "") -> None:
    page.goto((site.folder / name).as_uri() + hash)


def places(page: Page) -> Locator:
    """The places of the articles that the results show, in order; `expect` waits until they are drawn."""
    return page.locator("#results .place")


def drawn(page: Page) -> list[str]:
    """The places once the page has drawn what its form asks for: it does so in the next frame."""
    page.evaluate("new Promise(requestAnimationFrame)")
    return places(page).all_inner_texts()


def ask(page: Page, text: str) -> list[str]:
    page.fill("#q", text)
    return drawn(page)


def test_a_search_shows_its_hits_and_the_address_keeps_it(page: Page, site: Site) -> None:
    open_site(page, site)
    assert not page.locator("#results").is_visible()
    assert ask(page, "swizzle")[:2] == ["memory/6", "layout/10"]
    assert not page.locator("#browse").is_visible()
    assert page.url.endswith("#q=swizzle")
    page.reload()
    expect(places(page).nth(0)).to_have_text("memory/6")
    expect(places(page).nth(1)).to_have_text("layout/10")
    page.click("#reset")
    expect(page.locator("#browse")).to_be_visible()
    assert page.locator("#articles article").count() == 149
    assert "#q" not in page.url


def test_a_misspelt_word_is_mended_and_said(page: Page, site: Site) -> None:
    open_site(page, site, "en.html")
    assert "layout/10" in ask(page, "swizle")
    assert "Searched for swizzle instead of swizle." in page.inner_text("#count")
    ask(page, "qqqqq zzzzz")
    assert "Nothing was found." in page.inner_text("#count")


def test_filters_narrow_and_can_be_linked_to(page: Page, site: Site) -> None:
    open_site(page, site, hash="#module=layout&level=advanced")
    expect(places(page).first).to_be_visible()
    assert all(place.startswith("layout/") for place in drawn(page))
    page.select_option("select[name=level]", "")
    assert len(drawn(page)) == 14
    assert page.url.endswith("#module=layout")
    page.click("text=清除")
    page.select_option("select[name=link]", "broken")
    assert drawn(page) == ["hardware/1"]


def test_a_module_card_leads_to_its_articles(page: Page, site: Site) -> None:
    open_site(page, site)
    page.click(".modules a >> text=GPU内存层次与访存优化")
    expect(page.locator("#results h3").first).to_be_in_viewport()
    assert all(place.startswith("memory/") for place in drawn(page))
    page.go_back()
    expect(page.locator("#browse")).to_be_visible()
    page.click("nav >> text=路线")
    expect(page.locator("#route")).to_be_in_viewport()


def test_the_other_language_shows_the_same(page: Page, site: Site) -> None:
    open_site(page, site)
    found = ask(page, "规约")
    page.click("#language")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(places(page)).to_have_text(found)
    assert page.input_value("#q") == "规约"


def test_what_is_read_stays_read(page: Page, site: Site) -> None:
    open_site(page, site)
    page.select_option("#a8 select", "done")
    assert "已读 1 / 149" in page.inner_text("#read-count")
    assert page.inner_text("#next") != "Making Deep Learning go Brrrr From First Principles"
    page.reload()
    assert page.input_value("#a8 select") == "done"
    assert "已读 1 / 149" in page.inner_text("#read-count")
    page.select_option("select[name=state]", "done")
    assert drawn(page) == ["hardware/8"]
    open_site(page, site, "en.html")
    assert "1 of 149 read" in page.inner_text("#read-count")


def test_saved_reading_states_are_lines_that_can_be_loaded_again(page: Page, site: Site) -> None:
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
    expect(page.locator("#kept")).to_have_text("2 reading states loaded.")
    assert page.input_value("#a1 select") == "reading"


def test_reading_states_of_the_page_can_be_imported(page: Page, site: Site, gpucat: Gpucat) -> None:
    open_site(page, site)
    page.select_option("#a6 select", "done")
    with page.expect_download() as download:
        page.click("#save")
    path = download.value.path().with_suffix(".jsonl")
    download.value.save_as(path)
    assert gpucat("import", str(path)).code == 0
    assert json.loads(gpucat("show", "6", "--json").out)[0]["status"] == "done"


def test_a_text_from_outside_does_nothing(page: Page, site: Site) -> None:
    open_site(page, site)
    assert "CuTe DSL" in page.title()
    ask(page, "quoted 7 * 7")
    assert page.locator("#results h3").first.inner_text() == HOSTILE["title"]
    open_site(page, site, hash="#q=%3Cimg%20src%3Dx%3E&module=%3Cscript%3E")
    expect(page.locator("#q")).to_have_value("<img src=x>")
    assert page.locator("img").count() == 0


@pytest.mark.parametrize(("name", "theme"), [("index.html", "light"), ("en.html", "dark")])
def test_the_page_is_accessible(page: Page, site: Site, name: str, theme: Literal["light", "dark"]) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page.emulate_media(color_scheme=theme)
    open_site(page, site, name)
    page.evaluate("document.querySelector('details').open = true")
    most = {"exclude": [[".card:nth-child(n + 3)"]]}  # a card is like another, and to look at all takes a minute
    for hash, part in (("", "#browse"), ("#q=bank conflict", "#results")):
        page.evaluate("(hash) => (location.hash = hash)", hash)
        expect(page.locator(part)).to_be_visible()
        found = Axe().run(page, context=most)
        assert found.violations_count == 0, found.generate_report()


def test_the_theme_is_kept(page: Page, site: Site) -> None:
    def paper() -> str:
        return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))

    open_site(page, site)
    light = paper()
    page.click("#theme")
    page.click("#theme")
    expect(page.locator("body")).not_to_have_css("background-color", light)
    dark = paper()
    page.reload()
    expect(page.locator("body")).to_have_css("background-color", dark)


@pytest.mark.parametrize("name", ["index.html", "en.html"])
@pytest.mark.parametrize("hash", ["", "#q=bank+conflict", "#route"])
def test_a_phone_shows_everything_and_nothing_moves(browser: Browser, site: Site, name: str, hash: str) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True)
    context.set_default_timeout(PATIENCE_MS)
    phone = context.new_page()
    open_site(phone, site, name)
    phone.select_option("#a8 select", "done")
    phone.goto("about:blank")
    open_site(phone, site, name, hash)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
    assert phone.evaluate(SHIFT) < 0.01
    context.close()


def test_the_keyboard_is_enough(page: Page, site: Site) -> None:
    open_site(page, site)
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("/")
    page.keyboard.type("tma")
    assert drawn(page)
    page.keyboard.press("Tab")
    expect(page.locator("#reset")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#q")).to_be_focused()
    expect(page.locator("#browse")).to_be_visible()


def test_without_script_everything_can_be_read(browser: Browser, site: Site) -> None:
    context = browser.new_context(java_script_enabled=False, viewport={"width": 360, "height": 740})
    context.set_default_timeout(PATIENCE_MS)
    plain = context.new_page()
    open_site(plain, site, hash="#module=memory")
    assert plain.locator("article h3 a").count() == 149
    assert not plain.locator("#find, select, #save, progress").filter(visible=True).count()
    plain.click("#language")
    expect(plain.locator("html")).to_have_attribute("lang", "en")
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


def test_a_server_may_have_it_below_a_path(page: Page, below_a_path: str) -> None:
    page.goto(below_a_path)
    assert ask(page, "swizzle")
    page.click("#language")
    expect(page).to_have_url(f"{below_a_path}en.html#q=swizzle")
    expect(places(page).first).to_have_text("memory/6")
