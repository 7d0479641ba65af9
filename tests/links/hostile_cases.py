"""Links that mislead a checker, each with the verdicts that are right for it. `case` puts them in CASES with their handler."""

import gzip
import zlib
from collections.abc import AsyncIterator
from typing import NamedTuple

from tests.links.hostile_server import CANARY, Answer, Handler, HostileServer, answer

WORDS = (
    "<p>"
    + "The tile is copied to shared memory by one warp while another multiplies, and a barrier keeps them apart. " * 12
    + "</p>"
)
ZH = "<p>" + "本文介绍共享内存、线程束与存储体冲突，并用实验说明如何避免它们。" * 12 + "</p>"


class Case(NamedTuple):
    """A link: the address (`{port}` is filled in), the catalogue's title, and the right verdicts."""

    url: str
    title: str
    verdicts: frozenset[str]
    handler: Handler | None
    is_slow: bool


CASES: list[Case] = []
EXTRA: dict[str, Handler] = {}
FALLBACK: dict[str, Handler] = {}


def case(
    path: str,
    title: str,
    verdicts: str,
    handler: Handler | Answer | None,
    *,
    url: str | None = None,
    slow: bool = False,
) -> None:
    made: Handler | None = (lambda request: handler) if isinstance(handler, bytes) else handler  # type: ignore[assignment,return-value]
    CASES.append(Case(url or "http://127.0.0.1:{port}" + path, title, frozenset(verdicts.split()), made, slow))


def page(title: str | None, body: str = WORDS, *, head: str = "", h1: str | None = None, lang: str = "en") -> str:
    top = f"<title>{title}</title>" if title is not None else ""
    heading = f"<h1>{h1}</h1>" if h1 is not None else ""
    return f'<!DOCTYPE html><html lang="{lang}"><head>{top}{head}</head><body>{heading}{body}</body></html>'


def good(title: str) -> bytes:
    return answer(page(f"{title} | Bits and Warps", h1=title))


def to(location: str, status: int = 301) -> Handler:
    return lambda request: answer(
        "",
        "Location: " + location.replace("{base}", request.base).replace("{port}", request.base.rpartition(":")[2]),
        status=status,
    )


def install(server: HostileServer) -> list[Case]:
    """Puts all handlers on the server; the cases with their addresses filled in."""
    server.routes.update(EXTRA)
    server.fallback.update(FALLBACK)
    for each in CASES:
        if each.handler:
            server.routes[each.url.split("{port}")[1].partition("?")[0].partition("#")[0]] = each.handler
    return [each._replace(url=each.url.replace("{port}", str(server.port))) for each in CASES]


