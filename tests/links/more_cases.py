"""Lists further kinds: vendors' walls, frames and script-only pages, damaged text, odd lengths, unusual redirects."""

import gzip

from tests.links.cases import EXTRA, WORDS, ZH, case, good, page, to
from tests.links.hostile_server import CANARY, answer
from tests.links.transport_cases import HEAD, pieces

G = "Occupancy Is Not Everything"
ZH_TITLE = "占用率不是一切"
BODY = page(G, h1=G).encode()
EXTRA["/moved/occupancy"] = lambda r: good(G)

# walls as vendors and sites show them
WALLS = {
    "f5": page("Request Rejected", "The requested URL was rejected. Please consult with your administrator.<br>Your support ID is: 7481"),
    "wordfence": page("Your access to this site has been limited", "<p>Your access to this service has been limited. (HTTP response code 503)</p>"),
    "imunify": page("One moment, please...", "<p>Please wait while your request is being verified...</p>"),
    "cloudflare-block": page("Sorry, you have been blocked", "<p>You are unable to access bits.example. Cloudflare Ray ID: 8a</p>" + "<p>Why?</p>" * 30),
    "cloudflare-1015": page("Error 1015", "<h1>Error 1015</h1><h2>You are being rate limited</h2><p>Ray ID: 8a1</p>"),
    "checking": page("bits.example", "<p>Checking if the site connection is secure</p><p>bits.example needs to review the security of your connection before proceeding.</p>"),
    "banned": page("Error", "<p>The owner of this website has banned your access based on your browser's signature.</p>"),
    "baidu": page("百度安全验证", "<p>网络不给力，请稍后重试</p>", lang="zh"),
    "wechat-client": page("", "<p>请在微信客户端打开链接</p>", lang="zh"),
    "csdn": page("请登录", "<p>登录后查看全文</p>", lang="zh"),
    "acw": "<html><script>var arg1='F3C1A8';var _0x4818=['csKHwqMI'];eval(_0x4818);document.cookie='acw_sc__v2='+x;location.reload();</script></html>",
    "vercel": page("Vercel Security Checkpoint", "<p>We're verifying your browser</p>"),
    "paywall": page("Subscribe to read | Daily Bits", "<p>Subscribe to unlock this article. Already a subscriber? Sign in.</p>"),
    "age": page("Age verification", "<p>Are you over 18?</p>"),
    "ja-login": page("ログイン | ビット", "<form>メール<input></form>", lang="ja"),
    "ko-block": page("접근이 차단되었습니다", "<p>관리자에게 문의하세요.</p>", lang="ko"),
    "es-denied": page("Acceso denegado", "<p>No tiene permiso.</p>", lang="es"),
    "unusual": page("https://bits.example/x", "<p>Our systems have detected unusual traffic from your computer network.</p>"),
}  # fmt: skip
for name, text in WALLS.items():
    case(f"/w2/{name}", ZH_TITLE if 'lang="zh"' in text else G, "blocked", answer(text))
case("/w2/sg", G, "blocked", to("/.well-known/sgcaptcha/?r=%2F", 302))
EXTRA["/.well-known/sgcaptcha/"] = lambda r: answer(
    page("Robot Challenge Screen", "<p>Checking the site connection security</p>")
)
case(
    "/w2/400-challenge",
    G,
    "blocked",
    answer(page("Just a moment...", '<script src="/cdn-cgi/challenge-platform/h/b/orchestrate"></script>'), status=403),
)
case("/w2/geo-451", G, "blocked broken", answer(page("Unavailable"), status=451))

