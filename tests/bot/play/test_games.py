import asyncio
from dataclasses import replace

import pytest
from telegram import Update

from bot.game.move import Act, Intent, IntentKind, Intents, Move, Turn
from bot.game.place import Place
from bot.game.refused import Refused
from bot.game.selection import Selection
from bot.play import games
from bot.play.errors import OldBoard, UserError
from bot.play.finish import give_up
from bot.play.games import carry_out, current, hold, make_turn, redo, undo
from bot.play.visit import Visit
from bot.store import games as stored_games
from bot.store import results
from bot.store.games import GameState, StoredGame
from bot.store.views import Staleness
from tests.bot.house import House, Talk, right_moves, wrong_move
from tests.bot.play.people import ALICE, BLANKS, MING, SOLUTION, People, is_drawn, owed, turn


async def test_the_game_that_is_played_here_is_the_one_begun_last(
    people: People, visit: Visit
) -> None:
    assert await games.find_current(visit) is None
    with pytest.raises(UserError, match=r"game\.none"):
        await games.current(visit)
    first = await people.begins(visit)
    second = await people.begins(visit)
    assert (await games.current(visit)).id == second.id
    assert (await games.switch(visit, first.id)).id == first.id
    assert (await games.current(visit)).id == first.id
    assert [stored.id for stored in await games.unfinished_here(visit)] == [second.id, first.id]


async def test_a_game_that_is_over_is_played_no_more(people: People, visit: Visit) -> None:
    stored = await people.begins(visit)
    await give_up(visit, stored)
    assert await games.find_current(visit) is None
    assert await games.unfinished_here(visit) == ()
    assert (await games.numbered(visit, stored.id)).id == stored.id
    with pytest.raises(UserError, match=r"board\.over"):
        await games.unfinished(visit, stored.id)


async def test_nobody_reaches_the_game_of_another_chat(
    people: People, visit: Visit, in_club: Visit
) -> None:
    stored = await people.begins(visit)
    with pytest.raises(UserError, match=r"board\.other_chat"):
        await games.numbered(in_club, stored.id)
    with pytest.raises(UserError, match=r"board\.gone"):
        await games.numbered(visit, stored.id + 1)


async def test_the_clock_of_a_game_goes_on_while_somebody_plays(
    people: People, visit: Visit
) -> None:
    await people.begins(visit)
    people.clock.forward(seconds=40)
    assert (await games.current(await people.visit())).played == 40
    people.clock.forward(hours=5)
    # A long pause counts as a minute.
    assert (await games.current(await people.visit())).played == 100


async def test_only_the_board_that_shows_the_game_is_live(people: People, visit: Visit) -> None:
    stored = await people.begins(visit)
    await is_drawn(visit, stored, message_id=5)
    assert (await games.of_board(visit, stored.id, 5)).id == stored.id
    with pytest.raises(OldBoard) as old:
        await games.of_board(visit, stored.id, 4)
    assert old.value.game.id == stored.id


async def test_a_board_cannot_be_pressed_while_another_game_is_played(
    people: People, visit: Visit
) -> None:
    first, second = await people.begins(visit), await people.begins(visit)
    with pytest.raises(UserError, match=r"board\.second") as refusal:
        await games.of_board(visit, first.id, 5)
    assert refusal.value.values == {"game": first.id, "current": second.id}
    await give_up(visit, second)
    assert (await games.of_board(visit, first.id, 5)).id == first.id
    assert (await games.current(visit)).id == first.id


CELL = BLANKS[0]


async def test_moves_at_the_same_instant_are_all_stored_or_said_to_be_late(chat: Talk) -> None:
    """Around the order of a chat, as when two processes served it."""
    await chat.sends("/new 4")
    moves = right_moves(await chat.game())
    said = "\n".join(await asyncio.gather(*(chat.sends(move) for move in moves[:4])))
    late = {line for m in chat.person.messages() if "faster" in (line := m.get("text", ""))}
    stored = await chat.game()
    assert late <= {"Somebody was faster. /board shows the latest."}
    assert ("faster" in said) == (stored.game.done < 4)
    assert stored.game.done == len(stored.game.turns) >= 1


async def test_a_finished_game_keeps_its_time(house: House, chat: Talk) -> None:
    await chat.sends("/new 4")
    stored = await chat.game()
    house.clock.forward(seconds=30)
    await chat.sends(" ".join(right_moves(stored)))
    house.clock.forward(hours=5)
    ended = await stored_games.get(house.database, stored.id, Place(0))
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


