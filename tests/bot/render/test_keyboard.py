from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.render.keyboard import keyboard, next_keyboard


def test_the_daily_is_left_out_where_it_was_just_played() -> None:
    def labels(*, daily: bool) -> list[str]:
        rows = next_keyboard("en", daily=daily).inline_keyboard
        return [button.text for row in rows for button in row]

    assert labels(daily=True) == ["Today's puzzle", "New puzzle"]
    assert labels(daily=False) == ["New puzzle"]


def test_rows_stay_rows() -> None:
    made = keyboard([[("a", "1"), ("b", "2")], [("c", "3")]])
    assert [[b.text for b in row] for row in made.inline_keyboard] == [["a", "b"], ["c"]]
    assert [[b.callback_data for b in row] for row in made.inline_keyboard] == [["1", "2"], ["3"]]


def test_a_button_that_is_ready_stays_as_it_is() -> None:
    ready = InlineKeyboardButton("link", url="https://example.org")
    assert keyboard([[ready]]).inline_keyboard[0][0] is ready


def test_what_is_sent_of_a_button_is_what_the_library_would_send() -> None:
    usual = InlineKeyboardMarkup([[InlineKeyboardButton("a", callback_data="1")]])
    assert keyboard([[("a", "1")]]).to_dict() == usual.to_dict()
