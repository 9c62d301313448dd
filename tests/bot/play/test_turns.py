import asyncio
from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest

from bot.game.move import Act, Intent, IntentKind, Intents, Move, Turn
from bot.game.refused import Refused
from bot.game.selection import Selection
from bot.play.errors import UserError
from bot.play.games import current
from bot.play.turns import carry_out, hold, make_turn, redo, undo
from bot.play.visit import Visit
from bot.store.games import StoredGame
from bot.store.views import Staleness
from engine import Geometry, generate
from tests.bot.house import House, Talk, arrived, right_moves
from tests.bot.play.people import (
    ALICE,
    BLANKS,
    MING,
    SOLUTION,
    People,
    effect,
    is_drawn,
    of_an_update,
    owed,
    turn,
)

CELL = BLANKS[0]


def _ahead(stored: StoredGame) -> StoredGame:
    """A game as it would be after two more turns."""
    game = stored.game.with_turn(turn(MING, BLANKS[1])).with_turn(turn(MING, BLANKS[2]))
    return replace(stored, game=game)


async def acts(visit: Visit, dice: Random) -> None:
    """Somebody does one thing or another in their game, if it may be done."""
    stored = await current(visit)
    assert stored is not None
    cell, value = dice.choice(BLANKS), dice.randrange(1, 4)
    made = [
        Move(Act.PLACE, cell, value),
        Move(Act.NOTES, cell, dice.randrange(16)),
        Move(Act.ERASE, cell),
        Move(Act.BACK, 0, dice.randrange(stored.game.done + 1)),
    ]
    kind = dice.randrange(len(made) + 2)
    with suppress(Refused, UserError):
        if kind < len(made):
            await make_turn(visit, stored, Turn(visit.user.id, (made[kind],)))
        elif kind == len(made):
            await undo(visit, stored, Staleness.SEND, dice.randrange(1, 4))
        else:
            await redo(visit, stored, Staleness.SEND)


async def test_a_game_that_is_known_is_the_one_that_is_stored(people: People) -> None:
    visit, dice = await people.visit(), Random(7)
    await people.begins(visit)
    lengths = set[int]()
    for _ in range(120):
        await acts(visit, dice)
        known = await current(visit)
        visit.database.known.forget()
        stored = await current(visit)
        assert known == stored is not None
        assert known.game.position == stored.game.position
        assert known.game.notes == stored.game.notes
        lengths.add(stored.game.done)
    assert len(lengths) > 5


async def test_moves_at_the_same_instant_are_all_stored_or_said_to_be_late(chat: Talk) -> None:
    """Bypasses the order of a chat, as if two processes served it."""
    await chat.sends("/new 4")
    moves = right_moves(await chat.game())
    said = "\n".join(await asyncio.gather(*(chat.sends(move) for move in moves[:4])))
    late = {line for m in chat.person.messages() if "faster" in (line := m.get("text", ""))}
    stored = await chat.game()
    assert late <= {"Somebody was faster. /board shows the latest."}
    assert ("faster" in said) == (stored.game.done < 4)
    assert stored.game.done == len(stored.game.turns) >= 1


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
    read = [arrived(update, application.bot) for update in updates]
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


async def test_the_buttons_of_a_large_board_follow_what_is_typed(
    people: People, visit: Visit
) -> None:
    solution = generate(Geometry(4, 4), seed=1).solution
    cells = [0, 255, 1]
    stored = await people.begins(
        visit, solution.with_values(dict.fromkeys([*cells, 9], 0)), solution
    )
    for cell, box in zip(cells, (0, 15, 0), strict=True):
        placed = Intents((Intent(IntentKind.PLACE, cell, solution[cell]),))
        stored, _ = await carry_out(visit, stored, placed)
        assert stored.selection.box == box
        assert (await current(visit)).selection.box == box


async def test_each_change_of_a_game_is_noted_with_its_update(people: People, visit: Visit) -> None:
    stored = await people.begins(visit)
    stored = await make_turn(visit, stored, turn(ALICE, CELL))
    marked = await of_an_update(visit)
    assert not (await effect(visit)).took_effect
    back, _ = await undo(marked, stored, Staleness.REDRAW)
    found = await effect(visit)
    assert (found.took_effect, found.game_id) == (True, stored.id)
    await visit.database.all("delete from inbox")
    marked = await of_an_update(visit)
    await make_turn(marked, back, turn(ALICE, CELL))
    found = await effect(visit)
    assert (found.took_effect, found.game_id) == (True, stored.id)