# charsets
TW, KO, RU, JA, CN = (
    "CUDA 記憶體階層與快取",
    "공유 메모리 뱅크 충돌",
    "Разделяемая память и банки",
    "共有メモリの使い方",
    "张量核心与异步拷贝",
)
case("/cs/big5", TW, "ok", answer(page(TW, lang="zh-TW").encode("big5"), media="text/html; charset=Big5"))
case(
    "/cs/euckr",
    KO,
    "ok",
    answer(page(KO, head='<meta charset="euc-kr">', lang="ko").encode("euc_kr"), media="text/html"),
)
case("/cs/koi8", RU, "ok", answer(page(RU).encode("koi8_r"), media="text/html; charset=koi8-r"))
case(
    "/cs/cp1251",
    RU,
    "ok",
    answer(
        page(RU, "<p>" + "Варп читает сегмент памяти за один запрос. " * 20, lang="ru").encode("cp1251"),
        media="text/html",
    ),
)
case(
    "/cs/jis",
    JA,
    "ok",
    answer(
        page(JA, head='<meta http-equiv="content-type" content="text/html; charset=iso-2022-jp">').encode("iso2022_jp"),
        media="text/html",
    ),
)
case("/cs/utf16be", CN, "ok", answer(b"\xfe\xff" + page(CN).encode("utf-16-be"), media="text/html"))
case("/cs/quoted", CN, "ok", answer(page(CN), media='text/html; charset="utf8"'))
case("/cs/gbk-lie", CN, "ok", answer(page(CN, ZH), media="text/html; charset=gbk"))
case(
    "/cs/utf8-lie",
    CN,
    "ok",
    answer(page(CN, ZH, head='<meta charset="gbk">').encode("gbk"), media="text/html; charset=utf-8"),
)
case(
    "/cs/gb18030",
    "张量核心㐀拷贝",
    "ok",
    answer(page("张量核心㐀拷贝", ZH, head='<meta charset="gb2312">').encode("gb18030"), media="text/html"),
)
case(
    "/cs/xml",
    JA,
    "ok",
    answer(('<?xml version="1.0" encoding="euc-jp"?>' + page(JA)).encode("euc_jp"), media="application/xhtml+xml"),
)
case(
    "/cs/quotes",
    "The Kernel’s “Hidden” Cost",
    "ok",
    answer(page("The Kernel’s “Hidden” Cost").encode("cp1252"), media="text/html"),
)
case(
    "/cs/refs", CN, "ok", answer(page("&#x5f20;&#37327;&#x6838;&#x5fc3;与异步拷贝").encode("utf-8"), media="text/html")
)
case(
    "/cs/late-meta",
    CN,
    "ok",
    answer(page(CN, ZH, head="<!--" + "x" * 3000 + '--><meta charset="gbk">').encode("gbk"), media="text/html"),
)
case(
    "/cs/eucjp-none",
    JA,
    "ok",
    answer(
        page(JA, "<p>この記事では共有メモリの使い方とその落とし穴について説明します。" * 8, lang="ja").encode("euc_jp"),
        media="text/html",
    ),
)

# transport
G = "Grid Stride Loops Explained"
BODY = page(G, h1=G).encode()


def raw_deflate(data: bytes) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(data) + packer.flush()


async def pieces(*parts: bytes) -> AsyncIterator[bytes]:
    for part in parts:
        yield part


HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
case("/tr/raw-deflate", G, "ok", answer(raw_deflate(BODY), "Content-Encoding: deflate"))
case("/tr/zlib", G, "ok", answer(zlib.compress(BODY), "Content-Encoding: deflate"))
case(
    "/tr/two-members", G, "ok", answer(gzip.compress(BODY[:60]) + gzip.compress(BODY[60:]), "Content-Encoding: x-gzip")
)
case("/tr/cut-gzip", G, "ok flaky", answer(gzip.compress(BODY * 20)[:-40], "Content-Encoding: gzip"))
case("/tr/twice", G, "ok", answer(gzip.compress(gzip.compress(BODY)), "Content-Encoding: gzip, gzip"))
case("/tr/identity", G, "ok", answer(BODY, "Content-Encoding: identity"))
case("/tr/br", G, "ok blocked", answer(b"\x8b\x02\x80" * 50, "Content-Encoding: br"))
case(
    "/tr/chunk-extras",
    G,
    "ok",
    lambda r: pieces(
        HEAD + b"Transfer-Encoding: chunked\r\n\r\n",
        b'%x;name="x y"\r\n%s\r\n0\r\nTrailer: 1\r\n\r\n' % (len(BODY), BODY),
    ),
)
case(
    "/tr/no-last-chunk",
    G,
    "ok flaky",
    lambda r: pieces(HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"%x\r\n%s\r\n" % (len(BODY), BODY)),
)
case(
    "/tr/bad-chunk",
    G,
    "broken flaky",
    lambda r: pieces(HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"zz\r\nhello"),
    slow=True,
)
case("/tr/no-reason", G, "ok", lambda r: pieces(b"HTTP/1.1 200\r\nContent-Length: %d\r\n\r\n" % len(BODY) + BODY))
case(
    "/tr/two-lengths",
    G,
    "ok",
    lambda r: pieces(
        b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\nContent-Length: 3\r\nContent-Type: text/html\r\n\r\n" % len(BODY)
        + BODY
    ),
)
case("/tr/folded", G, "ok", lambda r: pieces(HEAD + b"X-Long: a\r\n b\r\n\tc\r\nX-Nul: a\0b\r\n\r\n" + BODY))
case(
    "/tr/huge-head",
    G,
    "ok blocked",
    lambda r: pieces(HEAD + b"".join(b"X-%d: %s\r\n" % (i, b"v" * 6000) for i in range(25)) + b"\r\n" + BODY),
)
case("/tr/bare", G, "ok", lambda r: pieces(b"HTTP/1.0 200 OK\r\n\r\n" + BODY))
case("/tr/icy", G, "broken", lambda r: pieces(b"ICY 200 OK\r\n\r\n" + BODY), slow=True)
case("/tr/206", G, "ok", answer(BODY, f"Content-Range: bytes 0-{len(BODY) - 1}/{len(BODY)}", status=206))
case("/tr/html-pdf", G, "ok", answer(b"%PDF-1.7\n" + b"x" * 500, media="text/html"))
case("/tr/spaces", G, "soft-404 broken", answer(" \n\t \n"))

