from dataclasses import replace

import pytest

from bot.game.person import Policy
from bot.game.refused import Refused
from bot.play import games
from bot.play.errors import UserError
from bot.play.press import (
    AllPlaced,
    CellChosen,
    DigitChosen,
    Idle,
    Written,
    press_box,
    press_cell,
    press_digit,
    press_pencil,
    press_swap,
)
from bot.play.turns import make_turn
from bot.play.visit import Visit
from bot.store import games as stored_games
from bot.store import users
from bot.store.games import GameState, StoredGame
from bot.store.views import Staleness
from engine import parse
from tests.bot.play.people import (
    ALICE,
    BLANKS,
    GIVENS,
    SOLUTION,
    People,
    effect,
    is_drawn,
    of_an_update,
    owed,
    repeated,
    turn,
)

NINE = parse("534678912672195348198342567859761423426853791713924856961537284287419635345286179")
CELL = BLANKS[0]
RIGHT = SOLUTION[CELL]
GIVEN = next(cell for cell, value in enumerate(GIVENS.values) if value)


def preferring(visit: Visit, policy: Policy = Policy.SILENT, *, digit_first: bool = False) -> Visit:
    return replace(visit, user=replace(visit.user, policy=policy, digit_first=digit_first))


async def after(visit: Visit, stored: StoredGame, *presses: tuple[str, int]) -> object:
    """The outcome of the last of several presses, each on the board that the one before left."""
    outcome: object = None
    for kind, number in presses:
        stored = await games.unfinished(visit, stored.id)
        press = press_cell if kind == "cell" else press_digit
        outcome = await press(visit, stored, number)
    return outcome


async def test_a_cell_is_chosen_and_then_its_digit_is_written(people: People, visit: Visit) -> None:
    stored = await people.begins(visit)
    await is_drawn(visit, stored)
    chosen = await press_cell(visit, stored, CELL)
    assert isinstance(chosen, CellChosen)
    assert (chosen.cell, chosen.stored.selection.cell) == (CELL, CELL)
    assert await owed(visit, stored) is None
    written = await press_digit(visit, await games.current(visit), RIGHT)
    assert isinstance(written, Written)
    assert (written.cell, written.clash, written.is_wrong) == (CELL, None, False)
    assert written.stored.game.values[CELL] == RIGHT
    assert (await games.current(visit)).game.values[CELL] == RIGHT
    assert await owed(visit, stored) is Staleness.REDRAW


async def test_a_digit_is_chosen_and_then_its_cells_are_pressed(
    people: People, visit: Visit
) -> None:
    visit, stored = preferring(visit, digit_first=True), await people.begins(visit)
    assert await press_cell(visit, stored, CELL) is Idle.NO_DIGIT
    chosen = await press_digit(visit, stored, RIGHT)
    assert isinstance(chosen, DigitChosen)
    assert chosen.digit == RIGHT
    written = await after(visit, stored, ("cell", CELL))
    assert isinstance(written, Written)
    assert written.stored.game.values[CELL] == RIGHT
    erased = await after(visit, stored, ("digit", 0), ("cell", CELL))
    assert isinstance(erased, Written)
    assert not erased.stored.game.values[CELL]


async def test_a_digit_wants_a_cell_first(people: People, visit: Visit) -> None:
    assert await press_digit(visit, await people.begins(visit), RIGHT) is Idle.NO_CELL


async def test_a_press_that_changes_nothing_makes_no_turn(people: People, visit: Visit) -> None:
    stored = await people.begins(visit)
    pressed = (("cell", CELL), ("digit", RIGHT), ("cell", CELL), ("digit", RIGHT))
    assert await after(visit, stored, *pressed) is Idle.NOTHING
    assert (await games.current(visit)).game.done == 1


async def test_a_digit_of_which_all_are_placed_is_not_written_any_more(
    people: People, visit: Visit
) -> None:
    visit, stored = preferring(visit, digit_first=True), await people.begins(visit)
    ones = [cell for cell in BLANKS if SOLUTION[cell] == 1]
    await press_digit(visit, stored, 1)
    stored = await make_turn(visit, await games.current(visit), turn(ALICE, *ones))
    other = next(cell for cell in BLANKS if SOLUTION[cell] != 1)
    assert await after(visit, stored, ("cell", other)) == AllPlaced(1)
    for order in (True, False):
        pressing = preferring(visit, digit_first=order)
        assert await press_digit(pressing, stored, 1) == AllPlaced(1)


