"""Tells where a chain of redirects ended: at the article, its translation, or the front page. Pure."""

import re
from functools import lru_cache
from typing import Final
from urllib.parse import parse_qsl, unquote, urlsplit

from gpucat.language import Bilingual

_ISO_639_1: Final = """
aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es
et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki
kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no
nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te
tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu
"""
# The last line adds two codes that sites use, and the UN M.49 areas of locales (world, Europe, Latin America).
_ISO_3166_1: Final = """
ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bl bm bn bo bq br bs bt bv bw by bz ca cc
cd cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg eh er es et fi fj fk fm fo fr ga gb gd
ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh
ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mf mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw
mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc
sd se sg sh si sj sk sl sm sn so sr ss st sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug um us uy
uz va vc ve vg vi vn vu wf ws ye yt za zm zw
eu uk 001 150 419
"""
# The scripts of widely read languages.
_ISO_15924: Final = """
arab armn beng cyrl deva geor grek guru hang hans hant hebr jpan khmr kore laoo latn mong mymr sinh taml telu thai
"""
_LANGUAGES: Final = frozenset(_ISO_639_1.split())
_REGIONS: Final = frozenset(_ISO_3166_1.split())
_SCRIPTS: Final = frozenset(_ISO_15924.split())
HOME: Final = Bilingual("redirects to the home page", "重定向到首页")
INDEX: Final = Bilingual("redirects to an index page", "重定向到索引页")
MISSING: Final = Bilingual("redirects to the site's not-found page", "重定向到站点的“页面不存在”页")
SEARCH: Final = Bilingual("redirects to a search or tag page", "重定向到搜索页或标签页")
_HOME_FILES: Final = frozenset(
    {
        "index.html",
        "index.htm",
        "index.php",
        "index.asp",
        "index.aspx",
        "default.aspx",
        "default.html",
        "home",
        "home.html",
        "main",
        "welcome",
    }
)
_INDEXES: Final = frozenset({
    "blog", "blogs", "posts", "post", "articles", "article", "news", "archive", "archives", "writing", "writings", "notes", "all",
    "latest", "stories", "publications", "research", "insights", "resources", "docs", "category", "categories", "feed", "blog.html", "posts.html", "archive.html",
})  # fmt: skip
_SEARCHES: Final = frozenset({"search", "tag", "tags", "label"})
_QUERIES: Final = frozenset({"s", "q", "query", "search", "keyword", "kw", "wd"})
_PAGE_QUERIES: Final = frozenset({"p", "page_id", "id", "post", "article", "attachment_id", "tid", "page"})
_MISSING: Final = re.compile(
    r"(?:(?:error|page|http)[-_]?)?(?:40[0-9]|410|not[-_]?found|not[-_]?exist|no[-_]?such[-_]?page)(?:[-_]?(?:error|page))?"
    r"|errors?|error[-_]?page|missing|oops|gone|unavailable|removed|invalid|deleted|suspended(?:page)?",
    re.IGNORECASE,
)
_LOGIN_PATH: Final = re.compile(
    r"(?:^|/)(?:log-?_?in|sign-?_?in|signon|auth(?:enticate|orize|wall)?|sso|oauth2?|saml2?|wp-login\.php|session/new"
    r"|sessions/new|checkpoint|uas/login|accounts?/login|users/sign_in|signup|register|join|passport)(?:[/.]|$)",
    re.IGNORECASE,
)
_LOGIN_HOST: Final = re.compile(
    r"^(?:login|signin|auth|sso|accounts?|idp?|passport|oauth|authn|secure)\d*\.", re.IGNORECASE
)
_WALL_PATH: Final = re.compile(
    r"(?:^|/)(?:captcha|challenge|cdn-cgi|sorry|robot|verify|antibot|blocked|access-?denied|forbidden|consent|gdpr"
    r"|cookie-?wall|showcaptcha|paywall|subscribe)(?:[/.]|$)",
    re.IGNORECASE,
)
_WALL_HOST: Final = re.compile(
    r"^(?:consent|captcha|verify|geo\.captcha-delivery|validate|challenges?)\.", re.IGNORECASE
)


def landing_of(asked: str, final: str) -> Bilingual | None:
    """Returns what the final address is if it is not an article's; None too if it is the requested address."""
    before, after = _segments(asked), _segments(final)
    if same_place(asked, final):
        return None
    if after and _is_missing(after[-1]) and not (before and _is_missing(before[-1])):
        return MISSING
    query = {name.lower(): value for name, value in parse_qsl(urlsplit(final).query)}
    asked_query = {name.lower() for name, _ in parse_qsl(urlsplit(asked).query)}
    if any(
        value in {"404", "410"} or value.lower() in {"notfound", "not_found", "not-found"} for value in query.values()
    ):
        return MISSING
    if (_QUERIES & query.keys()) - asked_query or (_SEARCHES & set(after[:-1] or after)) - set(before):
        return SEARCH
    if not before:
        return None
    if not after:
        return None if _PAGE_QUERIES & (query.keys() - asked_query) else HOME
    if len(after) == 1 and after[0] in _INDEXES and len(before) >= 1 and before != after:
        return INDEX
    return INDEX if len(after) < len(before) and before[: len(after)] == after else None


def is_login(address: str) -> bool:
    """Whether an address looks like a site's login."""
    parts = urlsplit(address)
    return bool(_LOGIN_PATH.search(parts.path) or _LOGIN_HOST.search(parts.hostname or ""))


def is_wall(address: str) -> bool:
    """Whether an address looks like a robot check, or a consent or subscription page."""
    parts = urlsplit(address)
    return bool(_WALL_PATH.search(parts.path) or _WALL_HOST.search(parts.hostname or ""))


def is_home(address: str) -> bool:
    """Whether an address is a site's home page, in any of its languages."""
    return not _segments(address) and not urlsplit(address).query


def same_place(one: str, other: str) -> bool:
    """Whether two addresses differ only in scheme, `www.`, case of escapes, a slash or the fragment."""
    return _place(one) == _place(other)


def host_of(address: str) -> str:
    """Returns the host of an address in lower case; empty if there is none."""
    return _host_of("/".join(address.strip().split("/", 3)[:3]))  # without the path: many addresses share a host


@lru_cache(maxsize=4096)
def _host_of(origin: str) -> str:
    try:
        return (urlsplit(origin).hostname or "").lower()
    except ValueError:
        return ""


def is_language_tag(text: str) -> bool:
    """Whether a text is a two-letter language code, with or without a valid script or region or both (RFC 5646)."""
    language, *subtags = re.split("[-_]", text.lower())
    if language not in _LANGUAGES or len(subtags) > 2:
        return False
    if subtags and subtags[0] in _SCRIPTS:
        subtags = subtags[1:]
    return not subtags or (len(subtags) == 1 and subtags[0] in _REGIONS)


def _is_missing(segment: str) -> bool:
    """Whether the last part of a path names only a not-found page: `/cuda-error` is an article."""
    return _MISSING.fullmatch(segment.partition(".")[0]) is not None


def _place(address: str) -> tuple[str, str, str]:
    parts = urlsplit(address)
    return (parts.netloc.lower().removeprefix("www."), unquote(parts.path).rstrip("/"), unquote(parts.query))


def _segments(address: str) -> list[str]:
    """Returns the path's parts, without the file names and language codes that stand for a home page."""
    parts = [part.lower() for part in unquote(urlsplit(address).path).split("/") if part]
    if parts and is_language_tag(parts[0]):
        parts = parts[1:]
    if parts and parts[-1] in _HOME_FILES:
        parts = parts[:-1]
    return parts
