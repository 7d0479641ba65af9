"""Words that say nothing about an article: grammar, and what every request shares ("show me articles about"). Pure.

English words are stems, as the tokeniser gives them. Chinese ones are whole words; single characters are not among
them, since they break real words.
"""

from typing import Final

_ENGLISH_LISTED: Final = """
    a about abov actual after again all also alwai am an and ani anybodi anyon anyth ar aren as at be becaus been befor be
    below best better between both but by can cannot caus come could couldn d did didn differ do doe doesn don done
    dure each either els etc even ever everi everyth exactli explain few find first follow for from further get give
    go goe good got great had hadn ha hasn have haven he help her here hi him how howev i if in instead into is isn it
    its itself just keep know let like ll look lot m made make mai mayb me mean might more most much must my near need
    never new nice no not noth now of off often ok on onc onli or other our out over own plea pleas possibl put rather
    re read realli recommend s same sai see seem shall she should show so some someon someth still such suggest sure t
    take tell than thank that the their them then there these thei thing think thi those through to too tri two under
    until up us use v veri via vs wa want wai we well were weren what when where whether which while who whom whose why
    will with within without won wonder would wouldn write written wrote x ye yet you your
    mani publish tri alreadi encount occur happen issu problem question help look interest
    runtimeerror exception traceback warn fatal ptxa stderr stdout info
    stuff paper text piec entri item releas date year month thing content collect list
    articl blog post materi resourc topic subject seri page link
"""
ENGLISH: Final = frozenset(_ENGLISH_LISTED.split())
_CHINESE_LISTED: Final = """
    如何 怎么 怎样 怎麼 为什么 为何 为啥 什么 啥是 是什么 哪些 哪个 哪篇 哪里 哪种 有没有 有没 有哪些 有无 能不能 能否 是否 是不是
    可以 可不可以 怎么办 咋办 咋样 咋回事 怎么回事 怎么做 怎么样 怎么用 请问 请教 求助 求推荐 推荐 想要 想学 想看 想了解 我想 我要
    需要 应该 关于 有关 相关 方面 讲解 讲讲 介绍 解释 说明 的文章 文章 博客 博文 帖子 资料 材料 内容 系列 一篇 几篇 哪几篇 所有 全部
    一下 一些 这个 那个 这些 那些 这种 我的 自己 它们 他们 我们 你们 以及 或者 还是 而且 但是 但却 因为 所以 如果 的话 时候 之间
    还有 只有 就是 不是 还不 不知道 知道 了解 学习 看看 找找 查找 搜索 写的 写过 谁写 讲的 关于的 来自 出自 上面 里面 其中 用于 使用
    适合 适用 发表 发布 出版 遇到 出现 想要的 该看 值得 入手 哪一 求解 报 怎么回 为什么会 是怎么 有啥 啥 到底 究竟 每次 老是 总是 总 为何
    烦死 烦死了 气死 头大 头疼 救命 求救 崩溃了 想把 打算 大佬 各位 老哥 兄弟 有人 老文章 好文 好文章
    什么样 哪一篇 有什么 要怎么 该怎么 怎么才能 好不好 会不会 如何在 为啥子 咋 想找 找一 讲到 讲过 提到 谈到 帮我 给我 给出 一个 一种
    について 记事 教えて 下さい ください とは する したい です ます から まで という ための による 违い 方法 仕方 使い方 知りたい
"""
CHINESE: Final = frozenset(_CHINESE_LISTED.split())
PARTICLES: Final = frozenset("的了吗呢吧啊呀么与のをにはがでもへとや")
"""Single characters that part words wherever they stand."""


def is_stop_word(word: str) -> bool:
    """Whether the stem or the folded Chinese word carries no meaning of its own."""
    return word in ENGLISH or word in CHINESE


def is_particle(character: str) -> bool:
    """Whether this single character parts the words around it."""
    return character in PARTICLES
