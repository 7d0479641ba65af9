"""Tests that the passwords of addresses are hidden, and nothing else."""

import pytest

from gpucat.catalog.url import without_credentials


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
