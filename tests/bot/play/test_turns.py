import asyncio

from telegram import Update

from bot.game.move import Act, Move, Turn
from bot.game.place import Place
from bot.play.turns import make_turn
from bot.store import games, results
from bot.store.games import GameState
from bot.store.views import Staleness
from engine import parse
from tests.bot.house import House, Talk, right_moves, wrong_move

SOLUTION = parse("1234341221434321")


async def test_moves_at_the_same_instant_are_all_stored_or_said_to_be_late(chat: Talk) -> None:
    """Around the order of a chat, as when two processes served it."""
    await chat.sends("/new 4")
    moves = right_moves(await chat.game())
    said = "\n".join(await asyncio.gather(*(chat.sends(move) for move in moves[:4])))
    late = {line for m in chat.person.messages() if "faster" in (line := m.get("text", ""))}
    stored = await chat.game()
    assert late <= {"Somebody was faster. /board shows how it is now."}
    assert ("faster" in said) == (stored.game.done < 4)
    assert stored.game.done == len(stored.game.turns) >= 1


async def test_a_finished_game_keeps_its_time(house: House, chat: Talk) -> None:
    await chat.sends("/new 4")
    stored = await chat.game()
    house.clock.forward(seconds=30)
    await chat.sends(" ".join(right_moves(stored)))
    house.clock.forward(hours=5)
    ended = await games.get(house.database, stored.id, Place(0))
    assert ended is not None
    assert ended.state is GameState.SOLVED
    assert ended.finished_at == stored.started_at + 30
    (result,) = await results.of_user(house.database, chat.person.id)
    assert (result.seconds, result.mistakes, result.size) == (30, 0, 4)


async def test_each_player_has_their_own_mistakes(
    house: House, club: Talk, ming_in_club: Talk
) -> None:
    await club.sends("/new 4")
    stored = await club.game()
    moves = right_moves(stored)
    await club.sends(f"@SudokuPlaygroundBot {wrong_move(stored)} {wrong_move(stored, 1)}")
    await ming_in_club.sends(f"@SudokuPlaygroundBot {' '.join(moves[:2])}")
    await club.sends(f"@SudokuPlaygroundBot {' '.join(moves[2:])}")
    mistakes = [
        result.mistakes
        for talk in (club, ming_in_club)
        for result in await results.of_user(house.database, talk.person.id)
    ]
    assert mistakes == [2, 0]


async def test_who_only_looked_on_has_no_result(
    house: House, club: Talk, ming_in_club: Talk
) -> None:
    await ming_in_club.sends("/new 4")
    moves = right_moves(await club.game())
    await club.sends(f"@SudokuPlaygroundBot {' '.join(moves)}")
    assert await results.of_user(house.database, ming_in_club.person.id) == ()


async def test_presses_at_once_are_drawn_once_also_when_the_last_only_chooses(
    house: House, chat: Talk
) -> None:
    await chat.sends("/new 4")
    stored, application = await chat.game(), house.application
    first, second = stored.puzzle.grid.blanks()[:2]
    updates = [
        chat.person.press(chat.last["message_id"], data)
        for data in (
            f"cell:{stored.id}:{first}",
            f"digit:{stored.id}:{stored.puzzle.solution[first]}",
            f"cell:{stored.id}:{second}",
        )
    ]
    order = application.update_processor
    read = [Update.de_json(update or {}, application.bot) for update in updates]
    await asyncio.gather(*(order.process_update(u, application.process_update(u)) for u in read))
    assert sum(method.startswith("edit") for method, _ in house.api.calls) == 1
    assert f"{len(stored.puzzle.grid.blanks()) - 1} cells to fill" in chat.text


async def test_what_a_killed_process_stored_but_did_not_draw_is_drawn_with_the_next_press(
    house: House, chat: Talk
) -> None:
    await chat.sends("/new 4")
    stored = await chat.game()
    first, second = stored.puzzle.grid.blanks()[:2]
    turn = Turn(chat.person.id, (Move(Act.PLACE, first, stored.puzzle.solution[first]),))
    await make_turn(await chat.visit(), stored, turn, owes=Staleness.REDRAW)
    await house.stops()
    await house.starts()
    before = chat.text
    assert "now its digit" in await chat.presses(f"cell:{stored.id}:{second}")
    assert chat.text != before
    assert f"{len(stored.puzzle.grid.blanks()) - 1} cells to fill" in chat.text
