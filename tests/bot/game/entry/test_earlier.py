import pytest

from bot.game.entry.earlier import Gone, Since, gone_before, gone_since


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("no not that one the one i put before it, delete that", Gone.BEFORE),
        ("remove the one before last", Gone.BEFORE),
        ("not the last, the one before, take it out", Gone.BEFORE),
        ("can you delete the second to last", Gone.BEFORE),
        ("keep the last one but rub out the one before", Gone.BEFORE),
        ("don’t delete the last one, delete the one before", Gone.BEFORE),
        ("undo that one and the one before", Gone.BOTH),
        ("delete the last one not the one before", Gone.LAST),
        ("don't erase the one before, erase the last one", Gone.LAST),
        ("delete the first one i put", Gone.FIRST),
        ("erase my very first number", Gone.FIRST),
        ("erase all but the first one", None),
        ("don't delete the first one", None),
        ("delete the first one in row 3", None),
        ("don't delete the one before", None),
        ("leave the one before it alone", None),
        ("how do i delete the one before last", None),
        ("delete the game before the last one", None),
        ("delete the last one", None),
        ("should i delete the one before last", None),
    ],
)
def test_which_of_the_last_digits_are_to_go(text: str, gone: Gone | None) -> None:
    assert gone_before(text) is gone


@pytest.mark.parametrize(
    ("text", "since"),
    [
        ("go back to before i put the 6", Since(6, is_before=True)),
        ("take me back to just before that 4", Since(4, is_before=True)),
        ("undo everything after the six", Since(6, is_before=False)),
        ("don't undo everything after the 6", None),
        ("go back before 6 am", None),
        ("should i go back to before i put the 6", None),
        ("go back 2 moves", None),
    ],
)
def test_back_to_which_digit_everything_is_taken_back(text: str, since: Since | None) -> None:
    assert gone_since(text) == since
