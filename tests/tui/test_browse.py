"""The full-screen reader, driven by keys and mouse at 80×24."""

import asyncio
import builtins
import json
import re
import sqlite3
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.conftest import Gpucat
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static, TextArea

from gpucat.language import Language
from gpucat.services.browsing import Library, live_search
from gpucat.services.cards import read_cards
from gpucat.store.lookup import find_articles_named
from gpucat.store.texts import TextFacts, put_text, writing_texts
from gpucat.texts.volume import volume_of
from gpucat.tui.browser import Browser
from gpucat.tui.note_screen import NoteScreen
from gpucat.tui.words import FOLDED_KEYS, KEYS

SIZE = (80, 24)
Scenario = Callable[[Browser, Pilot[None]], Awaitable[None]]


def play(db: Path, scenario: Scenario, *, language: Language = "en", size: tuple[int, int] = SIZE) -> None:
    """Plays a scenario on the database, in a thread of its own: another test may have left an event loop in this one."""

    async def run() -> None:
        library = Library(db, live_search(db, print), print)
        app = Browser(library, language)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await scenario(app, pilot)
        library.close()

    with ThreadPoolExecutor(max_workers=1) as pool:
        pool.submit(asyncio.run, run()).result()


async def sees(pilot: Pilot[None], *texts: str) -> str:
    """What a person sees once all of the texts are on the screen, within twenty seconds: a busy machine draws late."""
    for _ in range(1000):
        words = re.findall(r"<text[^>]*>([^<]*)</text>", pilot.app.export_screenshot())
        seen = " ".join(words).replace("&#160;", " ")
        if all(text in seen for text in texts):
            return seen
        await pilot.pause(0.02)
    raise AssertionError([text for text in texts if text not in seen])


async def until(pilot: Pilot[None], claim: Callable[[], bool]) -> None:
    """Waits until the claim holds, twenty seconds at most.

    Textual takes a process that gets no processor for one that has nothing more to do, and its pauses end too early.
    """
    for _ in range(1000):
        if claim():
            return
        await pilot.pause(0.02)
    raise AssertionError("what should follow from the keys does not")


async def press(pilot: Pilot[None], *keys: str) -> None:
    await pilot.press(*keys)
    await pilot.pause()


async def write(pilot: Pilot[None], app: Browser, text: str) -> None:
    """Goes to the search field and types."""
    await press(pilot, "slash")
    await until(pilot, lambda: app.query_one("#search", Input).has_focus)
    await press(pilot, *text)


def ids(app: Browser) -> list[str]:
    return [article.id for article in app.articles.values()]


def chosen(app: Browser) -> str:
    assert app.article is not None
    return app.article.id


def status(app: Browser, name: str) -> str:
    [card] = read_cards(app.library.reader, find_articles_named(app.library.reader, [name]))
    return card.article.status


def note(app: Browser, name: str) -> str | None:
    [card] = read_cards(app.library.reader, find_articles_named(app.library.reader, [name]))
    return card.note.text if card.note else None


def test_at_80_by_24_everything_is_in_sight(db: Path) -> None:
    async def scenario(app: Browser, pilot: Pilot[None]) -> None:
        await sees(pilot, "0 of 148 read", "search as you type", "hardware/1", "profiling", "Build", "keywords", "Quit")
        for name in ("#parts", "#search", "#articles", "#side"):
            region = app.query_one(name).region
            assert region.width >= 15
            assert (region.right <= 80, region.bottom <= 24) == (True, True)

    play(db, scenario)


@pytest.mark.parametrize("size", [(80, 24), (60, 15), (200, 50)])
def test_every_key_is_named_at_the_foot_in_both_languages(db: Path, size: tuple[int, int]) -> None:
    for language in ("en", "zh"):

        async def scenario(app: Browser, pilot: Pilot[None]) -> None:
            def shown() -> set[str]:
                return {active.binding.description for active in app.screen.active_bindings.values()}

            await until(pilot, lambda: {key.name.text(app.language) for key in KEYS} <= shown())

        play(db, scenario, language=language, size=size)


def test_typing_searches_and_escape_goes_back(db: Path) -> None:
    async def scenario(app: Browser, pilot: Pilot[None]) -> None:
        await write(pilot, app, "swizzle")
        await until(pilot, lambda: 0 < len(ids(app)) < 20 and "memory/6" in ids(app))
        await press(pilot, *" zzqq")
        await until(pilot, lambda: ids(app) == [])
        await sees(pilot, "No article matches")
        await press(pilot, "escape")
        await until(pilot, lambda: len(ids(app)) == 148)
        assert app.query_one("#search", Input).value == ""

    play(db, scenario)


