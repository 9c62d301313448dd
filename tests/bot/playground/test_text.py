import pytest

from bot.playground.entities import Entity
from bot.playground.errors import ApiError
from bot.playground.parameters import Parameters
from bot.playground.text import FormattedText, format_text, read_caption, read_text


@pytest.mark.parametrize("character", ["a", "数", "😀"])
def test_4096_utf16_units_after_parsing_are_the_most(character: str) -> None:
    longest = character * (4096 // len(character.encode("utf-16-le")) * 2)
    tagged = {"text": f"<b>{longest}</b>", "parse_mode": "HTML"}
    assert read_text(Parameters(tagged)).text == longest
    with pytest.raises(ApiError, match=r"^Bad Request: message is too long$"):
        read_text(Parameters({"text": f"{longest}a"}))


def test_1024_units_of_caption_are_the_most_and_none_is_fine() -> None:
    assert read_caption(Parameters({"caption": "a" * 1024})).text == "a" * 1024
    assert read_caption(Parameters({})) == FormattedText()
    with pytest.raises(ApiError, match=r"^Bad Request: message caption is too long$"):
        read_caption(Parameters({"caption": "a" * 1025}))


@pytest.mark.parametrize(
    ("values", "complaint"),
    [
        ({}, "message text is empty"),
        ({"text": ""}, "message text is empty"),
        ({"text": " \n\t"}, "text must be non-empty"),
        ({"text": "\u200b\u2060"}, "text must be non-empty"),
        ({"text": "<b></b>", "parse_mode": "HTML"}, "text must be non-empty"),
        ({"text": "a", "parse_mode": "XML"}, "unsupported parse_mode"),
        ({"text": "a" * 40_000}, "text is too long"),
    ],
)
def test_empty_and_strange_texts_are_refused(values: dict[str, str], complaint: str) -> None:
    with pytest.raises(ApiError) as refusal:
        read_text(Parameters(values))
    assert refusal.value.description == f"Bad Request: {complaint}"


def test_text_is_trimmed_but_not_into_its_entities() -> None:
    assert format_text("  a \n", "") == FormattedText("a")
    board = format_text("\n <pre>  1 2</pre>\n", "html")
    assert board == FormattedText("  1 2", (Entity("pre", 0, 5),))


def test_controls_and_direction_overrides_do_not_survive() -> None:
    assert format_text("a\tb\r\nc\u202ed", "").text == "a b\ncd"


def test_explicit_entities_count_as_tags_do() -> None:
    marked = [{"type": "bold", "offset": 0, "length": 1}]
    assert format_text("ab", "", marked).entities == (Entity("bold", 0, 1),)


def test_32_kilobytes_of_source_are_the_most() -> None:
    tags = "<b></b>" * 4681
    longest = f"{tags}a"
    assert len(longest) == 2**15
    assert format_text(longest, "HTML").text == "a"
    with pytest.raises(ApiError, match="text is too long"):
        format_text(f"{longest}b", "HTML")
    with pytest.raises(ApiError, match="text is too long"):
        format_text("数" * 10_923, "")


@pytest.mark.parametrize(
    ("text", "start", "end", "left", "there"),
    [
        ("  ab  ", 2, 4, "ab", (0, 2)),
        ("  ab  ", 2, 6, "ab", (0, 2)),
        ("  ab  ", 3, 4, "ab", (1, 1)),
        ("  ab  ", 1, 4, " ab", (0, 3)),
        ("  ab  ", 0, 6, "  ab", (0, 4)),
        ("\n😀b", 1, 4, "😀b", (0, 3)),
    ],
)
def test_marks_follow_the_text_that_is_left(
    text: str, start: int, end: int, left: str, there: tuple[int, int]
) -> None:
    marked = [{"type": "bold", "offset": start, "length": end - start}]
    formatted = format_text(text, "", marked)
    assert (formatted.text, formatted.entities) == (left, (Entity("bold", *there),))


def test_marks_keep_their_link_or_language() -> None:
    place = {"offset": 0, "length": 1}
    for detail in ({"type": "text_link", "url": "https://x.org"}, {"type": "pre", "language": "c"}):
        (entity,) = format_text("a", "", [place | detail]).entities
        assert entity.to_json() == place | detail
    for wrong in (7, {"type": "bold"}, {"type": "bold", "offset": "x", "length": 1}):
        with pytest.raises(ApiError, match="MessageEntity"):
            format_text("a", "", [wrong])


def test_what_is_kept_is_told_under_the_names_of_a_text_or_a_caption() -> None:
    bold = FormattedText("a", (Entity("bold", 0, 1),))
    entities = [{"type": "bold", "offset": 0, "length": 1}]
    assert bold.to_json() == {"text": "a", "entities": entities}
    assert bold.to_json("caption") == {"caption": "a", "caption_entities": entities}
    assert FormattedText("a").to_json() == {"text": "a"}
    assert FormattedText().to_json() == {}
