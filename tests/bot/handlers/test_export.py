import csv
import json
from typing import Any

from tests.bot.house import House, Talk, right_moves, wrong_move

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def files(talk: Talk) -> dict[str, bytes]:
    """The newest files that were sent, by name."""
    sent = [m["document"] for m in talk.person.messages(talk.chat) if "document" in m]
    world = talk.house.api.world
    return {one["file_name"]: world.files.get(one["file_id"]).upload.content for one in sent}


async def exported(talk: Talk) -> dict[str, list[dict[str, Any]]]:
    await talk.sends("/export")
    found: dict[str, list[dict[str, Any]]] = json.loads(files(talk)["sudoku.json"])
    return found


async def test_everything_that_is_mine(house: House, chat: Talk, club: Talk) -> None:
    await chat.sends("/subscribe 8:00 Berlin")
    await chat.sends(f"/import {PUZZLE}")
    await chat.sends("/new easy 4")
    stored = await chat.game()
    await chat.sends("/hint")
    await chat.sends(wrong_move(stored))
    house.clock.forward(seconds=60)
    await chat.sends(" ".join(right_moves(stored)))
    await club.sends("/new 6")
    await club.sends(f"@SudokuPlaygroundBot {right_moves(await club.game())[0]}")
    found = await exported(chat)
    assert found["settings"][0]["zone"] == "Europe/Berlin"
    assert [game["id"] for game in found["games"]] == [stored.id]
    assert {move["game_id"] for move in found["moves"]} == {stored.id, (await club.game()).id}
    assert found["results"][0]["seconds"] == 60
    assert found["subscriptions"][0]["minute"] == 480
    shelved = found["shelf"][0]["puzzle_id"]
    assert {p["id"]: p["givens"] for p in found["puzzles"]}[shelved] == PUZZLE
    (line,) = csv.DictReader(files(chat)["sudoku-results.csv"].decode("utf-8-sig").splitlines())
    assert (line["seconds"], line["mistakes"], line["counts"]) == ("60", "1", "timed")
    assert (line["size"], line["difficulty"], line["hints"]) == ("4", "easy", "1")
    assert {p["id"]: p["difficulty"] for p in found["puzzles"]}[stored.puzzle.id] == "easy"
    assert [hint["game_id"] for hint in found["hints"]] == [stored.id]
    assert line["puzzle"] == str(stored.puzzle.grid)


async def test_nothing_of_others_and_no_solution(
    house: House, chat: Talk, club: Talk, ming_in_club: Talk
) -> None:
    await club.sends("/new 4")
    stored = await club.game()
    mine, other, *_ = right_moves(stored)
    await club.sends(f"@SudokuPlaygroundBot {mine}")
    await ming_in_club.sends(f"@SudokuPlaygroundBot {other}")
    await house.ming.sends("/subscribe 8:00 北京")
    await house.ming.sends(f"/import {PUZZLE}")
    found = await exported(chat)
    assert [move["number"] for move in found["moves"]] == [0]
    assert found["shelf"] == found["subscriptions"] == []
    told = json.dumps(found)
    assert str(house.ming.person.id) not in told
    assert PUZZLE not in told
    assert str(stored.puzzle.solution) not in told


async def test_somebody_new_has_little(chat: Talk) -> None:
    found = await exported(chat)
    assert {name for name, rows in found.items() if rows} == {"settings"}


async def test_not_in_front_of_others(club: Talk, ming_in_club: Talk) -> None:
    assert "your eyes only" in await club.sends("/export")
    assert "私聊" in await ming_in_club.sends("/export@SudokuPlaygroundBot")
