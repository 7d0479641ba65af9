"""What `verify-links` does, step by step: choose, check with progress, keep, write."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from gpucat.catalog.filters import ArticleFilter
from gpucat.cli.context import Run
from gpucat.cli.link_options import LinkOptions
from gpucat.cli.options import FilterOptions
from gpucat.errors import UsageError
from gpucat.language import Bilingual
from gpucat.net.settings import NetSettings
from gpucat.render.link_progress import LinkProgress
from gpucat.render.links import LinkWriter, say_moves, write_plan
from gpucat.services.link_keeping import LinkKeeper, apply_moves
from gpucat.services.link_targets import due_targets, estimate_run, targets_of_articles, targets_of_file
from gpucat.services.verify_links import LinkReport, LinkResult, LinkTarget, verify_links
from gpucat.store.articles import find_articles
from gpucat.store.links import LinkPast, read_confirmed_titles, read_link_pasts
from gpucat.store.lookup import find_articles_named


class LinkCommand:
    """One run of the command."""

    def __init__(self, run: Run, net: NetSettings, asked: LinkOptions) -> None:
        self._run = run
        self._net = net
        self._asked = asked
        self._format = asked.chosen_format()
        self._pasts: Mapping[int, LinkPast] = {}
        self._titles: list[str] = []
        self._is_stored = asked.file is None

    def choose(self, names: Sequence[str], filters: FilterOptions) -> list[LinkTarget]:
        """The targets of the file, or the articles that are named, filtered and due. Raises UsageError."""
        ages = self._asked.ages()
        if self._asked.file is not None:
            self._check_file_alone(names)
            targets, problems = targets_of_file(self._asked.file)
            for problem in problems:
                self._run.terminal.notice(problem)
            self._titles = [target.title for target in targets]
            return targets
        with self._run.catalogue() as connection:
            wanted = filters.parse(connection)
            if names:
                numbers = tuple(article.number for article in find_articles_named(connection, names))
                wanted = wanted._replace(numbers=numbers)
            articles = list(find_articles(connection, wanted))
            self._titles = [article.title for article in find_articles(connection, ArticleFilter())]
            self._pasts = read_link_pasts(connection)
            confirmed = read_confirmed_titles(connection)
        chosen = targets_of_articles(articles, self._pasts, confirmed)
        due = due_targets(chosen, self._pasts, now=datetime.now(UTC), ages=ages, only_failed=self._asked.failed)
        if len(due) < len(chosen):
            skipped = len(chosen) - len(due)
            self._run.terminal.notice(Bilingual(f"{skipped} not due, skipped", f"{skipped} 条无需重查，已跳过"))
        return due

    def _check_file_alone(self, names: Sequence[str]) -> None:
        """A file stands beside the catalogue: what only the catalogue has cannot be asked of it."""
        asked = self._asked
        used = {"ARTICLE": bool(names), "--stale": bool(asked.stale), "--failed": asked.failed}
        for option, is_used in {**used, "--apply-moved": asked.apply_moved}.items():
            if is_used:
                raise UsageError(
                    "not_with_file",
                    Bilingual(f"{option} does not go with --file", f"{option} 不能与 --file 同用"),
                    Bilingual("a file has no articles and no history", "文件没有文章编号，也没有历史"),
                )

    def say_plan(self, targets: Sequence[LinkTarget]) -> None:
        """What would be asked, and how long it would take."""
        estimate = estimate_run(targets, self._net.host_interval_s, self._net.concurrency)
        write_plan(self._run.terminal, targets, estimate, self._format)

    def check(self, targets: Sequence[LinkTarget]) -> LinkReport:
        """Checks, keeps the history, and writes the answer."""
        keeper = LinkKeeper(self._run.path, self._pasts)
        writer = LinkWriter(
            self._run.terminal, self._format, offers_moves=self._is_stored and not self._asked.apply_moved
        )

        def take(result: LinkResult) -> None:
            if self._is_stored:
                keeper.keep(result)
            if not self._asked.suggest_archive:
                writer.take(keeper.with_streak(result) if self._is_stored else result)
            progress.take(result)

        with LinkProgress(self._run.terminal, targets, self._net.host_interval_s) as progress:
            report = verify_links(targets, self._net, titles=self._titles, on_result=take)
        if self._is_stored:
            report = replace(report, results=tuple(map(keeper.with_streak, report.results)))
        if self._asked.suggest_archive and not report.is_interrupted:
            from gpucat.services.archives import suggest_archives

            report = replace(report, results=suggest_archives(report.results, self._net))
        writer.finish(report)
        return report

    def apply_moves(self, report: LinkReport) -> None:
        """Writes the new addresses and says which."""
        with self._run.change() as writer:
            moves = apply_moves(report.results, writer)
        say_moves(self._run.terminal, moves)
