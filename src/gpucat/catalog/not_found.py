"""Pages that say "not found" while they answer 200: what the web writes on them, in its languages. Pure.

A phrase counts when it is most of a heading, or stands on a page that says little else: an article may talk about
missing pages as much as it likes.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from typing import Final

from gpucat.catalog.page import Page

_THING: Final = (
    r"(?:page|post|article|story|site|website|file|document|content|blog|entry|url|resource|link|item|video|project"
    r"|account|user|"
    r"repository|requested|looking for|address|it)s?"
)
_FILLER: Final = r"[\w\s',./:-]{0,60}?"
_GONE: Final = (
    rf"{_THING}\b{_FILLER}\b(?:has|have|was|were|is|been)\b{_FILLER}\b(?:removed|deleted|unpublished|taken down"
    rf"|withdrawn|erased|retired|discontinued)",
    r"deleted by (?:its |the )?(?:author|owner|user)",
    rf"{_THING}\b{_FILLER}\bno longer (?:available|exists?|here|active|online|published|hosted|maintained)",
    r"(?:文章|页面|頁面|网页|網頁|内容|內容|帖子|链接|連結|博客|话题|问题|视频|资源)[^。，,.]{0,16}(?:不存在|找不到"
    r"|已失效|已下架|已关闭)",
    r"已(?:经|經)?(?:被)?[^\s。，,.]{0,8}(?:删除|刪除|移除|下架|屏蔽|封禁)",
    r"削除され(?:た|まし|てい)|삭제(?:된|되었|하였)|(?:gelöscht|entfernt) (?:worden|wurde)|wurde[^.]{0,30}(?:gelöscht"
    r"|entfernt)",
    r"a été supprimée?|(?:ha sido|fue) eliminad[oa]|foi (?:removid|excluíd)[oa]|è stat[oa] (?:rimoss|eliminat)[oa]"
    r"|был[аои]? (?:удал[её]н)",
)
_MISSING: Final = (
    r"^\W*(?:error\s*|http\s*|status\s*)*\b(?:404|410)\b\W*(?:error|fehler|错误)?\W*$|\b(?:error|fehler|erreur|errore"
    r"|http)\s*(?:404|410)\b|\b(?:404|410) (?:error|not found|gone)\b",
    r"\bnot[- ]found\b|\bnothing (?:was |is |could be )?(?:found|here|to see here|matched)|\bno (?:such )?(?:posts?"
    r"|results|articles?|pages?|content|entries)\b"
    r"(?:[^.]{0,20}(?:found|match|here|available|exist))?",
    r"(?:can't|cannot|can not|couldn't|could not|unable to|didn't|did not|not able to|failed to"
    r"|having trouble)(?: seem to)? (?:be )?(?:find|found|locat)\w*",
    rf"{_THING}\b{_FILLER}(?:does(?:n't| not) exist|do(?:n't| not) exist|isn't (?:available|here)|is not (?:available"
    rf"|here)|is (?:unavailable|missing|gone)|not available|went missing|unavailable)(?! (?:in|to|from|for) (?:your"
    rf"|this|the|my) (?:country|region|location|area|eu))",
    r"(?:doesn't|does not|didn't|no longer) exists?\b|\bpage (?:is )?(?:gone|missing|unavailable)|(?:dead|broken"
    r"|invalid|expired) link|\blink (?:has )?expired",
    r"没有知识存在的荒原|迷路了|you (?:seem|appear|look)(?: to be)? lost|(?:site|page) can(?:'t|not) be reached|\bare you lost\b|^\W*lost\W*$|wrong (?:turn|address)|out of nothing, something"
    r"|there's nothing here",
    r"(?:account|site|website|domain|blog|user|page|hosting)\b[^.]{0,30}\b(?:suspended|disabled|deactivated|terminated"
    r"|closed|expired|unpublished)\b|^\W*suspended\W*$",
    r"(?:页面|頁面|网页|網頁|文章|内容|內容|帖子|链接|連結|网址|地址|资源|用户|站点|网站|东西"
    r"|访问的)[^。]{0,20}(?:不存在|找不到|未找到|没找到|沒有找到|没有找到|走丢|丢失|丢了|不见了|失效|出错)",
    r"(?:找不到|未找到|没有找到|沒有找到|无法找到|無法找到|不存在)[^。]{0,20}(?:页|頁|文章|内容|內容|网址|资源|地址"
    r"|结果|东西)?",
    r"见つかりませ|見つかりませ|見つけられませ|お探しの|存在しませ|存在しない|ページはありませ",
    r"찾을 수 없|존재하지 않|없는 페이지|찾지 못",
    r"gibt es (?:leider |hier )*nicht|nicht (?:gefunden|verfügbar|vorhanden|mehr (?:verfügbar|vorhanden|da))"
    r"|existiert nicht|nicht existiert|konnte[^.]{0,40}gefunden",
    r"introuvable|non trouvée?|n'existe (?:pas|plus)|n'a pas été trouvée?|inexistante?|plus disponible",
    r"no (?:se )?(?:ha |hemos |han |pudo |puede |pudimos )?(?:sido )?(?:encontrad[oa]|encontró|encontrar|encontramos"
    r"|existe)|no (?:está )?disponible|no encontrad[oa]",
    r"no s'ha trobat|no existeix|non (?:è )?(?:stat[oa] )?(?:trovat[oa]|esiste|disponibile)|impossibile trovare",
    r"não (?:foi )?(?:encontrad[oa]|encontramos|existe|está disponível|disponível)|não pôde ser encontrad",
    r"niet (?:worden )?gevonden|bestaat niet|niet (?:meer )?beschikbaar",
    r"hittades inte|kunde inte hitta|finns inte|hittar inte|(?:ikke|ikkje) (?:bli )?(?:funnet|fundet)|finnes ikke"
    r"|findes ikke|eksisterer ikke|finner ikke|kunne ikke find",
    r"ei löydy|ei löytynyt|ei ole olemassa",
    r"nie znalezion|nie istnieje|nie została znalezion|nie możemy znaleźć|nie można znaleźć|nie odnaleziono",
    r"nenalezen|neexistuje|nebyl[ao]? nalezen|nenašl|nenájden|nebola nájden|nem található|nem létezik",
    r"bulunamad|bulunmuyor|mevcut değil|bulamadık",
    r"не найден|не существует|не нашли|нет такой|такой страницы нет|отсутствует|удал[её]н|не знайден|не існує"
    r"|не е намерен|не постои|није пронађен",
    r"δεν βρέθηκε|δεν υπάρχει|nu a fost găsit|nu există|nu am găsit|nije pronađen|ne postoji|ni bil[ao]? najden"
    r"|не бе намерен",
    r"không tìm thấy|không tồn tại|tidak ditemukan|tidak tersedia|tidak ada|tidak dijumpai|ไม่พบ|غير موجود"
    r"|لم يتم العثور|لا يمكن العثور|לא נמצא|לא קיים|یافت نشد|پیدا نشد|وجود ندارد|नहीं मिल|পাওয়া যায়নি",
)
_SEGMENT: Final = re.compile(r"\s+[|·»«—–:/-]+\s+|[|·»«_—–]|[:：]\s")
_GREETING: Final = re.compile(
    r"\b(?:oops|ooops|whoops|uh[- ]?oh|oh no|hmm+|sorry|error|404|410|page|the|this|that|you|we|are|for|is|was|your"
    r"|requested|looking|ups|hoppla|désolé|lo sentimos)\b"
    r"|\b(?:página|pagina|seite|strona|strony|sidan|siden|sivua|sayfa|stránka|oldal|trang|halaman|страница|страницу"
    r"|сторінку|σελίδα)\b"
    r"|抱歉|对不起|對不起|哎呀|您|你|访问|所|的|或|很|申し訳|ページ[がは]?|죄송|페이지(?:를|가)?|요청하신",
)
_MOST: Final = 0.4
_LONGEST_HEADING: Final = 120


def heading_says_not_found(page: Page) -> str | None:
    """The heading or title by which the page says that nothing is there; None where it does not."""
    for fact in page.titles:
        for segment in (fact.value, *_SEGMENT.split(fact.value)):
            if _share(segment) >= _MOST:
                return segment.strip()
    return None


def body_says_not_found(page: Page) -> str | None:
    """The words by which a page that says little else tells that nothing is there."""
    return _first(page.opening, _missing()) if page.is_thin else None


def says_removed(page: Page, title: str) -> str | None:
    """The words by which a page that says little else tells that its text was taken away, unless its title has them."""
    found = _first(page.opening, _removed()) if page.is_thin else None
    return None if found is None or fold(found) in fold(title) else found


def fold(text: str) -> str:
    """Comparable text: one width, one case, straight quotes."""
    return unicodedata.normalize("NFKC", text).replace("\u2019", "'").replace("\u2018", "'").casefold()


def _share(segment: str) -> float:
    """How much of a heading's letters the phrases take, greetings not counted."""
    folded = fold(segment.strip())
    if not folded or len(folded) > _LONGEST_HEADING:
        return 0.0
    taken = sum(_letters(found[0]) for found in _missing().finditer(folded))
    if not taken:
        return 0.0
    rest = _letters(_GREETING.sub("", _missing().sub("", folded)))
    return taken / (taken + rest)


def _letters(text: str) -> int:
    return sum(map(str.isalnum, text))


def _first(text: str, pattern: re.Pattern[str]) -> str | None:
    found = pattern.search(fold(text))
    return found[0].strip() if found else None


def _any(patterns: Iterable[str]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns))


@cache
def _missing() -> re.Pattern[str]:
    return _any((*_MISSING, *_GONE))


@cache
def _removed() -> re.Pattern[str]:
    return _any(_GONE)
