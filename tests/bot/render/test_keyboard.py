from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.render.buttons.playing import PlayOn, ShareGame, ShowBoxes
from bot.render.keyboard import keyboard, next_choices


def test_the_daily_is_left_out_where_it_was_just_played() -> None:
    def labels(*, daily: bool) -> list[str]:
        return [str(label) for label, *_ in next_choices("en", daily=daily)]

    assert labels(daily=True) == ["Today's puzzle", "New puzzle"]
    assert labels(daily=False) == ["New puzzle"]


def test_rows_stay_rows_and_empty_ones_are_left_out() -> None:
    made = keyboard([[("a", PlayOn()), ("b", ShareGame(2))], [], [("c", ShowBoxes(3))]])
    assert [[b.text for b in row] for row in made.inline_keyboard] == [["a", "b"], ["c"]]
    data = [[button.callback_data for button in row] for row in made.inline_keyboard]
    assert data == [["playon", "share:2"], ["boxes:3"]]


def test_a_button_that_is_ready_stays_as_it_is() -> None:
    ready = InlineKeyboardButton("link", url="https://example.org")
    assert keyboard([[ready]]).inline_keyboard[0][0] is ready


def test_what_is_sent_of_a_button_is_what_the_library_would_send() -> None:
    usual = InlineKeyboardMarkup([[InlineKeyboardButton("a", callback_data="playon")]])
    assert keyboard([[("a", PlayOn())]]).to_dict() == usual.to_dict()
