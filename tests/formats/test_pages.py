"""Tests the facts of a page, each with the rule that read it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpucat.formats.page_facts import read_page
from gpucat.links.page import Page
from tests.formats.hostile_size import assert_cost_grows_with_size

ADDRESS = "https://blog.example/posts/warps"


def read(html: str, address: str = ADDRESS) -> Page:
    return read_page(html.encode(), "text/html; charset=utf-8", address)


def titles(html: str) -> list[tuple[str, str]]:
    return [tuple(fact) for fact in read(html).titles]


def test_titles_name_their_rules():
    html = (
        "<head><title>Warps | Blog</title><meta property='og:title' content='Warps'><meta name='twitter:title' content='W'>"
        '<script type="application/ld+json">{"@graph": [{"@type": ["BlogPosting"], "headline": "All Warps"}]}</script></head>'
        "<body><h1>Warps <em>explained</em></h1></body>"
    )
    assert titles(html) == [
        ("All Warps", "json-ld"), ("Warps", "og:title"), ("W", "twitter:title"), ("Warps | Blog", "title"),
        ("Warps explained", "h1"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("html", "found"),
    [
        pytest.param("<svg><title>Menu</title></svg><title>Warps</title>", [("Warps", "title")], id="an icon's title"),
        pytest.param("<!-- <title>Old</title> --><title>Warps</title>", [("Warps", "title")], id="a comment"),
        pytest.param("<script>var a='<title>No</title>'</script><title>Warps</title>", [("Warps", "title")], id="a script"),
        pytest.param("<title>A &amp;amp; B</title>", [("A & B", "title")], id="escaped twice"),
        pytest.param("<title>\n A\t<b>\u200b B </title>", [("A <b> B", "title")], id="white space"),
        pytest.param("<title>Unclosed", [("Unclosed", "title")], id="unclosed"),
        pytest.param("<h1><a href='/other'>Other</a></h1><h1>Warps</h1>", [("Warps", "h1")], id="a heading that links away"),
        pytest.param("<h1><a href='/posts/warps/'>Warps</a></h1>", [("Warps", "h1")], id="a heading that links here"),
        pytest.param("<h2 class='entry-title'>Warps</h2><h2>More</h2>", [("Warps", "h2")], id="a post title below h1"),
        pytest.param("<h2>More</h2>", [], id="an ordinary h2"),
        pytest.param("<h1>A<br>B</h1>", [("A B", "h1")], id="a line break"),
        pytest.param("<h1>C# at Work<a class=headerlink href='#c'>#</a></h1>", [("C# at Work", "h1")], id="a link to itself"),
        pytest.param("<h1>Warps <a href='#w'>¶</a></h1>", [("Warps", "h1")], id="a pilcrow"),
        pytest.param("<h1>\n <a href='/'><b>Site</b></a> </h1><h1>Warps</h1>", [("Warps", "h1")], id="a banner with blanks"),
        pytest.param("<aside><h1>Read on</h1></aside><h1>Warps</h1>", [("Warps", "h1")], id="a teaser"),
        pytest.param(
            "<title>Warps | Ann's Blog</title><div class='post-title'>Warps</div><div class='post-title'>Old</div>",
            [("Warps | Ann's Blog", "title"), ("Warps", "headline")],
            id="a class",
        ),
        pytest.param(
            "<title>Some Blog » Warps at Work</title>",
            [("Some Blog » Warps at Work", "title"), ("Warps at Work", "end of title"), ("Some Blog", "end of title")],
            id="a trail",
        ),
    ],
)  # fmt: skip
def test_titles_are_the_articles_own(html: str, found: list[tuple[str, str]]):
    assert titles(html) == found


@pytest.mark.parametrize(
    ("html", "author"),
    [
        pytest.param('<meta name="author" content="Ada Lovelace">', ("Ada Lovelace", "meta author"), id="meta"),
        pytest.param('<a rel="author" href="/a">By Ada Lovelace</a>', ("Ada Lovelace", "rel=author"), id="link"),
        pytest.param('<span itemprop="author"><b>Ada</b> Lovelace</span>', ("Ada Lovelace", "itemprop"), id="itemprop"),
        pytest.param('<meta name="author" content="admin">', None, id="a stock name"),
        pytest.param('<meta property="article:author" content="https://facebook.com/ada">', None, id="an address"),
        pytest.param("<p>by Ada Lovelace</p>", None, id="prose"),
        pytest.param(
            '<script type="application/ld+json">{"@type": "Article", "author": [{"name": "Ada"}, "Grace Hopper"]}</script>',
            ("Ada", "json-ld"),
            id="json-ld",
        ),
        pytest.param(
            '<script type="application/ld+json">/*<![CDATA[*/ [{"@type": "Person", "@id": "#a", "name": "Ada"},'
            '{"@type": "SatiricalArticle", "author": {"@id": "#a"}}] /*]]>*/</script>',
            ("Ada", "json-ld"),
            id="another node, in CDATA",
        ),
        pytest.param(
            "<h1>Warps</h1><p>By <a href=/ada>Ada Lovelace</a></p><aside><a rel=author>Bob Other</a></aside>",
            ("Ada Lovelace", "byline"),
            id="not the author of a teaser",
        ),
        pytest.param("<ul class=comments><li><span class=author>Bob Other</span></ul>", None, id="of a comment"),
        pytest.param(
            "<div itemscope itemtype='https://schema.org/Comment'><b itemprop=author>Bob Other</b></div>", None, id="of its item"
        ),
        pytest.param(
            "<span itemprop=author itemscope itemtype='http://schema.org/Person'>About <meta itemprop=name content='Ada Byron'>me</span>",
            ("Ada Byron", "itemprop"),
            id="the name of its item",
        ),
        pytest.param("<span itemprop=author>di Ada Lovelace</span>", ("di Ada Lovelace", "itemprop"), id="no word of a byline"),
        pytest.param("<span itemprop=author>par Ada Lovelace</span>", ("Ada Lovelace", "itemprop"), id="French"),
        pytest.param("<h1>Warps</h1><p>By default, warps run.</p>", None, id="a sentence"),
        pytest.param("<p>words</p>" * 90 + "<p>本文作者：安宁</p>", ("安宁", "byline"), id="at the foot"),
        pytest.param("<h1>线程束</h1><p>文 | 安宁</p>", ("安宁", "byline"), id="Chinese"),
    ],
)  # fmt: skip
def test_authors(html: str, author: tuple[str, str] | None):
    authors = read(html).authors
    assert (tuple(authors[0]) if authors else None) == author


@pytest.mark.parametrize(
    ("html", "date"),
    [
        ('<meta property="article:published_time" content="2024-05-14T10:00:00Z">', "2024-05-14"),
        ('<script type="application/ld+json">{"@type": "BlogPosting", "datePublished": "2023-01"}</script>', "2023-01"),
        ('<h1>Warps</h1><time datetime="2024-05-14">May</time>', "2024-05-14"),
        ('<time class="updated" datetime="2025-01-01"></time><time class="published" datetime="2024-05-14"></time>', "2024-05-14"),
        ('<time datetime="2024-05-14"></time><time datetime="2023-05-14"></time>', None),
        ('<meta name="date" content="yesterday">', None),
        ('<meta name="date" content="2024-13-45">', None),
        ("<p>2024-05-14</p>", None),
        ("<h1>Warps</h1><p>Posted on May 14, 2024 by Ann Lee</p>", "2024-05-14"),
        ("<h1>Warps</h1><p>Tue 14 May 2024</p>", "2024-05-14"),
        ("<h1>Warps</h1><span>Published:</span> <div>14. May 2024</div>", "2024-05-14"),
        ("<h1>Warps</h1><p>更新于 2025-01-02</p><p>发表于 2024年5月14日 | 阅读 3</p>", "2024-05-14"),
        ("<h1>Warps</h1><p>最后更新：2024-05-14</p>", None),
        ("<h1>Warps</h1><p>Last updated <time datetime='2024-05-14'>May 14, 2024</time></p>", None),
        ("<h1>Warps</h1><p>05/04/2024</p>", None),
        ("<h1>Warps</h1><p>The chip was published on May 14, 2024 by its maker.</p>", None),
        ("<aside><time class=published datetime='2024-05-14'></time></aside>", None),
        ("<article itemscope itemtype='https://schema.org/TechArticle'><span itemprop=datePublished content='2024-05-14'></article>", "2024-05-14"),
        ("<meta name=date content='2024-05-15'><meta property='article:published_time' content='2024-05-14'>", "2024-05-14"),
        ("<meta name=date content='2024-05'><time class=published datetime='2024-05-14'></time>", "2024-05-14"),
    ],
)  # fmt: skip
def test_date_is_told_or_unknown(html: str, date: str | None):
    published = read(html).published
    assert (published.value if published else None) == date


@pytest.mark.parametrize(
    ("path", "date"),
    [
        ("/2024/05/14/warps/", "2024-05-14"),
        ("/2024/05/warps.html", "2024-05"),
        ("/posts/2024-05-14-warps", "2024-05-14"),
        ("/2024/warps", None),
        ("/2024/13/warps/", None),
        ("/v/2024-05-14321", None),
    ],
)
def test_date_of_a_path_is_taken_last(path: str, date: str | None):
    told = read("<h1>Warps</h1>", f"https://blog.example{path}").published
    assert (told.value if told else None) == date
    assert read("<h1>Warps</h1><p>Posted on 2023-01-01</p>", f"https://blog.example{path}").published == (
        "2023-01-01",
        "byline",
    )


def test_a_day_shown_on_the_page_is_the_authors_day_not_that_of_utc():
    head = "<meta property='article:published_time' content='2024-05-13T16:00:00.000Z'><h1>Warps</h1>"
    assert read(f"{head}<p>Posted on 2024-05-14</p>").published == ("2024-05-14", "meta article:published_time")
    assert read(f"{head}<p>Posted on 2024-05-20</p>").published == ("2024-05-13", "meta article:published_time")


def test_publisher_is_the_site_but_not_the_author():
    node = '<script type="application/ld+json">{"@type": "Article", "author": "Ann Lee", "publisher": {"name": "%s"}}</script>'
    assert read(node % "Warp House").site_name == ("Warp House", "publisher")
    assert read(node % "Ann Lee").site_name is None


@pytest.mark.parametrize(
    ("link", "canonical"),
    [
        ("/posts/warps/", "https://blog.example/posts/warps/"),
        ("https://www.blog.example/x", "https://www.blog.example/x"),
        ("https://example.com/posts/warps", None),
        ("javascript:alert(1)", None),
        ("http://[", None),
    ],
)
def test_canonical_address_counts_on_its_own_host_only(link: str, canonical: str | None):
    assert read(f'<link rel="canonical" href="{link}">').canonical == canonical


@pytest.mark.parametrize(
    ("html", "refresh"),
    [
        ('<meta http-equiv="refresh" content="0; url=/new">', ("https://blog.example/new", 0.0, "meta")),
        ("<meta http-equiv=Refresh content=\"5;URL='../new'\">", ("https://blog.example/new", 5.0, "meta")),
        ('<meta http-equiv="refresh" content="300">', None),
        ('<noscript><meta http-equiv="refresh" content="0;url=/nojs"></noscript>', None),
        ('<script>window.location.replace("/new")</script>', ("https://blog.example/new", 0.0, "script")),
        ('<script>location = "https:\\/\\/a.example\\/b";</script>', ("https://a.example/b", 0.0, "script")),
        ('<script>location.href = "/a" + id;</script>', None),
        ('<script>var mylocation = "/a";</script>', None),
    ],
)
def test_pages_that_send_their_reader_on(html: str, refresh: tuple[str, float, str] | None):
    found = read(html).refresh
    assert (tuple(found) if found else None) == refresh


def test_words_are_counted_in_chinese_too():
    assert read("<p>one two three</p><script>four five</script>").words == 3
    assert read(f"<p>{'张量核心' * 50}</p>").words >= 100


@pytest.mark.parametrize(
    ("body", "media", "kind", "title"),
    [
        (b"%PDF-1.7 /Title (A \\(short\\) paper)", "text/html", "pdf", "A (short) paper"),
        (b"\x89PNG\r\n", "text/html", "other", None),
        (b"# Warps\n\nText", "text/markdown", "text", "Warps"),
        (b"Warps\n=====\n", "text/plain", "text", "Warps"),
        (b"<title>Warps</title>", "application/octet-stream", "html", "Warps"),
        (b"<title>Warps</title>", "", "html", "Warps"),
        (b" \n ", "text/html", "empty", None),
        (b'{"a": 1}', "application/json", "text", None),
    ],
)
def test_bytes_are_what_they_are(body: bytes, media: str, kind: str, title: str | None):
    page = read_page(body, media, ADDRESS)
    assert (page.kind, page.title) == (kind, title)


def test_empty_shell_of_an_app_is_seen():
    assert read('<title>App</title><div id="root"></div><script src="/a.js"></script>').is_app_shell
    assert not read("<title>App</title><p>Few words.</p>").is_app_shell


@given(st.binary(max_size=600), st.sampled_from(["text/html", "", "text/plain", "application/xhtml+xml", "x"]))
def test_any_bytes_are_a_page(body: bytes, media: str):
    assert read_page(body, media, ADDRESS).words >= 0


@given(st.lists(st.sampled_from(["<h1>", "</h1>", "<a href=x>", "</a>", "<title>", "<script>", "<svg>", "</svg>", "t", "<!--", "<time datetime=1>"]), max_size=30))  # fmt: skip
def test_any_soup_of_tags_is_a_page(parts: list[str]):
    assert read("".join(parts)).kind in {"html", "text", "empty"}


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("<div>" * 200_000, id="deep"),
        pytest.param("<a " + " ".join(f"a{i}=1" for i in range(100_000)) + ">", id="attributes"),
        pytest.param("<p>x</p>" * 130_000, id="many"),
        pytest.param("<h1>x" * 200_000, id="headings"),
        pytest.param("<a rel=author href=x>x" * 50_000, id="links in links"),
        pytest.param('<script type="application/ld+json">' + "[" * 500_000, id="nested JSON"),
    ],
)
def test_a_hostile_megabyte_takes_ten_times_its_tenth(body: str):
    assert_cost_grows_with_size(read, body, before="<title>Warps</title>")
