"""What is kept of a page: its article with code and formulas whole, nothing of the site around it, or a clear refusal."""

import pickle
import re

import pytest
from benchmarks.made_pages import BODIES, ENGINES, made_page

from gpucat.texts.blocks import blocks_of, code_of
from gpucat.texts.extraction import NoArticleError, extract
from gpucat.texts.sections import sections_of

PROSE = " ".join(f"The warp scheduler issues instruction number {number}." for number in range(40))
ADDRESS = "https://example.org/a/"
FRAME = (
    "Homepage", "Impressum", "Another post", "Byline", "tagged", "Sharing", "helpful", "Powered", "Recently", "Earlier",
    "Later", "Looking up", "Built", "What a bank]", "Copy", "drawn",
)  # fmt: skip


def page(body: str, head: str = "") -> bytes:
    return f"<!doctype html><html><head><title>Warps</title>{head}</head><body>{body}</body></html>".encode()


def markdown(body: str) -> str:
    return extract(page(f"<p>{PROSE}</p>{body}"), "text/html", ADDRESS).markdown


def code_in(text: str) -> list[tuple[str, str]]:
    return [(block.told, code_of(text, block)) for block in blocks_of(text) if block.kind == "code"]


def one_line(text: str) -> str:
    """The text as a browser fills lines: where they break says nothing, and `$` may be escaped."""
    return re.sub(r"\s+", "", text.replace("\\$", "$"))


@pytest.mark.parametrize("body", [path.stem for path in BODIES.glob("*.md")])
@pytest.mark.parametrize("engine", ENGINES)
def test_every_engine_gives_back_the_markdown_that_was_written(engine: str, body: str):
    made = made_page(engine, body)
    text = extract(made.html, "text/html", ADDRESS)
    assert code_in(text.markdown) == code_in(made.truth)
    assert one_line(text.markdown) == one_line(made.truth)
    assert not [word for word in FRAME if word in text.markdown]
    assert (text.title, text.language) == ("Shared memory and its banks", body)
    assert text.code_blocks == len(code_in(made.truth))


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("<pre>1 a = 1\n2 b = 2\n3 c = 3</pre>", "```\na = 1\nb = 2\nc = 3\n```"),
        ("<pre>10 REM\n30 RUN\n40 END</pre>", "```\n10 REM\n30 RUN\n40 END\n```"),
        ("<pre><code>a\n```\nb</code></pre>", "````\na\n```\nb\n````"),
        ("<p>Run <code>a`b</code> now</p>", "Run ``a`b`` now"),
        ("<p>Use <code></code>__syncthreads() and *p</p>", r"Use \_\_syncthreads() and \*p"),
        ("<p>It costs $5 or $6, and 2<sup>10</sup> is more</p>", r"It costs \$5 or \$6, and 2^10 is more"),
        (r"<p>with \(a_i\) and \[b_i\] as \$ signs</p>", r"with $a_i$ and $$b_i$$ as"),
        ("<p>a</p><ul><li>one<pre>x</pre><p>two</p></li><li>three</li></ul>", "- one\n\n```\nx\n```\n\ntwo\n\n- three"),
        ("<ol start=3><li>c<ul><li>d</li></ul></li></ol>", "3. c\n   - d"),
        ("<p><a href='../b c.html'>there</a><a href='#x'>¶</a></p>", "[there](https://example.org/b%20c.html)"),
        ("<p>a<br>b <strong> c </strong><a href='javascript:x()'>d</a></p>", "a  \nb c d"),
        ("<p>so it is<sup><a href='#fn1'>1</a></sup>, 1<sup>st</sup></p>", "so it is^1, 1st"),
        ("<table><tr><td><h4>a</h4><hr><td>b</table><p>after</p>", "| a | b |\n| --- | --- |\n\nafter"),
        ("<p>a<o:p>b</o:p> <b<i>c</i></p>", "ab"),
        ("<p># not a heading<br>- not an item<br>1. nor this<br>2024</p>", "\\# not a heading  \n\\- not an item  \n1\\. nor this  \n2024"),
        ("<p>1. not a list</p>", "1\\. not a list"),
        ("<table><tr><th>a<th>b<tr><td rowspan=2>x|y<td>1<tr><td>2</table>", "| a | b |\n| --- | --- |\n| x\\|y | 1 |\n|  | 2 |"),
        ("<p>共享<b>注意：</b>内存\n模型</p>", "共享注意：内存模型"),
        ("<img data-src='/i.png' src='data:image/gif;base64,x' alt='A [warp]'>", "![A (warp)](https://example.org/i.png)"),
    ],
)  # fmt: skip
def test_what_is_written_on_a_page_is_written_in_markdown(written: str, kept: str):
    assert kept in markdown(written)


