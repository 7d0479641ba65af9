"""Tests how the bytes of a page are decoded."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpucat.charset import codec_for, decode_page

CHINESE = "本文介绍共享内存、线程束与存储体冲突，并用实验说明如何避免它们。" * 4
JAPANESE = "この記事では共有メモリとバンクコンフリクトについて説明します。" * 4
KOREAN = "이 글에서는 공유 메모리와 뱅크 충돌을 설명합니다. " * 4
RUSSIAN = "В этой статье мы рассмотрим разделяемую память и конфликты банков. " * 4
FRENCH = "Cet article décrit la mémoire partagée — et les conflits de bancs. Voilà l’été. " * 4


@pytest.mark.parametrize(
    ("text", "charset"),
    [
        (CHINESE, "gbk"), (CHINESE, "utf-8"), ("本文介紹共享記憶體與快取，並用實驗說明。" * 4, "big5"), (JAPANESE, "cp932"),
        (JAPANESE, "euc_jp"), (JAPANESE, "iso2022_jp"), (KOREAN, "euc_kr"), (RUSSIAN, "cp1251"), (RUSSIAN, "koi8_r"),
        (FRENCH, "cp1252"),
    ],
)  # fmt: skip
def test_undeclared_bytes_are_read_as_they_were_written(text: str, charset: str):
    body = f"<title>{text}</title>".encode(charset)
    assert text in decode_page(body, "text/html").text


@pytest.mark.parametrize("word", ["张", "矩", "内存", "线程束", "共享内存", "矩阵乘法优化"])
def test_a_few_undeclared_bytes_are_read_as_chinese(word: str):
    text = f"title,url\n{word},https://a.example/1\n"
    assert decode_page(text.encode("gbk")).text == text


@pytest.mark.parametrize(
    ("word", "charset"), [("Память", "koi8_r"), ("Память", "cp1251"), ("記憶", "big5"), ("メモリ", "cp932")]
)
def test_a_few_undeclared_bytes_that_are_no_chinese_are_not(word: str, charset: str):
    assert word in decode_page(f"title,url\n{word},https://a.example/1\n".encode(charset)).text


@pytest.mark.parametrize(
    ("body", "content_type", "text"),
    [
        pytest.param("é".encode("latin-1"), "text/html; charset=iso-8859-1", "é", id="header"),
        pytest.param("张".encode(), "text/html; charset=ISO-8859-1", "张", id="a default header is no match for UTF-8"),
        pytest.param("\ufeff张".encode(), "text/html; charset=gbk", "张", id="the mark wins"),
        pytest.param("张量".encode("utf-16"), "text/html", "张量", id="UTF-16 by its mark"),
        pytest.param(b'<meta charset="gb2312">' + "张".encode("gbk"), "text/html", "张", id="declared in the page"),
        pytest.param(CHINESE.encode("gbk"), "text/html; charset=utf-9000", CHINESE, id="an unknown label is passed over"),
        pytest.param(b"\x93x\x94", "text/html; charset=iso-8859-1", "“x”", id="latin-1 is read as Windows-1252"),
        pytest.param(("张" * 500).encode()[:-1], "text/html; charset=utf-8", "张" * 499, id="a character cut off at the end"),
        pytest.param(b'<meta charset="utf-16"><title>x', "text/html", "<title>x", id="what reads as ASCII is no UTF-16"),
    ],
)  # fmt: skip
def test_declarations_are_weighed(body: bytes, content_type: str, text: str):
    assert text in decode_page(body, content_type).text


@pytest.mark.parametrize(
    "label", ["utf-7", "rot13", "hex", "zlib", "punycode", "", "\0", "unicode_escape", "UNDEFINED"]
)
def test_labels_that_are_no_charset_of_pages_are_refused(label: str):
    assert codec_for(label) is None


@given(st.binary(max_size=400), st.text(max_size=40))
def test_any_bytes_under_any_label_are_text(body: bytes, label: str):
    assert isinstance(decode_page(body, f"text/html; charset={label}").text, str)