async def test_with_the_pencil_a_digit_is_noted_and_rubbed_out(
    people: People, visit: Visit
) -> None:
    stored = await people.begins(visit)
    assert (await press_pencil(visit, stored, on=True)).selection.pencil
    noted = await after(visit, stored, ("cell", CELL), ("digit", 3))
    assert isinstance(noted, Written)
    assert (noted.stored.game.notes[CELL], noted.stored.game.values[CELL]) == (0b100, 0)
    rubbed_out = await after(visit, stored, ("digit", 3))
    assert isinstance(rubbed_out, Written)
    assert not rubbed_out.stored.game.notes[CELL]
    assert not (await press_pencil(visit, stored, on=False)).selection.pencil


@pytest.mark.parametrize("policy", Policy)
async def test_of_a_mistake_everybody_hears_as_much_as_they_want(
    people: People, visit: Visit, policy: Policy
) -> None:
    visit, stored = preferring(visit, policy), await people.begins(visit)
    seen = next(cell for cell in GIVENS.geometry.peers[CELL] if GIVENS[cell])
    written = await after(visit, stored, ("cell", CELL), ("digit", GIVENS[seen]))
    assert isinstance(written, Written)
    assert written.is_wrong == (policy is Policy.WRONG)
    assert (written.clash is not None) == (policy is Policy.CONFLICTS)
    assert written.clash is None or written.stored.game.values[written.clash] == GIVENS[seen]


async def test_the_last_digit_ends_the_game(people: People, visit: Visit) -> None:
    stored = await make_turn(visit, await people.begins(visit), turn(ALICE, *BLANKS[1:]))
    written = await after(visit, stored, ("cell", CELL), ("digit", RIGHT))
    assert isinstance(written, Written)
    assert written.stored.state is GameState.SOLVED


async def test_a_given_stays(people: People, visit: Visit) -> None:
    stored = await people.begins(visit)
    with pytest.raises(Refused, match="given"):
        await press_cell(visit, stored, GIVEN)
    with pytest.raises(Refused, match="given"):
        await after(preferring(visit, digit_first=True), stored, ("digit", 0), ("cell", GIVEN))


async def test_a_button_of_a_larger_board_is_refused(people: People, visit: Visit) -> None:
    stored = await people.begins(visit)
    for wanted in (
        press_cell(visit, stored, 16),
        press_digit(visit, stored, 5),
        press_box(visit, stored, 4),
    ):
        with pytest.raises(UserError, match=r"junk\.old_button"):
            await wanted


async def test_another_box_is_turned_to_and_no_cell_stays_chosen(
    people: People, visit: Visit
) -> None:
    stored = await people.begins(visit)
    await press_cell(visit, stored, CELL)
    turned = await press_box(visit, await games.current(visit), 3)
    assert (turned.selection.box, turned.selection.cell) == (3, None)
    assert (await games.current(visit)).selection == turned.selection


async def test_the_keys_turn_once_their_box_has_the_chosen_digit_or_is_full(
    people: People, visit: Visit
) -> None:
    """They begin with the second box, which has 4 and 2, and the others lack their 4."""
    first, stored = preferring(visit, digit_first=True), await people.begins(visit)
    for presses, box in (
        ((("digit", 3),), None),
        ((("cell", 2),), None),
        ((("digit", 4),), 2),
        ((("cell", 12),), 3),
    ):
        await after(first, stored, *presses)
        assert (await games.current(visit)).selection.box == box
    await press_box(visit, await games.current(visit), 1)
    await after(preferring(visit), stored, ("cell", 6), ("digit", 1))
    assert (await games.current(visit)).selection.box == 2


@pytest.mark.parametrize("policy", Policy)
async def test_the_keys_stay_where_a_mistake_is_shown(
    people: People, visit: Visit, policy: Policy
) -> None:
    """A second 4 in a row."""
    visit, stored = preferring(visit, policy, digit_first=True), await people.begins(visit)
    await after(visit, stored, ("digit", 4))
    stored = await press_box(visit, await games.current(visit), 0)
    await after(visit, stored, ("cell", 1))
    turned = (await games.current(visit)).selection.box
    assert turned == (2 if policy is Policy.SILENT else 0)


