"""Lists cases of charsets, compression, odd HTTP, addresses and redirects."""

import gzip
import zlib
from collections.abc import AsyncIterator

from tests.links.cases import EXTRA, WORDS, ZH, case, good, page, to
from tests.links.hostile_server import CANARY, answer

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
case("/tr/icy", G, "broken", lambda r: pieces(b"ICY 200 OK\r\n\r\n" + BODY))
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
