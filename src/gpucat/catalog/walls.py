"""Robot walls, logins and consent pages: the article may well be behind them, nobody can say from here. Pure."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from gpucat.catalog.not_found import fold
from gpucat.catalog.page import Page
from gpucat.language import Bilingual

LOGIN: Final = Bilingual("asks for a login", "要求登录")
ROBOTS: Final = Bilingual("shows a robot check", "显示人机验证")
REFUSED: Final = Bilingual("refuses access", "拒绝访问")
CONSENT: Final = Bilingual("asks for consent first", "先要求同意条款")
REGION: Final = Bilingual("is closed to this region", "在本地区不可访问")
LIMITED: Final = Bilingual("says there were too many requests", "提示请求过于频繁")

_CHALLENGE_HEADERS: Final = ("cf-mitigated", "x-amzn-waf-action", "x-vercel-mitigated", "x-datadome", "x-sucuri-block")
_PASSED: Final = frozenset({"pass", "allow", "ok", "none"})


class _Kind(NamedTuple):
    reason: Bilingual
    phrases: str


_KINDS: Final = (
    _Kind(
        ROBOTS,
        r"just a moment|one moment|attention required|(?:checking|verifying|validating) (?:your|the|if|that"
        r"|you)[\w\s]{0,20}(?:browser|human|connection|secure|robot|request)"
        r"|(?:verify|confirm|prove|making sure|ensure|check)\w*\s[\w\s,']{0,20}(?:human|not a (?:ro)?bot|(?:ro)?bot\b"
        r"|browser)|are you (?:a )?(?:human|(?:ro)?bot)|not a (?:ro)?bot"
        r"|security (?:check|verification|checkpoint|challenge)|human (?:verification|check)|captcha|robot (?:check"
        r"|verification)|bot (?:check|protection|verification|detection|challenge)"
        r"|ddos[- ](?:guard|protection)|pardon (?:our|the) interruption|unusual (?:traffic|activity)"
        r"|automated (?:access|requests|queries)|press (?:&|and) hold|proof[- ]of[- ]work"
        r"|one more step|please (?:wait|stand by)[\w\s,.…]{0,40}|please (?:enable|turn on) (?:js|javascript|cookies)"
        r"|enable (?:javascript and )?cookies|request unsuccessful|client challenge|robot challenge|verifying you|request is being verified"
        r"|cloudflare ray id|ray id:|security of your connection|support id is"
        r"|安全验证|安全驗證|人机验证|人機驗證|验证码|驗證碼|滑动验证|滑块|环境异常|网络不给力|(?:完成|进行)[^。]{0,8}验证"
        r"|访问验证|验证中心|安全检查|机器人|浏览器安全检查|正在(?:检查|验证)"
        r"|ロボットでは|人間であること|セキュリティ(?:チェック|確認)|画像認証|로봇이 아닙니다|보안 (?:확인|검사)"
        r"|자동등록방지"
        r"|sind sie (?:ein )?(?:mensch|roboter)|kein roboter|sicherheits(?:über)?prüfung|vérification (?:de sécurité"
        r"|que vous)|pas un robot|no (?:soy|eres) un robot|verificación de seguridad"
        r"|non sei un robot|não (?:é|sou) um robô|не робот|не роботы|проверка (?:браузера|безопасности|перед)"
        r"|підтвердіть",
    ),
    _Kind(LIMITED, (
        r"too many requests|rate[- ]limit\w*|request limit|slow down|(?:访问|请求|操作)(?:过于|太)?频繁|リクエストが多すぎ"
    )),
    _Kind(
        LOGIN,
        r"(?:sign|log)[- ]?(?:in|on)\b|login required|authentication required|please (?:sign|log) in|members only"
        r"|subscribers only|continue with google|create (?:an|your) account|sign up|join \w+ to"
        r"|subscribe to (?:continue|read|unlock)|登录|登入|登陆|请先登|ログイン|サインイン|로그인|anmelden|einloggen"
        r"|anmeldung|(?:se )?connecter|connexion|iniciar sesión|inicia sesión|accedi|entrar|fazer login|войти|вход"
        r"|авторизац|zaloguj|inloggen|giriş yap|увійти"
        r"|private (?:site|blog|page|post)|(?:site|blog|page|post) is (?:marked )?private|request access"
        r"|password[- ]protected|(?:enter|requires) (?:the |a |your )?password"
        r"|私密(?:站点|博客|文章)|(?:站点|博客|文章|空间)(?:已设为|仅)[^。]{0,4}(?:私密|可见)|非公開|パスワード保護|비공개",
    ),
    _Kind(
        REGION,
        r"(?:un|not )available in your (?:country|region|location|area)|(?:unavailable|not available) (?:in"
        r"|to) (?:the )?(?:eu|europe|european)|your (?:country|region) is (?:not|blocked)"
        r"|(?:所在)?(?:地区|国家|區域)[^。]{0,10}(?:不可用|无法访问|不支持|受限)|お住まいの(?:国|地域)|in (?:ihrem"
        r"|deinem) land nicht|dans votre pays|en tu país|legal reasons",
    ),
    _Kind(
        CONSENT,
        r"before you continue|we value your privacy|your privacy choices|cookie (?:consent|settings|preferences"
        r"|policy)|accept (?:all )?cookies|consent (?:required|to)|age verification|are you (?:over )?(?:18|21)"
        r"|bevor sie fortfahren|avant de continuer|antes de continuar|zustimmung|confirm your age",
    ),
    _Kind(
        REFUSED,
        r"access (?:to this (?:page|site|service) )?(?:has been |is |was )?(?:denied|blocked|restricted|forbidden|limited)|forbidden"
        r"|unauthori[sz]ed|permission denied|don't have (?:permission|access)|you have been blocked"
        r"|you've been blocked"
        r"|request (?:was |has been |is )?(?:blocked|rejected|denied)|your ip\b[^.]{0,30}(?:blocked|banned)|(?:browser"
        r"|client) (?:is )?(?:not supported|unsupported|outdated)|not authori[sz]ed"
        r"|blocked by|firewall|banned your (?:access|ip)|(?:url|request) was rejected|请在[^。]{0,10}(?:客户端|微信|app)[^。]{0,4}(?:打开|查看)|(?:访问|請求|请求|操作)(?:被)?(?:拒绝|拒絕|拦截|阻断|受限|禁止)|无权(?:访问|查看)"
        r"|没有权限|禁止访问|アクセス(?:が|を)?(?:拒否|制限|できません)|権限がありません|접근[^.]{0,6}(?:거부|차단"
        r"|제한)|권한이 없"
        r"|zugriff (?:verweigert|nicht)|accès (?:refusé|interdit|non autorisé)|acceso (?:denegado|restringido"
        r"|prohibido)|accesso negato|acesso (?:negado|bloqueado)|доступ (?:запрещ|ограничен|закрыт|заблокирован)"
        r"|brak dostępu|toegang geweigerd|erişim engellendi",
    ),
)  # fmt: skip
_MACHINERY: Final = re.compile(
    r"cf-chl|challenge-platform|cdn-cgi/challenge|_cf_chl|/chk_jschl|turnstile|g-recaptcha|recaptcha/|hcaptcha"
    r"|captcha-delivery|datadome|perimeterx|px-captcha|_incapsula_|incapsula"
    r"|awswaf|aws-waf|anubis|ddos-guard|sucuri_cloudproxy|kasada|geetest|tcaptcha|smartcaptcha|/kramericaindustries"
    r"|go-away|_pxcaptcha|distil_"
)
_SEGMENT: Final = re.compile(r"\s+[|·»—–:-]\s+|[|·»_—–]")
_MOST: Final = 0.4


def challenge_in_headers(status: int | None, headers: Mapping[str, str]) -> bool:
    """Whether the answer's headers say that this is a robot check, not the page."""
    for name in _CHALLENGE_HEADERS:
        if headers.get(name, "pass").strip().lower() not in _PASSED and (name != "x-datadome" or status in {403, 405}):
            return True
    return status == 202 and headers.get("x-amzn-waf-action") is not None