@pytest.mark.parametrize(
    "written",
    [
        "<pre class='line-numbers'><code class='line-numbers language-c'>if (a)\n    b();\n\nc();<span class='line-numbers-rows'><span></span></span></code></pre>",
        "<pre><code class='hljs c'><table class='hljs-ln'><tr><td class='hljs-ln-line hljs-ln-numbers'>1</td><td class='hljs-ln-line hljs-ln-code'>if (a)</td></tr>"
        "<tr><td class='hljs-ln-numbers'>2</td><td class='hljs-ln-code'>    b();</td></tr><tr><td class='hljs-ln-numbers'>3</td><td class='hljs-ln-code'> </td></tr>"
        "<tr><td class='hljs-ln-numbers'>4</td><td class='hljs-ln-code'>c();</td></tr></table></code></pre>",
        "<div class=highlighted_code_block data-attrs='{&quot;language&quot;:&quot;c&quot;}'><pre class=shiki><code>if (a)\n    b();\n\nc();</code></pre></div>",
        "<div class='language-c vp-adaptive-theme line-numbers-mode'><button class=copy></button><span class=lang>c</span><pre class=shiki><code>"
        "<span class=line>if (a)</span>\n<span class=line>    b();</span>\n<span class=line></span>\n<span class=line>c();</span></code></pre>"
        "<div class=line-numbers-wrapper><span class=line-number>1</span><br></div></div>",
        "<pre><code class=language-c style='white-space:pre'><span class='linenumber react-syntax-highlighter-line-number'>1</span><span>if (a)\n</span>"
        "<span class=react-syntax-highlighter-line-number>2</span>    b();\n<span class=react-syntax-highlighter-line-number>3</span>\n"
        "<span class=react-syntax-highlighter-line-number>4</span>c();</code></pre>",
        "<div class=CodeMirror-code lang=c><div><pre class=CodeMirror-line>if (a)</pre></div><div><pre class=CodeMirror-line>    b();</pre></div>"
        "<div><pre class=CodeMirror-line>\u200b</pre></div><div><pre class=CodeMirror-line>c();</pre></div></div>",
        "<div class=cnblogs_code><div class=cnblogs_code_toolbar><span>copy</span></div><pre lang=c><span>1</span> if (a)\n<span>2</span>     b();\n<span>3</span>\n<span>4</span> c();</pre></div>",
        "<pre data-index=0 class='prettyprint'><code class='prism language-c has-numbering'>if (a)\n    b();\n\nc();</code><div class=hljs-button>copy</div><ul class=pre-numbering><li>1</li><li>2</li></ul></pre>",
        "<table class='highlight tab-size js-file-line-container' data-lang=c><tr><td class='blob-num'></td><td class='blob-code'>if (a)</td></tr><tr><td class=blob-num>"
        "</td><td class=blob-code>    b();</td></tr><tr><td class=blob-num></td><td class=blob-code>\n</td></tr><tr><td class=blob-num></td><td class=blob-code>c();</td></tr></table>",
        "<pre lang=c><div>if (a)</div><div>    b();</div><div><br></div><div>c();</div></pre>",
        "<div class=src-container><pre class='src src-c'>if (a)<br>    b();<br><br>c();</pre></div>",
        "<d-code block language=c>\nif (a)\n    b();\n\nc();\n</d-code>",
        "<div class='highlight highlight-source-c'><pre>if (a)\n    b();\n\nc();</pre><clipboard-copy>copy</clipboard-copy></div>",
        "<pre class=EnlighterJSRAW data-enlighter-language=c>if (a)\n    b();\n\nc();</pre>",
        "<div class=wp_syntax><table><tr><td class=line_numbers><pre>1\n2\n3\n4</pre></td><td class=code><pre class=c>if (a)\n    b();\n\nc();</pre></td></tr></table></div>",
        "<div class=code-toolbar><pre class=language-c><code>if (a)\n&nbsp;&nbsp;&nbsp; b();\n\nc();</code></pre><div class=toolbar><div class=toolbar-item><button>Copy</button></div></div></div>",
    ],
)  # fmt: skip
def test_code_of_other_highlighters_comes_out_alike(written: str):
    assert code_in(markdown(written))[-1] == ("c", "if (a)\n    b();\n\nc();")


def test_a_language_is_what_code_is_written_in_not_the_text_around_it():
    assert code_in(markdown("<div lang=en><pre>x</pre></div>")) == [("", "x")]
    assert code_in(markdown("<pre><code class=language-futhark>x</code></pre>")) == [("futhark", "x")]
    assert code_in(markdown("<pre data-lang='My `Own'>x</pre>")) == [("", "x")]


def test_headings_of_sections_are_words_without_marks():
    heading = "<h2>1. The <code>__shared__</code> <b>tile</b> of <a href=/c>C#</a> and $a_i$</h2>"
    [*_, section] = sections_of(markdown(f"{heading}<p>{PROSE}</p>"))
    assert section.path == ("1. The __shared__ tile of C# and $a_i$",)


