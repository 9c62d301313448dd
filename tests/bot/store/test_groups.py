from bot.game.person import Group
from bot.game.place import Place
from bot.store import chats, games, groups, users
from bot.store.puzzles import PuzzleRow
from bot.store.seam.source import Store

NEW = -1009999999999
CHOSEN = Group("es", "image", "silent", "dark", timer=False)


async def test_a_group_begins_with_the_choices_of_whoever_began_its_first_game(
    *, database: Store, ann: int, bob: int, group: int, puzzle: PuzzleRow
) -> None:
    await users.set_board(database, ann, "compact")
    await users.set_timer(database, ann, shown=False)
    await users.see(database, ann, 1, "pt-br")
    await games.start(database, Place(group), puzzle.id, ann, 1)
    begun = Group("pt-br", "compact", "conflicts", "light", timer=False)
    assert await groups.get(database, group) == begun
    await games.start(database, Place(group), puzzle.id, bob, 2)
    await users.set_board(database, ann, "image")
    assert await groups.get(database, group) == begun


async def test_a_chosen_language_goes_before_that_of_the_client(
    database: Store, ann: int, group: int, puzzle: PuzzleRow
) -> None:
    await users.see(database, ann, 1, "pt-br")
    await users.set_language(database, ann, "zh")
    await games.start(database, Place(group), puzzle.id, ann, 1)
    found = await groups.get(database, group)
    assert found is not None
    assert found.language == "zh"


async def test_nobody_gives_a_private_chat_choices_of_a_group(
    database: Store, ann: int, group: int, puzzle: PuzzleRow
) -> None:
    await games.start(database, Place(ann), puzzle.id, ann, 1)
    await games.start(database, Place(group), puzzle.id, None, 1)
    assert await database.all("select * from groups") == []


async def test_what_is_put_replaces_what_was_there(database: Store, group: int) -> None:
    for chosen in (CHOSEN, Group(None, "full", "wrong", "light", timer=True), CHOSEN):
        await groups.put(database, group, chosen)
        assert await groups.get(database, group) == chosen


async def test_a_supergroup_sees_its_boards_as_the_group_did(database: Store, group: int) -> None:
    await groups.put(database, group, CHOSEN)
    for _ in range(2):
        await chats.move(database, group, NEW)
        assert await groups.get(database, NEW) == CHOSEN
        assert await groups.get(database, group) is None


async def test_a_supergroup_keeps_choices_of_its_own(database: Store, group: int) -> None:
    await groups.put(database, group, CHOSEN)
    await groups.put(database, NEW, Group("en", "full", "wrong", "light", timer=True))
    await chats.move(database, group, NEW)
    kept = await groups.get(database, NEW)
    assert kept is not None
    assert kept.language == "en"
