"""Tests that logins in addresses are found, taken out and hidden, and nothing else."""

import pytest

from gpucat.catalog.logins import names_user, without_credentials, without_login, without_logins


@pytest.mark.parametrize(
    "address",
    [
        "http://bob:secret@proxy:1",
        "socks5://bob:secret@proxy:1",
        "http://bob@evil:secret@proxy:1",
        "http://secret@proxy:1/x",
        "http://bob:sec/ret@proxy:1",
        "http://bob:sec#ret@proxy:1",
        "http://bob:1secret@proxy:1",
        "http://:secret@proxy:1",
        "http://bob:se'cret@proxy:1",
        "bob:secret@proxy:1",
        "bob:sec/ret@proxy:1",
    ],
)
@pytest.mark.parametrize("form", ["{}", "--proxy={}", "see {} there", "'--proxy' '{}'", "URL('{}')"])
def test_a_password_is_hidden_wherever_it_stands(address: str, form: str) -> None:
    hidden = without_credentials(form.format(address))
    for piece in ("secret", "cret", "bob"):
        assert piece not in hidden
    assert "***@proxy:1" in hidden


@pytest.mark.parametrize(
    "text",
    [
        "edit 6 --title 'A: b'",
        "add https://medium.com/@user/post",
        "add https://a.example:8080/@user",
        "add 'https://a.example/?mail=a@b.example'",
        "note 6 'mail me at bob@a.example'",
        "--proxy http://proxy:3128 --title x@y",
        "note 6 'at 12:30 with a@b'",
    ],
)
def test_all_else_stands_as_it_was_typed(text: str) -> None:
    assert without_credentials(text) == text


@pytest.mark.parametrize(
    ("address", "bare"),
    [
        ("https://user:pw@a.example/x", "https://a.example/x"),
        ("https://user@a.example", "https://a.example"),
        ("https:\\\\user@a.example/x", "https:\\\\a.example/x"),
        ("https:/user:pw@a.example/x", "https:/a.example/x"),
        ("https:user:pw@a.example/x", "https:a.example/x"),
        ("HTTPS://us\ner:p\tw@a.example/x", "HTTPS://a.example/x"),
        ("//user:pw@a.example/x", "//a.example/x"),
        ("https://user:p@ss，(w)'@a.example:81/@b", "https://a.example:81/@b"),
        ("<https://user:p w@a.example/>", "<https://a.example/>"),
    ],
)
def test_a_login_is_seen_and_taken_out(address: str, bare: str) -> None:
    assert names_user(address)
    assert (without_login(address), names_user(bare)) == (bare, False)


@pytest.mark.parametrize(
    "address",
    ["https://a.example/@user", "https://a.example?x=@y", "https://a.example#@", "mailto:me@a.example", "a@b"],
)
def test_an_address_without_a_login_stays(address: str) -> None:
    assert not names_user(address)
    assert without_login(address) == without_logins(address) == address


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("see https://u:p@a.example/x, or ftp://v@b.example", "see https://a.example/x, or ftp://b.example"),
        ("[x](http://u:p%40@[::1]/)\nhttps://t0ken@a.example", "[x](http://[::1]/)\nhttps://a.example"),
        ("at https://a.example, mail me@b.example", None),
        ("[me](https://a.example)me@b.example and [it](mailto:me@b.example)", None),
        ("git clone ssh://git@a.example/x, https://medium.com/@user", None),
    ],
)
def test_a_text_loses_logins_and_nothing_else(text: str, bare: str | None) -> None:
    assert without_logins(text) == (text if bare is None else bare)
