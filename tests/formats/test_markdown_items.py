"""Tests how the items, rows and sections of Markdown lists are read: titles, dates, summaries, and what is left out."""

import pytest

from gpucat.formats.markdown_links import read_links
from gpucat.formats.reading import ArticleLine, Marks


def rows(text: str) -> list[ArticleLine]:
    return list(read_links(text).articles)


def titles(text: str) -> list[tuple[str, str]]:
    return [(row.article.title, row.article.url.removeprefix("https://")) for row in rows(text)]


def left(text: str) -> list[tuple[str, str]]:
    return [(link.what, link.reason.en) for link in read_links(text).left_out]


@pytest.mark.parametrize(
    ("item", "title"),
    [
        ("**Tiles for All** - Ann Writer *[HTML version](https://a.example/x)*", "Tiles for All"),
        ("Tiles for All [[slides]](https://a.example/x)", "Tiles for All"),
        ("Tiles for All, [arXiv:2401.00001](https://a.example/x)", "Tiles for All"),
        ("Tiles for All ([O'Reilly](https://a.example/x))", "Tiles for All"),
        ("**Tiles for All** by Ann. A first book. [Corner Shop](https://a.example/x)", "Tiles for All"),
        ("Tiles for All (2019), A. Writer et al. [[pdf]](https://a.example/x)", "Tiles for All"),
        ("Tiles for All :page_facing_up: [pdf](https://a.example/x)", "Tiles for All"),
        ("Tiles for All [Writer & Author (1999)](https://a.example/x)", "Tiles for All"),
        ("10-605: Tiles for All. [[A University]](https://a.example/x)", "10-605: Tiles for All"),
        ("[Tiles for All](./tiles.md): also in [Chinese](tiles.zh.md) and on [Zhihu](https://a.example/x)", "Tiles for All"),
        ("Tiles for All: [2](https://a.example/x)", "Tiles for All"),
        ("瓦片入门 [在线阅读](https://a.example/x)", "瓦片入门"),
        ("[Slides](https://a.example/x) | [video](https://b.example/y): Tiles for All", "Tiles for All"),
        ("[Lecture 2](https://a.example/x): Tiles for All", "Lecture 2: Tiles for All"),
        ("[click here](https://a.example/x) to read about it", "a.example/x"),
        ("[[pdf]](https://a.example/x) **Tiles for All**, Ann Writer", "Tiles for All"),
        ("Tiles for All\n  <https://a.example/x>", "Tiles for All"),
        ("🔥 **[Tiles for All](https://a.example/x)** ⭐", "Tiles for All"),
        ("[TODO] \"Tiles for All\" https://a.example/x", "Tiles for All"),
        ("[Tiles for All] (https://a.example/x)", "Tiles for All"),
        ("[CS 77](https://a.example/x) **Tiles for All** *A University*", "CS 77 Tiles for All"),
    ],
)  # fmt: skip
def test_a_label_is_never_the_title(item: str, title: str) -> None:
    assert titles(f"- {item}\n") == [(title, "a.example/x")]


def test_parts_are_articles_with_the_title_of_the_whole() -> None:
    assert titles("- Tiles for All: [Part 1](https://a.example/1), [Part 2](https://a.example/2)\n") == [
        ("Tiles for All: Part 1", "a.example/1"), ("Tiles for All: Part 2", "a.example/2"),
    ]  # fmt: skip
    assert titles("- [Tiles, Part 1](https://a.example/1), [Part 2](https://a.example/2)\n")[1][0] == "Tiles: Part 2"
    assert titles("- 瓦片：[第一讲](https://a.example/1) [第二讲](https://a.example/2)\n")[1][0] == "瓦片: 第二讲"


def test_what_goes_with_an_article_is_no_second_one() -> None:
    text = """- [Tiles](https://a.example/t) ([code](https://a.example/c), [video](https://a.example/v)), paper: [All of Tiles](https://a.example/p)
  - [Lecture notes](https://a.example/n)
  - [Another Article](https://a.example/o)
- The Book of Tiles
  - [PDF](https://a.example/b)
  - [Buy](https://a.example/s)
"""
    assert titles(text) == [
        ("Tiles", "a.example/t"), ("Another Article", "a.example/o"), ("The Book of Tiles", "a.example/b"),
    ]  # fmt: skip
    assert {what for what, _ in left(text)} == {"code", "video", "All of Tiles", "Lecture notes", "Buy"}


