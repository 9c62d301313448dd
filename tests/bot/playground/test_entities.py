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
