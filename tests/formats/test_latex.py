"""Tests reading the LaTeX of bibliographies: no command, letter or space is lost, and an address is the one that is meant."""

from pathlib import Path

import pytest

from gpucat.formats.bibtex import read_bibtex
from gpucat.formats.latex import address_from_latex, latex_from_plain, plain_from_latex
from tests.conftest import Gpucat


@pytest.mark.parametrize(
    ("source", "plain"),
    [
        (r"$\mathcal{O}(n \log n)$ in 3\,ms", "O(n log n) in 3 ms"),
        (r"{\alpha}\to{\Omega} $\neq$ \textless\textgreater", "α→Ω ≠ <>"),
        (r"50\% of 16\;kB, 2\textdegree{} \& more\\on two lines", "50% of 16 kB, 2° & more on two lines"),
        (r"\emph{Tiles} by \textbf{warps} and {\LaTeX}", "Tiles by warps and LaTeX"),
        (r"a \weird{x-y} command and \another one", r"a \weird{x-y} command and \another one"),
        (r"\emph{a \weird{$x$}}", r"a \weird{$x$}"),
        (r"``quoted'' --- 1--2~3", "“quoted” — 1–2 3"),
        (r"{\'{E}}cole {\`a} Z{\"u}rich, {\L}{\'o}d{\'z}, \v{C}apek, \aa", "École à Zürich, Łódź, Čapek, å"),
        (r"Tr{\`{\^a}}n, Tr{\^{\`a}}n, Nguy\~{\^e}n, B{\'\i}, \d{\^o}", "Trần, Trần, Nguyễn, Bí, ộ"),
        (r"C\# and F\_1, 100\$, \{x\}", "C# and F_1, 100$, {x}"),
        (r"hy\-phen \/ \footnote{not shown} $10^{3}$", "hyphen 10^3"),
    ],
)
def test_a_text_is_read_as_typeset(source: str, plain: str) -> None:
    assert plain_from_latex(source) == plain


@pytest.mark.parametrize("text", ["a \\ b {c} ~d^e_f 100% #1 & $2", "--- `` '' -- x", "\\emph", "é ễ → 雷"])
def test_what_is_written_reads_as_the_same_text(text: str) -> None:
    assert plain_from_latex(latex_from_plain(text)) == text


@pytest.mark.parametrize(
    ("source", "address"),
    [
        (r"https://a.example/{\textasciitilde}b", "https://a.example/~b"),
        (r"https://a.example/\textasciitilde b--c``d", "https://a.example/~b--c``d"),
        (r"https://a.example/$\sim$b/\~{}c/\~d", "https://a.example/~b/~c/~d"),
        (r"\url{https://a.example/a\_b\%20c\#d\&e=1}", "https://a.example/a_b%20c#d&e=1"),
        (r"https://a.example/x{\textless}1{\textgreater}y", "https://a.example/x<1>y"),
        (r"\href{https://a.example/z}{here}", "https://a.example/z"),
        (r"https://a.example/\weird{}b", r"https://a.example/\weird{}b".replace("{}", "")),
    ],
)
def test_an_address_is_the_one_that_is_meant(source: str, address: str) -> None:
    assert address_from_latex(source) == address


@pytest.mark.parametrize(
    ("fields", "wanted"),
    [
        ("url={<https://a.example/f>}", "https://a.example/f"),
        ("url={https://a.example/7; https://b.example/7}", "https://a.example/7"),
        ("howpublished={Available at \\url{www.a.example/x}.}", "https://www.a.example/x"),
        ("doi={DOI: 10.1234/a\\_b}", "https://doi.org/10.1234/a_b"),
        ("doi={http://dx.doi.org/10.1234/x}", "https://doi.org/10.1234/x"),
        ("journal={CoRR, arXiv:2101.00002v1}", "https://arxiv.org/abs/2101.00002"),
        ("eprint={2101.00001}, eprinttype={arXiv}", "https://arxiv.org/abs/2101.00001"),
    ],
)
def test_an_entry_has_the_address_that_it_names(fields: str, wanted: str) -> None:
    assert [line.article.url for line in read_bibtex(f"@misc{{k, title={{T}}, {fields}}}").articles] == [wanted]


def test_an_address_that_cannot_be_read_refuses_its_row() -> None:
    parsed = read_bibtex(r"@misc{k, title={T}, url={https://a.example/\weird{x}}}")
    assert not parsed.articles
    assert "LaTeX" in parsed.problems[0].reason.en


@pytest.mark.parametrize(
    ("fields", "date"),
    [
        ("year={2020/05}", "2020-05"), ("date={2018 Oct 1}", "2018-10-01"), ("date={2018-05-01/2018-06-02}", "2018-05-01"),
        ("year=2018, month={10~}#jan", "2018-01-10"), ("year=2018, month=may#{~5}", "2018-05-05"), ("year={c. 2018}", "2018"),
        ("date={2018~}", "2018"), ("year=2018, month=5, day=7", "2018-05-07"), ("date={2018-21}", "2018"), ("year={n.d.}", None),
        ("date={2018/2019}", "2018"), ("year={2018}, month={Spring}", "2018"),
    ],
)  # fmt: skip
def test_a_date_is_read_as_far_as_it_is_given(fields: str, date: str | None) -> None:
    parsed = read_bibtex(f"@misc{{k, title={{T}}, url={{https://a.example/1}}, {fields}}}")
    assert [line.article.published for line in parsed.articles] == [date]


def test_names_keep_their_order_and_accents() -> None:
    author = r"{雷, 李} and 王, 小明 and L{\^{\'e}}, An and {Tiles, Inc.} and d'Aspremont, Alex and others"
    parsed = read_bibtex(f"@misc{{k, title={{T}}, url={{https://a.example/1}}, author={{{author}}}}}")
    assert parsed.articles[0].article.authors == ("雷李", "王小明", "An Lế", "Tiles, Inc.", "Alex d'Aspremont")


def test_fields_named_as_what_is_kept_of_an_entry_stay(gpucat: Gpucat, tmp_path: Path) -> None:
    file = tmp_path / "a.bib"
    file.write_text(
        "@phdthesis{doe, title={T}, url={https://a.example/t}, type={Ph.D. thesis}, key={NASA}, review/ann={x}}",
        "utf-8",
    )
    assert gpucat("import", str(file)).code == 0
    written = gpucat("export", "bibtex")
    entry = next(part for part in written.out.split("\n\n") if "https://a.example/t" in part)
    assert entry.startswith("@phdthesis{doe,")
    for field in ("type = {Ph.D. thesis}", "key = {NASA}", "review/ann = {x}"):
        assert field in entry
