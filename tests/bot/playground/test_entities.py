import pytest

from bot.playground.entities import Entity, arrange, utf16_length, with_automatic


def test_a_character_beyond_the_basic_plane_counts_twice() -> None:
    assert utf16_length("a数😀") == 4


def test_nothing_lies_in_verbatim_text() -> None:
    pre, bold, link = Entity("pre", 0, 9), Entity("bold", 2, 3), Entity("text_link", 6, 2, "u")
    assert arrange([bold, pre, link]) == (pre,)


def test_bold_is_cut_around_code() -> None:
    found = arrange([Entity("bold", 0, 9), Entity("code", 3, 3)])
    assert found == (Entity("bold", 0, 3), Entity("code", 3, 3), Entity("bold", 6, 3))


def test_code_may_lie_in_a_quote_but_no_quote_in_a_quote() -> None:
    outer, inner, code = (
        Entity("blockquote", 0, 9),
        Entity("blockquote", 2, 3),
        Entity("code", 6, 2),
    )
    assert arrange([outer, inner, code]) == (outer, code)


def test_of_two_links_that_meet_the_first_stays() -> None:
    first, second = Entity("text_link", 0, 5, "a"), Entity("text_link", 3, 5, "b")
    assert arrange([second, first]) == (first,)


def test_italic_in_bold_stays_as_it_is() -> None:
    both = (Entity("bold", 0, 9), Entity("italic", 3, 3))
    assert arrange(both) == both


def test_more_than_a_hundred_are_lost() -> None:
    assert len(arrange(Entity("bold", 2 * i, 1) for i in range(150))) == 100


def test_commands_mentions_links_and_tags_are_found() -> None:
    text = "😀 /new@SomeBot 4, ask @alice_plays at https://x.org/a. #daily a/b c@d"
    units = text.encode("utf-16-le")
    found = [
        (e.type, units[2 * e.offset : 2 * e.end].decode("utf-16-le"))
        for e in with_automatic(text, ())
    ]
    assert found == [
        ("bot_command", "/new@SomeBot"),
        ("mention", "@alice_plays"),
        ("url", "https://x.org/a"),
        ("hashtag", "#daily"),
    ]


def test_nothing_is_found_in_code() -> None:
    code = Entity("code", 0, 4)
    assert with_automatic("/new /old", [code]) == (code, Entity("bot_command", 5, 4))


@pytest.mark.parametrize(
    ("given", "left"),
    [
        # Side by side, nothing is lost.
        ("link 0 3, link 3 6", "link 0 3, link 3 6"),
        ("quote 0 3, quote 3 6", "quote 0 3, quote 3 6"),
        ("quote 0 5, code 5 8", "quote 0 5, code 5 8"),
        ("code 0 3, quote 3 7", "code 0 3, quote 3 7"),
        ("bold 0 3, code 3 6, bold 6 9", "bold 0 3, code 3 6, bold 6 9"),
        # What fills a quote lies in it; what crosses its edge goes.
        ("quote 2 7, code 2 7", "quote 2 7, code 2 7"),
        ("quote 2 7, code 2 4", "quote 2 7, code 2 4"),
        ("quote 2 7, code 5 7", "quote 2 7, code 5 7"),
        ("quote 2 7, code 6 8", "quote 2 7"),
        ("quote 2 7, code 1 3", "quote 2 7"),
        ("quote 2 7, code 1 8", "quote 2 7"),
        ("quote 2 7, quote 6 9", "quote 2 7"),
        # Bold is cut where something else begins or ends, and goes in verbatim text.
        ("bold 0 9, quote 3 6", "bold 0 3, quote 3 6, bold 3 6, bold 6 9"),
        ("bold 0 6, quote 3 9", "bold 0 3, quote 3 9, bold 3 6"),
        ("bold 0 9, link 3 6", "bold 0 3, link 3 6, bold 3 6, bold 6 9"),
        ("bold 2 7, code 2 7", "code 2 7"),
        ("bold 3 5, code 2 7", "code 2 7"),
        ("bold 1 8, code 2 7", "bold 1 2, code 2 7, bold 7 8"),
        ("bold 0 5, code 4 5", "bold 0 4, code 4 5"),
        # Nothing marks nothing.
        ("bold 3 3, link 0 0", ""),
        ("bold 3 4", "bold 3 4"),
    ],
)
def test_entities_nest_as_telegram_nests_them(given: str, left: str) -> None:
    assert arrange(reversed(_entities(given))) == tuple(_entities(left))


def _entities(told: str) -> list[Entity]:
    """Entities such as `bold 0 3`: a type, where it begins and where it ends."""
    types = {"quote": "blockquote", "link": "text_link"}
    parts = [one.split() for one in told.split(", ") if one]
    return [Entity(types.get(kind, kind), int(a), int(b) - int(a)) for kind, a, b in parts]


def test_nothing_is_found_in_a_link_and_something_beside_it() -> None:
    text, command = "a /new", Entity("bot_command", 2, 4)
    for start, end in ((0, 3), (3, 5), (5, 6), (0, 6), (2, 6)):
        link = Entity("text_link", start, end - start, "https://x.org")
        assert with_automatic(text, [link]) == (link,)
    for beside in (Entity("text_link", 0, 2, "https://x.org"), Entity("bold", 2, 4)):
        assert set(with_automatic(text, [beside])) == {beside, command}


def test_only_links_and_languages_are_told_besides_the_place() -> None:
    place = {"offset": 1, "length": 2}
    for entity, more in (
        (Entity("text_link", 1, 2, "https://x.org"), {"url": "https://x.org"}),
        (Entity("pre", 1, 2, "python"), {"language": "python"}),
        (Entity("pre", 1, 2), {}),
        (Entity("bold", 1, 2, "x"), {}),
    ):
        assert entity.to_json() == {"type": entity.type} | place | more
