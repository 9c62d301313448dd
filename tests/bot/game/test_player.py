import pytest

from bot.game.player import LETTERS, Part, Player, shown_name


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ann", "Ann"),
        ("  Ann \n Lee ", "Ann Lee"),
        ("小明", "小明"),
        ("علي", "علي"),
        ("🧩 Eve", "🧩 Eve"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("\u202eevil\u202c", "evil"),
        ("\u2066a\u2069\u200f\u061c", "a"),
        ("a\u200bb\u200dc\ufeff", "abc"),
        ("\u0301\u0301Ann", "Ann"),
        ("Z" + "\u0310" * 30 + "a", "Z\u0310\u0310a"),
        ("a\u3164\u2800b", "a b"),
        ("abcdefghijklmnop", "abcdefghijklmnop"),
        ("abcdefghijklmnopq", "abcdefghijklmno…"),
        ("一二三四五六七八", "一二三四五六七八"),
        ("一二三四五六七八九", "一二三四五六七…"),
        ("abcdefghijklmn op", "abcdefghijklmn…"),
    ],
)
def test_a_name_is_one_short_line_of_what_can_be_seen(name: str, shown: str) -> None:
    assert shown_name(name) == shown


@pytest.mark.parametrize(
    "name", ["", " ", "\u200b", "\u3164\u115f", "\u202e\u2066", "\ud83d", "\u0301"]
)
def test_a_name_without_ink_is_none(name: str) -> None:
    assert shown_name(name) is None


def test_the_first_eight_have_letters() -> None:
    assert "".join(Player(seat, seat).letter for seat in range(8)) == LETTERS
    assert [Player(seat, seat).letter for seat in (8, 9, 100)] == ["", "", ""]


@pytest.mark.parametrize(
    ("name", "widest", "shown"),
    [
        ("小明", 4, "小明"),
        ("小明", 3, "小…"),
        ("陈小明", 5, "陈小…"),
        ("陈小明", 4, "陈…"),
        ("Alice", 5, "Alice"),
        ("Alice", 3, "Al…"),
        ("A小明", 3, "A…"),
        ("A小明", 4, "A小…"),
    ],
)
def test_of_a_name_that_is_cut_as_much_is_kept_as_fits(name: str, widest: int, shown: str) -> None:
    assert Player(1, 0, name).in_columns(widest).name == shown


def test_an_accent_behind_a_blank_has_no_letter_and_more_than_two_are_too_many() -> None:
    assert shown_name("a \u0301b") == "a b"
    assert shown_name("q\u0310\u0310\u0310") == "q\u0310\u0310"
    assert shown_name("q\u0310\u0310x\u0310") == "q\u0310\u0310x\u0310"
    assert shown_name("a\u20dd\u20ddb") == "a\u20dd\u20ddb"


def test_a_part_begins_without_mistakes_and_hints() -> None:
    assert Part(None, 3) == Part(None, 3, mistakes=0, hints=0)
    assert Player(7, 0).name is None
