"""Tests what a final address alone tells."""

import pytest

from gpucat.links.landing import (
    HOME,
    INDEX,
    MISSING,
    SEARCH,
    is_home,
    is_login,
    is_wall,
    landing_of,
    same_place,
)

ASKED = "https://a.example/blog/2024/warps"


@pytest.mark.parametrize(
    ("final", "landing"),
    [
        ("https://a.example/", HOME),
        ("https://other.example", HOME),
        ("https://a.example/en/", HOME),
        ("https://a.example/zh-CN/index.html", HOME),
        ("https://a.example/?utm_source=x", HOME),
        ("https://a.example/?p=12", None),
        ("https://a.example/blog/", INDEX),
        ("https://a.example/posts", INDEX),
        ("https://a.example/blog/2024/", INDEX),
        ("https://a.example/404.html", MISSING),
        ("https://a.example/page-not-found", MISSING),
        ("https://a.example/oops?error=404", MISSING),
        ("https://a.example/search?q=warps", SEARCH),
        ("https://a.example/tag/warps", SEARCH),
        ("https://a.example/blog/2024/warps/", None),
        ("https://a.example/blog/warps", None),
        ("https://a.example/blog/proper-cuda-error", None),
        ("https://a.example/articles/how-404", None),
        ("https://a.example/errors/page_404.php", MISSING),
        ("https://b.example/notes/warps", None),
    ],
)
def test_landing(final: str, landing: object):
    assert landing_of(ASKED, final) == landing


def test_the_address_that_was_asked_for_is_no_landing():
    assert landing_of("https://a.example/", "https://www.a.example/") is None
    assert landing_of("https://a.example/blog/", "https://a.example/blog") is None


@pytest.mark.parametrize("path", ["", "en", "EN/", "zh-cn", "zh_CN", "pt-BR/", "zh-Hans", "zh-hant-tw/index.html", "es-419", "en-uk/home", "index.php"])  # fmt: skip
def test_a_home_page_in_any_language(path: str):
    assert is_home(f"https://a.example/{path}")


@pytest.mark.parametrize("path", ["ml-ops", "my-post", "go", "is-it-fast", "to-day", "qq", "en-zz", "x86", "cuda", "en-us-ca", "ai", "en-gpu"])  # fmt: skip
def test_a_page_with_a_short_name_is_no_home_page(path: str):
    assert not is_home(f"https://a.example/{path}")
    assert landing_of(ASKED, f"https://a.example/{path}") is None


@pytest.mark.parametrize("address", ["https://a.example/login?next=x", "https://accounts.a.example/x", "https://a.example/users/sign_in"])  # fmt: skip
def test_login_addresses(address: str):
    assert is_login(address)


@pytest.mark.parametrize("address", ["https://consent.a.example/m", "https://a.example/sorry/index", "https://a.example/captcha"])  # fmt: skip
def test_wall_addresses(address: str):
    assert is_wall(address)


def test_an_article_about_logins_is_no_login():
    assert not is_login("https://a.example/blog/authentication-in-practice")
    assert not is_wall("https://a.example/blog/sorry-about-warps")


def test_same_place_forgives_scheme_www_slash_and_escapes():
    assert same_place("http://www.a.example/caf%C3%A9/", "https://a.example/café#x")
    assert not same_place("https://a.example/x?a=1", "https://a.example/x?a=2")
