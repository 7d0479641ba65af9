"""The language tags that sites put into their addresses: `en`, `pt-br`, `zh-Hant`, `zh-hant-tw`. Pure."""

import re
from typing import Final

_ISO_639_1: Final = """
aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es
et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki
kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no
nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te
tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu
"""
# And two codes that sites write besides, and the areas of UN M.49 that locales have (world, Europe, Latin America).
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
# The scripts in which languages of many readers are written.
_ISO_15924: Final = """
arab armn beng cyrl deva geor grek guru hang hans hant hebr jpan khmr kore laoo latn mong mymr sinh taml telu thai
"""
_LANGUAGES: Final = frozenset(_ISO_639_1.split())
_REGIONS: Final = frozenset(_ISO_3166_1.split())
_SCRIPTS: Final = frozenset(_ISO_15924.split())


def is_language_tag(text: str) -> bool:
    """Whether a text is a language by its two-letter code, with a script or a region that exist, or both (RFC 5646)."""
    language, *subtags = re.split("[-_]", text.lower())
    if language not in _LANGUAGES or len(subtags) > 2:
        return False
    if subtags and subtags[0] in _SCRIPTS:
        subtags = subtags[1:]
    return not subtags or (len(subtags) == 1 and subtags[0] in _REGIONS)