def test_search_understands_what_search_does(db: Path) -> None:
    async def scenario(app: Browser, pilot: Pilot[None]) -> None:
        for typed, expected in (("swizz", "memory/6"), ("规约", "parallel/1"), ("TMA", "pipeline/10")):
            before = ids(app)
            app.query_one("#search", Input).value = typed
            await until(pilot, lambda before=before, expected=expected: ids(app) != before and expected in ids(app))
        app.query_one("#search", Input).value = '"unbalanced OR -'
        await pilot.pause()
        assert app.is_running

    play(db, scenario)


def test_parts_are_chosen_by_key(db: Path) -> None:
    async def scenario(app: Browser, pilot: Pilot[None]) -> None:
        await press(pilot, "shift+tab", "shift+tab", "down")
        await until(pilot, lambda: app.part == "1" and ids(app)[0] == "hardware/8")
        await press(pilot, *["down"] * 6)
        await until(pilot, lambda: {name.partition("/")[0] for name in ids(app)} == {"memory"})
        await press(pilot, "enter", "down")
        await until(pilot, lambda: chosen(app) == "memory/2")

    play(db, scenario)


def test_the_mouse_does_it_too(db: Path) -> None:
    async def scenario(app: Browser, pilot: Pilot[None]) -> None:
        await pilot.click("#parts", offset=(8, 2))
        await until(pilot, lambda: app.part == "1" and ids(app)[0] == "hardware/8")
        await pilot.click("#articles", offset=(4, 3))
        await until(pilot, lambda: chosen(app) == ids(app)[3] and app.screen.has_class("zoomed"))

    play(db, scenario)


def test_marks_are_stored_shown_and_taken_back(db: Path, gpucat: Gpucat) -> None:
    async def scenario(app: Browser, pilot: Pilot[None]) -> None:
        await press(pilot, "down", "d")
        await until(pilot, lambda: status(app, "hardware/2") == "done")
        await sees(pilot, "1 of 148 read")
        assert chosen(app) == "hardware/2"
        for key, expected in (("r", "reading"), ("s", "skipped"), ("u", "reading"), ("t", "todo")):
            await press(pilot, key)
            await until(pilot, lambda expected=expected: status(app, "hardware/2") == expected)

    play(db, scenario)
    commands = [change["command"] for change in json.loads(gpucat("history", "--json").out)]
    assert commands[-1] == "mark hardware/2 done"


def test_a_note_is_written_and_given_up(db: Path) -> None:
    async def scenario(app: Browser, pilot: Pilot[None]) -> None:
        async def open_note() -> None:
            await press(pilot, "e")
            await until(pilot, lambda: isinstance(app.screen, NoteScreen) and isinstance(app.focused, TextArea))

        await open_note()
        await press(pilot, *"hi", "enter", *"[b]", "ctrl+s")
        await until(pilot, lambda: not isinstance(app.screen, NoteScreen))
        assert note(app, "hardware/1") == "hi\n[b]"
        await until(pilot, lambda: "[b]" in str(app.query_one("#card", Static).render()))
        await open_note()
        assert app.screen.query_one(TextArea).text == "hi\n[b]"
        await press(pilot, *"lost", "escape")
        await until(pilot, lambda: not isinstance(app.screen, NoteScreen))
        assert note(app, "hardware/1") == "hi\n[b]"

    play(db, scenario)


def test_next_leads_along_the_route(db: Path) -> None:
    async def scenario(app: Browser, pilot: Pilot[None]) -> None:
        await write(pilot, app, "triton")
        await press(pilot, "enter")
        await until(pilot, lambda: app.query_one("#articles", OptionList).has_focus)
        await press(pilot, "n")
        await until(pilot, lambda: chosen(app) == "hardware/8")
        await press(pilot, "d", "n")
        await until(pilot, lambda: chosen(app) == "hardware/10")

    play(db, scenario)


