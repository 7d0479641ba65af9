"""The one ASCII form of a host: what a page's key is made of is what is asked over the network. Pure.

As browsers have it (WHATWG URL, host parsing): escapes are undone, letters mapped by UTS 46 without its transitional
rules, labels written by IDNA 2008. Browsers refuse what IDNA 2008 leaves out; names like that (emoji) are registered and
answer, so they are written in Punycode as they stand.
"""

import re
from typing import Final
from urllib.parse import unquote

_FORBIDDEN: Final = re.compile(r"[\x00-\x20\"#%/:<>?@\[\\\]^`{|}\x7f]")
_JOINERS: Final = str.maketrans("", "", "\u200c\u200d")


def to_ascii(host: str) -> str:
    """The host in lower-case ASCII, an IPv6 address in brackets; idempotent. Raises ValueError for what no host can be."""
    if ":" in host:
        from ipaddress import IPv6Address

        return f"[{IPv6Address(host.strip('[]'))}]"
    host = unquote(host, errors="strict")
    if not host.isascii():
        import idna

        mapped = idna.uts46_remap(host, std3_rules=False, transitional=False)
        host = ".".join(map(_label, mapped.split(".")))
    host = host.lower().strip(".")
    if not host or _FORBIDDEN.search(host):
        raise ValueError(f"the host {host!r} holds a character that no host may hold" if host else "no host")
    return host


def _label(label: str) -> str:
    import idna

    if label.isascii():
        return label
    try:
        return idna.alabel(label).decode()
    except idna.IDNAError:
        # Unseen between emoji or Latin letters, where no script needs them; IDNA 2003, which the names are from, drops them.
        bare = label.translate(_JOINERS)
        return bare if bare.isascii() else f"xn--{bare.encode('punycode').decode()}"
