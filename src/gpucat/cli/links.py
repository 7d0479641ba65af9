"""Implements `gpucat verify-links` and `confirm`."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gpucat.cli.context import Run
from gpucat.cli.filters import FilterOptions, with_filters
from gpucat.cli.help import described
from gpucat.cli.link_options import LinkOptions, with_link_options
from gpucat.cli.named import articles_to_change, articles_to_read, chosen_articles
from gpucat.cli.net_options import with_net
from gpucat.cli.options import ChangedArticles, Unasked, article_argument
from gpucat.errors import EXIT_FINDINGS, EXIT_INTERRUPTED, EXIT_OK, UsageError
from gpucat.language import Bilingual, tr
from gpucat.links.probe import WORST_FIRST
from gpucat.net.settings import NetSettings
from gpucat.render.link_progress import LinkProgress
from gpucat.render.links import LinkWriter, say_estimate, say_moves, write_links
from gpucat.render.text import counted
from gpucat.services.link_keeping import LinkKeeper, apply_moves
from gpucat.services.link_results import LinkReport, LinkResult, LinkTarget
from gpucat.services.link_targets import DueTargets, PlannedTargets, targets_of_articles, targets_of_file
from gpucat.store.articles import LINES, find_articles, read_titles
from gpucat.store.connection import Reader
from gpucat.store.links import LinkPast, read_confirmed_titles, read_link_pasts

if TYPE_CHECKING:
    from gpucat.services.sketch_keeping import SketchKeeper
    from gpucat.services.texts import TextResult


class LinkCommand:
    """One run of `verify-links`."""

    def __init__(self, run: Run, net: NetSettings, asked: LinkOptions) -> None:
        self._run = run
        self._net = net
        self._asked = asked
        self._format = asked.chosen_format()
        self._pasts: Mapping[int, LinkPast] = {}
        self._titles: list[str] = []
        self._is_stored = asked.file is None
        self.is_unread = False  # whether a line of the file could not be read, or no link at all

    def choose(self, names: Sequence[str], filters: FilterOptions) -> list[LinkTarget]:
        """Returns the targets of the file, or the named and filtered articles that are due; raises UsageError."""
        if self._asked.file is not None:
            targets = self._of_file(self._asked.file, names)
            self._titles = [target.title for target in targets]
            return targets
        with self._run.catalogue() as connection:
            self._titles = read_titles(connection)
            due = self._due(connection, names, filters)
            targets = list(due)
        self._say_skipped(due)
        return targets

    def plan(self, names: Sequence[str], filters: FilterOptions) -> None:
        """Writes what would be checked, one link at a time, and how long it would take."""
        if self._asked.file is not None:
            self._write_plan(self._of_file(self._asked.file, names))
            return
        with self._run.catalogue() as connection:
            due = self._due(connection, names, filters)
            self._write_plan(due, due)

    def _due(self, connection: Reader, names: Sequence[str], filters: FilterOptions) -> DueTargets:
        ages = self._asked.ages()
        wanted = filters.parse(connection)
        if names:
            find = chosen_articles if self._asked.apply_moved else articles_to_read
            named = [article.number for article in find(self._run, connection, names)]
            numbers = tuple(number for number in named if not wanted.numbers or number in wanted.numbers)
            wanted = wanted._replace(numbers=numbers or (0,))
        self._pasts = read_link_pasts(connection)
        articles = find_articles(connection, wanted, select=LINES)
        targets = targets_of_articles(articles, self._pasts, read_confirmed_titles(connection))
        return DueTargets(targets, self._pasts, now=datetime.now(UTC), ages=ages, only_failed=self._asked.failed)

    def _of_file(self, path: Path, names: Sequence[str]) -> list[LinkTarget]:
        self._asked.ages()
        self._check_file_alone(names)
        targets, problems = targets_of_file(path)
        for problem in problems:
            self._run.terminal.notice(problem)
        self.is_unread = bool(problems)
        return targets

    def _check_file_alone(self, names: Sequence[str]) -> None:
        """Raises UsageError for options that need the catalogue."""
        asked = self._asked
        used = {"ARTICLE": bool(names), "--stale": bool(asked.stale), "--failed": asked.failed}
        used |= {"--apply-moved": asked.apply_moved, "--keep-texts": asked.keep_texts}
        for option, is_used in used.items():
            if is_used:
                raise UsageError(
                    "not_with_file",
                    Bilingual(f"{option} cannot be used with --file", f"{option} 不能与 --file 同用"),
                    Bilingual(
                        "the links of a file have neither a place nor a history", "文件中的链接既没有位置，也没有历史"
                    ),
                )

    def _write_plan(self, targets: Iterable[LinkTarget], due: DueTargets | None = None) -> None:
        plan = PlannedTargets(targets)
        write_links(self._run.terminal, plan, self._format)
        if due is not None:
            self._say_skipped(due)
        say_estimate(self._run.terminal, plan.estimate(self._net.host_interval_s, self._net.concurrency))

    def _say_skipped(self, due: DueTargets) -> None:
        if due.skipped:
            self._run.terminal.notice(
                Bilingual(
                    f"Skipped {counted(due.skipped, 'link')} not yet due", f"已跳过 {due.skipped} 条无需重查的链接"
                )
            )

    def check(self, targets: Sequence[LinkTarget]) -> LinkReport:
        """Checks the links, keeps the history, and writes the answer."""
        from gpucat.services.link_run import check_links  # loads the network's libraries, which a plan does not need

        keeper = LinkKeeper(self._run.path, self._pasts)
        writer = LinkWriter(
            self._run.terminal, self._format, offers_moves=self._is_stored and not self._asked.apply_moved
        )

        settled: list[TextResult] = []

        def take(result: LinkResult) -> None:
            if self._is_stored:
                keeper.keep(result)
            if texts and (settlement := texts.settle(result)):
                settled.append(settlement)
            if not self._asked.suggest_archive:
                writer.take(keeper.with_streak(result) if self._is_stored else result)
            progress.take(result.target.url, result.verdict)

        urls = [target.url for target in targets]
        with (
            self._keeping(targets) as (texts, net),
            LinkProgress(self._run.terminal, urls, net.host_interval_s, WORST_FIRST[::-1]) as progress,
        ):
            report = check_links(targets, net, titles=self._titles, on_result=take, keeper=texts)
        if self._is_stored:
            report = replace(report, results=tuple(map(keeper.with_streak, report.results)))
        if self._asked.suggest_archive and not report.is_interrupted:
            from gpucat.services.link_results import suggest_archives

            report = replace(report, results=suggest_archives(report.results, self._net))
        writer.finish(report)
        if settled:
            from gpucat.render.texts import told_beside

            self._run.terminal.notice(told_beside(settled))
        return report

    @contextmanager
    def _keeping(self, targets: Sequence[LinkTarget]) -> "Iterator[tuple[SketchKeeper | None, NetSettings]]":
        """Opens what keeps sketches of the pages' texts, or the texts if they are asked for, and the network's settings."""
        if not self._is_stored:
            yield None, self._net
            return
        if self._asked.keep_texts:
            from gpucat.catalog.url import canonical_url
            from gpucat.services.text_fetch import PAGE_LIMIT, TextKeeper

            with TextKeeper(self._run.path, {target.url: canonical_url(target.url) for target in targets}) as texts:
                yield texts, replace(self._net, body_limit=PAGE_LIMIT)
            return
        from gpucat.services.sketch_keeping import SketchKeeper

        with SketchKeeper(self._run.path, self._net.body_limit, self._run.terminal.notice) as sketches:
            yield sketches, self._net

    def apply_moves(self, report: LinkReport) -> None:
        """Writes the new addresses and says which."""
        with self._run.change() as writer:
            moves = apply_moves(report.results, writer)
        say_moves(self._run.terminal, moves)


_ARTICLES = Annotated[
    list[str] | None,
    article_argument(
        tr(
            "Articles to check (default: all); - reads them from standard input.",
            "要检查的文章（默认全部）；- 表示从标准输入读取。",
        ),
        "[ARTICLE]...",
    ),
]


@described(
    "Check whether the links are alive, and whether each still leads to its article.",
    "检查链接是否有效，以及是否仍指向原文章。",
    "gpucat verify-links --stale 7d",
    "gpucat verify-links memory/6 --json",
    "gpucat verify-links --file links.md --format github",
)
@with_filters
@with_net
@with_link_options
def verify_links(
    context: typer.Context,
    filters: FilterOptions,
    net: NetSettings,
    asked: LinkOptions,
    articles: _ARTICLES = None,
) -> None:
    failing = asked.failing()
    command = LinkCommand(Run.of(context), net, asked)
    if asked.dry_run:
        command.plan(articles or [], filters)
        raise typer.Exit(EXIT_FINDINGS if command.is_unread else EXIT_OK)
    report = command.check(command.choose(articles or [], filters))
    if asked.apply_moved:
        command.apply_moves(report)
    if report.is_interrupted:
        raise typer.Exit(EXIT_INTERRUPTED)
    if command.is_unread or any(result.verdict in failing for result in report.results):
        raise typer.Exit(EXIT_FINDINGS)


@described(
    "Confirm that the page found by the latest check is the right one; later checks compare with its title.",
    "确认最近一次检查到的页面正确；以后的检查会与其标题比较。",
    "gpucat confirm memory/10",
)
def confirm(context: typer.Context, articles: ChangedArticles, yes: Unasked = False) -> None:
    from gpucat.services.link_keeping import confirm_latest
    from gpucat.store.lookup import still_listed

    run = Run.of(context)
    with run.catalogue() as connection:
        named = articles_to_change(run, connection, articles, yes=yes)
    with run.change() as writer:
        found = [
            (article, confirm_latest(writer, article.number, article.id))
            for article in still_listed(writer.connection, named)
        ]
    for article, page_title in found:
        run.terminal.notice(Bilingual(f"{article.id}: confirmed “{page_title}”", f"{article.id}：已确认“{page_title}”"))
