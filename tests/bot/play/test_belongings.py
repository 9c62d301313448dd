from bot.play import belongings
from bot.play.turns import make_turn
from bot.play.visit import Visit
from bot.store import games, results, users
from bot.store.belongings import PAGE
from tests.bot.play.people import ALICE, BLANKS, GIVENS, MING, SOLUTION, People, turn


async def test_everything_about_a_person_is_handed_over(people: People, visit: Visit) -> None:
    other = SOLUTION.with_values({0: 0, 1: 0})
    for givens, cells in ((other, (0, 1)), (GIVENS, BLANKS)):
        stored = await people.begins(visit, givens)
        await make_turn(visit, stored, turn(ALICE, *cells))
        people.clock.forward(seconds=60)
        visit = await people.visit()
    found = {name: rows async for name, rows in belongings.hand_over(visit)}
    assert [game["state"] for game in found["games"]] == ["solved", "solved"]
    pages = [page async for page in belongings.hand_over_results(visit)]
    assert [[result.game_id for result in page] for page in pages] == [[1, 2]]


async def test_very_many_results_are_handed_over_in_pages(people: People, visit: Visit) -> None:
    stored = await people.begins(visit)
    async with people.database.transaction() as transaction:
        for number in range(2 * PAGE + 1):
            game = await games.start(transaction, visit.place, stored.puzzle.id, ALICE, 1)
            await results.add(
                transaction, ALICE, game.id, seconds=5, mistakes=0, finished_at=number
            )
    pages = [page async for page in belongings.hand_over_results(visit)]
    assert [len(page) for page in pages] == [PAGE, PAGE, 1]
    found = [result.finished_at for page in pages for result in page]
    assert found == list(range(2 * PAGE + 1))


async def test_a_person_is_deleted_and_nobody_else(
    people: People, visit: Visit, ming: Visit
) -> None:
    stored = await people.begins(visit)
    await belongings.delete(visit)
    assert await users.get(people.database, ALICE) is None
    assert await users.get(people.database, MING) == ming.user
    assert await people.database.one("select 1 from games where id = $1", stored.id) is None