@pytest.mark.parametrize(
    "written",
    [
        "<span class=ztext-math data-eeimg=1 data-tex='a_i^2'>drawn</span>",
        "<img src='https://www.zhihu.com/equation?tex=a_i%5E2'>",
        "<img class=mwe-math-fallback-image-inline alt='a_i^2' src=/m.svg>",
        "<span class=katex--inline><span class=katex><span class=katex-mathml>\n a i 2 \n a_i^2 </span></span></span>",
        "<math alttext='a_i^2'><mi>a</mi></math>",
        "<math><semantics><mi>a</mi><annotation encoding='application/x-tex'>a_i^2</annotation></semantics></math>",
        "<span class='math inline'>\\(a_i^2\\)</span>",
        "<d-math>a_i^2</d-math>",
        "<span class=arithmatex><span class=MathJax_Preview>drawn</span><script type='math/tex'>a_i^2</script></span>",
    ],
)
def test_formulas_come_out_as_tex(written: str):
    assert "let $a_i^2$ be" in markdown(f"<p>let {written} be</p>")


def test_a_page_of_few_words_is_refused_and_the_refusal_crosses_processes():
    with pytest.raises(NoArticleError, match=r"fewer than 80 words of text \(2\)") as refused:
        extract(page("<p>Not found</p>"), "text/html", ADDRESS)
    assert pickle.loads(pickle.dumps(refused.value)).reason == refused.value.reason


@pytest.mark.parametrize(
    ("body", "media", "told"),
    [
        (b"%PDF-1.7 x", "application/pdf", "PDF"),
        (b"\x89PNG x", "", "no web page"),
        (b"{}", "application/json", "application/json"),
        (b"", "text/html", "empty"),
    ],
)
def test_what_is_no_page_is_refused_by_its_name(body: bytes, media: str, told: str):
    with pytest.raises(NoArticleError, match=told):
        extract(body, media, ADDRESS)


@pytest.mark.parametrize(
    ("body", "told", "title"),
    [
        ("<h1>Banks</h1>", "Banks - A blog", "Banks"),
        ("<h1>A blog</h1>", "Banks", "Banks"),
        ("<h1>A blog</h1><h1>Banks</h1>", "", "Warps"),
        ("<h1>Banks<a>¶</a></h1>", "", "Banks"),
    ],
)
def test_the_title_is_that_of_the_article(body: str, told: str, title: str):
    written = page(f"{body}<p>{PROSE}</p>", f'<meta property="og:title" content="{told}">')
    assert extract(written, "text/html", ADDRESS).title == title


def test_a_page_that_forbids_copies_is_not_kept():
    text = extract(page(f"<p>{PROSE}</p>", '<meta name="robots" content="index, noarchive">'), "text/html", ADDRESS)
    assert not text.is_kept


def test_the_body_after_the_end_of_the_page_is_read():
    late = f"<html><head><title>Warps</title></head></html><body><p>{PROSE}</p></body>".encode()
    assert extract(late, "text/html", ADDRESS).words > 200


def test_a_part_that_holds_the_article_stays_whatever_its_class():
    named = page(f'<div class="menu-l"><p>{PROSE}</p></div><div class="sidebar"><p>Other posts of mine</p></div>')
    text = extract(named, "text/html", ADDRESS)
    assert text.words > 200
    assert "Other posts" not in text.markdown


def test_what_stands_beside_the_thought_or_in_another_tab_is_of_the_article():
    text = markdown(
        "<aside><p>A <b>note</b> on banks</p></aside><div role=tabpanel hidden><p>The same in Triton</p></div>"
    )
    assert "A **note** on banks" in text
    assert "The same in Triton" in text


def test_a_charset_that_lies_does_no_harm():
    body = "".join(f"<p>第 {number} 个线程束等待共享内存的存储体。</p>" for number in range(40))
    text = extract(page(body, '<meta charset="iso-8859-1">'), "text/html; charset=windows-1252", ADDRESS)
    assert text.language == "zh"
    assert "线程束等待" in text.markdown


@pytest.mark.parametrize(
    ("hostile", "told"),
    [
        ("<table><tr>" + "<td>a" * 120_000, "elements"),
        ("<p>b</p>" * 120_000, "elements"),
        ("<div>a " * 60_000, ""),
        ("<b><ul><li>a " * 20_000, ""),
        (f"<div {' '.join(f'a{number}=1' for number in range(60_000))}>", ""),
        (f"<pre>{'int a = 1;<br>' * 40_000}</pre>", ""),
        (f"<pre>{chr(10) * 500_000}x</pre>", ""),
        ("\\[ \\begin{align} $a $$ [" * 40_000, ""),
        ("<a href=x>" * 20_000, ""),
    ],
    ids=["cells", "paragraphs", "depth", "lists", "attributes", "lines", "blanks", "openings", "links"],
)
def test_a_hostile_page_has_a_quick_verdict(hostile: str, told: str):
    if told:
        with pytest.raises(NoArticleError, match=told):
            markdown(hostile)
    else:
        assert "a" in markdown(hostile)
