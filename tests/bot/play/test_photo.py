from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from bot.game.move import Act, Move
from bot.game.place import Place
from bot.ledger.owner import Owner
from bot.play import photo
from bot.play.errors import UserError
from bot.play.games import find_current
from bot.play.visit import Visit
from bot.pool.engine import OpenFile
from bot.pool.pictures import Pictures
from bot.store import drafts, users
from bot.store.drafts import Draft
from engine import Grid, parse
from engine.photo import Reading, Unreadable
from engine.photo.reading import Why
from tests.bot.play.people import (
    ALICE,
    BLANKS,
    CLUB,
    GIVENS,
    MING,
    SOLUTION,
    People,
    effect,
    of_an_update,
    repeated,
)

DRAFT = Draft(0, ALICE, GIVENS, (3, 9), (9, 5), frozenset(), Place(ALICE))


class Reader(Pictures):
    """A reader that finds these boards, or raises."""

    def __init__(self, *found: Reading | Unreadable) -> None:
        super().__init__()
        self.found, self.owners = found, list[Owner]()

    async def read(self, owner: Owner, opened: OpenFile) -> tuple[Reading, ...]:
        self.owners.append(owner)
        async with opened() as content:
            assert content == b"a photo"
        for one in self.found:
            if isinstance(one, Unreadable):
                raise one
        return tuple(one for one in self.found if isinstance(one, Reading))


@asynccontextmanager
async def a_photo() -> AsyncIterator[bytes]:
    yield b"a photo"


def reading(visit: Visit, reader: Reader) -> Visit:
    return replace(visit, services=replace(visit.services, pictures=reader))


async def kept(visit: Visit, draft: Draft = DRAFT) -> Draft:
    """A draft that the person looks at."""
    found = await drafts.add(visit.database, draft, visit.seconds)
    await drafts.look_at(visit.database, draft.user_id, found.id, visit.seconds)
    return found


async def looked_at(people: People, visit: Visit) -> int | None:
    user = await users.get(people.database, visit.user.id)
    assert user is not None
    return user.draft_id


async def test_every_board_of_a_photo_is_kept_and_the_first_is_looked_at(
    people: People, visit: Visit
) -> None:
    first = Reading(GIVENS, (3,), (4,), (), frozenset({5}), b"cut out")
    reader = Reader(first, Reading(SOLUTION))
    one, other = await photo.read(reading(visit, reader), a_photo)
    assert one.cut_out == b"cut out"
    assert one.draft == Draft(one.draft.id, ALICE, GIVENS, (3,), (4,), frozenset({5}), visit.place)
    assert await drafts.get(people.database, one.draft.id) == one.draft
    assert await drafts.get(people.database, other.draft.id) == other.draft
    assert other.draft.grid == SOLUTION
    assert await looked_at(people, visit) == one.draft.id


async def test_why_a_photo_cannot_be_read_is_said(visit: Visit) -> None:
    for why in Why:
        with pytest.raises(UserError, match=rf"photo\.{why}"):
            await photo.read(reading(visit, Reader(Unreadable(why))), a_photo)


async def test_a_picture_is_read_in_the_name_of_its_sender_and_their_chat(in_club: Visit) -> None:
    reader = Reader(Reading(GIVENS))
    await photo.read(reading(in_club, reader), a_photo)
    assert reader.owners == [Owner(ALICE, CLUB)]


def test_without_the_libraries_nothing_is_read(visit: Visit) -> None:
    class Missing(Reader):
        is_there = False

    class There(Reader):
        is_there = True

    photo.require_reader(reading(visit, There()))
    with pytest.raises(UserError, match=r"photo\.not_installed"):
        photo.require_reader(reading(visit, Missing()))


async def test_a_draft_belongs_to_its_sender(people: People, visit: Visit) -> None:
    draft, ming = await kept(visit), await people.visit(MING)
    assert await photo.draft_of(visit, draft.id) == draft
    for asked in (photo.draft_of(ming, draft.id), photo.look_at(ming, draft.id)):
        with pytest.raises(UserError, match=r"junk\.not_yours"):
            await asked
    with pytest.raises(UserError, match=r"photo\.gone"):
        await photo.draft_of(visit, draft.id + 1)


