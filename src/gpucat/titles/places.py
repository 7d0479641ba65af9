"""What sort of place an address is: a discussion, a video or code host, a platform of many authors, somebody's own site. Pure."""

import re
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from gpucat.catalog.url import loose_key

PlaceKind = Literal["page", "discussion", "copy", "video", "slides", "code", "paper", "reference"]

_KINDS: Final[tuple[tuple[PlaceKind, re.Pattern[str]], ...]] = (
    (
        "discussion",
        re.compile(
            r"(?:.*\.)?(?:ycombinator\.com|hckrnews\.com|lobste\.rs|reddit\.com|redd\.it|x\.com|twitter\.com|t\.co|linkedin\.com"
            r"|facebook\.com|bsky\.app|threads\.net|mastodon\.\w+|fosstodon\.org|slashdot\.org|tildes\.net|daily\.dev|digg\.com"
            r"|flipboard\.com|pinboard\.in|getpocket\.com|v2ex\.com|weibo\.com|t\.me|hacker-news\.\w+|hn\.algolia\.com|upstract\.com"
            r"|b\.hatena\.ne\.jp|news\.hada\.io|answeroverflow\.com|hachyderm\.io|mas\.to|mstdn\.\w+|discord\.com|tldr\.tech|dzone\.com|okjike\.com)"
        ),
    ),
    ("copy", re.compile(r"(?:web\.)?archive\.(?:org|ph|is|today|md|li|vn|fo)|webcache\.googleusercontent\.com|.*\.translate\.goog|freedium\.cfd|scribe\.rip|12ft\.io|perma\.cc|(?:.*\.)?(?:instapaper\.com|feedly\.com|inoreader\.com|newsblur\.com|theoldreader\.com|omnivore\.app|printfriendly\.com|mailchi\.mp|wallabag\.\w+)")),
    ("video", re.compile(r"(?:.*\.)?(?:youtube\.com|youtu\.be|vimeo\.com|bilibili\.com|twitch\.tv|nicovideo\.jp|odysee\.com|podcasts\.apple\.com|open\.spotify\.com)")),
    ("slides", re.compile(r"(?:.*\.)?(?:slideshare\.net|speakerdeck\.com|slides\.com|docs\.google\.com|drive\.google\.com)")),
    ("code", re.compile(r"(?:github|gitlab|bitbucket|codeberg|gitee)\.(?:com|org)|colab\.research\.google\.com|(?:www\.)?kaggle\.com|godbolt\.org|pypi\.org")),
    ("paper", re.compile(r"(?:.*\.)?(?:arxiv\.org|openreview\.net|doi\.org|dl\.acm\.org|ieeexplore\.ieee\.org|semanticscholar\.org|researchgate\.net|proceedings\.\w+\.\w+|aclanthology\.org)")),
    ("reference", re.compile(r"(?:.*\.)?(?:wikipedia\.org|wikiwand\.com|docs\.nvidia\.com|readthedocs\.io|stackoverflow\.com|stackexchange\.com|quora\.com|geeksforgeeks\.org|baike\.baidu\.com)")),
)  # fmt: skip
_SHARED: Final = re.compile(
    r"(?:.*\.)?(?:medium|substack|hackernoon|dev|towardsdatascience|zhihu|juejin|csdn|cnblogs|jianshu|hashnode|dzone|infoq|segmentfault"
    r"|habr|qiita|zenn|velog|tistory|notion|telegraph|wordpress|blogspot|tumblr|hackmd|bearblog|beehiiv|buttondown|freecodecamp|51cto"
    r"|oschina|toutiao|sohu|163|qq|weixin|aliyun|tencent|sites|mirror|ghost|write)\.[\w.]+"
)
_TEXT_AMONG_CODE: Final = re.compile(r"/(?:wiki|discussions|blog|posts?)(?:/|$)|\.(?:md|rst|html?)$", re.IGNORECASE)
_ONE_SITE_EACH: Final = re.compile(
    r"(?!www\.)[^.]+\.(?:bearblog|substack|hashnode|wordpress|blogspot|tumblr|tistory|beehiiv|ghost|notion|medium)\.\w+"
)
"""Platforms on which every author has a host."""
_NAMED_FIRST: Final = re.compile(r"dev\.to|(?:gist\.)?github\.com|gitlab\.com|gitee\.com|codeberg\.org")
"""Where an account's name stands first in every path."""
_POST_OF_ACCOUNT: Final = re.compile(r"@[\w.-]+(?:@[\w.-]+)?/\d{8,}")
"""A message on any server of Mastodon or its kin."""
_SECTIONS: Final = ("blog", "www", "news", "blogs", "research", "docs", "zhuanlan", "dl")
_NAMED_IN_PATH: Final = re.compile(r"/(?:@|~|u/|user/|users/|author/|authors/|people/|profile/|pub/)([\w.-]+)")


class Place(NamedTuple):
    """Where a page is."""

    host: str
    kind: PlaceKind
    is_shared: bool
    """A platform on which many people publish."""
    handles: frozenset[str]
    """Whose page the address says it is: `@ann`, `ann.github.io`."""


_NOWHERE: Final = Place("", "page", False, frozenset())


@lru_cache(maxsize=8192)
def place_of(url: str) -> Place:
    key = loose_key(url)
    if not key:
        return _NOWHERE
    host, _, path = key.partition("/")
    kind: PlaceKind = next((kind for kind, pattern in _KINDS if pattern.fullmatch(host)), "page")
    if kind == "page" and not _SHARED.fullmatch(host) and _POST_OF_ACCOUNT.fullmatch(path):
        kind = "discussion"
    if _NAMED_FIRST.fullmatch(host):
        path = "@" + path
    handles = {found.lower() for found in _NAMED_IN_PATH.findall("/" + path)}
    if kind == "code" and _TEXT_AMONG_CODE.search(path):
        kind = "page"
    labels = host.split(".")
    owned = len(labels) > 2 and labels[0] not in _SECTIONS
    if owned or (kind == "page" and len(labels) == 2):
        handles.add(labels[0])
    plain = frozenset(re.sub(r"[\W_]", "", handle) for handle in handles)
    return Place(host, kind, bool(_SHARED.fullmatch(host)) and not _ONE_SITE_EACH.fullmatch(host), plain)