# gone, said in other ways
GONE = {
    "el": "Η σελίδα δεν βρέθηκε", "he": "הדף לא נמצא", "hi": "पृष्ठ नहीं मिला", "hu": "Az oldal nem található", "ro": "Pagina nu a fost găsită",
    "fi": "Sivua ei löytynyt", "no": "Siden ble ikke funnet", "da": "Siden blev ikke fundet", "fa": "صفحه مورد نظر یافت نشد", "bg": "Страницата не е намерена",
    "ca": "No s'ha trobat la pàgina", "hr": "Stranica nije pronađena", "zh1": "你似乎来到了没有知识存在的荒原", "zh2": "页面走丢了", "zh3": "该文章已被作者删除",
    "en1": "Hmm… this page doesn't exist", "en2": "Nothing to see here", "en3": "You look lost", "en4": "This site can't be reached", "en5": "410 Gone", "en6": "We looked everywhere but couldn't locate it",
    "en7": "This article is no longer available", "en8": "There isn't a GitHub Pages site here.", "en9": "Blog has been removed", "en10": "Content unavailable",
}  # fmt: skip
for code, text in GONE.items():
    case(
        f"/g2/{code}",
        G,
        "soft-404 broken",
        answer(page(f"{text} | Bits", WORDS if code in {"no", "zh2", "en2", "hu"} else f"<p>{text}</p>", h1=text)),
    )
case("/g2/suspended-cpanel", G, "soft-404 broken", to("/cgi-sys/suspendedpage.cgi", 302))
EXTRA["/cgi-sys/suspendedpage.cgi"] = lambda r: answer(
    page(
        "Contact Support", "<p>This Account has been suspended. Contact your hosting provider for more information.</p>"
    )
)
case("/g2/default-apache", G, "soft-404", answer(page("Apache2 Ubuntu Default Page: It works", WORDS)))
case(
    "/g2/index-of",
    G,
    "soft-404 wrong-article",
    answer(page("Index of /g2", "<pre><a href=x>x</a></pre>", h1="Index of /g2")),
)
case(
    "/g2/parked-js",
    G,
    "soft-404",
    answer(
        '<html><head><title>bits.example</title><script src="https://www.google.com/adsense/domains/caf.js"></script></head><body></body></html>'
    ),
)
case(
    "/g2/sedo",
    G,
    "soft-404",
    answer(
        page(
            "bits.example - Diese Website steht zum Verkauf!",
            "<p>Diese Website steht zum Verkauf! bits.example ist die beste Quelle für alle Informationen.</p>",
            lang="de",
        )
    ),
)
case(
    "/g2/wp-install",
    G,
    "soft-404 broken flaky wrong-article",
    answer(page("Database Error", "<h1>Error establishing a database connection</h1>"), status=200),
)
case(
    "/g2/nowhere-slug",
    G,
    "soft-404 wrong-article",
    answer(page("Bits: all about GPUs", WORDS + "<p>Latest posts</p>" * 20)),
)

# frames, scripts, embeds
case(
    "/f2/frameset",
    G,
    "ok",
    answer(
        "<html><head></head><frameset cols='20%,80%'><frame src='/f2/nav'><frame name='main' src='/f2/main'></frameset></html>"
    ),
)
EXTRA["/f2/nav"] = lambda r: answer("<html><body>Nav</body></html>")
EXTRA["/f2/main"] = lambda r: good(G)
case(
    "/f2/inside",
    G,
    "broken",
    lambda r: answer(f"<frameset><frame src='http://{CANARY}:{r.base.rpartition(':')[2]}/canary'></frameset>"),
)
case(
    "/f2/custom-root",
    G,
    "ok blocked",
    answer(
        '<html><head><title>Loading…</title></head><body><div class="mount"></div><script type="module" src="/assets/index-8a.js"></script></body></html>'
    ),
)
case(
    "/f2/canvas",
    G,
    "ok blocked",
    answer('<html><head><title></title></head><body><canvas></canvas><script src="/a.js"></script></body></html>'),
)
case(
    "/f2/js-var",
    G,
    "ok blocked redirected",
    answer('<html><script>var u="/moved/occupancy"; window.location = u;</script></html>'),
)

