"""Tests which addresses are the same page: a table of kinds, and properties of any text."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gpucat.catalog.url import UnusableUrlError, canonical_url, kept_url, loose_key, slug_words

PAGE = "https://blog.example.org/posts/Warp-Shuffles"

ONE_PAGE = {
    "scheme": "http://blog.example.org/posts/Warp-Shuffles",
    "scheme case": "HTTPS://blog.example.org/posts/Warp-Shuffles",
    "no scheme": "blog.example.org/posts/Warp-Shuffles",
    "protocol relative": "//blog.example.org/posts/Warp-Shuffles",
    "host case": "https://Blog.EXAMPLE.org/posts/Warp-Shuffles",
    "host dot": "https://blog.example.org./posts/Warp-Shuffles",
    "host escaped": "https://blog%2Eexample.org/posts/Warp-Shuffles",
    "full-width host": "https://ｂｌｏｇ。example。org/posts/Warp-Shuffles",
    "www": "https://www.blog.example.org/posts/Warp-Shuffles",
    "default port": "https://blog.example.org:443/posts/Warp-Shuffles",
    "default port of http": "http://blog.example.org:80/posts/Warp-Shuffles",
    "empty port": "https://blog.example.org:/posts/Warp-Shuffles",
    "slash": "https://blog.example.org/posts/Warp-Shuffles/",
    "index page": "https://blog.example.org/posts/Warp-Shuffles/index.html",
    "backslashes": "https:\\\\blog.example.org\\posts\\Warp-Shuffles",
    "needless escape": "https://blog.example.org/%70osts/Warp%2DShuffles",
    "dot segments": "https://blog.example.org/old/.././posts/Warp-Shuffles",
    "escaped dot segments": "https://blog.example.org/old/%2E%2e/posts/Warp-Shuffles",
    "empty query": "https://blog.example.org/posts/Warp-Shuffles?",
    "tracking": "https://blog.example.org/posts/Warp-Shuffles?utm_source=x&UTM_brand=y&fbclid=Z&_hsmi=7",
    "shared by Chinese apps": "https://blog.example.org/posts/Warp-Shuffles?spm=a2.1&share_token=f-1&vd_source=2&xsec_token=A&chksm=9",
    "shared by English apps and shops": "https://blog.example.org/posts/Warp-Shuffles?xmt=1&rcm=A&pd_rd_w=b&mkevt=1&originalSubdomain=de",
    "fragment": "https://blog.example.org/posts/Warp-Shuffles#the-code",
    "text fragment": "https://blog.example.org/posts/Warp-Shuffles#:~:text=lane%20mask",
    "space around": "\ufeff\u00a0 https://blog.example.org/posts/Warp-Shuffles \n",
    "line break inside": "https://blog.example.org/posts/\nWarp-Shuffles",
    "angle brackets": "<https://blog.example.org/posts/Warp-Shuffles>",
    "mail brackets": "<URL:https://blog.example.org/posts/Warp-Shuffles>",
}

TWO_PAGES = {
    "path case": ("https://a.example/Part-1", "https://a.example/part-1"),
    "path number": ("https://a.example/part-1", "https://a.example/part-2"),
    "parent": ("https://a.example/a/b", "https://a.example/a"),
    "file ending": ("https://a.example/a.html", "https://a.example/a.pdf"),
    "numbered index": ("https://a.example/index1.html", "https://a.example/"),
    "feed beside the index": ("https://a.example/index.xml", "https://a.example/"),
    "escaped slash": ("https://a.example/a%2Fb", "https://a.example/a/b"),
    "escaped hash": ("https://a.example/C%23", "https://a.example/C"),
    "escaped question mark": ("https://a.example/why%3Fnot", "https://a.example/why?not"),
    "subdomain": ("https://a.example.org/x", "https://example.org/x"),
    "www as the name itself": ("https://www.dev/x", "https://dev/x"),
    "numbered www": ("https://www2.example.org/x", "https://example.org/x"),
    "homograph": ("https://gpu.example/x", "https://gрu.example/x"),
    "port": ("https://a.example:8443/", "https://a.example/"),
    "port of https under http": ("http://a.example:443/", "https://a.example/"),
    "port of http under https": ("https://a.example:80/", "http://a.example/"),
    "query value": ("https://a.example/?p=12", "https://a.example/?p=21"),
    "query name": ("https://a.example/?p=12", "https://a.example/?q=12"),
    "query value case": ("https://a.example/?v=aB", "https://a.example/?v=ab"),
    "escaped ampersand": ("https://a.example/?x=a%26b=1", "https://a.example/?x=a&b=1"),
    "escaped plus": ("https://a.example/?q=c%2B%2B", "https://a.example/?q=c++"),
    "order of one name's values": ("https://a.example/?t=1&t=2", "https://a.example/?t=2&t=1"),
    "name like tracking": ("https://a.example/?utmost=1", "https://a.example/"),
    "a share that is the content": ("https://a.example/s?share_id=1", "https://a.example/s"),
    "name like a share": ("https://a.example/?shared_memory=1", "https://a.example/"),
    "referral that may be content": ("https://a.example/?ref=v2", "https://a.example/"),
    "hashbang route": ("https://a.example/#!/a", "https://a.example/#!/b"),
    "hash route": ("https://a.example/#/a", "https://a.example/"),
    "scheme": ("ftp://a.example/x", "https://a.example/x"),
    "mail": ("mailto:a@a.example", "mailto:b@a.example"),
}

PROBABLY_ONE_PAGE = {
    "port of the other scheme": "http://blog.example.org:443/posts/Warp-Shuffles",
    "mobile host": "https://m.blog.example.org/posts/Warp-Shuffles",
    "AMP path": "https://blog.example.org/posts/Warp-Shuffles/amp/",
    "AMP query": "https://blog.example.org/posts/Warp-Shuffles?amp=1",
    "AMP cache": "https://blog-example-org.cdn.ampproject.org/c/s/blog.example.org/posts/Warp-Shuffles",
    "AMP viewer": "https://www.google.com/amp/s/blog.example.org/posts/Warp-Shuffles",
    "archive": "https://web.archive.org/web/20240101000000if_/https://blog.example.org/posts/Warp-Shuffles",
    "archive without scheme": "https://archive.ph/20240101/blog.example.org/posts/Warp-Shuffles",
    "archive of an archive": "https://archive.is/2024/https://web.archive.org/web/2024/http://blog.example.org/posts/Warp-Shuffles",
    "search cache": "https://webcache.googleusercontent.com/search?q=cache:Ab1:https://blog.example.org/posts/Warp-Shuffles",
    "redirector": "https://link.zhihu.com/?target=https%3A//blog.example.org/posts/Warp-Shuffles",
    "reader proxy": "https://r.jina.ai/https://blog.example.org/posts/Warp-Shuffles",
    "translated host": "https://blog-example-org.translate.goog/posts/Warp-Shuffles",
    "referral": "https://blog.example.org/posts/Warp-Shuffles?ref=newsletter",
    "double slash": "https://blog.example.org//posts/Warp-Shuffles",
    "final punctuation": "https://blog.example.org/posts/Warp-Shuffles).",
    "final Chinese punctuation": "https://blog.example.org/posts/Warp-Shuffles。",
    "file ending": "https://blog.example.org/posts/Warp-Shuffles.html",
}

SITES_OWN_SPELLINGS = [
    ("https://youtu.be/5F1iR0vEDV8?t=3", "https://m.youtube.com/watch?v=5F1iR0vEDV8&list=PL1"),
    ("https://arxiv.org/abs/2407.08608", "https://arxiv.org/pdf/2407.08608v2.pdf"),
    ("https://arxiv.org/abs/2407.08608", "https://doi.org/10.48550/arXiv.2407.08608"),
    (
        "https://medium.com/@ann/warp-shuffles-0f3a9c1b2d4e",
        "https://ann.medium.com/warp-shuffles-0f3a9c1b2d4e?source=rss",
    ),
    ("https://stackoverflow.com/q/12345", "https://stackoverflow.com/questions/12345/what-is-a-warp"),
    ("https://old.reddit.com/r/CUDA/comments/abc12/title/", "https://redd.it/abc12"),
    ("https://twitter.com/ann/status/12?s=20", "https://x.com/ann/status/12"),
    ("https://github.com/ann/notes.git", "https://github.com/ann/notes/tree/main"),
    ("https://raw.githubusercontent.com/ann/notes/main/a.md", "https://github.com/ann/notes/blob/main/a.md"),
    ("https://open.substack.com/pub/ann/p/warps?r=1", "https://ann.substack.com/p/warps"),
    ("https://a.example/s?q=tensor+core", "https://a.example/s?q=tensor%20core"),
]


@pytest.mark.parametrize("spelling", ONE_PAGE.values(), ids=ONE_PAGE)
def test_harmless_spellings_have_one_canonical_form(spelling):
    assert canonical_url(spelling) == PAGE
    assert loose_key(spelling) == loose_key(PAGE)


@pytest.mark.parametrize(("one", "other"), TWO_PAGES.values(), ids=TWO_PAGES)
def test_pages_that_may_differ_keep_two_forms(one, other):
    assert canonical_url(one) != canonical_url(other)


@pytest.mark.parametrize("spelling", PROBABLY_ONE_PAGE.values(), ids=PROBABLY_ONE_PAGE)
def test_likely_spellings_share_only_the_loose_key(spelling):
    assert canonical_url(spelling) != canonical_url(PAGE)
    assert loose_key(spelling) == loose_key(PAGE)


@pytest.mark.parametrize(("one", "other"), SITES_OWN_SPELLINGS)
def test_a_sites_own_second_spelling_shares_the_loose_key(one, other):
    assert loose_key(one) == loose_key(other)


def test_archived_pages_stay_apart():
    archive = "https://web.archive.org/web/20240101000000/https://a.example/"
    assert loose_key(archive + "one") != loose_key(archive + "two")


def test_parameters_of_a_root_page_name_the_page():
    assert loose_key("https://a.example/?s=warps") != loose_key("https://a.example/")


def test_a_host_of_the_older_standard_is_still_a_host():
    assert canonical_url("https://i❤.ws/gpu") == canonical_url("https://xn--i-7iq.ws/gpu")


def test_parameters_with_other_names_may_change_places():
    assert canonical_url("https://a.example/?b=1&a=2&b=3") == canonical_url("https://a.example/?a=2&b=1&b=3")


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "https://",
        "https:///",
        "warp shuffles",
        "https://a b.example/",
        "https://[::1/",
        "//",
        "http://a.example:x/",
        "https://a.example/\ud800",
    ],
)
def test_an_unusable_address_is_a_value_error_with_a_reason(text):
    with pytest.raises(ValueError, match="not a usable address") as caught:
        canonical_url(text)
    assert isinstance(caught.value, UnusableUrlError)
    assert caught.value.text("zh") != caught.value.text("en")
    assert loose_key(text) is None


def test_addresses_of_other_schemes_come_back_trimmed():
    assert canonical_url(" MAILTO:ann@a.example ") == "mailto:ann@a.example"


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("https://a.example/2024/05/14/Warp-Shuffle_Tricks.html", ("warp", "shuffle", "tricks")),
        ("https://a.example/posts/lecture-011/index.html", ("lecture", "011")),
        ("https://medium.com/@ann/warp-shuffles-0f3a9c1b2d4e", ("warp", "shuffles")),
        ("https://a.example/warps/12345", ("warps",)),
        ("https://a.example/%E5%BC%A0%E9%87%8F-%E6%A0%B8%E5%BF%83", ("张量", "核心")),
        ("https://a.example/", ()),
        ("no address", ()),
    ],
)
def test_slug_words(url, words):
    assert slug_words(url) == words


addresses = st.builds(
    "{}{}{}{}{}".format,
    st.sampled_from(["https://", "HTTP://", "//", "", "ftp://", "<http:"]),
    st.sampled_from(
        [
            "a.example",
            "www.www.dev",
            "WWW.a.example.",
            "[::1]:80",
            "a.example:443",
            "u@中文.example:443",
            "a%2Eb.example",
        ]
    ),
    st.text(alphabet="aB/.%25eE\\ index.htmlé;=+:", max_size=24).map("/".__add__),
    st.text(alphabet="?&=aButm_%2#+", max_size=16),
    st.sampled_from(["", "#", "#x", "#!/a", "#/a:~:text=b", " ", ">", "\u200b"]),
)


def canonical_or_none(text):
    try:
        return canonical_url(text)
    except UnusableUrlError:
        return None


@settings(deadline=None)
@given(st.one_of(addresses, st.text(), st.text().map("https://".__add__), st.text().map("https://a.example/".__add__)))
def test_any_text_gets_an_idempotent_form_or_the_one_error(text):
    form = canonical_or_none(text)
    assert form is None or canonical_url(form) == form
    key = loose_key(text)
    assert key is None or isinstance(key, str)


path_words = st.text(alphabet="abcXYZ019-_é张", min_size=1, max_size=8)


@settings(deadline=None)
@given(path_words, path_words)
def test_another_path_or_letter_case_never_merges(one, other):
    assert (canonical_url(f"https://a.example/{one}") == canonical_url(f"https://a.example/{other}")) == (one == other)


@settings(deadline=None)
@given(path_words, path_words)
def test_another_query_value_never_merges(one, other):
    pages = [canonical_url(f"https://a.example/post?id={value}&utm_source=x") for value in (one, other)]
    assert (pages[0] == pages[1]) == (one == other)


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        (" https://a.example/x\n", "https://a.example/x"), ("a.example/x", "https://a.example/x"), ("//a.example/x", "https://a.example/x"),
        ("https://a.example/a b?c d", "https://a.example/a%20b?c%20d"), ("https://a.example/\u3000x", "https://a.example/%E3%80%80x"),
        ("<https://a.example/x>", "https://a.example/x"), ("HTTP://A.example/X/?utm_source=y#z", "HTTP://A.example/X/?utm_source=y#z"),
        ("https://a.example/路径", "https://a.example/路径"), ("localhost:8080/x", "https://localhost:8080/x"),
    ],
)  # fmt: skip
def test_an_address_is_kept_as_it_was_written(written: str, kept: str):
    assert kept_url(written) == kept
    assert kept_url(kept) == kept
    assert canonical_url(written) == canonical_url(kept)


@pytest.mark.parametrize("control", ["\n", "\r", "\t", "\0", "\x1b", "\x7f", "\x85", "\u2028", "\u2029"])
def test_no_control_character_is_kept_inside_an_address(control: str):
    for written in (
        f"https://a.example/{control}x",
        f"https://a{control}.example/x",
        f"https://a.example/x?{control}=1",
    ):
        with pytest.raises(UnusableUrlError):
            kept_url(written)
