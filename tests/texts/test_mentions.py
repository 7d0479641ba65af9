"""Tests which words of a text are taken for terms: as they are written, in both languages, each once."""

import pytest

from gpucat.language import Bilingual
from gpucat.texts.mentions import FirstMentions

TERMS = (
    Bilingual("bank conflict", "bank conflict（存储体冲突）"),
    Bilingual("shared memory", "共享内存"),
    Bilingual("container", "容器"),
    Bilingual("L2 cache", "L2 缓存"),
    Bilingual("Stream-K", "Stream-K"),
    Bilingual("C++", "C++"),
    Bilingual("warpgroup MMA", "WGMMA（线程束组 MMA）"),
)


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("Bank conflicts and a bank-conflict.", ["Bank conflicts"]),
        ("They contain no containers.", ["containers"]),
        ("Shared  memory，即共享内存，位于 L2 缓存之外。", ["Shared  memory", "L2 缓存"]),
        ("A stream k, stream-k; C++17 and C++.", ["stream k", "C++"]),
        ("WGMMA is not my_wgmma.", ["WGMMA"]),
        ("nothing of it", []),
    ],
)
def test_a_term_is_marked_where_it_first_occurs(text: str, marked: list[str]) -> None:
    assert [text[span.start : span.end] for span in FirstMentions(TERMS).first_in(text)] == marked


def test_what_one_piece_mentions_is_not_marked_in_the_next() -> None:
    mentions = FirstMentions(TERMS)
    assert len(list(mentions.first_in("Shared memory has banks."))) == 1
    assert list(mentions.first_in("共享内存分为 32 个存储体。")) == []
    assert mentions.found == [TERMS[1]]
