"""Makes pages whose article is known: Markdown rendered in the markup of many engines, inside the frames of sites."""

import html
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

BODIES = Path(__file__).parent.parent / "tests/texts/bodies"
FORMULA = re.compile(r"\$\$\n(.+?)\n\$\$|(?<![\w$])\$(?=[^\s$\d])([^$\n]+?)\$(?!\w)", re.DOTALL)
COMMENT = re.compile(r"(//.*|#.*)$")
WORDS = re.compile(r"(?<!&)\b\w+\b(?!;)|(?<=&lt;)\w+|(?<=&gt;)\w+")
PLACE = re.compile(r"FORMULA(\d+)END")


class MadePage(NamedTuple):
    """A page, the Markdown of its article, and from what it was made."""

    engine: str
    body: str
    html: bytes
    truth: str


def coloured(line: str) -> str:
    """Returns a line as a highlighter writes it: spans for words and comments, the latter in the class `comment`."""
    code, comment, _ = (*COMMENT.split(line, maxsplit=1), "", "")[:3]
    written = WORDS.sub(r'<span class="hljs-keyword k">\g<0></span>', html.escape(code, quote=False))
    return written + (f'<span class="comment c1">{html.escape(comment, quote=False)}</span>' if comment else "")


def _text(code: str) -> str:
    return "\n".join(_lines(code))


def _lines(code: str) -> list[str]:
    return [coloured(line) for line in code.split("\n")]


def _numbers(code: str) -> range:
    return range(1, code.count("\n") + 2)


def hexo(code: str, language: str) -> str:
    gutter = "".join(f'<span class="line">{number}</span><br>' for number in _numbers(code))
    lines = "".join(f'<span class="line">{line}</span><br>' for line in _lines(code))
    return (
        f'<figure class="highlight {language}"><table><tr><td class="gutter"><pre>{gutter}</pre></td>'
        f'<td class="code"><pre>{lines}</pre></td></tr></table></figure>'
    )


def fluid(code: str, language: str) -> str:
    gutter = "".join(f'<span class="line">{number}</span><br>' for number in _numbers(code))
    joined = "<br>".join(f'<span class="line">{line}</span>' for line in _lines(code))
    return (
        f'<figure class="highlight {language}"><table><tbody><tr><td class="gutter hljs"><div class="code-wrapper"><pre>{gutter}'
        f'</pre></div></td><td class="code"><div class="code-wrapper"><pre><code class="hljs {language}">{joined}</code></pre>'
        "</div></td></tr></tbody></table></figure>"
    )


def chirpy(code: str, language: str) -> str:
    numbers = "".join(f"{number}\n" for number in _numbers(code))
    return (
        f'<div class="language-{language} highlighter-rouge"><div class="code-header"><span data-label-text="{language.title()}">'
        '<i class="fas fa-code"></i></span><button aria-label="copy">Copy</button></div><div class="highlight"><code>'
        f'<table class="rouge-table"><tbody><tr><td class="rouge-gutter gl"><pre class="lineno">{numbers}</pre></td>'
        f'<td class="rouge-code"><pre>{_text(code)}\n</pre></td></tr></tbody></table></code></div></div>'
    )


def quarto(code: str, language: str) -> str:
    lines = "\n".join(
        f'<span id="cb1-{number}"><a href="#cb1-{number}" aria-hidden="true" tabindex="-1"></a>{line}</span>'
        for number, line in enumerate(_lines(code), 1)
    )
    return (
        f'<div class="sourceCode" id="cb1"><pre class="sourceCode {language} code-with-copy"><code class="sourceCode {language}">'
        f'{lines}</code><button title="Copy to Clipboard" class="code-copy-button"><i class="bi"></i></button></pre></div>'
    )


def hugo(code: str, language: str) -> str:
    numbers = "".join(f'<span class="lnt">{number}\n</span>' for number in _numbers(code))
    lines = "".join(f'<span class="line"><span class="cl">{line}\n</span></span>' for line in _lines(code))
    return (
        '<div class="highlight"><div class="chroma"><table class="lntable"><tr><td class="lntd"><pre tabindex="0" class="chroma"><code>'
        f'{numbers}</code></pre></td><td class="lntd"><pre tabindex="0" class="chroma"><code class="language-{language}" '
        f'data-lang="{language}">{lines}</code></pre></td></tr></table></div></div>'
    )


def hugo_inline(code: str, language: str) -> str:
    lines = "".join(
        f'<span class="line"><span class="ln">{number:2}</span><span class="cl">{line}\n</span></span>'
        for number, line in enumerate(_lines(code), 1)
    )
    return f'<div class="highlight"><pre class="chroma"><code class="language-{language}">{lines}</code></pre></div>'


