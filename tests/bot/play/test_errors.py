import pytest

from bot.play.errors import MovedOn, OldBoard, OtherGame, UserError
from tests.bot.play.people import People


def test_a_refusal_is_logged_and_read_by_its_key() -> None:
    refusal = UserError("daily.future", label="2026-11-21")
    assert (str(refusal), refusal.key, refusal.values) == (
        *("daily.future", "daily.future"),
        {"label": "2026-11-21"},
    )


def test_whoever_means_another_game_is_told_which_is_played() -> None:
    refusal = OtherGame(5, playing=7)
    assert (str(refusal), refusal.key, refusal.game_id) == ("board.second", "board.second", 5)
    assert refusal.values == {"game": 5, "current": 7}


@pytest.mark.parametrize("key", ["board.old", "board.moved_on"])
async def test_an_old_board_is_named_by_what_is_wrong_with_it(people: People, key: str) -> None:
    stored = await people.begins(await people.visit())
    refusal = OldBoard(stored) if key == "board.old" else MovedOn()
    assert (str(refusal), refusal.key, refusal.values) == (key, key, {})
    if isinstance(refusal, OldBoard):
        assert refusal.game == stored
