import pytest

from bot.game.entry.earlier import Gone, gone_before


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
