"""Takes the logins out of addresses (`https://user:password@example.org/`), or hides them. Pure.

A list is passed on and an address with a login opens a private page, so no file brings one into the list, and no output
shows one that is there.
"""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from gpucat.catalog.article import Article

HIDDEN: Final = "***@"
_UNSEEN: Final = r"[\t\r\n]"
"""What browsers drop from an address. The patterns are compiled where there is an @, not at the start of every command."""
_IN_ADDRESS: Final = r"(?i)^([\s<]*(?:(?:https?:)?[/\\]{2,}|https?:[/\\]?))[^/\\?#]*@"
"""The login of a text that is an address, up to the last @ of the authority, as browsers read it."""
_IN_TEXT: Final = r"(?ia)((?:https?|ftps?|wss?):[/\\]{2,})[\w.~%!$&'*+;=:@-]*@(?=[\w\[])"
"""The login of an address amid other text."""
_OF_A_PAGE: Final = r"(?i)\b(https?:[/\\]*)[^/\\?#\s]*@"
"""The same in a message, with as many slashes as browsers allow and a path has."""
_ANYWHERE: Final = (
    r"(?<=://)[^/?#\s]*@"  # up to the last @ of the authority (RFC 3986, 3.2), since a password may contain one
    r"|(?<=://)[^/?#\s@:]*:(?!\d*(?:[/?#\s'\"]|$))\S*@"  # a password that should have been escaped, not a port
    r"|(?<![^\s'\"=])[^\s'\"=/@:]+:[^\s/@:][^\s@]*@"  # without a scheme, as a proxy may be given
)


def names_user(url: str) -> bool:
    """Whether the address contains a user name or password."""
    return "@" in url and re.match(_IN_ADDRESS, re.sub(_UNSEEN, "", url)) is not None


def without_login(url: str, instead: str = "") -> str:
    """Returns the address without its login, or with `instead` in its place."""
    return re.sub(_IN_ADDRESS, rf"\1{instead}", re.sub(_UNSEEN, "", url)) if names_user(url) else url


def shown_address(url: str) -> str:
    """Returns a stored address as outputs show it: with its login hidden."""
    return without_login(url, HIDDEN)


def without_logins(text: str, instead: str = "") -> str:
    """Returns the text with every address in it, or itself if it is one, without its login."""
    if "@" not in text:
        return text
    return re.sub(_IN_TEXT, rf"\1{instead}", text) if re.search(r"\s", text) else without_login(text, instead)


def article_without_logins(article: "Article", instead: str = "") -> "Article":
    """Returns the article without logins in its address and its texts; itself if there is none."""
    fields: dict[str, Any] = {name: _cleaned(value, instead) for name, value in article._asdict().items()}
    cleaned = article._replace(**fields | {"url": without_login(article.url, instead)})
    return article if cleaned == article else cleaned


def without_credentials(text: str) -> str:
    """Hides the user and password of every address in a message; rather too much than too little."""
    if "@" not in text:
        return text
    return re.sub(_ANYWHERE, HIDDEN, re.sub(_OF_A_PAGE, rf"\1{HIDDEN}", text))


def _cleaned(value: object, instead: str) -> object:
    if isinstance(value, str):
        return without_logins(value, instead)
    if isinstance(value, Mapping):
        return {name: _cleaned(each, instead) for name, each in value.items()}
    if type(value) in (tuple, list):
        assert isinstance(value, (tuple, list))
        return type(value)(_cleaned(each, instead) for each in value)
    return value
