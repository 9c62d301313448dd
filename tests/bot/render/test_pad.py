import pytest
from telegram.constants import InlineKeyboardButtonLimit, InlineKeyboardMarkupLimit

from bot import messages
from bot.game.game import Game
from bot.game.move import Act, Move, Turn
from bot.game.notes import filled_in
from bot.game.person import Policy
from bot.game.selection import Selection
from bot.render.keyboard import keyboard
from bot.render.pad import Rows, blanks_in, box_after, box_before, boxes_pad, more_pad, pad
from bot.render.preferences import Look, Preferences
from bot.render.view import GameView
from engine import Geometry, Grid, parse

LARGEST = 2**53
PUZZLE = parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
SOLUTION = parse(
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
)
GAME = Game(PUZZLE, SOLUTION)


def full(geometry: Geometry) -> Grid:
    """A solution by shifting each row."""
    size, high, wide = geometry.size, geometry.box_rows, geometry.box_columns
    lines = [
        (row * wide + row // high + column) % size + 1
        for row in range(size)
        for column in range(size)
    ]
    return Grid(geometry, bytes(lines))


def blank(size: int) -> Game:
    geometry = Geometry.of_size(size)
    return Game(Grid(geometry, bytes(geometry.cell_count)), full(geometry))


def shown(rows: Rows) -> str:
    return "\n".join(" ".join(f"[{b.text}]" for b in row) for row in keyboard(rows).inline_keyboard)


def data(rows: Rows) -> list[str]:
    made = keyboard(rows).inline_keyboard
    return [str(button.callback_data) for row in made for button in row]


def test_a_box_as_wide_as_the_keyboard_has_the_ways_below_it() -> None:
    geometry = Geometry(2, 8)
    game = Game(Grid(geometry, bytes(256)), full(geometry))
    assert shown(pad("en", GameView(7, game, selection=Selection(3)))).splitlines()[:4] == [
        "[·] [·] [·] [·] [·] [·] [·] [·]",
        "[·] [·] [·] [·] [·] [·] [·] [·]",
        "[◀] [▦ 4] [▶] [⌫]",
        "[1] [2] [3] [4] [5] [6] [7] [8]",
    ]


def test_a_wider_box_has_its_rows_in_parts() -> None:
    geometry = Geometry(2, 9)
    game = Game(Grid(geometry, bytes(324)), full(geometry))
    lines = shown(pad("en", GameView(7, game))).splitlines()
    assert [line.count("[·]") for line in lines[:5]] == [5, 4, 5, 4, 0]


@pytest.mark.parametrize("language", messages.languages())
@pytest.mark.parametrize("size", [4, 6, 8, 9, 10, 12, 14, 16, 20, 22, 25])
@pytest.mark.parametrize("look", [Look.FULL, Look.SPEAK])
def test_every_pad_is_one_that_telegram_takes(language: str, size: int, look: Look) -> None:
    game = blank(size)
    noted = game.with_turn(filled_in(game, 1))
    view = GameView(
        LARGEST, noted, selection=Selection(size - 1, pencil=True), preferences=Preferences(look)
    )
    for rows in (pad(language, view), boxes_pad(language, view), more_pad(language, view)):
        assert sum(map(len, rows)) <= InlineKeyboardMarkupLimit.TOTAL_BUTTON_NUMBER
        for row in keyboard(rows).inline_keyboard:
            assert 1 <= len(row) <= InlineKeyboardMarkupLimit.BUTTONS_PER_ROW
            for button in row:
                assert button.text.strip()
                size_of_data = len(str(button.callback_data).encode())
                assert 1 <= size_of_data <= InlineKeyboardButtonLimit.MAX_CALLBACK_DATA


def test_a_small_board_has_all_its_cells_as_buttons() -> None:
    solution = parse("1234341221434321")
    game = Game(solution.with_values(dict.fromkeys((1, 2, 7, 8, 15), 0)), solution)
    game = game.with_turn(Turn(1, (Move(Act.PLACE, 1, 2), Move(Act.NOTES, 15, 0b1001))))
    assert shown(pad("en", GameView(7, game))) == (
        "[1] [2'] [·] [4]\n"
        "[3] [4] [1] [·]\n"
        "[·] [1] [4] [3]\n"
        "[4] [3] [2] [¹⁴]\n"
        "[1] [2] [3] [⌫]\n"
        "[Notes] [↩] [💡] [Check] [More]"
    )


def test_a_large_board_shows_one_box_and_the_ways_to_the_others() -> None:
    """Box 5 has the fewest blanks with box 1, which comes first; the digits go 1-5 and 6-9."""
    assert shown(pad("en", GameView(7, GAME, selection=Selection(4)))) == (
        "[·] [6] [·] [◀]\n"
        "[8] [·] [3] [▦ 5]\n"
        "[·] [2] [·] [▶]\n"
        "[1] [2] [3] [4] [5]\n"
        "[6] [7] [8] [9] [⌫]\n"
        "[Notes] [↩] [💡] [Check] [More]"
    )


def test_a_board_of_16_has_its_box_and_two_rows_of_eight_digits() -> None:
    assert shown(pad("zh", GameView(7, blank(16)))) == (
        "[·] [·] [·] [·] [◀]\n"
        "[·] [·] [·] [·] [▦ 1]\n"
        "[·] [·] [·] [·] [▶]\n"
        "[·] [·] [·] [·] [⌫]\n"
        "[1] [2] [3] [4] [5] [6] [7] [8]\n"
        "[9] [A] [B] [C] [D] [E] [F] [G]\n"
        "[笔记] [↩] [💡] [检查] [更多]"
    )


def test_buttons_say_which_game_and_which_cell_digit_or_box_they_are() -> None:
    actions = data(pad("en", GameView(12, GAME, selection=Selection(4))))
    assert actions[:4] == ["cell:12:30", "cell:12:31", "cell:12:32", "box:12:3"]
    assert [a for a in actions if a.startswith("digit")] == [
        f"digit:12:{d}" for d in (*range(1, 10), 0)
    ]
    assert "box:12:5" in actions
    assert "boxes:12" in actions
    names = ("undo", "hint", "check", "more")
    assert actions[-5:] == ["pencil:12:1", *(f"{name}:12:0" for name in names)]


def test_a_digit_that_is_placed_everywhere_disappears() -> None:
    cells = [cell for cell in PUZZLE.blanks() if SOLUTION[cell] in (6, 8)]
    done = GAME.with_turn(Turn(1, tuple(Move(Act.PLACE, c, SOLUTION[c]) for c in cells)))
    assert "[1] [2] [3] [4] [5]\n[7] [9] [⌫]\n" in shown(pad("en", GameView(7, done)))


def test_the_last_digits_share_a_row() -> None:
    cells = [cell for cell in PUZZLE.blanks() if SOLUTION[cell] not in (3, 4, 7)]
    done = GAME.with_turn(Turn(1, tuple(Move(Act.PLACE, c, SOLUTION[c]) for c in cells)))
    assert "\n[3] [4] [7] [⌫]\n" in shown(pad("en", GameView(7, done)))


def test_the_pencil_and_the_chosen_digit_are_to_be_seen() -> None:
    selection = Selection(4, digit=7, pencil=True)
    drawn = shown(
        pad("en", GameView(7, GAME, selection=selection, preferences=Preferences(digit_first=True)))
    )
    assert "[✎6] [[✎7]] [✎8] [✎9] [⌫]" in drawn
    assert "[✎ on]" in drawn
    eraser = GameView(
        7, GAME, selection=Selection(4, digit=0), preferences=Preferences(digit_first=True)
    )
    assert "[9] [[⌫]]" in shown(pad("en", eraser))
    assert "[[" not in shown(pad("en", GameView(7, GAME, selection=selection)))


@pytest.mark.parametrize(
    ("policy", "marks"),
    [(Policy.SILENT, "''"), (Policy.CONFLICTS, "!!"), (Policy.WRONG, "!'")],
)
def test_mistakes_are_marked_as_the_person_wants(policy: Policy, marks: str) -> None:
    """Two 1s in row 4, the second of them right."""
    game = GAME.with_turn(Turn(1, (Move(Act.PLACE, 30, 1), Move(Act.PLACE, 32, 1))))
    view = GameView(7, game, selection=Selection(4), preferences=Preferences(policy=policy))
    assert shown(pad("en", view)).startswith(f"[1{marks[0]}] [6] [1{marks[1]}]")


def test_a_screen_reader_hears_where_a_button_is() -> None:
    drawn = shown(
        pad("en", GameView(7, GAME, selection=Selection(4), preferences=Preferences(Look.SPEAK)))
    )
    assert drawn.startswith("[r4c4] [r4c5 6] [r4c6] [◀]")


def test_the_map_shows_where_blanks_are() -> None:
    cells = Geometry.of_size(9).boxes[0]
    moves = tuple(Move(Act.PLACE, cell, SOLUTION[cell]) for cell in cells if not PUZZLE[cell])
    view = GameView(7, GAME.with_turn(Turn(1, moves)))
    assert shown(boxes_pad("en", view)) == (
        "[1 ✓] [2 (5)] [3 (8)]\n[4 (6)] [5 (5)] [6 (6)]\n[7 (8)] [8 (5)] [9 (4)]\n[Back]"
    )
    assert data(boxes_pad("en", view))[4] == "box:7:4"


def test_the_second_page() -> None:
    assert shown(more_pad("en", GameView(7, GAME))) == (
        "[Fill in notes] [Clear notes]\n"
        "[See notes] [Digit first]\n"
        "[📤 Share] [🖨 Print]\n"
        "[Solution] [My games]\n"
        "[New puzzle] [↪ Redo]\n"
        "[Back]"
    )
    other = GameView(7, GAME, preferences=Preferences(digit_first=True))
    assert "[Cell first]" in shown(more_pad("en", other))


def four(blanks: dict[int, int]) -> Game:
    solution = parse("1234341221434321")
    return Game(solution.with_values(blanks), solution)


def test_the_next_box_is_one_with_blanks_and_the_last_leads_to_the_first() -> None:
    some = four(dict.fromkeys((0, 1, 15), 0))
    assert [blanks_in(some, box) for box in range(4)] == [2, 0, 0, 1]
    assert (box_after(some, 0), box_after(some, 3), box_after(some, 1)) == (3, 0, 3)
    assert (box_before(some, 0), box_before(some, 3), box_before(some, 2)) == (3, 0, 0)


def test_without_another_box_with_blanks_the_next_is_the_neighbour() -> None:
    assert box_after(four({0: 0}), 0) == 1
    assert box_before(four({0: 0}), 0) == 3