def test_open_goes_to_the_browser(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", lambda url: opened.append(url) or True)

    async def scenario(app: Browser, pilot: Pilot[None]) -> None:
        await press(pilot, "o")
        assert app.article is not None
        address = app.article.url
        await until(pilot, lambda: opened == [address])

    play(db, scenario)


def test_what_cannot_be_done_is_said_and_the_screen_stays(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr("webbrowser.open", lambda _url: False)
    monkeypatch.setattr(Browser, "notify", lambda _app, message, **_how: said.append(message))

    async def scenario(app: Browser, pilot: Pilot[None]) -> None:
        await press(pilot, "o", "u")
        await until(pilot, lambda: said == ["could not start a browser", "there is nothing to undo"])
        assert app.is_running

    play(db, scenario)


LONG_CODE = "__global__ void transpose(float *__restrict__ out, const float *__restrict__ in, int width, int height) {}"
ARTICLE = f"""# Swizzling

{"A warp meets a [bank](https://example.org/bank) conflict. " * 60}

## Padding

```cuda
{LONG_CODE}
```

## The end

{"The last words. " * 40}
"""


def keep_article(db: Path, number: int) -> None:
    with closing(sqlite3.connect(db)) as connection:
        [(key, url)] = connection.execute("SELECT url_key, url FROM article WHERE number = ?", (number,)).fetchall()
    facts = TextFacts(key, url, "2026-01-01T00:00:00+00:00", None, None, "Swizzling", "en", volume_of(ARTICLE), 1)
    with writing_texts(db) as connection:
        put_text(connection, facts, ARTICLE)


def test_a_text_is_read_section_by_section_from_where_it_was_left(db: Path) -> None:
    keep_article(db, 1)

    async def scenario(app: Browser, pilot: Pilot[None]) -> None:
        await press(pilot, "v")
        await sees(pilot, "1 of 3: Swizzling", "A warp meets a bank", "[1]")
        await press(pilot, "n")
        await sees(pilot, "2 of 3: Padding", "transpose")
        await until(pilot, lambda: app.screen.query_one("#text-view").max_scroll_x > 0)
        await press(pilot, "space")
        await sees(pilot, "3 of 3: The end", "The last words.")
        await press(pilot, "p")
        await press(pilot, "escape")
        await until(pilot, lambda: status(app, "hardware/1") == "reading")
        await press(pilot, "v")
        await sees(pilot, "2 of 3: Padding")
        await press(pilot, "p")
        await sees(pilot, "1 of 3: Swizzling")
        await press(pilot, "n", "n", "d")
        await until(pilot, lambda: status(app, "hardware/1") == "done")
        await press(pilot, "u", "v")
        await sees(pilot, "1 of 3: Swizzling")
        assert status(app, "hardware/1") == "reading"

    play(db, scenario)


def test_without_a_text_the_way_to_it_is_said(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(Browser, "notify", lambda _app, message, **_how: said.append(message))

    async def scenario(app: Browser, pilot: Pilot[None]) -> None:
        await press(pilot, "v")
        await until(pilot, lambda: any("gpucat texts fetch hardware/1" in text for text in said))
        assert app.is_running

    play(db, scenario)


def test_the_card_fills_the_screen_and_goes_back(db: Path) -> None:
    async def scenario(app: Browser, pilot: Pilot[None]) -> None:
        await press(pilot, "enter")
        await until(pilot, lambda: app.query_one("#side").region.width == 80)
        await press(pilot, "escape")
        await until(pilot, lambda: app.query_one("#articles", OptionList).has_focus)
        await until(pilot, lambda: app.query_one("#side").region.width < 60)

    play(db, scenario)


def test_hostile_texts_are_shown_as_they_stand(db: Path, gpucat: Gpucat, tmp_path: Path) -> None:
    line = {"title": "[red]x[/red]\u001b[31m\u202e", "url": "https://a.example/[b]", "module": "memory"}
    (tmp_path / "hostile.jsonl").write_text(json.dumps(line), "utf-8")
    assert gpucat("import", "hostile.jsonl").code == 0

    async def scenario(app: Browser, pilot: Pilot[None]) -> None:
        await write(pilot, app, "red")
        seen = await sees(pilot, "[red]x[/red]")
        assert "\x1b" not in seen

    play(db, scenario, size=(160, 24))


def test_without_the_extra_it_says_how_to_get_it(gpucat: Gpucat, monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without_textual(name: str, *rest: Any, **named: Any) -> Any:
        if name.startswith(("textual", "gpucat.tui")):
            raise ModuleNotFoundError("No module named 'textual'", name="textual")
        return real(name, *rest, **named)

    monkeypatch.setattr(builtins, "__import__", without_textual)
    result = gpucat("browse")
    assert result.code == 3
    assert ".venv/bin/python -m pip install '.[tui]'" in result.err


def test_in_a_pipe_it_says_what_to_use(gpucat: Gpucat) -> None:
    result = gpucat("browse")
    assert (result.code, result.out) == (2, "")
    assert "gpucat list" in result.err


def test_no_key_has_two_meanings() -> None:
    keys = [key.key for key in (*KEYS, *FOLDED_KEYS)]
    assert len(keys) == len(set(keys))
