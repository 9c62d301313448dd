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
