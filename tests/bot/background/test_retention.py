import pytest

from bot.background.retention import Forgetter
from tests.bot.handlers.test_export import exported
from tests.bot.house import House, Talk, right_moves, wrong_move

DAYS = 30


def forgetter(house: House, told: list[float], days: int | None = DAYS) -> Forgetter:
    return Forgetter(house.database, house.clock, days, told.append)


async def solve(talk: Talk, wish: str) -> int:
    await talk.sends(wish)
    stored = await talk.game()
    await talk.sends(wrong_move(stored))
    talk.house.clock.forward(seconds=60)
    await talk.sends(" ".join(right_moves(stored)))
    return stored.id


async def tidy(found: Forgetter) -> int:
    """How many games are forgotten."""
    count = 0
    while await found.do_some(0.0):
        count += 1
    return count


@pytest.mark.long
async def test_what_people_were_told_stays_as_it_was(house: House, chat: Talk) -> None:
    """Two are solved and one is given up, all old; one goes on, and one was just solved."""
    solved = await solve(chat, "/new 4 none 5")
    await solve(chat, "/daily easy")
    await chat.sends("/new 4 none 6")
    await chat.sends(right_moves(await chat.game())[0])
    await chat.sends("/giveup")
    await chat.presses("Yes, show it")
    await chat.sends("/new 6 none 7")
    running = await chat.game()
    await chat.sends(right_moves(running)[0])
    house.clock.forward(days=DAYS, hours=-1)
    newest = await solve(chat, "/new 4 none 8")
    said = [await chat.sends(text) for text in ("/stats", "/calendar", "/games", "/learn")]
    before = await exported(chat)
    told = list[float]()
    house.clock.forward(hours=2)
    assert await tidy(forgetter(house, told)) == 3
    assert [await chat.sends(text) for text in ("/stats", "/calendar", "/games", "/learn")] == said
    after = await exported(chat)
    assert after["results"] == before["results"]
    assert {move["game_id"] for move in after["moves"]} == {running.id, newest}
    assert [game["forgotten"] for game in after["games"]] == [1, 1, 0, 0]
    assert solved in {game["id"] for game in after["games"]}
    assert told[0] == pytest.approx(3600, abs=300)
    assert told[-1] == 0


async def test_the_card_of_an_old_game_stays_without_its_squares(house: House, chat: Talk) -> None:
    await solve(chat, "/new 4 none 5")
    card = await chat.sends("/share")
    assert "1 mistake\n🟨🟩\n🟩🟩\n" in card
    house.clock.forward(days=DAYS + 1)
    assert await tidy(forgetter(house, [])) == 1
    assert await chat.sends("/share") == card.replace("🟨🟩\n🟩🟩\n", "")


async def test_a_board_whose_game_is_gone_says_so(house: House, chat: Talk) -> None:
    await chat.sends("/new 4 none 5")
    board, key = chat.last["message_id"], chat.buttons[0]
    await chat.sends("/giveup")
    await chat.presses("Yes, show it")
    house.clock.forward(days=DAYS + 1)
    assert await tidy(forgetter(house, [])) == 1
    assert "That game is gone" in await chat.presses(key, board)
    assert "There's no game here" in await chat.sends("/board")


@pytest.mark.long
async def test_a_daily_that_was_given_up_does_not_count_when_it_is_solved_after_all(
    house: House, chat: Talk
) -> None:
    await chat.sends("/daily")
    label = (await chat.game()).daily_label
    await chat.sends("/giveup")
    await chat.presses("Yes, show it")
    house.clock.forward(days=DAYS + 1)
    assert await tidy(forgetter(house, [])) == 1
    await solve(chat, f"/daily {label}")
    (result,) = (await exported(chat))["results"]
    assert (result["daily_label"], result["standing"], result["in_time"]) == (label, "seen", 0)


async def test_without_a_limit_all_is_kept(house: House, chat: Talk) -> None:
    await solve(chat, "/new 4 none 5")
    house.clock.forward(days=3650)
    told = list[float]()
    assert await tidy(forgetter(house, told, None)) == 0
    assert told == []
