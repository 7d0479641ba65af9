"""Makes the canonical form of an address. Pure."""

import html
import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final
from urllib.parse import SplitResult, quote, unquote, urlsplit

from gpucat.catalog.url_sites import Address, at_home, unwrapped
from gpucat.errors import UsageError
from gpucat.language import Bilingual

_FORBIDDEN: Final = re.compile(r"[\x00-\x20\"#%/:<>?@\[\\\]^`{|}\x7f]")
_JOINERS: Final = str.maketrans("", "", "\u200c\u200d")
_AROUND: Final = " \t\r\n\f\v\x00\u00a0\u200b\u200c\u200d\u2060\u3000\ufeff"
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_SPACE: Final = re.compile(r"\s")
_SCHEME: Final = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_HOST_FIRST: Final = re.compile(
    r"(?:[\w-]+\.)+(?:[^\W\d_]{2,}|xn--[\w-]+)\.?(?::\d+)?(?=[/?#]|$)|localhost(?::\d+)?(?=[/?#]|$)"
)
_ESCAPE: Final = re.compile(r"%([0-9A-Fa-f]{2})|[^!$&-;=?-Z_a-z~]")
_INDEX_PAGE: Final = re.compile(r"index\.(?:s?html?|xhtml|php|aspx?|jsp)")
_DEFAULT_PORTS: Final = {"http": 80, "https": 443}
_WEB_PORT: Final = re.compile(r":(?:80|443)$")
_UNRESERVED: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_HARMLESS_IN_PATH: Final = _UNRESERVED | frozenset("!$&'()*,:=@")
# Names that advertising and newsletter systems append to links, and that no site reads for its content.
_TRACKING_PREFIXES: Final = (
    "utm_", "mtm_", "pk_campaign", "pk_kwd", "hsa_", "__hs", "pd_rd_", "pf_rd_", "spm_id_", "aff_", "_branch_", "hybrid_search_",
    "guce_", "__cft__",
)  # fmt: skip
_TRACKING: Final = """
gclid gclsrc dclid gbraid wbraid gad_source gad_campaignid srsltid _ga _gl fbclid mibextid igshid igsh msclkid
yclid ysclid _openstat twclid ttclid li_fat_id epik rb_clickid wickedid s_kwcid mc_cid mc_eid mkt_tok _hsenc
_hsmi hsctatracking vero_id vero_conv oly_anon_id oly_enc_id ml_subscriber ml_subscriber_hash _bta_tid _bta_c
_kx piwik_campaign piwik_kwd matomo_campaign
spm scm vd_source unique_k bsource xsec_token xsec_source xhsshare apptime appuid tt_from chksm ascene exportkey
pass_ticket wx_header abtest_cookie nettype devicetype clicktime isappinstalled nsukey ops_request_misc zhida_source
share_token sharetoken shareuniqueid sharesource share_source share_source_id share_medium share_plat share_platform
share_channel share_session_id share_tag share_times share_from share_from_user_hidden share_app_id share_link_id share_item_id
share_crt_v share_author_id ali_trackid ali_refid algo_pvid algo_exp_id pdp_npi curpageloguid sudaref refer_flag
mkevt mkcid mkrid _trkparms _trksid linkcode ascsubtag creativeasin dib dib_tag sprefix is_from_webapp is_copy_url
sender_device xmt slof rdid originalsubdomain midtoken midsig trackingid lipi rcm trkemail ab_channel
showwelcomeonshare triedredirect isfreemail sca_esv gs_lcrp mkwid pcrid
"""
_TRACKING_NAMES: Final = frozenset(_TRACKING.split())
# Names that on most sites say where a reader came from or how the page is shown, and on a few select content.
_REFERRAL: Final = """
ref ref_ ref_src ref_url refer referer referrer source src via from fr s si share shareid share_id share_from
share_source share_token share_medium shared sharer spm scm spm_id_from vd_source trk trkinfo trackingid lipi
cmp cmpid campaign campaign_id feature fref rss feed amp outputtype output print printable mobile view_as
m_source mod triedredirect sk gi guccounter guce_referrer ncid cid icid ito smid smtyp partner xtor at_medium
at_campaign scene subscene searchid biz_id request_id pvid from_source from_type fromid seid plat_id ts timestamp
crid linkid campid u_code web_id share_code xtor soc_src soc_trk ocid s_cid pp
"""
_REFERRAL_NAMES: Final = frozenset(_REFERRAL.split())
_TRAILING: Final = ".,;:!?'\"*_)]}>|。，、；：！？…’”）】」』》〉"
_SLASHES: Final = re.compile(r"/{2,}")
_PAGE_ENDING: Final = re.compile(r"\.(?:s?html?|xhtml|php|aspx?|jsp)$")


