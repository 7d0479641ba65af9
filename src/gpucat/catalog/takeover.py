"""Sites that another business took over: what used to be an article's address sells bets, pills or loans. Pure.

Such pages often keep the old title where only machines read it, so a title that fits says nothing against them.
"""

import re
from typing import Final

from gpucat.catalog.not_found import fold
from gpucat.catalog.page import Page
from gpucat.language import Bilingual

TAKEN_OVER: Final = Bilingual("the site was taken over and sells something else", "站点已被他人接管，推销别的内容")

_OFFERS: Final = re.compile(
    # bets
    r"\b(?:slot (?:gacor|online|88|game|demo|deposit)\w*|slot\d{2,}|situs (?:slot|judi|resmi)|judi|togel|bandar|maxwin|rtp (?:live|tertinggi)"
    r"|deposit pulsa|kasino|casinos?|sports?books?|sports? betting|betting (?:site|app|odds)\w*|bookmakers?|baccarat|roulette"
    r"|online poker|poker online|jackpots?|free spins|no deposit bonus|welcome bonus|crypto gambling|gambling"
    r"|nhà cái|cá cược|nổ hũ|bahis|apuestas|apostas|scommesse|sportwetten|paris sportifs)\b"
    r"|казино|букмекер|ставки на спорт|สล็อต|คาสิโน|บาคาร่า|แทงบอล|オンラインカジノ|パチンコ|카지노|바카라|토토 ?사이트"
    r"|博彩|赌场|賭場|娱乐城|娛樂城|百家乐|百家樂|棋牌|彩票|体育投注|真人视讯|真人視訊|老虎机|老虎機|六合彩|澳门(?:新)?葡京|开户送"
    # pills, flesh and money
    r"|\b(?:viagra|cialis|kamagra|tramadol|levitra|cbd gummies|weight loss pills?|porn\w*|xxx|escorts?|sex (?:cams?|dolls?|chat)"
    r"|payday loans?|replica (?:watches|bags)|buy (?:followers|backlinks)|essay writing service)\b"
)
_IN_ALL: Final = 3
_WITHOUT_A_HEADING: Final = 5


def is_taken_over(page: Page, title: str) -> bool:
    """Whether the page's headings and beginning are such an offer. What the article's own title says is no sign of it."""
    own = _offers(title)
    headings = {offer for fact in page.titles for offer in _offers(fact.value)} - own
    told = headings | (_offers(page.opening) - own)
    return len(told) >= (_IN_ALL if headings else _WITHOUT_A_HEADING)


def _offers(text: str) -> set[str]:
    return {found[0] for found in _OFFERS.finditer(fold(text))}