def astro(code: str, language: str) -> str:
    lines = "\n".join(f'<span class="line"><span style="color:#e1e4e8">{line}</span></span>' for line in _lines(code))
    return f'<pre class="astro-code github-dark" tabindex="0" data-language="{language}"><code>{lines}</code></pre>'


def docusaurus(code: str, language: str) -> str:
    lines = "".join(
        f'<span class="token-line" style="color:#f8f8f2"><span class="token plain">{line}</span><br></span>'
        for line in _lines(code)
    )
    return (
        f'<div class="language-{language} codeBlockContainer_Ckt0"><div class="codeBlockContent_QJqH"><pre tabindex="0" '
        f'class="prism-code language-{language} codeBlock_bY9V"><code class="codeBlockLines_e6Vv">{lines}</code></pre>'
        '<div class="buttonGroup_M5ko"><button type="button">Copy</button></div></div></div>'
    )


def wordpress(code: str, language: str) -> str:
    gutter = "".join(
        f'<div class="line number{number} index{number - 1} alt2">{number}</div>' for number in _numbers(code)
    )
    lines = "".join(
        f'<div class="line number{number} alt1">{f"<code class=plain>{line}</code>" if line else "&nbsp;"}</div>'
        for number, line in enumerate((line.replace("  ", "&nbsp; ") for line in _lines(code)), 1)
    )
    return (
        f'<div><div id="highlighter_1" class="syntaxhighlighter {language}"><div class="toolbar"><span><a href="#">?</a></span></div>'
        f'<table border="0"><tbody><tr><td class="gutter">{gutter}</td><td class="code"><div class="container">{lines}</div></td>'
        "</tr></tbody></table></div></div>"
    )


def wordpress_source(code: str, language: str) -> str:
    return f'<pre class="brush: {language}; title: ; notranslate" title="">\n{html.escape(code)}\n</pre>'


def crayon(code: str, language: str) -> str:
    lines = "".join(
        f'<div class="crayon-line" id="l{number}">{line or "&nbsp;"}</div>'
        for number, line in enumerate(_lines(code), 1)
    )
    numbers = "".join(f'<div class="crayon-num" data-line="{number}">{number}</div>' for number in _numbers(code))
    return (
        f'<div id="crayon-5" class="crayon-syntax crayon-theme-classic"><div class="crayon-toolbar"><span class="crayon-language">{language}'
        '</span></div><div class="crayon-main"><table class="crayon-table"><tr class="crayon-row"><td class="crayon-nums"><div>'
        f'{numbers}</div></td><td class="crayon-code"><div class="crayon-pre">{lines}</div></td></tr></table></div></div>'
    )


def sphinx(code: str, language: str) -> str:
    numbers = "\n".join(map(str, _numbers(code)))
    return (
        f'<div class="highlight-{language} notranslate"><table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre>'
        f'{numbers}</pre></div></td><td class="code"><div class="highlight"><pre><span></span>{_text(code)}\n</pre></div></td>'
        "</tr></table></div>"
    )


def bear(code: str, language: str) -> str:
    return (
        f'<div class="highlight"><pre><span></span><code class="language-{language}">{_text(code)}\n</code></pre></div>'
    )


def medium(code: str, language: str) -> str:
    lines = "<br>".join(_lines(code))
    return (
        f'<pre class="my nk nl nm"><span id="7b1f" data-codeblock-lang="{language}" class="ob nc">{lines}</span></pre>'
    )


def plain(code: str, language: str) -> str:
    return f'<pre><code class="language-{language}">{html.escape(code)}\n</code></pre>'


def mathjax(source: str, is_block: bool) -> str:
    mode = "; mode=display" if is_block else ""
    return f'<span class="MathJax_Preview">drawn</span><script type="math/tex{mode}">{source}</script>'


def katex(source: str, is_block: bool) -> str:
    escaped = html.escape(source)
    inner = (
        f'<span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>drawn</mi></mrow><annotation '
        f'encoding="application/x-tex">{escaped}</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">'
        "<span>drawn</span></span></span>"
    )
    return f'<span class="katex-display">{inner}</span>' if is_block else inner


def dollars(source: str, is_block: bool) -> str:
    return html.escape(f"$${source}$$" if is_block else f"${source}$")


def brackets(source: str, is_block: bool) -> str:
    kind, begin, end = ("display", r"\[", r"\]") if is_block else ("inline", r"\(", r"\)")
    return f'<span class="math {kind}">{begin}{html.escape(source)}{end}</span>'


