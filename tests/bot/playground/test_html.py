import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.playground.entities import utf16_length
from bot.playground.errors import ApiError
from bot.playground.html import parse_html


def spans(source: str) -> list[tuple[str, str, str]]:
    text, entities = parse_html(source)
    units = text.encode("utf-16-le")
    return [
        (e.type, units[2 * e.offset : 2 * e.end].decode("utf-16-le"), e.detail) for e in entities
    ]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<b>a</b><strong>b</strong>", [("bold", "a", ""), ("bold", "b", "")]),
        ("<i>a</i><em>b</em>", [("italic", "a", ""), ("italic", "b", "")]),
        ("<u>a</u><ins>b</ins>", [("underline", "a", ""), ("underline", "b", "")]),
        ("<s>a</s><del>b</del>", [("strikethrough", "a", ""), ("strikethrough", "b", "")]),
        ("<tg-spoiler>a</tg-spoiler>", [("spoiler", "a", "")]),
        ('<span class="tg-spoiler">a</span>', [("spoiler", "a", "")]),
        ("<B>a</b>", [("bold", "a", "")]),
        ("<b>a</>", [("bold", "a", "")]),
        ("<b ></b >", []),
        (
            '<a href="http://x.org/?a=1&amp;b=2">a</a>',
            [("text_link", "a", "http://x.org/?a=1&b=2")],
        ),
        ("<a href='x.org'>a</a>", [("text_link", "a", "http://x.org/")]),
        ("<a>example.org</a>", [("text_link", "example.org", "http://example.org/")]),
        ("<a href='no link'>a</a>", []),
        ("<a href=x.org>a</a>", [("text_link", "a", "http://x.org/")]),
        ("<a href=nodots>a</a>", []),
        ('<a href="tg://user?id=1">a</a>', [("text_link", "a", "tg://user?id=1")]),
        ('<a href="HTTPS://x.org">a</a>', [("text_link", "a", "HTTPS://x.org/")]),
        ('<a href="x.org/a/b">a</a>', [("text_link", "a", "http://x.org/a/b")]),
        ("<a title='t' href = 'x.org' b>a</a>", [("text_link", "a", "http://x.org/")]),
        ("<b>a</b ><i\n>b</i>", [("bold", "a", ""), ("italic", "b", "")]),
        ('<code class="language-c"><pre>a</pre></code>', [("pre", "a", "c")]),
        ('<code class="c">a</code>', [("code", "a", "")]),
        ('<pre>b<code class="language-c">a</code></pre>', [("code", "a", "c"), ("pre", "ba", "")]),
        ('<pre><code class="language-c">a</code>b</pre>', [("code", "a", "c"), ("pre", "ab", "")]),
        ("<b expandable>a</b>", [("bold", "a", "")]),
        (
            "<b>a</b><code>c</code><pre>d</pre>",
            [("bold", "a", ""), ("code", "c", ""), ("pre", "d", "")],
        ),
        ("<pre>a</pre>", [("pre", "a", "")]),
        ('<pre><code class="language-python">a</code></pre>', [("pre", "a", "python")]),
        ("<blockquote>a</blockquote>", [("blockquote", "a", "")]),
        ("<blockquote expandable>a</blockquote>", [("expandable_blockquote", "a", "")]),
        ("😀<b>数独</b>", [("bold", "数独", "")]),
        ("<b>a<i>b</i></b>", [("italic", "b", ""), ("bold", "ab", "")]),
    ],
)
def test_each_tag_marks_its_text(source: str, expected: list[tuple[str, str, str]]) -> None:
    assert spans(source) == expected


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("&lt;&gt;&amp;&quot;", '<>&"'),
        ("&lt b", "< b"),
        ("&#65;&#x42;&#128512;", "AB😀"),
        ("&nbsp; &copy; & &; &#; &#0; &#xd800;", "&nbsp; &copy; & &; &#; &#0; &#xd800;"),
        ("a > b", "a > b"),
        ("&amp &#65 &#x41b", "& A Л"),
        ("&#1;&#xd7ff;&#xe000;", "\x01\ud7ff\ue000"),
        ("&#xdfff; &#x110000; &#1114111;", "&#xdfff; &#x110000; &#1114111;"),
        ("&#x10fffe; &#000065; &#0000065; &#00000065;", "\U0010fffe A A &#00000065;"),
    ],
)
def test_characters_are_named_in_the_few_ways_telegram_knows(source: str, text: str) -> None:
    assert parse_html(source) == (text, [])


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("<div>x</div>", 'Unsupported start tag "div" at byte offset 0'),
        ("数独 <x>", 'Unsupported start tag "x" at byte offset 7'),
        ("1 < 2", 'Unsupported start tag "" at byte offset 2'),
        ("a <b", "Unclosed start tag at byte offset 2"),
        ("a <", "Unclosed start tag at byte offset 2"),
        ("<b>a", 'Can\'t find end tag corresponding to start tag "b"'),
        ("a</b>", "Unexpected end tag at byte offset 1"),
        (
            "<b>a</i>",
            'Unmatched end tag at byte offset 4, expected "</b>", found "</i>"',
        ),
        ("<b>a</b", "Unclosed end tag at byte offset 4"),
        ("<b>a</b x>", "Unclosed end tag at byte offset 4"),
        ("<span>a</span>", 'Tag "span" must have class "tg-spoiler" at byte offset 0'),
        ('<a ="x">a</a>', 'Empty attribute name in the tag "a" at byte offset 0'),
        ("<br/>", 'Unsupported start tag "br/" at byte offset 0'),
        ("<a href=x/y>a</a>", "Unexpected end of name token at byte offset 8"),
        ('<a href="x', "Unclosed start tag at byte offset 0"),
        ("<a href", 'Unclosed start tag "a" at byte offset 0'),
        ("数<a href ", 'Unclosed start tag "a" at byte offset 3'),
        ("<a href=", 'Unclosed start tag "a" at byte offset 0'),
        ("<a href= ", 'Unclosed start tag "a" at byte offset 0'),
        ("<a href=x", "Unclosed start tag at byte offset 0"),
        ('b<a href="x"', "Unclosed start tag at byte offset 1"),
        ('<span class="x">a</span>', 'Tag "span" must have class "tg-spoiler" at byte offset 0'),
        ("数</b>", "Unexpected end tag at byte offset 3"),
        ("<b>数</i>", 'Unmatched end tag at byte offset 6, expected "</b>", found "</i>"'),
    ],
)
def test_what_telegram_refuses_is_refused_with_its_words(source: str, complaint: str) -> None:
    with pytest.raises(ApiError) as refusal:
        parse_html(source)
    assert refusal.value.code == 400
    assert refusal.value.description == f"Bad Request: can't parse entities: {complaint}"


@given(st.text(st.characters(codec="utf-8")))
def test_escaped_text_comes_back_whole(text: str) -> None:
    source = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    assert parse_html(source) == (text, [])


@given(st.text("ab<>/&;=\"' bi😀", max_size=40))
def test_any_source_is_read_or_refused(source: str) -> None:
    try:
        text, entities = parse_html(source)
    except ApiError:
        return
    assert all(0 <= e.offset < e.end <= utf16_length(text) for e in entities)
