"""Draws the line of an article in the list, which may be very long: it is made only when it comes into sight."""

from textual.content import Content
from textual.css.styles import RulesMap
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual

from gpucat.catalog.article import Article
from gpucat.tui.texts import article_text


class LazyLine(Visual):
    """One line, as wide as the list, cut at its end."""

    def __init__(self, article: Article) -> None:
        self._article = article

    def get_height(self, rules: RulesMap, width: int) -> int:
        return 1

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        return container_width

    def render_strips(self, width: int, height: int | None, style: Style, options: RenderOptions) -> list[Strip]:
        return Content.from_rich_text(article_text(self._article)).render_strips(width, height, style, options)