def test_a_link_inside_a_description_stays_text() -> None:
    text = """- [Tiles](https://a.example/t): built on [Warps](https://a.example/w), it shows how [Ada](https://a.example/a) thinks.
- [First](https://a.example/1), [Second](https://a.example/2) and [Third](https://a.example/3)

Contributors: [Ada](https://p.example/a) [Ben](https://p.example/b)

## Thanks
- [Cleo](https://p.example/c)
"""
    assert [row.article.title for row in rows(text)] == ["Tiles", "First", "Second", "Third"]
    assert rows(text)[0].article.summary == "built on Warps, it shows how Ada thinks."
    assert [reason for what, reason in left(text) if what in ("Ada", "Ben", "Cleo")] == [
        "inside running text", *["a person, not an article"] * 3,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("item", "title", "date"),
    [
        ("[2023-06-27，漫谈访存](https://a.example/x)", "漫谈访存", "2023-06-27"),
        ("[2024.11.20 Wide MMA](https://a.example/x)", "Wide MMA", "2024-11-20"),
        ("[【2024年5月6日】瓦片](https://a.example/x)", "瓦片", "2024-05-06"),
        ("[20230405 Wide MMA](https://a.example/x)", "Wide MMA", "2023-04-05"),
        ("[Wide MMA (2019)](https://a.example/x)", "Wide MMA", "2019"),
        ("[Wide MMA - May 6, 2024](https://a.example/x)", "Wide MMA", "2024-05-06"),
        ("2024/5: [Wide MMA](https://a.example/x)", "Wide MMA", "2024-05"),
        ("[Wide MMA](https://a.example/x) (6 May 2024)", "Wide MMA", "2024-05-06"),
        ("[Wide MMA](https://a.example/x) - 2024-05-06", "Wide MMA", "2024-05-06"),
        ("[A Look at GTC 2024](https://a.example/x)", "A Look at GTC 2024", None),
        ("[Version 2024.1.3 of Tiles](https://a.example/x)", "Version 2024.1.3 of Tiles", None),
        ("[Section 3.1-2024](https://a.example/x)", "Section 3.1-2024", None),
    ],
)
def test_a_date_at_the_head_or_end_of_a_title_is_its_date(item: str, title: str, date: str | None) -> None:
    [row] = rows(f"- {item}\n")
    assert (row.article.title, row.article.published) == (title, date)


def test_the_title_of_a_row_is_its_cell_of_titles() -> None:
    text = """| Date | Title | Paper | Code |
|---|---|---|---|
| 2026.03 | [**OneTile**] OneTile: All at Once(@A Lab) | [[pdf]](https://p.example/1) | [[OneTile]](https://c.example/1) |
| 2026.02 | ⭐ [A Tiny Tile](https://p.example/2) | ⚠️ | [repo](https://c.example/2) |
| 2026.01 | 1) **Tile Plans** - how to plan tiles | ⚠️ | [plans](https://c.example/3) |
"""
    assert titles(text) == [
        ("OneTile: All at Once", "p.example/1"), ("A Tiny Tile", "p.example/2"), ("Tile Plans", "c.example/3"),
    ]  # fmt: skip
    assert [(row.article.published, row.article.summary, row.article.extra) for row in rows(text)] == [
        ("2026-03", "", {}), ("2026-02", "", {}), ("2026-01", "how to plan tiles", {}),
    ]  # fmt: skip


def test_a_heading_names_the_only_address_below_it() -> None:
    text = """## Puzzles

### Tile Puzzles

<https://a.example/puzzles>

Exercises in Python.

### FastTiles

- Paper: https://a.example/paper
- Code: https://a.example/code

### Kinds

**Wide Tiles**

- arxiv: <https://a.example/wide>
- github(official): <https://a.example/code>

**Narrow Tiles**

- arxiv: <https://a.example/narrow>

## Maps
https://a.example/maps

- [arxiv'26] [Tile Maps](https://a.example/m)

## Links

https://a.example/1
https://a.example/2
"""
    assert titles(text) == [
        ("Tile Puzzles", "a.example/puzzles"), ("FastTiles", "a.example/paper"), ("Wide Tiles", "a.example/wide"),
        ("Narrow Tiles", "a.example/narrow"), ("a.example/maps", "a.example/maps"), ("Tile Maps", "a.example/m"), ("a.example/1", "a.example/1"),
        ("a.example/2", "a.example/2"),
    ]  # fmt: skip
    assert (rows(text)[0].article.summary, rows(text)[0].headings) == ("Exercises in Python.", ("Puzzles",))