async def test_presses_at_once_are_drawn_with_the_first_and_the_last_also_when_they_only_choose(
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
    assert sum(method.startswith("edit") for method, _ in house.api.calls) == 2
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


async def test_a_turn_is_stored_and_its_board_owed_as_was_asked(
    people: People, visit: Visit
) -> None:
    stored = await people.begins(visit)
    for cell, owes in ((BLANKS[0], Staleness.REDRAW), (BLANKS[1], Staleness.SEND)):
        await is_drawn(visit, stored)
        stored = await make_turn(visit, stored, turn(ALICE, cell), owes=owes)
        assert await owed(visit, stored) is owes
    assert (await current(visit)).game == stored.game
    assert stored.game.values[CELL] == SOLUTION[CELL]


async def test_a_turn_without_moves_changes_nothing(people: People, visit: Visit) -> None:
    stored = await people.begins(visit)
    await is_drawn(visit, stored)
    assert await make_turn(visit, stored, Turn(ALICE, ())) == stored
    assert (await current(visit)).game.turns == ()
    assert await owed(visit, stored) is None


async def test_whoever_comes_second_is_told_so_and_changes_nothing(
    people: People, in_club: Visit, ming: Visit
) -> None:
    stored = await people.begins(in_club)
    await make_turn(in_club, stored, turn(ALICE, BLANKS[0]))
    with pytest.raises(UserError, match=r"board\.too_fast"):
        await make_turn(ming, stored, turn(MING, BLANKS[1]))
    with pytest.raises(UserError, match=r"board\.too_fast"):
        await undo(ming, _ahead(stored), Staleness.SEND)
    assert [one.player for one in (await current(ming)).game.turns] == [ALICE]


def _ahead(stored: StoredGame) -> StoredGame:
    """A game as it would stand with two turns more."""
    game = stored.game.with_turn(turn(MING, BLANKS[1])).with_turn(turn(MING, BLANKS[2]))
    return replace(stored, game=game)


async def test_what_is_typed_is_carried_out_and_its_box_looked_at(
    people: People, visit: Visit
) -> None:
    stored = await people.begins(visit)
    last = BLANKS[-1]
    wanted = Intents((Intent(IntentKind.PLACE, CELL, 3), Intent(IntentKind.ADD_NOTES, last, 0b11)))
    after, moves = await carry_out(visit, stored, wanted)
    assert [move.cell for move in moves] == [CELL, last]
    assert (after.game.values[CELL], after.game.notes[last]) == (3, 0b11)
    assert after.selection.box == stored.game.givens.geometry.box_of(last)
    assert (await current(visit)).selection == after.selection
    assert await carry_out(visit, after, wanted) == (after, ())


async def test_nothing_of_a_message_is_done_when_one_of_its_moves_is_refused(
    people: People, visit: Visit
) -> None:
    stored = await people.begins(visit)
    given = next(cell for cell in range(16) if cell not in BLANKS)
    wanted = Intents((Intent(IntentKind.PLACE, CELL, 3), Intent(IntentKind.ERASE, given)))
    with pytest.raises(Refused, match="given"):
        await carry_out(visit, stored, wanted)
    assert (await current(visit)).game == stored.game


async def test_turns_are_taken_back_and_made_again(people: People, visit: Visit) -> None:
    start = await people.begins(visit)
    made = await make_turn(visit, start, turn(ALICE, CELL, BLANKS[1]))
    undone, moves = await undo(visit, made, Staleness.SEND)
    assert {move.cell for move in moves} == {CELL, BLANKS[1]}
    assert undone.game.values == start.game.values
    redone, again = await redo(visit, undone, Staleness.SEND)
    assert again == moves
    assert redone.game == made.game == (await current(visit)).game
    with pytest.raises(Refused, match="nothing_to_redo"):
        await redo(visit, redone, Staleness.SEND)
    with pytest.raises(Refused, match="nothing_to_undo"):
        await undo(visit, start, Staleness.SEND)


async def test_everybody_selects_for_themselves(
    people: People, in_club: Visit, ming: Visit
) -> None:
    stored = await people.begins(in_club)
    held = await hold(in_club, stored, Selection(cell=CELL, pencil=True))
    assert (await current(in_club)).selection == held.selection
    assert (await current(ming)).selection == Selection()
