"""Kinds of parts of a title, and the words by which a part names another kind of work than an article. Pure."""

import re
from typing import Final, Literal

Kind = Literal[
    "nothing", "name", "site", "date", "edition", "translation", "part", "series", "person", "foreign", "topic", "unknown",
    "notes", "reply", "video", "slides", "code", "paper", "discussion", "list", "reference", "product", "error",
]  # fmt: skip
WORKS: Final = frozenset(
    {"notes", "reply", "video", "slides", "code", "paper", "discussion", "list", "reference", "product", "error"}
)
"""Kinds that mark another work than the article: about it, beside it, or in its place."""

_WORK_PATTERNS: Final[tuple[tuple[Kind, str], ...]] = (
        ("error", r"\b(?:404|403|500|not found|access denied|forbidden|just a moment|attention required|sign in|log in|login|domain (?:is )?for sale|coming soon|are you (?:a )?(?:human|robot)|under construction|page (?:missing|unavailable))\b|未找到|不存在|找不到|登录|出售"),
        ("discussion", r"\b(?:hacker news|lobste ?rs|reddit|r \w+ on reddit|slashdot|digg|ycombinator|tildes|discourse|thread by)\b|^r (?:\w+|~)$|^(?:discussions?|comments?|thread)$|讨论区"),
        ("list", r"archives$|^archives?:?$|\b(?:tag|tags|tagged|category|categories|search|searched for|duckduckgo|bing|ecosia|startpage|results?|archives? (?:for|of|by)|(?:posts|articles|stories|questions) (?:about|on|tagged|in|by|for|from|matching)|all (?:posts|articles)|topics?|browse|index of|awesome|playlist|roundup|collection|table of contents|reading list|link dump|links of|curated|page \d+|best \w+ of|resources)\b|标签|分类|归档|搜索|专题|合集|目录|列表|タグ|カテゴリ|検索|一覧"),
        ("reference", r"\b(?:wikipedia|wiktionary|wikiwand|wikidata|wiki|fandom|encyclop\w+|britannica|dictionary|definition|meaning|glossary|documentation|docs|(?<!~ )(?:api|sdk)|reference|manual|handbook|man page|programming guide|best practices guide|user guide|stack ?overflow|stack ?exchange|forums?|quora|geeks ?for ?geeks|tutorialspoint|w3schools|javatpoint|baeldung|faq|q and a|mathworks|matlab|simulink|microsoft learn|cs ?\d{3}|help cent(?:er|re)|knowledge base|specification|standard|rfc)\b|百科|维基|词典|文档|手册|论坛|ウィキ"),
        ("product", r"\b(?:buy|price|prices|pricing|shop|store|amazon|ebay|walmart|etsy|product|products|datasheet|data sheet|for sale|shipping|cart|checkout|udemy|coursera|edx|skillshare|enroll|course|courses|bootcamp|certification|jobs?|careers?|hiring|vacancy|salary|release notes|changelog|download|downloads|free trial|app store|google play|steam|isbn|paperback|hardcover|book|ebook|register|registration|tickets?)\b|价格|购买|下载|招聘|课程|京东|淘宝|天猫|教材"),
        ("video", r"\b(?:video|videos|youtube|vimeo|twitch|watch|talk|webinar|recording|recorded|on demand|gtc \d+|podcast|livestream|live stream|screencast|episode|keynote|interview|bilibili|tv)\b|视频|哔哩|录播|直播|讲座|播客|動画|講演"),
        ("slides", r"\b(?:slides?|slide deck|deck|pptx?|powerpoint|keynote|slideshare|speaker ?deck|presentation|poster|handout)\b|幻灯|课件|スライド"),
        ("code", r"\b(?:github|gitlab|bitbucket|gist|source code|repo|repository|code for|codes for|code from|sample code|code samples?|companion code|accompanying code|implementation of|colab|kaggle|jupyter|notebook for|pypi|npm|crates?|docker hub|hugging ?face|issue|pull request|commit)\b|代码|源码|仓库|ソースコード"),
        ("paper", r"\b(?:arxiv|ieee|acm|proceedings|openreview|semantic scholar|researchgate|springer\w*|sciencedirect|thesis|dissertation|bibtex|citation|\d{4}\.\d{5})\b|论文|学位"),
        ("notes", r"\b(?:(?:reading |study |lecture |my |course |book )?notes (?:on|of|from|about|for|to)|(?:reading|study|lecture|my) notes|review of|reviewed|book review|papers? (?:review|club|reading|explained)|(?:a |my |quick )?summary(?: of)?|summari[sz]ing|summari[sz]ed|tl ?dr|thoughts on|takeaways|highlights|key points|cheat ?sheet|mcqs?|practice (?:test|exam|questions?)|interview questions?|flash ?cards?|quiz|exercises?|solutions? to|annotated|commentary|companion to|walk ?through of|explained by|digest of|a look at|what i learned|lessons from|study guide|in a nutshell|recap|transcript)\b|笔记|筆記|读后|讀後|解读|導讀|导读|总结|總結|要点|摘要|学习心得|読書|まとめ|メモ|感想|有感|心得|解説|요약|정리|конспект|обзор"),
        ("reply", r"(?:^|\b)(?:re(?= ~)|^re$|corrections|reply|replies|respon(?:se|ding|ds?)|in defen[cs]e of|rebuttal|rebutting|comments? on|commenting|critique|criticism|errata|erratum|corrections? to|corrigendum|reproduc\w+|replicat\w+|re ?implement\w*|re ?visit\w*|redux|follow ?ups?|sequel|continued|continuing|part deux|retrospective|postmortem|debunk\w*|against|beyond|before|after|why not|the problem with|problems with|what s wrong|myths?|is dead|considered harmful|alternatives? to|instead of|without|migrating|discussion of|discussing|ask hn|question about|questions about|help with|how do i|addendum|appendix to|extending|improving on|faster than|beating|porting|port of|inspired by)\b|续|續|続|后续|回应|回复|评论|复现|復現|勘误|补充|讨论|提问|求助|再考|续篇|対する|反論"),
)  # fmt: skip
_WORK_MARKS: Final = tuple((kind, re.compile(pattern)) for kind, pattern in _WORK_PATTERNS)


def work_named(text: str) -> Kind | None:
    """The other kind of work that a text names, if any."""
    plain = text.lower()
    return next((kind for kind, pattern in _WORK_MARKS if pattern.search(plain)), None)
