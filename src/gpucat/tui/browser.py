"""Shows the full screen: parts of the list on the left, the articles with live search, the card on the right."""

from collections.abc import Callable
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Footer, Input, OptionList, Static
from textual.widgets.option_list import Option

from gpucat.catalog.article import Article
from gpucat.errors import GpucatError
from gpucat.language import Bilingual, Language
from gpucat.render.text import visible
from gpucat.services.browsing import Library
from gpucat.services.programs import open_in_browser
from gpucat.store.parts import ALL
from gpucat.tui.lazy_line import LazyLine
from gpucat.tui.note_screen import NoteScreen
from gpucat.tui.text_screen import LeftText, TextScreen
from gpucat.tui.texts import card_text, part_text
from gpucat.tui.words import ALL_READ, FOLDED_KEYS, KEYS, NOTHING_FOUND, SEARCH_HINT, found_count, no_text, read_so_far


class Browser(App[None]):
    """Shows a library in one language until the reader leaves."""

    ENABLE_COMMAND_PALETTE = False
    CSS_PATH: ClassVar = "browser.tcss"

    def __init__(self, library: Library, language: Language) -> None:
        super().__init__()
        self.library = library
        self.language: Language = language
        self.part = ALL
        self.articles: dict[str, Article] = {}
        self.carded: Article | None = None

    def compose(self) -> ComposeResult:
        yield Static(id="top", markup=False)
        with Horizontal():
            yield OptionList(id="parts", markup=False)
            with Vertical(id="middle"):
                yield Input(placeholder=self.say(SEARCH_HINT), id="search", compact=True)
                yield OptionList(id="articles", markup=False)
            with VerticalScroll(id="side"):
                yield Static(id="card", markup=False)
        yield Footer(compact=True)

    def on_mount(self) -> None:
        for key in KEYS:
            self.bind(key.key, key.action, description=self.say(key.name))
        for key in FOLDED_KEYS:
            self.bind(key.key, key.action, description=self.say(key.name), show=False)
        self.refresh_parts()
        self.refresh_articles()
        self.query_one("#articles").focus()

    def say(self, text: Bilingual) -> str:
        """Returns the half in the reader's language."""
        return text.text(self.language)

    @property
    def article(self) -> Article | None:
        """The article under the cursor."""
        options = self.query_one("#articles", OptionList)
        highlighted = options.highlighted_option
        return self.articles.get(highlighted.id or "") if highlighted else None

    def refresh_parts(self) -> None:
        """Redraws the parts with how much of each is read."""
        options, parts = self.query_one("#parts", OptionList), self.library.parts()
        place = options.highlighted or 0
        options.clear_options()
        for part in parts:
            if part.name in ("1", "hardware"):
                options.add_option(None)
            options.add_option(Option(part_text(part, self.language), id=part.name))
        options.highlighted = place
        self.query_one("#top", Static).update(self.say(read_so_far(parts[0].done, parts[0].total)))

    def refresh_articles(self, number: int | None = None) -> None:
        """Shows the list as it is now, with the cursor on the article with this number, else where it was, else on the first."""
        options = self.query_one("#articles", OptionList)
        wanted = str(number or (self.article.number if self.article else ""))
        found = self.library.find(self.part, self.query_one("#search", Input).value)
        before, self.articles = self.articles, {str(article.number): article for article in found}
        if list(before) == list(self.articles):
            for name, article in self.articles.items():
                if article != before[name]:
                    options.replace_option_prompt(name, LazyLine(article))
        else:
            options.set_options(Option(LazyLine(article), id=name) for name, article in self.articles.items())
        options.border_subtitle = self.say(found_count(len(found)))
        if found:
            options.highlighted = options.get_option_index(wanted) if wanted in self.articles else 0
        self.refresh_card()

    def refresh_line(self, article: Article) -> None:
        """Shows an article of the list as it is now."""
        name = str(article.number)
        if article != self.articles[name]:
            self.articles[name] = article
            self.query_one("#articles", OptionList).replace_option_prompt(name, LazyLine(article))
        self.refresh_card()

    def refresh_card(self) -> None:
        """Redraws the card of the article under the cursor."""
        article = self.carded = self.article
        shown = card_text(self.library.card(article.number), self.language) if article else self.say(NOTHING_FOUND)
        self.query_one("#card", Static).update(shown)
        self.query_one("#side", VerticalScroll).scroll_home(animate=False)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        if event.option_list.id == "articles":
            if self.article != self.carded:
                self.refresh_card()
        elif event.option_id and event.option_id != self.part:
            self.part = event.option_id
            self.refresh_articles()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        if event.option_list.id == "articles":
            self.action_zoom()
        else:
            self.query_one("#articles").focus()

    def on_input_changed(self) -> None:
        self.refresh_articles()

    def on_input_submitted(self) -> None:
        self.query_one("#articles").focus()

    def action_search(self) -> None:
        self.screen.remove_class("zoomed")
        self.query_one("#search").focus()

    def action_step_back(self) -> None:
        """Leaves the card, the search or the part, one step at a time."""
        search = self.query_one("#search", Input)
        if self.screen.has_class("zoomed"):
            self.screen.remove_class("zoomed")
        elif search.value:
            search.value = ""
        self.query_one("#articles").focus()

    def action_zoom(self) -> None:
        self.screen.toggle_class("zoomed")
        self.query_one("#side" if self.screen.has_class("zoomed") else "#articles").focus()

    def action_next(self) -> None:
        number = self.library.next_number()
        if number is None:
            self.notify(self.say(ALL_READ))
            return
        self.part = ALL
        self.query_one("#parts", OptionList).highlighted = 0
        with self.prevent(Input.Changed):
            self.query_one("#search", Input).value = ""
        self.refresh_articles(number)
        self.query_one("#articles").focus()

    def action_open(self) -> None:
        self.change(open_in_browser)

    def action_read(self) -> None:
        article = self.article
        if article is None:
            return
        try:
            opened = self.library.open_text(article)
        except GpucatError as error:
            self.notify(visible(error.text(self.language)), severity="error", markup=False)
            return
        if opened is None:
            self.notify(self.say(no_text(article)), markup=False)
            return

        def leave(left: LeftText | None) -> None:
            if left is not None:
                self.change(lambda _article: self.library.leave_text(opened, left.position, is_done=left.is_done))

        self.push_screen(TextScreen(opened, self.library.terms(), self.language), leave)

    def action_mark(self, status: str) -> None:
        self.change(lambda article: self.library.mark(article, status))

    def action_undo(self) -> None:
        self.change(lambda _article: self.library.undo(), of_this=False)

    def action_note(self) -> None:
        article = self.article
        if article is None:
            return

        note = self.library.card(article.number).note

        def tell(said: Bilingual) -> None:
            self.notify(visible(self.say(said)), markup=False, timeout=30)

        def save(text: str | None) -> None:
            if text is not None:
                self.change(lambda _article: self.library.save_note(article, text, note, tell))

        screen = NoteScreen(f"{article.id} {article.title}", note.text if note else "", self.language)
        self.push_screen(screen, save)

    def change(self, action: Callable[[Article], Bilingual], *, of_this: bool = True) -> None:
        """Does something with the article under the cursor, says what came of it, and redraws what may differ.

        That is all the articles if it is not an action `of_this` one, if it failed, or if they were found by a search.
        """
        article = self.article
        if article is None:
            return
        is_known = of_this and not self.query_one("#search", Input).value
        try:
            self.notify(visible(self.say(action(article))), markup=False, timeout=2)
        except GpucatError as error:
            self.notify(visible(error.text(self.language)), severity="error", markup=False)
            is_known = False
        self.refresh_parts()
        changed = self.library.line(article.number) if is_known else None
        if changed is None:
            self.refresh_articles()
        else:
            self.refresh_line(changed)