# damaged text and odd lengths
case(
    "/d2/one-bad-byte",
    ZH_TITLE,
    "ok",
    answer(
        page(ZH_TITLE, ZH).encode().replace("一".encode(), b"\xe4\xb8\x80", 1) + b"\xff<p>end",
        media="text/html; charset=utf-8",
    ),
)
case(
    "/d2/bad-byte-latin-meta",
    ZH_TITLE,
    "ok",
    answer(page(ZH_TITLE, ZH, head='<meta charset="iso-8859-1">').encode() + b"\xe9", media="text/html; charset=utf-8"),
)
case(
    "/d2/bad-byte-undeclared",
    ZH_TITLE,
    "ok",
    answer(page(ZH_TITLE, ZH, lang="zh").encode() + b"\xff\xfe", media="text/html"),
)
case(
    "/d2/mac",
    "Naïve Occupancy",
    "ok",
    answer(page("Naïve Occupancy").encode("mac_roman"), media="text/html; charset=x-mac-roman"),
)
case("/d2/bad-length", G, "ok broken", lambda r: pieces(HEAD + b"Content-Length: abc\r\n\r\n" + BODY))
case("/d2/minus-length", G, "ok broken", lambda r: pieces(HEAD + b"Content-Length: -1\r\n\r\n" + BODY))
case("/d2/bad-crc", G, "ok flaky broken", answer(gzip.compress(BODY)[:-8] + b"\0" * 8, "Content-Encoding: gzip"))
case("/d2/odd-encoding", G, "ok", answer(BODY, "Content-Encoding: utf-8"))
case("/d2/attachment", G, "ok", answer(BODY, "Content-Disposition: attachment; filename=x.html"))
case("/d2/link-in-title", G, "ok", answer(page(f'<a href="/x">{G}</a>')))
case(
    "/d2/title-twice",
    G,
    "ok",
    answer(f"<html><head><title>Bits</title><title>{G}</title></head><body>{WORDS}</body></html>"),
)
case("/d2/title-in-body", G, "ok", answer(f"<html><body><p>Top</p><title>{G}</title>{WORDS}</body></html>"))
case(
    "/d2/late",
    G,
    "ok",
    answer(f"<html><head><script>{'x' * 700_000}</script><title>{G}</title></head><body>{WORDS}</body></html>"),
)
case("/d2/h1-image", G, "ok", answer(page("Bits and Warps", f'<h1><img alt="{G}" src=x></h1>{WORDS}')))
case("/d2/no-text-type", G, "ok", answer(BODY, media="application/force-download"))

# redirects
case(
    "/r2/two-locations",
    G,
    "moved redirected broken",
    lambda r: pieces(
        b"HTTP/1.1 301 Moved\r\nLocation: /moved/occupancy\r\nLocation: /moved/occupancy\r\nContent-Length: 0\r\n\r\n"
    ),
)
case("/r2/300", G, "moved redirected ok", to("/moved/occupancy", 300))
case(
    "/r2/latin1",
    "Café",
    "moved",
    lambda r: pieces("HTTP/1.1 301 Moved\r\nLocation: /moved/café\r\nContent-Length: 0\r\n\r\n".encode("latin-1")),
)
EXTRA["/moved/caf%C3%A9"] = EXTRA["/moved/caf%c3%a9"] = lambda r: good("Café")
case("/r2/case", G, "moved", to("/r2/CASE"))
EXTRA["/r2/CASE"] = lambda r: good(G)
case(
    "/r2/userinfo",
    G,
    "moved redirected",
    lambda r: answer("", "Location: http://ada:pw@" + r.base.partition("://")[2] + "/moved/occupancy", status=301),
)
case(
    "/r2/meta-no-url",
    G,
    "moved redirected",
    answer(page("Moved", "<p>moved</p>", head='<meta http-equiv="refresh" content="0;/moved/occupancy">')),
)
case(
    "/r2/meta-same",
    G,
    "ok",
    answer(page(G, h1=G, head='<meta http-equiv="refresh" content="0;url=/r2/meta-same#top">')),
)
case(
    "/r2/refresh-loop",
    G,
    "broken",
    answer(page("Moved", "", head='<meta http-equiv="refresh" content="0;url=/r2/refresh-loop2">')),
)
EXTRA["/r2/refresh-loop2"] = lambda r: answer(
    page("Moved", "", head='<meta http-equiv="refresh" content="0;url=/r2/refresh-loop">')
)
case("/r2/to-410", G, "broken", to("/g2/real-410"))
EXTRA["/g2/real-410"] = lambda r: answer("gone", status=410)
case("/r2/category", G, "soft-404 wrong-article", to("/category/gpu/", 302))
EXTRA["/category/gpu/"] = lambda r: answer(
    page("GPU Archives - Bits", WORDS + f'<h2 class="entry-title"><a href="/x">{G}</a></h2>')
)
case(
    "/r2/utm",
    G,
    "ok redirected moved",
    lambda r: good(G) if "utm" in r.target else answer("", "Location: /r2/utm?utm_source=x", status=302),
)
case("/r2/wrong-host-home", G, "soft-404", to("http://127.0.0.2:{port}/?from=old", 302))