class UnusableUrlError(UsageError, ValueError):
    """A text that cannot be the address of a page; the message says why."""

    def __init__(self, text: str, reason: Bilingual) -> None:
        shown = text if len(text) <= 80 else text[:79] + "…"
        super().__init__(
            "unusable_url",
            Bilingual(f"{shown!r} is not a usable address: {reason.en}", f"“{shown}”不是可用的网址：{reason.zh}"),
            Bilingual("an address looks like https://example.org/post", "网址形如 https://example.org/post"),
        )


@lru_cache(maxsize=8192)  # an import asks several times for each row
def canonical_url(url: str) -> str:
    """Returns the one spelling of all addresses that are taken for the same page; idempotent.

    Kept apart: letter case of the path, every name and value of the query except tracking, ports other than the
    scheme's, and a fragment that is a route (`#!…`, `#/…`). Only an http address with the port of https keeps its
    scheme. An address of another scheme (`mailto:`) is only trimmed; a missing scheme before a host name means https.
    Raises UnusableUrlError, a ValueError, for what cannot be an address.
    """
    text = _trimmed(url)
    scheme = _scheme(text)
    if scheme not in ("http", "https", ""):
        return f"{scheme}:{text[len(scheme) + 1 :]}"
    return _spelt(_read(text, scheme, url))


def web_key(url: str) -> str:
    """Returns the canonical form of a web page's address; raises UnusableUrlError for other schemes too."""
    key = canonical_url(url)
    if not key.startswith(("https://", "http://")):
        scheme = key.partition(":")[0]
        raise UnusableUrlError(url, Bilingual(f"{scheme}: addresses are not web pages", f"{scheme}：不是网页地址"))
    return key


def kept_url(url: str) -> str:
    """Returns the address as a list keeps it: as written, with white space escaped and `https://` before a bare host.

    Raises UnusableUrlError if it is not a web page's, or contains a line break or a control character: servers would never
    see it, and whatever reads the list line by line would break at it.
    """
    text = url.strip(_AROUND)
    if _CONTROL.search(text):
        raise UnusableUrlError(
            text, Bilingual("it contains a line break or a control character", "包含换行符或控制字符")
        )
    web_key(text)
    text = _trimmed(text)
    if not _scheme(text):
        text = f"https://{text.lstrip('/')}"
    return _SPACE.sub(lambda found: quote(found.group()), text)


@lru_cache(maxsize=8192)
def loose_key(url: str) -> str | None:
    """Returns a key shared by addresses that are probably the same page, even if their canonical forms differ.

    None for a text that is not a web address.
    """
    text = html.unescape(_trimmed(url)).rstrip(_TRAILING)
    try:
        address = _read(text, _scheme(text), url)
        while (inner := unwrapped(address)) is not None:
            address = _read(_trimmed(inner), _scheme(inner), inner)
    except ValueError:
        return None
    home = at_home(address)
    path = _PAGE_ENDING.sub("", _path(_SLASHES.sub("/", home.path)).rstrip(_TRAILING))
    # At the root of a site only the parameters identify the page (`/?s=tiling`).
    told_apart = [pair for pair in home.query if not path or _name(pair) not in _REFERRAL_NAMES]
    query = tuple(pair.replace("+", "%20") for pair in told_apart)
    authority = _WEB_PORT.sub("", home.authority)
    return _spelt(home._replace(authority=authority, path=path, query=query)).removeprefix("https://")


def slug_words(url: str) -> tuple[str, ...]:
    """Returns the lower-case words of the last meaningful part of the path, without numbers and hash-like ids."""
    try:
        address = _read(_trimmed(url), _scheme(_trimmed(url)), url)
    except ValueError:
        return ()
    for segment in reversed(unquote(address.path).split("/")):
        words = _words_of_slug(_PAGE_ENDING.sub("", segment))
        if any(word.isalpha() and len(word) > 1 for word in words) and words != ("amp",):
            return words
    return ()


def to_ascii(host: str) -> str:
    """Returns the host in lower-case ASCII, an IPv6 address in brackets; idempotent. Raises ValueError."""
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
        raise ValueError(f"the host {host!r} contains an invalid character" if host else "no host")
    return host


def _label(label: str) -> str:
    import idna

    if label.isascii():
        return label
    try:
        return idna.alabel(label).decode()
    except idna.IDNAError:
        # They are invisible between emoji or Latin letters; IDNA 2003, under which such names were registered, drops them.
        bare = label.translate(_JOINERS)
        return bare if bare.isascii() else f"xn--{bare.encode('punycode').decode()}"