# addresses and redirects
case("/ad/short", G, "ok", answer(BODY), url="http://127.1:{port}/ad/short")
case("/ad/number", G, "ok", answer(BODY), url="http://2130706433:{port}/ad/number")
case("/re/octal", G, "broken", to("http://0177.0.0.66:{port}/canary"))
case("/re/mapped", G, "broken", to(f"http://[::ffff:{CANARY}]:{{port}}/canary"))
case("/re/backslash", G, "broken", to("http:/\\" + CANARY + ":{port}/canary"))
case(
    "/re/meta-inside",
    G,
    "broken",
    lambda r: answer(
        page(
            "Redirecting",
            "",
            head=f'<meta http-equiv="refresh" content="0;url=http://{CANARY}:{r.base.rpartition(":")[2]}/canary">',
        )
    ),
)
case(
    "/re/js-inside",
    G,
    "broken",
    lambda r: answer(
        page("Redirecting", f'<script>location.href="http://{CANARY}:{r.base.rpartition(":")[2]}/canary"</script>')
    ),
)
EXTRA["/canary"] = lambda r: good(G)
EXTRA["/new/grid"] = lambda r: good(G)
case("/re/query", G, "moved", lambda r: good(G) if "v=2" in r.target else answer("", "Location: ?v=2", status=301))
case("/re/tab", G, "moved", to("/new\t/grid"))
for i in range(20):
    EXTRA[f"/re/hop/{i}"] = to(f"/re/hop/{i + 1}" if i < 18 else "/new/grid", 302)