def wall_in_heading(page: Page) -> Bilingual | None:
    """The wall that the page's title or heading names; None where it names none."""
    for kind, pattern in _patterns():
        for fact in page.titles:
            if any(_share(part, pattern) >= _MOST for part in (fact.value, *_SEGMENT.split(fact.value))):
                return kind.reason
    return None


def wall_in_body(page: Page) -> Bilingual | None:
    """The wall that a page which says little else is, by its form, its scripts or its words."""
    if not page.is_thin:
        return None
    if page.has_login_form:
        return LOGIN
    if _MACHINERY.search(page.machinery):
        return ROBOTS
    opening = fold(page.opening)
    return next(
        (kind.reason for kind, pattern in _patterns() if kind.reason != LOGIN and pattern.search(opening)), None
    )


def is_challenge(page: Page) -> bool:
    """Whether the body of an error answer is a robot check."""
    return page.is_thin and ROBOTS in {wall_in_heading(page), wall_in_body(page)}


def _share(text: str, pattern: re.Pattern[str]) -> float:
    folded = fold(text.strip())
    taken = sum(len(found[0]) for found in pattern.finditer(folded))
    return taken / len(folded) if folded else 0.0


@cache
def _patterns() -> tuple[tuple[_Kind, re.Pattern[str]], ...]:
    return tuple((kind, re.compile(kind.phrases)) for kind in _KINDS)
