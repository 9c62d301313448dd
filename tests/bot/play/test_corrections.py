from collections.abc import Mapping
from dataclasses import replace

import pytest

from bot.game.move import Act, Move
from bot.game.refused import Refused
from bot.play import corrections
from bot.play.corrections import Before
from bot.play.errors import UserError
from bot.play.visit import Visit
from bot.store import drafts
from tests.bot.play.people import GIVENS, People
from tests.bot.play.test_photo import DRAFT, kept, looked_at


async def test_a_corrected_cell_is_doubtful_no_longer(people: People, visit: Visit) -> None:
    by_hand = frozenset({0, 1})
    grid = GIVENS.with_values({0: 1, 1: 2})
    draft = await drafts.add(visit.database, replace(DRAFT, grid=grid, by_hand=by_hand), 5)
    changes = {0: 0, 1: 3, 9: 4}
    corrected = await corrections.correct(visit, draft.id, changes)
    assert corrected == replace(
        draft,
        grid=grid.with_values(changes),
        doubtful=(3,),
        repaired=(5,),
        by_hand=frozenset({1}),
    )
    assert await drafts.get(people.database, draft.id) == corrected
    assert await looked_at(people, visit) == draft.id


@pytest.mark.parametrize(
    ("typed", "is_one"),
    [
        ("r1c1 1", True),
        ("r1c1=", True),
        ("r9c9 1", True),
        ("r1c1 1 and r1c2 2", True),
        ("the cell r1c1 is a 3", True),
        ("the 4 in r1c4 is a 3", True),
        ("r1c4 is a 3, and r1c3 is purple", True),
        ("r1c1+1", False),
        ("hello", False),
        ("12345", False),
        (str(GIVENS), False),
    ],
)
async def test_digits_for_cells_correct_a_draft_and_notes_and_talk_do_not(
    visit: Visit, typed: str, *, is_one: bool
) -> None:
    assert await corrections.is_correction(visit, await kept(visit), typed) == is_one


@pytest.mark.parametrize(
    ("typed", "changes"),
    [
        ("r1c1 1", {0: 1}),
        ("r1c4=", {3: 0}),
        (str(GIVENS), {}),
        (str(GIVENS.with_values({0: 1, 3: 0})), {0: 1, 3: 0}),
        ("the cell r1c1 is a 3", {0: 3}),
        ("the 4 in r1c4 is a 3", {3: 3}),
        ("the 4 in r1c4 is not there; r1c1 is a 1", {3: 0, 0: 1}),
    ],
)
async def test_a_draft_is_corrected_as_it_is_typed(
    visit: Visit, typed: str, changes: Mapping[int, int]
) -> None:
    said = await corrections.correct_typed(visit, (await kept(visit)).id, typed)
    assert said.draft.grid == GIVENS.with_values(dict(changes))
    assert said.moves == tuple(
        Move(Act.PLACE if value else Act.ERASE, cell, value) for cell, value in changes.items()
    )


@pytest.mark.parametrize(
    "changes", [{GIVENS.geometry.cell_count: 1}, {0: GIVENS.geometry.size + 1}]
)
async def test_no_cell_or_value_is_corrected_that_the_board_does_not_have(
    visit: Visit, changes: dict[int, int]
) -> None:
    draft = await kept(visit)
    with pytest.raises(UserError, match=r"junk\.old_button"):
        await corrections.correct(visit, draft.id, changes)
    assert await drafts.get(visit.database, draft.id) == draft


async def test_what_is_no_correction_is_told_how_to_write_one(visit: Visit) -> None:
    draft = await kept(visit)
    for typed in ("r1c1+1", "hello", "53..7....6..195....98....6.8...6...34..8.3..1" + 36 * "."):
        with pytest.raises(UserError, match=r"photo\.how_to_correct"):
            await corrections.correct_typed(visit, draft.id, typed)
    with pytest.raises(Refused):
        await corrections.correct_typed(visit, draft.id, "r9c9 1")
    assert await drafts.get(visit.database, draft.id) == draft


async def test_what_is_not_understood_takes_nothing_from_the_rest(visit: Visit) -> None:
    draft = await kept(visit)
    typed = "the 4 in r1c4 is a 3, the 1 in r2c1 is a 2, r9c1 is 4, r1c1 is purple and r1c2 is 1"
    said = await corrections.correct_typed(visit, draft.id, typed)
    assert said.draft.grid == GIVENS.with_values({3: 3, 1: 1})
    assert await drafts.get(visit.database, draft.id) == said.draft
    assert [(one.key, one.values.get("cell")) for one in said.missed] == [
        ("read_otherwise", "r2c1"),
        ("no_such_cell", "r9c1"),
        ("part_not_understood", None),
    ]


async def test_why_a_sentence_changes_nothing_is_said_of_its_cell(visit: Visit) -> None:
    draft = await kept(visit)
    with pytest.raises(Refused) as refused:
        await corrections.correct_typed(visit, draft.id, "the 1 in r1c4 is a 3")
    assert refused.value.key == "read_otherwise"
    assert refused.value.values == {"cell": "r1c4", "digit": "1", "read": "4"}
    assert await drafts.get(visit.database, draft.id) == draft


async def test_a_correction_is_taken_back_with_all_marks_of_the_cell(visit: Visit) -> None:
    grid = GIVENS.with_values({0: 1})
    draft = await kept(visit, replace(DRAFT, grid=grid, by_hand=frozenset({0})))
    for typed in ("r1c1 3", "r1c1="):
        said = await corrections.correct_typed(visit, draft.id, typed)
        (before,) = said.before
        assert await corrections.take_back(visit, draft.id, before) == draft
    said = await corrections.correct_typed(visit, draft.id, "r3c2 1, r1c4 1")
    assert said.before == (
        Before(9, 0, is_doubtful=True, is_repaired=True),
        Before(3, 4, is_doubtful=True),
    )
    for before in reversed(said.before):
        after = await corrections.take_back(visit, draft.id, before)
    assert (after.grid, set(after.doubtful), set(after.repaired)) == (grid, {3, 9}, {5, 9})
    assert await drafts.get(visit.database, draft.id) == after


async def test_what_was_the_same_before_is_not_taken_back(visit: Visit) -> None:
    said = await corrections.correct_typed(visit, (await kept(visit)).id, "r1c4 4")
    assert said.before == ()
    assert said.moves == (Move(Act.PLACE, 3, 4),)