def picture(source: str, is_block: bool) -> str:
    kind = 'eeimg="2" class="tex block"' if is_block else 'class="latex"'
    return f'<img src="https://s0.wp.com/latex.php?latex=x&bg=ffffff" alt="{html.escape(source)}" {kind}>'


SIDE = "".join(
    f'<li><a href="/other/{number}">Another post about something else number {number}</a></li>' for number in range(12)
)
COMMENTS = "".join(
    f"<div class='comment'><p>Reader {number} found this very helpful indeed</p></div>" for number in range(4)
)
FRAMES = {
    "blog": (
        '<header class="site-header"><nav><ul><li><a href="/">Homepage</a></li><li><a href="/about">Impressum</a></li></ul></nav></header>'
        '<main><article class="post"><header class="post-header"><h1>BANKS</h1><div class="post-meta"><time>2025-01-02</time> Byline Someone</div>'
        '</header><div class="post-content">BODY</div><footer class="post-footer"><ul class="post-tags"><li><a href="/t">tagged</a></li></ul>'
        f'<p class="share">Sharing buttons</p></footer></article></main><section id="comments">{COMMENTS}</section><footer><p>Powered theme</p></footer>'
    ),
    "side": (
        '<div id="wrap"><div id="head"><a href="/">Homepage</a></div><div id="left" class="sidebar"><h3>Recently</h3><ul>' + SIDE + "</ul></div>"
        '<div id="middle"><h1>BANKS</h1><div class="toc"><ul><li><a href="#a">What a bank</a></li><li><a href="#b">When wrong</a></li></ul></div>'
        'BODY<div class="prev-next"><a href="/p">Earlier entry</a><a href="/n">Later entry</a></div></div></div>'
    ),
    "docs": (
        '<div class="menu-l"><div role="navigation"><a href="/">Homepage</a></div><div itemprop="articleBody"><h1>BANKS<a class="headerlink" '
        'href="#x">¶</a></h1>BODY</div><form><input name="q"><button>Looking up</button></form></div><div role="contentinfo"><p>Built theme</p></div>'
    ),
    "bare": "<h1>BANKS</h1>BODY",
}  # fmt: skip
ENGINES: dict[str, tuple[Callable[[str, str], str], Callable[[str, bool], str], str]] = {
    "hexo": (hexo, mathjax, "blog"), "fluid": (fluid, dollars, "side"), "chirpy": (chirpy, dollars, "blog"),
    "quarto": (quarto, brackets, "docs"), "hugo": (hugo, katex, "blog"), "hugo-inline": (hugo_inline, brackets, "side"),
    "astro": (astro, katex, "bare"), "docusaurus": (docusaurus, katex, "docs"), "wordpress": (wordpress, picture, "side"),
    "wordpress-source": (wordpress_source, picture, "blog"), "crayon": (crayon, picture, "side"), "sphinx": (sphinx, mathjax, "docs"),
    "bear": (bear, dollars, "bare"), "medium": (medium, dollars, "blog"), "plain": (plain, brackets, "side"),
}  # fmt: skip


def made_pages() -> Iterator[MadePage]:
    """Yields every body in the markup of every engine."""
    for path in sorted(BODIES.glob("*.md")):
        for engine in ENGINES:
            yield made_page(engine, path.stem)


def made_page(engine: str, body: str) -> MadePage:
    """Returns a body in the markup of an engine, inside the frame of a site."""
    from markdown_it import MarkdownIt

    code, formula, frame = ENGINES[engine]
    truth = (BODIES / f"{body}.md").read_text("utf-8")
    formulas: list[str] = []

    def keep(found: re.Match[str]) -> str:
        formulas.append(formula(found[1] or found[2], bool(found[1])))
        return f"FORMULA{len(formulas) - 1}END"

    parser = MarkdownIt("commonmark").enable("table")
    parser.add_render_rule(
        "fence", lambda _self, tokens, place, *_: code(tokens[place].content.rstrip("\n"), tokens[place].info)
    )
    rendered = PLACE.sub(lambda found: formulas[int(found[1])], parser.render(FORMULA.sub(keep, truth)))
    page = FRAMES[frame].replace("BODY", rendered).replace("BANKS", "Shared memory and its banks")
    head = '<meta charset="utf-8"><title>Shared memory and its banks | Somebody</title>'
    return MadePage(engine, body, f"<!doctype html><html><head>{head}</head><body>{page}</body></html>".encode(), truth)