def _words_of_slug(segment: str) -> tuple[str, ...]:
    words = [word for word in re.split(r"[\W_]+", segment.lower()) if word]
    if len(words) > 1 and re.fullmatch(r"(?=.*\d)[0-9a-f]{6,}", words[-1]):
        words.pop()
    return tuple(words)


def _trimmed(url: str) -> str:
    text = re.sub(r"[\t\r\n]", "", url).strip(_AROUND)
    if text.startswith("<") and text.endswith(">"):
        text = text[1:-1].removeprefix("URL:").strip(_AROUND)
    return text


def _scheme(text: str) -> str:
    """Returns the scheme in lower case; empty if the text begins with a host (`example.org:8080/a`) or with `//`."""
    found = _SCHEME.match(text)
    return found.group(1).lower() if found and not _HOST_FIRST.match(text) else ""


@lru_cache(maxsize=8192)  # each key of an address reads it
def _read(text: str, scheme: str, given: str) -> Address:
    if not text:
        raise UnusableUrlError(given, Bilingual("it is empty", "内容为空"))
    if scheme not in ("http", "https", ""):
        raise UnusableUrlError(given, Bilingual(f"{scheme}: addresses are not web pages", f"{scheme}：不是网页地址"))
    if not scheme and not text.startswith("//") and not _HOST_FIRST.match(text):
        raise UnusableUrlError(given, Bilingual("it has neither a scheme nor a host name", "既没有协议，也没有主机名"))
    rest = text[len(scheme) + 1 :] if scheme else text
    before, *after = re.split(r"([?#])", rest, maxsplit=1)
    rest = "//" + before.replace("\\", "/").lstrip("/") + "".join(after)
    try:
        rest.encode()
        parts = urlsplit(rest)
        host, port = parts.hostname and _host(parts.hostname), parts.port
    except ValueError as error:
        raise UnusableUrlError(given, Bilingual(str(error), "主机名或端口无效")) from error
    if not host:
        raise UnusableUrlError(given, Bilingual("it has no host name", "没有主机名"))
    port = None if port == _DEFAULT_PORTS[scheme or "https"] else port
    return Address(_authority(parts, host, port), _path(parts.path), _query(parts.query), _route(parts.fragment))


def _host(host: str) -> str:
    host = to_ascii(host)
    while host.startswith("www.") and "." in host[4:]:
        host = host[4:]
    return host


def _authority(parts: SplitResult, host: str, port: int | None) -> str:
    user, at, _ = parts.netloc.rpartition("@")
    return user + at + host + (f":{port}" if port is not None else "")


def _path(path: str) -> str:
    kept: list[str] = []
    for segment in _escaped(path, _HARMLESS_IN_PATH).split("/")[1:]:
        if segment == "..":
            del kept[-1:]
        elif segment != ".":
            kept.append(segment)
    while kept and (not kept[-1] or _INDEX_PAGE.fullmatch(kept[-1])):
        kept.pop()
    return "".join("/" + segment for segment in kept)


def _query(query: str) -> tuple[str, ...]:
    pairs = (_escaped(pair, _UNRESERVED) for pair in query.split("&") if pair)
    return tuple(sorted((pair for pair in pairs if not _is_tracking(_name(pair))), key=_raw_name))


def _route(fragment: str) -> str:
    fragment = fragment.partition(":~:")[0]
    return _escaped(fragment, _UNRESERVED) if fragment.startswith(("!", "/")) else ""


def _escaped(text: str, harmless: Iterable[str]) -> str:
    """Normalizes the escapes: harmless characters unescaped, all others as upper-case UTF-8 escapes if needed."""

    def spell(found: re.Match[str]) -> str:
        digits = found.group(1)
        if digits is None:
            return "".join(f"%{byte:02X}" for byte in found.group().encode())
        character = chr(int(digits, 16))
        return character if character in harmless else f"%{digits.upper()}"

    return _ESCAPE.sub(spell, text)


def _raw_name(pair: str) -> str:
    return pair.partition("=")[0]


def _name(pair: str) -> str:
    return _raw_name(pair).lower()


def _is_tracking(name: str) -> bool:
    return name in _TRACKING_NAMES or name.startswith(_TRACKING_PREFIXES)


def _spelt(address: Address) -> str:
    query = "?" + "&".join(address.query) if address.query else ""
    route = "#" + address.route if address.route else ""
    scheme = "http" if address.authority.endswith(":443") else "https"  # port 443 is kept only for http
    return f"{scheme}://{address.authority}{address.path or '/'}{query}{route}"
