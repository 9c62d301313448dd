import pytest

from bot.playground.errors import ApiError
from bot.playground.parameters import Parameters


@pytest.mark.parametrize(
    ("value", "text", "integer", "is_set"),
    [
        (None, "", 5, False),
        ("", "", 5, False),
        (" 7 ", " 7 ", 7, False),
        (7, "7", 7, False),
        (1, "1", 1, True),
        ("-1002", "-1002", -1002, False),
        (True, "true", 5, True),
        (" Yes", " Yes", 5, True),
        (False, "false", 5, False),
        ("no", "no", 5, False),
        ({"a": "数"}, '{"a": "数"}', 5, False),
    ],
)
def test_arguments_are_read_as_leniently_as_telegram_reads_them(
    value: object, text: str, integer: int, *, is_set: bool
) -> None:
    given = Parameters({"x": value})
    assert given.text("x") == text
    assert given.integer("x", 5) == integer
    assert given.flag("x") is is_set
    assert (given.text("y"), given.integer("y"), given.flag("y")) == ("", 0, False)


def test_json_is_taken_as_it_is_or_as_its_text() -> None:
    for value in ({"a": [1]}, '{"a": [1]}'):
        assert Parameters({"x": value}).json("x", "no") == {"a": [1]}
    for nothing in ({}, {"x": None}, {"x": " "}):
        assert Parameters(nothing).json("x", "no") is None
    with pytest.raises(ApiError, match="no JSON at all"):
        Parameters({"x": "{"}).json("x", "no JSON at all")
