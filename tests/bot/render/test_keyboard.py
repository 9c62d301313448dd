import pytest
from telegram.constants import InlineKeyboardButtonLimit, InlineKeyboardMarkupLimit

from bot import messages
from bot.render.keyboard import board_keyboard, keyboard, more_keyboard, next_keyboard

LARGEST = 2**63 - 1


@pytest.mark.parametrize("language", messages.languages())
def test_every_keyboard_is_one_that_telegram_takes(language: str) -> None:
    keyboards = [
        board_keyboard(language, LARGEST, LARGEST),
        more_keyboard(language, LARGEST, LARGEST),
        next_keyboard(language),
        next_keyboard(language, daily=False),
    ]
    for made in keyboards:
        for row in made.inline_keyboard:
            assert 1 <= len(row) <= InlineKeyboardMarkupLimit.BUTTONS_PER_ROW
            for button in row:
                assert button.text.strip()
                data = str(button.callback_data).encode()
                assert 1 <= len(data) <= InlineKeyboardButtonLimit.MAX_CALLBACK_DATA


def test_buttons_of_a_board_carry_the_game_and_the_move() -> None:
    (row,) = board_keyboard("en", 12, 3).inline_keyboard
    assert [b.callback_data for b in row] == [
        "undo:12:3",
        "redo:12:3",
        "check:12:3",
        "hint:12:3",
        "more:12:3",
    ]


def test_the_daily_is_left_out_where_it_was_just_played() -> None:
    def labels(*, daily: bool) -> list[str]:
        rows = next_keyboard("en", daily=daily).inline_keyboard
        return [button.text for row in rows for button in row]

    assert labels(daily=True) == ["Today's puzzle", "New puzzle"]
    assert labels(daily=False) == ["New puzzle"]


def test_rows_stay_rows() -> None:
    made = keyboard([[("a", "1"), ("b", "2")], [("c", "3")]])
    assert [[b.text for b in row] for row in made.inline_keyboard] == [["a", "b"], ["c"]]
