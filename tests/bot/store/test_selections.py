from bot.game.place import Place
from bot.game.selection import Selection
from bot.store import belongings, games, selections
from bot.store.database import Database
from bot.store.puzzles import PuzzleRow


async def test_a_selection_is_kept_for_each_person_and_game(
    database: Database, ann: int, bob: int, puzzle: PuzzleRow
) -> None:
    first = await games.start(database, Place(ann), puzzle.id, ann, 5)
    second = await games.start(database, Place(ann), puzzle.id, ann, 6)
    assert await selections.get(database, first.id, ann) == Selection()
    chosen = Selection(box=3, cell=0, digit=0, pencil=True)
    await selections.put(database, first.id, ann, chosen)
    await selections.put(database, first.id, bob, Selection(cell=7))
    assert await selections.get(database, first.id, ann) == chosen
    assert await selections.get(database, first.id, bob) == Selection(cell=7)
    assert await selections.get(database, second.id, ann) == Selection()
    await selections.put(database, first.id, ann, Selection())
    assert await selections.get(database, first.id, ann) == Selection()


async def test_what_a_deleted_person_selected_is_forgotten(
    database: Database, ann: int, group: int, puzzle: PuzzleRow
) -> None:
    game = await games.start(database, Place(group), puzzle.id, ann, 5)
    await selections.put(database, game.id, ann, Selection(cell=7))
    await belongings.delete_user(database, ann)
    assert await database.all("select * from hands") == []
