"""Passwords in addresses, kept out of what is stored or passed on. Standard library only."""

import re
from typing import Final

_CREDENTIALS: Final = (
    r"(?<=://)[^/?#\s]*@"  # up to the last @ of the authority (RFC 3986, 3.2): one in a password ends nothing
    r"|(?<=://)[^/?#\s@:]*:(?!\d*(?:[/?#\s'\"]|$))\S*@"  # a password that should have been escaped; what follows is no port
    r"|(?<![^\s'\"=])[^\s'\"=/@:]+:[^\s/@:][^\s@]*@"  # without a scheme, as a proxy may be typed
)


def without_credentials(text: str) -> str:
    """The text with `***` for the user and password of every address in it; rather too much is hidden than too little."""
    return re.sub(_CREDENTIALS, "***@", text)