case("/re/nineteen", G, "redirected", to("/re/hop/0", 302))
case("/re/endless", G, "broken", lambda r: answer("", f"Location: /re/endless?n={r.count}", status=302))
case(
    "/re/meta-slow",
    G,
    "moved redirected",
    answer(
        page(
            "We have moved",
            "<p>You will be taken there in 5 seconds.</p>",
            head='<meta http-equiv="Refresh" content="5; URL=\'/new/grid\'">',
        )
    ),
)
case(
    "/re/noscript",
    G,
    "ok",
    answer(page(G, h1=G, head='<noscript><meta http-equiv="refresh" content="0;url=/nojs"></noscript>')),
)
case("/re/reload", G, "ok", answer(page(G, h1=G, head='<meta http-equiv="refresh" content="300">')))
case("/re/mailto", G, "broken", to("mailto:someone@example.com"))
case("/blog/2024/grid-stride", G, "soft-404", to("/blog/2024/", 302))
EXTRA["/blog/2024/"] = lambda r: answer(page("Archive 2024 | Bits", WORDS + f'<h2><a href="/x">{G}</a></h2>'))
case("/re/search", G, "soft-404 wrong-article", to("/search?q=grid+stride+loops+explained", 302))
EXTRA["/search"] = lambda r: answer(page(f"Search results for “{G}”", WORDS))
case("/re/en-home", G, "soft-404", to("/en/", 302))
EXTRA["/en/"] = lambda r: answer(page("Bits and Warps", WORDS * 3, h1="Welcome"))
case("/re/h1-index", G, "soft-404 wrong-article", to("/", 301))
EXTRA["/"] = lambda r: answer(
    page(
        "Bits and Warps",
        "".join(
            f'<h1><a href="/p/{i}">{t}</a></h1><p>Read more</p>'
            for i, t in enumerate([G, "Occupancy by Hand", "Warp Shuffles"])
        ),
    )
)
case("/re/members", G, "blocked", to("{base}/accounts/login/?next=/x", 302))
EXTRA["/accounts/login/"] = lambda r: answer(page("Members area", "<p>Continue with your account.</p>"))
case(
    "/re/js-path",
    G,
    "redirected moved",
    answer(page("", '<body onload="x()"><script>window.location.assign("\\/new\\/grid");</script>')),
)

# walls
case(
    "/wa/akamai",
    G,
    "blocked",
    answer(
        page(
            "Access Denied",
            "<h1>Access Denied</h1>You don't have permission to access this page on this server. Reference #18.2f",
        )
    ),
)
case(
    "/wa/zhihu",
    "GPU 内存合并访问",
    "blocked",
    answer(page("安全验证 - 知乎", "<div>系统监测到您的网络环境存在异常，请点击下方验证按钮进行验证</div>", lang="zh")),
)
case(
    "/wa/wechat",
    "GPU 内存合并访问",
    "blocked",
    answer(page("", "<h2>环境异常</h2><p>当前环境异常，完成验证后即可继续访问。</p><a>去验证</a>", lang="zh")),
)
case(
    "/wa/consent",
    G,
    "blocked",
    answer(
        page("Before you continue", "<p>We use cookies and data to deliver services.</p><button>Reject all</button>")
    ),
)
case("/wa/405", G, "blocked", answer("<html>method not allowed</html>", status=405))
case("/wa/password", G, "blocked", answer(page("Welcome back", '<form><input name=u><input type="PASSWORD"></form>')))
case("/wa/rate", G, "blocked", answer(page("Too many requests", "<p>Please try again later.</p>")))
case(
    "/wa/incapsula",
    G,
    "blocked",
    answer(
        '<html><head><script src="/_Incapsula_Resource?SWJIYLWA=1"></script></head><body><iframe src="/_Incapsula_Resource?x"></iframe></body></html>'
    ),
)
case(
    "/wa/region",
    G,
    "blocked",
    answer(page("Unavailable", "<p>This content is not available in your region due to legal reasons.</p>")),
)
case(
    "/wa/comment-login",
    G,
    "ok",
    answer(page(G, WORDS + '<form>Log in to comment <input type="password"></form>', h1=G)),
)
case("/wa/challenge-404", G, "blocked", answer(page("Just a moment..."), "cf-mitigated: challenge", status=404))
case(
    "/wa/yandex",
    G,
    "blocked",
    answer(page("Вы не робот?", "<p>Подтвердите, что запросы отправляли вы, а не робот</p>", lang="ru")),
)

