import pytest

from bot.game.game import Game
from bot.game.move import Act, Move, Turn
from bot.game.person import Policy
from bot.render.buttons.action import Style
from bot.render.keys import cell_key, digit_keys
from bot.render.preferences import Look, Preferences
from bot.render.view import GameView
from engine import Geometry, Grid, parse

PUZZLE = parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
SOLUTION = parse(
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
)
GAME = Game(PUZZLE, SOLUTION)


def played(*moves: Move) -> Game:
    return GAME.with_turn(Turn(1, moves))


@pytest.mark.parametrize(
    ("policy", "first", "second"),
    [
        (Policy.SILENT, "1'", "1'"),
        (Policy.CONFLICTS, "1'!", "1'!"),
        (Policy.WRONG, "1'!", "1'"),
    ],
)
def test_mistakes_are_marked_as_the_person_wants(policy: Policy, first: str, second: str) -> None:
    """Two 1s in row 4, the second of them right."""
    game = played(Move(Act.PLACE, 30, 1), Move(Act.PLACE, 32, 1))
    view = GameView(7, game, preferences=Preferences(policy=policy))
    keys = [cell_key(view, cell) for cell in (30, 32)]
    assert [key[0] for key in keys] == [first, second]
    assert [key[2:] == (Style.FAULT,) for key in keys] == ["!" in each for each in (first, second)]


def test_a_given_in_conflict_is_told_from_an_own_digit_in_conflict() -> None:
    view = GameView(7, played(Move(Act.PLACE, 2, 5)))
    assert [cell_key(view, cell)[0] for cell in (0, 1, 2)] == ["5!", "3", "5'!"]


def test_notes_are_raised_up_to_9x9_and_behind_a_pencil_on_larger_boards() -> None:
    for mask, label in ((0b100000010, "²⁹"), (0b11111, "¹²⁺")):
        assert cell_key(GameView(7, played(Move(Act.NOTES, 2, mask))), 2)[0] == label
    geometry = Geometry.of_size(16)
    sixteen = Game(Grid(geometry, bytes(256)), Grid(geometry, bytes(256)))
    noted = sixteen.with_turn(Turn(1, (Move(Act.NOTES, 0, 1 | 1 << 9),)))
    assert cell_key(GameView(7, noted), 0)[0] == "✎1A"


def test_blank_cells_of_boxes_side_by_side_differ() -> None:
    """Where the keys show six columns; where they show one box, all are dots."""
    for look, labels in ((Look.TALL, ["·", "◦", "·"]), (Look.FULL, ["·"] * 3)):
        view = GameView(7, GAME, preferences=Preferences(look))
        assert [cell_key(view, cell)[0] for cell in (2, 3, 6)] == labels


def test_the_key_of_a_digit_says_how_many_of_it_are_left() -> None:
    assert [key[0] for key in digit_keys(GameView(7, GAME))] == [
        *("①₆", "②₇", "③₆", "④₇", "⑤₆", "⑥₄", "⑦₆", "⑧₄", "⑨₅")
    ]
