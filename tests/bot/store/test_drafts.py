from dataclasses import replace

from bot.game.place import Place
from bot.store import drafts, users
from bot.store.drafts import Draft, InAlbum
from bot.store.seam.source import Store
from engine import parse

GRID = parse("1234341221434321")
DRAFT = Draft(0, 7, GRID, (5, 2), (9,), frozenset({0, 3}))


async def test_a_draft_comes_back_as_it_was_kept_and_corrected(database: Store) -> None:
    await users.see(database, 7, 1, "en")
    kept = await drafts.add(database, DRAFT, 5)
    assert await drafts.get(database, kept.id) == replace(DRAFT, id=kept.id)
    corrected = replace(kept, grid=GRID.with_values({0: 0}), doubtful=(), by_hand=frozenset({3}))
    await drafts.change(database, corrected)
    assert await drafts.get(database, kept.id) == corrected
    assert await drafts.get(database, kept.id + 1) is None


async def test_where_a_draft_was_read_and_when_it_was_looked_at_is_kept(database: Store) -> None:
    await users.see(database, 7, 1, "en")
    kept = await drafts.add(database, replace(DRAFT, place=Place(-100, 3)), 5)
    await drafts.look_at(database, 7, kept.id, 6)
    user = await users.see(database, 7, 6, "en")
    assert (user.draft_id, user.draft_at) == (kept.id, 6)
    await drafts.move(database, -100, -200)
    moved = await drafts.get(database, kept.id)
    assert moved == replace(kept, place=Place(-200, 3))
    alone = await drafts.add(database, replace(DRAFT, place=Place(7)), 5)
    assert await drafts.get(database, alone.id) == replace(DRAFT, id=alone.id, place=Place(7))
    await database.all("update drafts set topic_id = null")
    assert await drafts.get(database, alone.id) == replace(DRAFT, id=alone.id, place=Place(7))
    await drafts.look_at(database, 7, None, None)
    assert (await users.see(database, 7, 7, "en")).draft_id is None


async def test_which_message_answered_a_picture_of_an_album_is_kept(database: Store) -> None:
    await users.see(database, 7, 1, "en")
    new = replace(DRAFT, place=Place(-100, 3), album=InAlbum("a", 11))
    one, other = [await drafts.add(database, new, 5) for _ in range(2)]
    await drafts.answered(database, one.id, 12)
    await drafts.picture(database, one.id, "a picture")
    await drafts.summed_up(database, one, 0)
    await drafts.summed_up(database, DRAFT, 9)
    assert await drafts.of_album(database, 7, -100, "a") == (
        replace(one, album=InAlbum("a", 11, 12, 0), picture="a picture"),
        replace(other, album=InAlbum("a", 11, None, 0)),
    )


async def test_the_oldest_drafts_of_a_person_are_forgotten(database: Store) -> None:
    await users.see(database, 7, 1, "en")
    await users.see(database, 8, 1, "en")
    other = await drafts.add(database, replace(DRAFT, user_id=8), 4)
    first, second, *_ = [await drafts.add(database, DRAFT, 5) for _ in range(drafts.MOST + 1)]
    assert await drafts.get(database, first.id) is None
    assert await drafts.get(database, second.id) == second
    assert await drafts.get(database, other.id) == other


def test_the_givens_are_what_nobody_filled_in() -> None:
    assert str(DRAFT.givens) == ".23.341221434321"
