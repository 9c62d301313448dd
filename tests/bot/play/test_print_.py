import pytest

from bot.game.fair_play import solution_key
from bot.game.wish import Wish
from bot.play.errors import UserError
from bot.play.finish import give_up
from bot.play.print_ import print_fresh, print_game
from bot.play.turns import make_turn
from bot.play.visit import Visit
from bot.store import solutions
from bot.store.puzzles import PuzzleRow
from bot.store.solutions import Way
from engine import Symmetry
from engine.difficulty import Difficulty
from tests.bot.play.people import ALICE, BLANKS, MING, People, turn


async def seen(visit: Visit, puzzle: PuzzleRow) -> Way | None:
    key = solution_key(puzzle.grid, puzzle.solution)
    return await solutions.shown(visit.database, {ALICE}, key)


async def test_who_prints_an_unfinished_game_has_its_solution_at_hand(
    people: People, visit: Visit
) -> None:
    puzzle = await print_game(visit, await people.begins(visit))
    assert await seen(visit, puzzle) is Way.PRINTED


async def test_who_prints_without_the_solution_has_seen_nothing(
    people: People, visit: Visit
) -> None:
    puzzle = await print_game(visit, await people.begins(visit), solution=False)
    assert await seen(visit, puzzle) is None


async def test_a_game_that_is_over_tells_nothing_new(people: People, visit: Visit) -> None:
    ended = await give_up(visit, await people.begins(visit))
    assert await print_game(visit, ended) == ended.puzzle
    assert await seen(visit, ended.puzzle) is Way.ASKED


async def test_printing_a_solved_game_notes_nothing_of_those_who_did_not_play(
    people: People, in_club: Visit, ming: Visit
) -> None:
    stored = await people.begins(in_club)
    ended = await make_turn(in_club, stored, turn(ALICE, *BLANKS))
    puzzle = await print_game(ming, ended)
    key = solution_key(puzzle.grid, puzzle.solution)
    assert await solutions.shown(people.database, {MING}, key) is None


async def test_each_is_as_hard_as_it_was_wished(visit: Visit) -> None:
    made = await print_fresh(visit, Wish(6, difficulty=Difficulty.HARD), 2)
    assert [puzzle.difficulty for puzzle in made] == [Difficulty.HARD] * 2
    assert len({puzzle.id for puzzle in made}) == 2
    assert [await seen(visit, puzzle) for puzzle in made] == [Way.PRINTED] * 2
    with pytest.raises(UserError):
        await print_fresh(visit, Wish(4, difficulty=Difficulty.HARD), 1)


async def test_only_the_first_of_several_comes_from_the_seed(visit: Visit) -> None:
    made = await print_fresh(visit, Wish(4, Symmetry.NONE, "5"), 3)
    assert len({puzzle.id for puzzle in made}) == 3
    assert made[0].seed == "5"
    assert "5" not in {puzzle.seed for puzzle in made[1:]}
    assert {puzzle.symmetry for puzzle in made} == {Symmetry.NONE}
    assert [await seen(visit, puzzle) for puzzle in made] == [Way.PRINTED] * 3
