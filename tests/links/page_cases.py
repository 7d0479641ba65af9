"""Lists walls, soft 404s, parked domains, wrong articles, and good pages that look odd."""

from tests.links.cases import EXTRA, FALLBACK, WORDS, ZH, case, good, page
from tests.links.hostile_server import answer

G = "Grid Stride Loops Explained"
BODY = page(G, h1=G).encode()

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
case("/fl/502", G, "flaky ok", lambda r: good(G) if r.count > 1 else answer("bad gateway", status=502))
case(
    "/fl/maintenance",
    G,
    "flaky broken blocked",
    answer(page("Site maintenance", "<h1>We'll be back soon!</h1>"), status=503),
)
case(
    "/fl/429-odd",
    G,
    "flaky ok",
    lambda r: good(G) if r.count > 1 else answer("", "Retry-After: soon", status=429),
    url="http://127.0.0.3:{port}/fl/429-odd",  # a host of its own: it slows the whole host down
)
case("/fl/408", G, "timeout broken flaky", answer("", status=408))
case("/br/418", G, "blocked broken", answer("teapot", status=418))
case("/br/404-title", G, "broken", answer(page(G, h1=G), status=404))
case("/br/port", G, "broken", None, url="http://127.0.0.1:99999/x")
case("/br/scheme", G, "broken", None, url="ftp://127.0.0.1:{port}/x")
case("/br/nohost", G, "broken", None, url="http:///{port}")
case("/br/words", G, "broken", None, url="not an address {port}")
