from itertools import islice, product

from bot.game.place import Place
from bot.store import games, submissions
from bot.store.puzzles import PuzzleRow
from bot.store.seam.source import Store
from bot.store.submissions import Submission


async def test_an_answer_is_kept_as_it_was_handed_in(
    database: Store, ann: int, puzzle: PuzzleRow
) -> None:
    game = await games.start(database, Place(ann), puzzle.id, ann, 1)
    wrong = puzzle.solution.with_values({0: 4})
    first = await submissions.add(database, game.id, ann, wrong, 5)
    second = await submissions.add(database, game.id, ann, puzzle.solution, 6)
    assert await submissions.get(database, first) == Submission(first, game.id, ann, wrong, 5)
    kept = await submissions.get(database, second)
    assert kept is not None
    assert kept.answer == puzzle.solution
    assert await submissions.get(database, second + 1) is None


async def test_what_each_person_handed_in_last_is_known(
    database: Store, ann: int, bob: int, puzzle: PuzzleRow
) -> None:
    game, other = [await games.start(database, Place(ann), puzzle.id, ann, 1) for _ in range(2)]
    assert await submissions.latest(database, game.id, ann) is None
    await submissions.add(database, game.id, ann, puzzle.solution, 5)
    last = await submissions.add(database, game.id, ann, puzzle.solution, 6)
    await submissions.add(database, game.id, bob, puzzle.solution, 7)
    await submissions.add(database, other.id, ann, puzzle.solution, 8)
    assert await submissions.latest(database, game.id, ann) == last


async def test_the_different_answers_of_a_person_are_read_up_to_five_hundred(
    database: Store, ann: int, bob: int, puzzle: PuzzleRow
) -> None:
    game = await games.start(database, Place(ann), puzzle.id, ann, 1)
    wrong = puzzle.solution.with_values({0: 4})
    for person, answer in ((ann, wrong), (ann, puzzle.solution), (ann, wrong), (bob, wrong)):
        await submissions.add(database, game.id, person, answer, 5)
    assert {*await submissions.answers(database, game.id, ann)} == {wrong, puzzle.solution}
    assert await submissions.answers(database, game.id, bob) == (wrong,)
    async with database.transaction() as transaction:
        for digits in islice(product((1, 2, 3, 4), repeat=5), 501):
            answer = wrong.with_values(dict(enumerate(digits)))
            await submissions.add(transaction, game.id, bob, answer, 9)
    assert len(await submissions.answers(database, game.id, bob)) == 500