async def test_a_draft_is_looked_at_in_its_own_place_until_one_looks_away(
    people: People, visit: Visit
) -> None:
    assert await photo.looked_at(visit) is None
    draft = await drafts.add(visit.database, DRAFT, 5)
    assert await photo.looked_at(await people.visit()) is None
    assert await photo.look_at(visit, draft.id) == draft
    assert await photo.looked_at(await people.visit()) == draft
    assert await photo.looked_at(await people.visit(chat=-100_500)) is None
    await photo.look_away(visit)
    assert await photo.looked_at(await people.visit()) is None
    await photo.look_at(visit, draft.id)
    async with visit.database.transaction() as transaction:
        await photo.look_away(visit, transaction)
    assert await photo.looked_at(await people.visit()) is None
    await photo.look_at(visit, draft.id)
    await visit.database.all("delete from drafts")
    assert await photo.looked_at(await people.visit()) is None


async def test_a_full_page_is_compared_with_the_solution_of_its_givens(visit: Visit) -> None:
    async def judged(grid: Grid, own: Iterable[int]) -> photo.Judged | None:
        draft = replace(DRAFT, grid=grid, by_hand=frozenset(own))
        return photo.judge(draft, await photo.appraise(visit, draft))

    wrong = SOLUTION.with_values({BLANKS[0]: SOLUTION[BLANKS[0]] % 4 + 1})
    right = await judged(SOLUTION, BLANKS)
    assert right is not None
    assert right.is_right
    assert await judged(wrong, BLANKS) == photo.Judged(wrong=(BLANKS[0],))
    assert await judged(SOLUTION, range(16)) == photo.Judged(), "no givens: any full grid will do"
    clashing = await judged(SOLUTION.with_values({0: SOLUTION[1]}), ())
    assert clashing is not None
    assert {0, 1} <= set(clashing.clashing)
    assert not clashing.is_right
    assert await judged(GIVENS, ()) is None


async def test_a_draft_is_played_with_what_was_filled_in_as_its_first_turn(
    people: People, visit: Visit
) -> None:
    mine = {BLANKS[0]: SOLUTION[BLANKS[0]], BLANKS[1]: SOLUTION[BLANKS[1]] % 4 + 1}
    draft = await kept(
        visit, replace(DRAFT, grid=GIVENS.with_values(mine), by_hand=frozenset(mine))
    )
    stored = await photo.play(visit, draft.id)
    assert (stored.game.givens, stored.puzzle.solution) == (GIVENS, SOLUTION)
    (turn,) = stored.game.turns
    assert turn.player == ALICE
    assert turn.moves == tuple(Move(Act.PLACE, cell, mine[cell]) for cell in sorted(mine))
    assert await looked_at(people, visit) is None
    plain = await photo.play(visit, (await kept(visit)).id)
    assert plain.id != stored.id
    assert plain.game.turns == ()


async def test_a_draft_is_played_once_also_after_a_crash(people: People, visit: Visit) -> None:
    draft = await kept(visit)
    begun = await photo.play(visit, draft.id)
    again = await photo.play(repeated(await people.visit()), draft.id)
    assert again.id == begun.id
    other = await kept(visit, replace(DRAFT, grid=GIVENS.with_values({0: SOLUTION[0]})))
    another = await photo.play(repeated(await people.visit()), other.id)
    assert another.id != begun.id
    assert (await photo.play(await people.visit(), draft.id)).id not in {begun.id, another.id}


@pytest.mark.parametrize(
    ("grid", "key"),
    [
        (SOLUTION, "full"),
        (parse("1..............."), "several"),
        (parse("1...1234........"), "none"),
    ],
)
async def test_only_a_puzzle_with_one_solution_is_played(
    visit: Visit, grid: Grid, key: str
) -> None:
    draft = await kept(visit, replace(DRAFT, grid=grid))
    with pytest.raises(UserError, match=rf"opened\.{key}"):
        await photo.play(visit, draft.id)
    assert await find_current(visit) is None


async def test_a_draft_that_is_played_is_noted_with_its_update_but_not_with_its_game(
    visit: Visit,
) -> None:
    await photo.play(await of_an_update(visit), (await kept(visit)).id)
    found = await effect(visit)
    assert found.took_effect
