"""The fixed words by which titles are judged. They ship with the program and never come from the records at hand, so
that adding an article can change no verdict about two others. Pure."""

from typing import Final

_UNITS: Final = """
part parts chapters lectures episodes pt lecture lect lec lesson chapter chap ch episode ep volume vol day week
session section unit module issue post entry installment instalment tutorial homework hw season step teil partie
parte folge kapitel capitulo leccion lezione часть урок глава パート 편
"""
PART_UNITS: Final = tuple(_UNITS.split())
"""Words before the number of a part."""

_FILLER_LIST: Final = """
a an the of on in for to with using use via by from at as and or into onto its it is are be your my our this that
these how what why when where vs versus i we you me us some just about over per than then so do does did can could
will would has have had was were been am also too here there let der die das und ein eine für mit von
le la les des du et un une pour avec el los las y de del en con il lo gli e di
"""
FILLERS: Final = frozenset(_FILLER_LIST.split())
"""Words that tell no title from another."""

_FIELD: Final = """
gpu cuda nvidia kernel program programming tutorial guide introduction intro note learn understand implement
implementation optimize optimization performance fast faster efficient advanced basic deep dive part series blog
high custom worklog matrix tensor core cute cutlass triton pytorch gemm matmul layout attention shared warp thread
block model data compute python code example writing building getting started gentle practical simple new work
worked explained lecture mode memory
"""
FIELD_WORDS: Final = frozenset(_FIELD.split())
"""Words that half of the titles of this field have: two of them weigh as much as one other word."""

_COMMONPLACES: Final = """
gpu cuda nvidia kernel program programming tutorial guide introduction note learn understand implement implementation
optimize optimization performance fast efficient advanced basic deep dive part series blog high custom worklog matrix
multiplication data compute code python example writing building getting started gentle practical simple new work worked
explained lecture model memory number version use make shared thread block core mode
"""
COMMONPLACE_WORDS: Final = frozenset(_COMMONPLACES.split())
"""Words that any two titles of this field may share: no evidence that they are one work's."""

_GENRE: Final = """
tutorial guide introduction intro overview worklog series explained primer walkthrough basics article post lecture
chapter concept note making writing nvidia
"""
GENRE_WORDS: Final = frozenset(_GENRE.split())
"""Words for the kind of text, and the maker whom every title may name: put in and left out freely."""

_SITES: Final = """
blog blogs weblog log logs logbook journal gazette times tribune herald post posts chronicle chronicles news
newsletter weekly daily digest magazine mag review press medium substack community hub lab labs research tech
technology technologies technical engineering engineers developer developers dev site website homepage home page web
portal media studio studios academy institute university college school group team inc corp corporation ltd llc gmbh
company foundation network online personal diary thoughts musings ramblings writings writing essays stories corner
garden space world zone club collective bulletin insights publication publishing publications notebook notes notizen
carnet station planet pub central official coding science programming hackernoon hashnode wordpress blogger tumblr
ghost notion hackmd bearblog bear github pages io com org net me ai ch co xyz readme qiita zenn note velog tistory
habr towards data devto lobsters juejin cnblogs segmentfault blogspot write telegraph beehiiv buttondown mirror
"""
SITE_WORDS: Final = frozenset(_SITES.split())
"""Words that names of sites are made of."""

_SITE_PIECES: Final = """
博客 专栏 專欄 知乎 掘金 稀土 简书 csdn 博客园 公众号 腾讯云 阿里云 开源中国 社区 社區 技术 个人网站 网站 周刊 周报 日报 ブログ 技術 日記 ノート はてな хабр блог 브런치 블로그 개발 网易
搜狐 新浪 百家号 头条 今日
"""
SITE_MARKS: Final = tuple(_SITE_PIECES.split())
"""Pieces of the names of sites in other scripts."""

