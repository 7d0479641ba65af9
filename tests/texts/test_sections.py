"""Tests how a text is cut into sections and how long it takes to read."""

from hypothesis import given
from hypothesis import strategies as st

from gpucat.texts.blocks import blocks_of, code_of
from gpucat.texts.sections import sections_of
from gpucat.texts.volume import Volume, minutes_of, volume_of

WORDS = "one two three four five six seven eight nine ten " * 20
TEXT = f"""# Swizzle

A word before.

## Banks

{WORDS}

```cuda
__shared__ float tile[32][33];

# not a heading
```

{WORDS}

{WORDS}

### Strides

{WORDS}
"""
LINES = st.sampled_from(
    ["# A", "## B", "text here", "", "```", "```python", "x = 1", "- item", "~~~", "    code", "第一行。"]
)


def test_sections_have_their_headings_and_about_three_hundred_words() -> None:
    sections = sections_of(TEXT)
    assert [section.path for section in sections] == [
        ("Swizzle", "Banks"), ("Swizzle", "Banks"), ("Swizzle", "Banks", "Strides"),
    ]  # fmt: skip
    assert [section.position for section in sections] == [1, 2, 3]
    assert "tile[32][33]" in TEXT[sections[0].start : sections[0].end]


def test_what_stands_in_code_is_no_heading() -> None:
    [code] = [block for block in blocks_of(TEXT) if block.kind == "code"]
    assert (code.told, code_of(TEXT, code)) == ("cuda", "__shared__ float tile[32][33];\n\n# not a heading")


def test_a_heading_is_told_as_it_reads() -> None:
    told = {
        "## 1\\. `ldmatrix` and **[swizzles](https://a.example/b)**": "1. ldmatrix and swizzles",
        "# a\\_b \\*": "a_b *",
    }
    assert [block.told for markdown in told for block in blocks_of(markdown)] == list(told.values())


@given(st.lists(LINES, max_size=40).map("\n".join))
def test_sections_cover_the_text(markdown: str) -> None:
    sections = sections_of(markdown)
    assert "".join(markdown[section.start : section.end] for section in sections).strip() == markdown.strip()


def test_words_characters_and_code_are_counted_apart() -> None:
    text = "Two words, [a link](https://example.org/very/long) 和汉字。\n\n```c\nint x;\n\nint y;\n```\n"
    assert volume_of(text) == Volume(words=4, cjk=3, code_blocks=1, code_lines=2)


def test_a_slow_reader_takes_longer() -> None:
    volume = volume_of(TEXT)
    assert minutes_of(volume, 100) > minutes_of(volume) >= 3
    assert minutes_of(Volume()) == 1