# soft 404
SOFT = {
    "fr": "La page demandée est introuvable", "ko": "요청하신 페이지를 찾을 수 없습니다", "pt": "Página não encontrada", "pl": "Strona nie została znaleziona",
    "tw": "找不到您要的頁面", "ja": "お探しのページは見つかりませんでした", "th": "ไม่พบหน้าที่คุณต้องการ", "tr": "Aradığınız sayfa bulunamadı", "it": "Pagina non trovata",
    "nl": "Deze pagina bestaat niet", "sv": "Sidan kunde inte hittas", "vi": "Không tìm thấy trang", "ar": "الصفحة غير موجودة", "es": "Lo sentimos, no hemos encontrado esta página",
    "uk": "Сторінку не знайдено", "id": "Halaman tidak ditemukan", "cs": "Stránka nebyla nalezena", "de": "Hoppla! Diese Seite gibt es nicht.",
}  # fmt: skip
for code, text in SOFT.items():
    case(
        f"/so/{code}",
        G,
        "soft-404",
        answer(page(f"{text} - Bits", f"<p>{text}</p><a href=/>Bits</a>", h1=text, lang=code)),
    )
case("/so/long-nav", G, "soft-404", answer(page("Bits and Warps", WORDS, h1="Oh no! We couldn't find that page.")))
case("/so/json", G, "soft-404 broken", answer('{"error": "not found"}', media="application/json"))
case(
    "/so/wp",
    G,
    "soft-404",
    answer(
        page(
            "Nothing found for Grid",
            "<p>It seems we can't find what you're looking for. Perhaps searching can help.</p>",
        )
    ),
)
case(
    "/so/author-gone",
    G,
    "soft-404 broken",
    answer(page(f"{G} – Medium", "<p>This story was deleted by its author.</p>")),
)
case(
    "/so/nginx",
    G,
    "soft-404",
    answer(
        page(
            "Welcome to nginx!",
            "<h1>Welcome to nginx!</h1><p>If you see this page, the nginx web server is successfully installed and working.</p>",
        )
    ),
)
case(
    "/so/parked-zh",
    G,
    "soft-404",
    answer(page("bits.example 域名出售", "<p>您访问的域名正在出售，欢迎联系购买。</p>", lang="zh")),
)
case(
    "/so/lander",
    G,
    "soft-404",
    answer('<html><head><script>window.onload=function(){window.location.href="/lander"}</script></head></html>'),
)
EXTRA["/lander"] = lambda r: answer(
    '<html><head><title>bits.example</title><script src="https://img1.example/parking-lander/static/js/main.js"></script></head><body><div id=root></div></body></html>'
)
case(
    "/so/for-sale",
    G,
    "soft-404",
    answer(
        page(
            "bits-warps.example is for sale | HugeNames",
            WORDS[:200] + "<p>Get this name today. Payment plans available.</p>",
        )
    ),
)
case("/so/soon", G, "soft-404", answer(page("Coming Soon", "<h1>Coming soon</h1>")))
case(
    "/so/expired",
    G,
    "soft-404",
    answer(
        page("Website expired", "<p>This account has expired. If you are the site owner, click below to login.</p>")
    ),
)
case(
    "/so/gone-zh",
    "GPU 内存合并访问",
    "soft-404 broken",
    answer(page("微信公众平台", "<div>该内容已被发布者删除</div>", lang="zh")),
)
case(
    "/so/private",
    G,
    "soft-404 broken blocked",
    answer(page("Bits", "<h1>This post is private or has been unpublished</h1>")),
)
FALLBACK["127.0.0.2"] = lambda r: answer(page("Warp City — the GPU community", WORDS * 2 + f"<p>id {r.count}</p>"))
case("/any/thing", G, "soft-404", None, url="http://127.0.0.2:{port}/any/thing")
FALLBACK["127.0.0.3"] = lambda r: answer(
    page(
        "Shell",
        '<div id="app"></div><script src="/main.js"></script>',
        head="<noscript>Please enable JavaScript</noscript>",
    )
)
case("/spa", G, "ok blocked", None, url="http://127.0.0.3:{port}/post/grid")
case(
    "/so/500",
    G,
    "broken flaky soft-404",
    answer(page("500 Internal Server Error", "<h1>Internal Server Error</h1><p>The server encountered an error.</p>")),
    slow=True,
)

