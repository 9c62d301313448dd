import pytest

from bot.game.wish import Wish
from bot.play import games, wishes
from bot.play.errors import UserError
from bot.play.visit import Visit
from bot.store import stock
from bot.store.stock import Kind, Ready
from engine import Symmetry
from engine.difficulty import Difficulty, difficulty_of
from engine.techniques.singles import NAKED_SINGLE
from tests.bot.play.people import GIVENS, SOLUTION

EASY = Wish(4, Symmetry.NONE, difficulty=Difficulty.EASY)
READY = Ready(GIVENS, SOLUTION, "3")


def test_what_cannot_be_made_is_refused() -> None:
    with pytest.raises(UserError, match=r"new\.never_so_hard") as refusal:
        wishes.check(Wish(4, difficulty=Difficulty.EXTREME))
    assert refusal.value.values["size"] == 4
    with pytest.raises(UserError, match=r"new\.never_needed"):
        wishes.check(Wish(4, technique=NAKED_SINGLE))
    wishes.check(EASY)
    wishes.check(Wish(9, difficulty=Difficulty.EXTREME))


async def test_a_puzzle_of_the_stock_is_taken_once(visit: Visit) -> None:
    kind = Kind(GIVENS.geometry, Symmetry.NONE, Difficulty.EASY)
    await stock.put(visit.database, kind, READY)
    assert await wishes.in_stock(visit, Wish(4, Symmetry.NONE)) is None
    assert await wishes.in_stock(visit, Wish(4, Symmetry.NONE, "5", Difficulty.EASY)) is None
    assert await wishes.in_stock(visit, EASY) == READY
    assert await wishes.in_stock(visit, EASY) is None


async def test_a_puzzle_is_made_as_hard_as_wished_and_from_its_seed(visit: Visit) -> None:
    made = await wishes.make(visit, EASY, "8")
    assert made == await wishes.make(visit, EASY, "8")
    assert difficulty_of(made.grid) is Difficulty.EASY
    assert made.seed == "8"


async def test_a_game_begins_with_what_was_made(visit: Visit) -> None:
    stored = await wishes.begin_made(visit, EASY, READY)
    assert (stored.puzzle.grid, stored.puzzle.seed) == (GIVENS, "3")
    assert stored.puzzle.difficulty == Difficulty.EASY
    assert (await games.current(visit)).id == stored.id
