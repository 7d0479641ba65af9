"""What is kept of a page: its article with code and formulas whole, nothing of the site around it, or a clear refusal."""

import pickle

import pytest

from gpucat.texts.extraction import NoArticleError, extract

PROSE = " ".join(f"The warp scheduler issues instruction number {number}." for number in range(40))


def page(body: str, head: str = "") -> bytes:
    return f"<!doctype html><html><head><title>Warps</title>{head}</head><body>{body}</body></html>".encode()


def markdown(body: str) -> str:
    return extract(page(f"<p>{PROSE}</p>{body}"), "text/html", "https://example.org/a/").markdown


def test_a_page_of_few_words_is_refused_and_the_refusal_crosses_processes():
    with pytest.raises(NoArticleError, match=r"fewer than 80 words of text \(2\)") as refused:
        extract(page("<p>Not found</p>"), "text/html", "https://example.org/")
    assert pickle.loads(pickle.dumps(refused.value)).reason == refused.value.reason


def test_a_page_that_forbids_copies_is_not_kept():
    text = extract(
        page(f"<p>{PROSE}</p>", '<meta name="robots" content="index, noarchive">'), "text/html", "https://e.org/"
    )
    assert not text.is_kept


def test_the_body_after_the_end_of_the_page_is_read():
    late = f"<html><head><title>Warps</title></head></html><body><p>{PROSE}</p></body>".encode()
    assert extract(late, "text/html", "https://example.org/").words > 200


def test_a_part_that_holds_the_article_stays_whatever_its_class():
    named = page(f'<div class="menu-l"><p>{PROSE}</p></div><div class="sidebar"><p>Other posts of mine</p></div>')
    text = extract(named, "text/html", "https://example.org/")
    assert text.words > 200
    assert "Other posts" not in text.markdown


def test_lines_of_code_that_are_elements_of_their_own_stay_lines():
    numbered = (
        '<figure class="highlight cpp"><table><tr><td class="gutter"><pre><span class="line">1</span><br>'
        '<span class="line">2</span><br></pre></td><td class="code"><pre><span class="line">int main() {</span><br>'
        '<span class="line">    <span class="comment">// nothing</span></span><br></pre></td></tr></table></figure>'
    )
    assert "```cpp\nint main() {\n    // nothing\n```" in markdown(numbered)