# the wrong article
case(
    "/wr/roman",
    "Writing a Compiler Part II",
    "wrong-article",
    answer(page("Bits and Warps", WORDS, h1="Writing a Compiler Part III")),
)
case(
    "/wr/casino",
    G,
    "wrong-article",
    answer(page("Slot Gacor Hari Ini: Situs Judi Online Terpercaya", WORDS, lang="id")),
)
case(
    "/wr/sidebar",
    G,
    "wrong-article",
    answer(
        page(
            "Occupancy by Hand | Bits",
            f'<h1>Occupancy by Hand</h1>{WORDS}<aside><h1><a href="/new/grid">{G}</a></h1></aside>',
        )
    ),
)
case("/wr/zh-part", "CUDA 入门（上）", "wrong-article", answer(page("CUDA 入门（下）", ZH, lang="zh")))
case(
    "/wr/listing",
    G,
    "wrong-article soft-404",
    answer(page("Tag: loops | Bits", f'<h1><a href="/new/grid">{G}</a></h1>{WORDS}<h1><a href="/y">Other</a></h1>')),
)
case("/wr/thin", G, "wrong-article", answer(page("Garden furniture", "<p>Chairs and tables.</p>")))
case(
    "/wr/tutorial-n",
    "CUTLASS Tutorial 3: Pipelining",
    "wrong-article",
    answer(page("CUTLASS Tutorial 4: Pipelining", WORDS)),
)

# alive, looking odd
case("/al/h2-title", G, "ok", answer(page("Bits and Warps", f'<h2 class="entry-title">{G}</h2>{WORDS}')))
case("/al/empty-title", G, "ok", answer(page("", WORDS, head=f'<meta property="og:title" content="{G}">')))
case("/al/txt", G, "ok", answer(f"{G}\n\nA text file about loops." + " word" * 80, media="text/plain"))
case("/al/upper", G, "ok", answer(f"<HTML><HEAD><TITLE>{G.upper()}</TITLE></HEAD><BODY>{WORDS}</BODY></HTML>"))
case("/al/nested", G, "ok", answer(page(G, "<div>" * 3000 + WORDS)))
case("/al/unclosed", G, "ok", answer(f"<html><head><title>{G}</title><body><p>" + WORDS))
case(
    "/al/404-talk",
    "How We Serve Custom 404 Pages",
    "ok",
    answer(page("How We Serve Custom 404 Pages", "<p>page not found</p>", h1="How We Serve Custom 404 Pages")),
)
case(
    "/al/cookies",
    G,
    "ok redirected",
    lambda r: (
        good(G)
        if "b=2" in r.headers.get("cookie", "")
        else answer(
            "",
            "Location: /al/cookies",
            "Set-Cookie: a=1; Path=/" if "a=1" not in r.headers.get("cookie", "") else "Set-Cookie: b=2; Path=/",
            status=302,
        )
    ),
)
case("/fl/502", G, "flaky ok", lambda r: good(G) if r.count > 1 else answer("bad gateway", status=502), slow=True)
case(
    "/fl/maintenance",
    G,
    "flaky broken blocked",
    answer(page("Site maintenance", "<h1>We'll be back soon!</h1>"), status=503),
    slow=True,
)
case(
    "/fl/429-odd",
    G,
    "flaky ok",
    lambda r: good(G) if r.count > 1 else answer("", "Retry-After: soon", status=429),
    slow=True,
)
case("/fl/408", G, "timeout broken flaky", answer("", status=408), slow=True)
case("/br/418", G, "blocked broken", answer("teapot", status=418))
case("/br/404-title", G, "broken", answer(page(G, h1=G), status=404))
case("/br/port", G, "broken", None, url="http://127.0.0.1:99999/x")
case("/br/scheme", G, "broken", None, url="ftp://127.0.0.1:{port}/x")
case("/br/nohost", G, "broken", None, url="http:///{port}")
case("/br/words", G, "broken", None, url="not an address {port}")