# articles
case("/a2/part-word", "Occupancy, Part Two", "ok", answer(page("Occupancy, Part 2 | Bits", WORDS)))
case("/a2/part-other", "Occupancy, Part Two", "wrong-article", answer(page("Occupancy, Part Three | Bits", WORDS)))
case(
    "/a2/wall-words",
    "Just a Moment: Latency Hiding on GPUs",
    "ok",
    answer(page("Just a Moment: Latency Hiding on GPUs", WORDS)),
)
case(
    "/a2/sale-words",
    "Why This Domain Is for Sale",
    "ok",
    answer(page("Why This Domain Is for Sale", "<p>Buy this domain.</p>")),
)
case("/a2/login-words", "How Sign In Works", "ok", answer(page("How Sign In Works", '<input type="password">')))
case("/a2/site-only", G, "ok", answer(page("bits", WORDS, head='<meta property="og:site_name" content="Bits">')))
case(
    "/a2/german",
    "Speicherbandbreite verstehen",
    "ok",
    answer(page("Speicherbandbreite verstehen – Nicht gefunden im Handbuch", WORDS, h1="Speicherbandbreite verstehen")),
)
case("/a2/year", G, "ok", answer(page(f"{G} (2023)", WORDS)))

# sites that are another's now, doors that look like pages
BETS = "<p>Deposit pulsa, maxwin tiap hari, bandar judi resmi.</p>" * 9
TAKEN = {
    "bets": page("Slot88: Situs Slot Gacor", BETS, h1="Slot Gacor Terpercaya", head=f'<meta property="og:title" content="{G}">'),
    "bets-below": page(G, "<p>Casino, sportsbook, baccarat, roulette and jackpots: free spins for all.</p>" * 5),
    "bets-zh": page("澳门葡京娱乐城-博彩官网", "<p>棋牌、百家乐、体育投注，开户送彩金。</p>" * 9, head=f'<meta property="og:title" content="{G}">', lang="zh"),
    "pills": page("Buy Viagra and Cialis online", "<p>Kamagra too.</p>" * 9, head=f'<meta property="og:title" content="{G}">'),
}  # fmt: skip
for name, text in TAKEN.items():
    case(f"/t3/{name}", G, "wrong-article", answer(text))
case(
    "/t3/about-bets",
    "Monte Carlo Casino: Roulette and Baccarat on a GPU",
    "ok",
    answer(page("Monte Carlo Casino: Roulette and Baccarat on a GPU", "<p>Roulette, baccarat, casino.</p>" + WORDS)),
)
PARKED = {
    "script": '<html lang="en"><title>bits.example</title><body><div id="target"></div><script>window.park = "e";</script></body></html>',
    "key": '<html data-adblockkey="MFww"><title>bits.example</title><body><script src="/b.js"></script></body></html>',
}
for name, text in PARKED.items():
    case(f"/t3/parked-{name}", G, "soft-404", answer(text))
DOORS = {
    "saml": '<html><title>Working...</title><body onload="document.forms[0].submit()"><form method=post><input type=hidden name=SAMLRequest></form></body></html>',
    "private": page("Private Site", "<p>To view it, log in and request access.</p>", h1="This site is private."),
    "password": page("Bits", "<p>This post is password protected.</p>", h1="Password protected"),
    "private-zh": page("私密博客", "<p>作者设置了访问权限。</p>", lang="zh"),
}
for name, text in DOORS.items():
    case(f"/t3/{name}", G, "blocked", answer(text))
