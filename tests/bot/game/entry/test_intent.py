import pytest

from bot.game.entry import Intents, Letters, parse_entry, to_turn
from bot.game.game import Game
from bot.game.move import Act, Move, Turn
from bot.game.refused import Refused
from engine.geometry import Geometry
from engine.grid import Grid

NINE = Geometry(3, 3)
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
GIVENS = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def grid(line: str, geometry: Geometry = NINE) -> Grid:
    return Grid(geometry, bytes(int(symbol) for symbol in line.replace(".", "0")))


GAME = Game(grid(GIVENS), grid(SOLUTION))


def turn_of(text: str, game: Game = GAME) -> tuple[Move, ...]:
    entry = parse_entry(text, NINE, Letters.ROW)
    assert isinstance(entry, Intents)
    turn = to_turn(game, entry, 7)
    assert turn.player == 7
    return turn.moves


def test_intents_become_moves_of_the_game_as_it_stands() -> None:
    game = GAME.with_turn(Turn(1, (Move(Act.NOTES, 2, 0b1010), Move(Act.PLACE, 3, 6))))
    assert turn_of("r1c3=4", game) == (Move(Act.PLACE, 2, 4),)
    assert turn_of("r1c4=", game) == (Move(Act.ERASE, 3),)
    assert turn_of("r1c3 +1", game) == (Move(Act.NOTES, 2, 0b1011),)
    assert turn_of("r1c3 -2", game) == (Move(Act.NOTES, 2, 0b1000),)
    assert turn_of("note r1c3 9", game) == (Move(Act.NOTES, 2, 1 << 8),)
    assert turn_of("clear r1c3", game) == (Move(Act.NOTES, 2, 0),)


def test_later_intents_see_what_earlier_ones_did() -> None:
    assert turn_of("r1c3 +1 r1c3 +4 r1c3 -1") == (
        Move(Act.NOTES, 2, 0b1),
        Move(Act.NOTES, 2, 0b1001),
        Move(Act.NOTES, 2, 0b1000),
    )
    assert turn_of("r1c3=4 r1c3= r1c3 +1")[-1] == Move(Act.NOTES, 2, 0b1)


def test_intents_that_change_nothing_make_no_move() -> None:
    game = GAME.with_turn(Turn(1, (Move(Act.PLACE, 2, 4),)))
    assert turn_of("r1c3=4 r1c4= r1c1=5 r1c4 -3", game) == ()
    assert turn_of("1: 534......", game) == ()


@pytest.mark.parametrize(
    ("text", "key", "cell"),
    [
        ("r1c1=4", "given", "r1c1"),
        ("r1c3=4 clear r1c1", "given", "r1c1"),
        ("1: 5.46.....\n2: 7........", "given", "r2c1"),
        ("r1c2 +4", "given", "r1c2"),
        ("r1c3=4 r1c3 +4", "filled", "r1c3"),
    ],
)
def test_moves_that_cannot_be_made_name_the_cell(text: str, key: str, cell: str) -> None:
    with pytest.raises(Refused) as caught:
        turn_of(text)
    assert (caught.value.key, caught.value.values) == (key, {"cell": cell})
