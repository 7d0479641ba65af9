"""Pages that stand where a site was: parked domains, server defaults, fault and maintenance pages. Pure."""

import re
from typing import Final
from urllib.parse import urlsplit

from gpucat.catalog.not_found import fold
from gpucat.catalog.page import Page
from gpucat.language import Bilingual

PARKED: Final = Bilingual("the domain is parked or for sale", "域名已停放或正在出售")
DEFAULT_PAGE: Final = Bilingual("the web server's own default page", "网站服务器的默认页面")
NOT_BUILT: Final = Bilingual("a site that is still to be built", "尚未建成的网站")
FAULT: Final = Bilingual("a server fault shown with status 200", "以状态 200 显示的服务器故障页")
MAINTENANCE: Final = Bilingual("the site is down for maintenance", "网站维护中")

_MOST_WORDS: Final = 250
_PARKED: Final = re.compile(
    r"\b[\w-]+\.[a-z]{2,12}\b[^.!?]{0,30}\b(?:is|may be|for) (?:for )?sale\b|domain(?: name)?s?\b[^.!?]{0,60}\b(?:is "
    r"|are |may be |might be |could be )?(?:for sale|available for (?:purchase|sale)|parked|has expired|is expired"
    r"|expired|to buy|listed for)"
    r"|(?:buy|purchase|get|acquire|own|inquire about|lease|make an offer (?:on|for)) (?:this|the) domain"
    r"|parked (?:free|domain|page|by|with)|domain (?:parking|expired|for sale|registration expired)"
    r"|(?:this|the) (?:web ?)?(?:page|site) is parked|is for sale!|website (?:is )?for sale|interested in this domain"
    r"|future home of|renew (?:this|your) domain|related searches|sponsored listings"
    r"|域名[^。]{0,16}(?:出售|转让|停放|已过期|到期|购买|待售)|(?:出售|转让|购买)[^。]{0,6}域名|域名停靠"
    r"|ドメイン[^。]{0,20}(?:販売|売り|有効期限|取得)|도메인[^.]{0,16}(?:판매|만료|매매)"
    r"|(?:domain|website|webseite|seite)[^.]{0,30}(?:steht )?zum verkauf|domain (?:ist )?(?:zu verkaufen|geparkt)|domaine[^.]{0,30}(?:à vendre"
    r"|expiré)|dominio[^.]{0,30}(?:en venta|in vendita|scaduto|expirado|caducado)|domínio[^.]{0,20}(?:à venda"
    r"|expirado)"
    r"|домен[^.]{0,30}(?:прода|припаркован|ист[её]к|свободен)|domein[^.]{0,20}te koop|domena[^.]{0,30}(?:na sprzedaż"
    r"|wygasła)"
)
_PARKING_HOSTS: Final = re.compile(
    r"(?:^|\.)(?:sedo(?:parking)?|hugedomains|dan|afternic|parkingcrew|bodis|undeveloped|domainmarket|buydomains"
    r"|namebright|parklogic|above|dynadot|domcomp|parking-page|parkweb|searchmagnified|uniregistry|sav|atom"
    r"|brandbucket)\.(?:com|net|org)$"
    r"|(?:^|\.)(?:ww\d+)\."
)
_PARKING_MACHINERY: Final = re.compile(
    r"sedoparking|parkingcrew|bodis\.com|afternic|hugedomains|parklogic|d38psrni17bvxu|dan\.com|/lander\b"
    r"|parking-lander|adsense/domains|caf\.js|data-adblockkey|window\.park\b"
)
_DEFAULT: Final = re.compile(
    r"welcome to (?:nginx|openresty|centos|caddy|apache|tengine|lighttpd|iis|plesk|cpanel)|(?:apache2?|nginx"
    r"|http server|centos|ubuntu|debian|fedora|web server|domain|server|iis)[\w\s:-]{0,30}(?:default"
    r"|test) (?:web ?)?page"
    r"|^\W*it works\W*$|iis windows server|default (?:web ?site|plesk) page|^index of /|web server'?s? default page"
    r"|^\W*hello,? world\W*$"
    r"|there isn't a github pages site here|no such app|(?:new|this) site is (?:being|not) (?:built|configured)"
    r"|website (?:is )?not configured|站点创建成功|没有找到站点|恭喜.{0,6}站点创建"
)
_NOT_BUILT: Final = re.compile(
    r"(?:site|page|website) (?:is )?(?:coming soon|under construction)|^\W*(?:coming soon|under construction)\W*$"
    r"|网站建设中|準備中|工事中|준비 ?중"
)
_FAULT: Final = re.compile(
    r"internal server error|bad gateway|gateway time-?out|service (?:temporarily )?unavailable|application error"
    r"|(?:unhandled|uncaught) exception|error establishing a database connection|database (?:connection )?error"
    r"|fatal error|(?:http|error|status)\s*50[0-9]\b|^\W*50[0-9]\b|something went wrong|an (?:unexpected "
    r"|unknown )?error (?:has )?occurred|server error|traceback \(most recent|technical (?:difficulties|problem)"
    r"|over(?: its)? quota|bandwidth (?:limit )?exceeded|resource limit is reached"
    r"|服务器(?:内部)?错误|系统(?:错误|繁忙|异常)|服务(?:暂时)?不可用|数据库(?:连接)?错误|サーバー?エラー|エラーが発生"
    r"|서버 오류|serverfehler|interner fehler|erreur (?:interne|du serveur)|error interno|ошибка сервера"
    r"|внутренняя ошибка"
)
_MAINTENANCE: Final = re.compile(
    r"(?:scheduled|under|undergoing|down for|planned|in) maintenance|maintenance (?:mode|in progress|work|page)"
    r"|(?:we'll|we will|will) be (?:right )?back|back (?:soon|shortly)|temporarily (?:down|offline|unavailable|closed)"
    r"|(?:系统|网站|网页)?(?:正在)?维护(?:中|升级)?|メンテナンス|점검 ?중|wartungs(?:arbeiten|modus)|en maintenance"
    r"|en mantenimiento|in manutenzione|em manutenção|техническ\w+ (?:работ|обслуж)|на обслуживании"
)
_LONGEST_SCREEN: Final = 40


def placeholder_on(page: Page, final_url: str) -> Bilingual | None:
    """What a page without the article stands for; None where it is a page of its own."""
    host, path = (urlsplit(final_url).hostname or "").lower(), urlsplit(final_url).path
    told = [fold(fact.value) for fact in page.titles]
    if _PARKING_HOSTS.search(host) or (path.rstrip("/") == "/lander" and page.words < _MOST_WORDS):
        return PARKED
    if page.words >= _MOST_WORDS:
        return None
    body = fold(page.opening[:2000])
    if any(map(_PARKED.search, (*told, body))) or (page.is_thin and _PARKING_MACHINERY.search(page.machinery)):
        return PARKED
    screens = [*told, body] if page.words < _LONGEST_SCREEN else told
    for pattern, reason in (
        (_DEFAULT, DEFAULT_PAGE),
        (_NOT_BUILT, NOT_BUILT),
        (_MAINTENANCE, MAINTENANCE),
        (_FAULT, FAULT),
    ):
        if (page.is_thin or pattern in {_DEFAULT, _NOT_BUILT}) and any(map(pattern.search, screens)):
            return reason
    return None