def test_what_stands_beside_a_picture_is_an_article_of_its_own() -> None:
    text = "## Sites\n- :link: [Tiles.io](https://www.tiles.io/)\n- :link: [Warps](https://warps.example/)\n"
    assert titles(text) == [("Tiles.io", "www.tiles.io/"), ("Warps", "warps.example/")]


def test_marks_of_note_programs_are_no_part_of_titles_and_addresses() -> None:
    text = """- [ ] [Fast Tiles](https://a.example/1) #gpu/tiles ⏫ 📅 2025-03-01
- [[Tiles, all of them|All of Tiles]] see https://a.example/2 #tiles ^a1b2
- DONE ==[Tile Maps](https://a.example/3)== %%later%%
- {{embed https://a.example/4}}
- [[Wide Tiles#Part]]: [pdf](https://a.example/5)
"""
    assert titles(text) == [
        ("Fast Tiles", "a.example/1"), ("All of Tiles", "a.example/2"), ("Tile Maps", "a.example/3"),
        ("a.example/4", "a.example/4"), ("Wide Tiles", "a.example/5"),
    ]  # fmt: skip
    assert [row.marks is not None for row in rows(text)] == [False, False, True, False, False]
    assert rows("- [x] [Tiles](https://a.example/x)\n")[0].marks == Marks("done")
    assert [row.article.keywords for row in rows(text)[:2]] == [("gpu/tiles",), ("tiles",)]
    assert [row.article.published for row in rows(text)] == [None] * 5
    assert [row.article.summary for row in rows(text)] == [""] * 5


def test_html_in_a_document_is_read_as_its_items() -> None:
    text = """<ul>
<li><b>Tiles for All</b>, Ann Writer <a href="https://a.example/?a=1&region=us&amp;b=2&copy=3">PDF</a></li>
<li><a href='https://a.example/2'>Wide Tiles</a> [<a href=https://a.example/c>code</a>]</li>
</ul>

<h3>Maps</h3>
<table><tr><td><a href="https://a.example/3">Tile Maps</a></td><td>2020</td></tr></table>
"""
    assert titles(text) == [
        ("Tiles for All", "a.example/?a=1&region=us&b=2&copy=3"), ("Wide Tiles", "a.example/2"),
        ("Tile Maps", "a.example/3"),
    ]  # fmt: skip
    assert rows(text)[2].headings == ("Maps",)


def test_an_address_that_no_link_shows_is_named() -> None:
    text = (
        '`curl https://a.example/code`\n\n<!-- https://a.example/comment -->\n\n<img src="https://a.example/i.png">\n'
    )
    assert left(text) == [
        ("https://a.example/code", "an address in code, a comment or a tag"),
        ("https://a.example/comment", "an address in code, a comment or a tag"),
    ]  # fmt: skip


def test_a_note_on_an_article_is_that_article() -> None:
    text = """---
title: "Tiles for All"
source: https://a.example/tiles
author:
  - "[[Ada Test]]"
published: 2024-06-25
created: 2025-01-01
description: All of it.
tags: [clippings, gpu/tiles]
---
# Tiles for All

See [Warps](https://a.example/warps).

- [Maps](https://a.example/maps)
"""
    [row] = rows(text)
    article = row.article
    assert (article.title, article.url, article.authors) == ("Tiles for All", "https://a.example/tiles", ("Ada Test",))
    assert (article.published, article.keywords) == ("2024-06-25", ("clippings", "gpu/tiles"))
    assert {what for what, _ in left(text)} == {"Warps", "Maps"}
    assert titles("title:: Tiles\nurl:: https://a.example/x\n\n- my notes\n") == [("Tiles", "a.example/x")]


def test_properties_of_an_item_are_its_fields() -> None:
    text = """- [Tiles](https://a.example/x)
  tags:: #gpu, tiles
  author:: Ada Test
  id:: 65a1
- Maps
  url:: https://a.example/m
"""
    assert titles(text) == [("Tiles", "a.example/x"), ("Maps", "a.example/m")]
    article = rows(text)[0].article
    assert (article.keywords, article.authors, article.summary) == (("gpu", "tiles"), ("Ada Test",), "")


@pytest.mark.parametrize("matter", ["tags: [", "- a\n- b", "? : :", "url: {a: 1}", "x: &a [*a]", "date: 2024-13-45"])
def test_any_front_matter_is_passed_over(matter: str) -> None:
    assert titles(f"---\n{matter}\n---\n- [Tiles](https://a.example/x)\n") == [("Tiles", "a.example/x")]