_EDITION: Final = """
updated update second third fourth fifth wip draft external longread long read icymi repost reposted reprint crosspost crossposted mirror
archived archive original new guest post blog article full text html pdf web version english chinese translation
translated revised edition corrected final popular sponsored member only premium paid free featured pinned must hot
best show hn launch tell lobsters translate ver ed en zh cn rev min mins minute minutes
panel session abstract extended demo demonstration invited industrial preprint version print printer friendly printable
druckansicht druckversion imprimable impression imprimir impresion stampa stampabile versione печати md
"""
EDITION_WORDS: Final = frozenset(_EDITION.split())
"""Words about this copy of a text, not about its subject."""

_NUMBERED_EDITIONS: Final = """
edition ed revised revision rev updated update rewritten rewrite refresh refreshed remastered expanded version v2 v3 2nd 3rd
second third corrections fixed
"""
NUMBERED_EDITION: Final = frozenset(_NUMBERED_EDITIONS.split())
"""Words that say which edition of a text this is."""

REPOST_WORDS: Final = frozenset(
    {"repost", "reposted", "reprint", "reprinted", "republished", "crosspost", "crossposted", "mirror"}
)
REPOST_MARKS: Final = ("转", "轉", "搬运")
"""What says that a text stood elsewhere first."""
ABOUT_WORDS: Final = frozenset(
    ["reply", "response", "respond", "responding", "comment", "comments", "rebuttal", "notes", "review", "summary"]
)
"""Words that say of a text that it is about another one."""
NEGATIONS: Final = frozenset({"not", "no", "never", "isnt", "arent", "dont", "cant", "wont", "doesnt"})

_EDITION_PIECES: Final = """
更新 打印版 列印版 印刷用 转载 轉載 转 中文 英文 中英 对照 原创 原創 搬运 全文 修订 訂正 置顶 推荐 精选 分享 日本語 전문 精华 热门
"""
EDITION_MARKS: Final = tuple(_EDITION_PIECES.split())
"""The same in other scripts."""

_MONTH_NAMES: Final = """
jan january feb february mar march apr april may jun june jul july aug august sep sept september oct october nov
november dec december
"""
_TRANSLATION: Final = """
翻译 翻譯 译文 譯文 译自 译 譯 翻訳 和訳 邦訳 訳 번역 перевод übersetz ubersetz traducci traduit traduction traduzione traduç
traduc tradotto vertaling tłumacz 中文版 英文版 日本語版 한국어판
"""
TRANSLATION_MARKS: Final = tuple(_TRANSLATION.split())
"""What says that a text is a translation."""

_TRANSLATORS: Final = """
译 譯 訳 번역 옮김 옮긴 перев trad. traduc traduit tradotto übers. ubers. übersetz ubersetz transl. translat dịch vertaal tłum
"""
TRANSLATOR_MARKS: Final = tuple(_TRANSLATORS.split())
"""What says in a byline that the name beside it is a translator's."""

_RECURRING: Final = """
column editorial editor editors foreword preface letter message news newsletter digest roundup weekly monthly daily links
minutes report reminiscences calendar announcements changelog releases diary recap
"""
RECURRING_WORDS: Final = frozenset(_RECURRING.split())
"""Words of titles that come back with every issue."""

# What cannot take each other's place in a title about one subject.
_RIVALS: Final = """
fp64 fp32 tf32 fp16 bf16 fp8 fp4 nvfp4 mxfp4 mxfp8 int8 int4 int1 half double float bfloat16 binary
sgemm dgemm hgemm igemm gemm gemv sgemv spmm spmv bmm
volta turing ampere ada hopper blackwell rubin pascal maxwell kepler rdna cdna mi300 mi250 amd nvidia intel apple tpu
cuda hip rocm opencl vulkan metal sycl webgpu mojo triton cutlass cute jax tensorflow pytorch mlir tvm rust julia python
forward backward
inference training
encoder decoder
gpu cpu fpga asic dpu npu
row column
read write
load store
copy mma
warp block grid cluster
softmax layernorm rmsnorm attention convolution transpose reduction scan sort matmul
linux windows macos
beginner beginners advanced
january february march april may june july august september october november december
"""
RIVALS: Final = tuple(frozenset(line.split()) for line in _RIVALS.strip().splitlines())


MONTHS: Final = frozenset(_MONTH_NAMES.split())