async def test_the_keys_stay_for_notes_for_listeners_and_in_a_group(
    people: People, visit: Visit, in_club: Visit
) -> None:
    spoken = replace(visit, user=replace(visit.user, board="speak"))
    for one, pencil in ((visit, True), (spoken, False), (in_club, False)):
        player = preferring(one, digit_first=True)
        stored = await press_box(player, await people.begins(player), 1)
        if pencil:
            stored = await press_pencil(player, stored, on=True)
        await after(player, stored, ("digit", 4), ("cell", 6))
        assert (await games.current(player)).selection.box == 1


async def test_on_a_tall_phone_the_keys_turn_only_to_what_they_do_not_show(
    people: People, visit: Visit
) -> None:
    """They show all but row 9 and columns 7 to 9, until only those have blanks."""
    tall = preferring(replace(visit, user=replace(visit.user, board="tall")))
    givens = NINE.with_values(dict.fromkeys((0, 40, 80), 0))
    stored = await people.begins(tall, givens, NINE)
    await press_cell(tall, stored, 40)
    assert (await games.current(tall)).selection.box == 0, "the middle is shown as well"
    for cell, box in ((40, 0), (0, 8)):
        await after(tall, stored, ("cell", cell), ("digit", NINE[cell]))
        assert (await games.current(tall)).selection.box == box


async def test_on_a_tall_phone_the_keys_follow_a_row_to_its_last_blank(
    people: People, visit: Visit
) -> None:
    """No other unit has a last blank; digit first, the chosen digit decides alone."""
    tall = replace(visit, user=replace(visit.user, board="tall"))
    blanks = (0, 8, 17, 36, 37, 45, 46)
    for digit_first, box in ((False, 2), (True, None)):
        player = preferring(tall, digit_first=digit_first)
        givens = NINE.with_values(dict.fromkeys(blanks, 0))
        stored = await people.begins(player, givens, NINE)
        keys = [("cell", 0), ("digit", NINE[0])]
        await after(player, stored, *(reversed(keys) if digit_first else keys))
        assert (await games.current(player)).selection.box == box


async def test_on_a_tall_phone_a_cell_of_an_older_board_is_turned_to(
    people: People, visit: Visit
) -> None:
    tall = replace(visit, user=replace(visit.user, board="tall"))
    givens = NINE.with_values(dict.fromkeys((0, 40, 80), 0))
    chosen = await press_cell(tall, await people.begins(tall, givens, NINE), 80)
    assert isinstance(chosen, CellChosen)
    assert (chosen.stored.selection.box, chosen.stored.selection.cell) == (8, 80)


async def test_the_order_is_swapped_once_and_no_digit_stays_chosen(
    people: People, visit: Visit
) -> None:
    stored = await people.begins(visit)
    await press_digit(preferring(visit, digit_first=True), stored, 2)
    user, after_swap = await press_swap(visit, await games.current(visit))
    assert user.digit_first
    assert after_swap.selection.digit is None
    assert user == await users.get(visit.database, ALICE)
    again, _ = await press_swap(repeated(await people.visit()), after_swap)
    assert again.digit_first


async def test_a_box_is_turned_to_for_all_of_a_group_and_for_nobody_else_in_private(
    *, people: People, visit: Visit, in_club: Visit, ming: Visit
) -> None:
    for one, box in ((in_club, 2), (visit, None)):
        stored = await people.begins(one)
        turned = await press_box(one, stored, 2)
        assert turned.selection.box == 2
        other = await stored_games.get(people.database, stored.id, one.place, ming.user.id)
        assert other is not None
        assert other.selection.box == box
        mine = await games.current(one)
        assert mine.selection.box == 2


async def test_a_pencil_that_toggles_is_noted_with_its_update(
    people: People, in_club: Visit
) -> None:
    stored = await people.begins(in_club)
    await press_pencil(await of_an_update(in_club), stored, on=False)
    assert (await effect(in_club)).took_effect
