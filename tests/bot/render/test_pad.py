from dataclasses import replace

import pytest
from telegram.constants import InlineKeyboardButtonLimit, InlineKeyboardMarkupLimit

from bot import messages
from bot.game.game import Game
from bot.game.move import Act, Move, Turn
from bot.game.notes import filled_in
from bot.game.selection import Selection
from bot.render.keyboard import keyboard
from bot.render.keys import GAP, Rows, blanks_in
from bot.render.pad import MAP, box_after, box_before, boxes_pad, pad
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
    """A solution made by shifting each row."""
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
    return "\n".join(
        " ".join(f"[{b['text']}]" for b in row) for row in keyboard(rows)["inline_keyboard"]
    )


def data(rows: Rows) -> list[str]:
    made = keyboard(rows)["inline_keyboard"]
    return [str(button["callback_data"]) for row in made for button in row]


def test_a_box_as_wide_as_the_keyboard_has_the_digits_below_it() -> None:
    geometry = Geometry(2, 8)
    game = Game(Grid(geometry, bytes(256)), full(geometry))
    assert shown(pad("en", GameView(7, game, selection=Selection(3)))).splitlines() == [
        "[·] [·] [·] [·] [·] [·] [·] [·]",
        "[·] [·] [·] [·] [·] [·] [·] [·]",
        "[①] [②] [③] [④] [⑤] [⑥] [⑦] [⑧]",
        "[⑨] [A] [B] [C] [D] [E] [F] [G]",
        "[◀] [▦] [▶] [⌫] [✎] [↩] [💡] [⋯]",
    ]


def test_a_wider_box_has_its_rows_in_parts() -> None:
    geometry = Geometry(2, 9)
    game = Game(Grid(geometry, bytes(324)), full(geometry))
    lines = shown(pad("en", GameView(7, game))).splitlines()
    assert [line.count("[·]") for line in lines[:5]] == [5, 4, 5, 4, 0]


@pytest.mark.parametrize("language", messages.languages())
@pytest.mark.parametrize("size", [4, 6, 8, 9, 10, 12, 14, 16, 20, 22, 25])
@pytest.mark.parametrize("look", [Look.FULL, Look.TALL, Look.SPEAK])
def test_every_pad_is_one_that_telegram_takes(language: str, size: int, look: Look) -> None:
    game = blank(size)
    noted = game.with_turn(filled_in(game, 1))
    view = GameView(
        LARGEST, noted, selection=Selection(size - 1, pencil=True), preferences=Preferences(look)
    )
    for rows in (pad(language, view), boxes_pad(language, view)):
        assert sum(map(len, rows)) <= InlineKeyboardMarkupLimit.TOTAL_BUTTON_NUMBER
        for row in keyboard(rows)["inline_keyboard"]:
            assert 1 <= len(row) <= InlineKeyboardMarkupLimit.BUTTONS_PER_ROW
            for button in row:
                assert button["text"].strip()
                size_of_data = len(str(button["callback_data"]).encode())
                assert 1 <= size_of_data <= InlineKeyboardButtonLimit.MAX_CALLBACK_DATA


def test_a_small_board_has_all_its_cells_as_buttons_and_a_gap_between_its_boxes() -> None:
    solution = parse("1234341221434321")
    game = Game(solution.with_values(dict.fromkeys((1, 2, 7, 8, 15), 0)), solution)
    game = game.with_turn(Turn(1, (Move(Act.PLACE, 1, 2), Move(Act.NOTES, 15, 0b1001))))
    assert shown(pad("en", GameView(7, game))).replace(GAP, " ") == (
        "[1] [2'] [ ] [·] [4]\n"
        "[3] [4] [ ] [1] [·]\n"
        "[·] [1] [ ] [4] [3]\n"
        "[4] [3] [ ] [2] [¹⁴]\n"
        "[①] [②] [③] [ ] [⌫]\n"
        "[Notes] [↩] [💡] [Check] [More]"
    )


def test_a_6x6_has_all_its_cells_and_beside_them_digits_and_tools() -> None:
    lines = shown(pad("en", GameView(7, blank(6)))).splitlines()
    rows = ["[·] [·] [·] [◦] [◦] [◦]"] * 2, ["[◦] [◦] [◦] [·] [·] [·]"] * 2
    assert [line[:23] for line in lines] == [*rows[0], *rows[1], *rows[0]]
    assert [line[24:] for line in lines] == [
        *("[①] [②]", "[③] [④]", "[⑤] [⑥]", "[⌫] [✎]", "[↩] [💡]", "[✓] [⋯]")
    ]


def test_a_9x9_shows_a_box_the_map_of_all_boxes_and_the_digits() -> None:
    assert shown(pad("en", GameView(7, GAME, selection=Selection(4)))) == (
        "[·] [6] [·] [◤] [▲] [◥] [①₆] [②₇]\n"
        "[8] [·] [3] [◀] [[◆]] [▶] [③₆] [④₇]\n"
        "[·] [2] [·] [◣] [▼] [◢] [⑤₆] [⑥₄]\n"
        "[✎] [⌫] [↩] [💡] [⋯] [⑦₆] [⑧₄] [⑨₅]"
    )


def test_one_tap_on_the_map_of_a_9x9_leads_to_any_box() -> None:
    for box in range(9):
        sent = data(pad("en", GameView(7, GAME, selection=Selection(box))))
        cells = [f"cell:7:{cell}" for cell in PUZZLE.geometry.boxes[box]]
        assert [each for each in sent if "cell" in each] == cells
        assert [each for each in sent if "box" in each] == [f"box:7:{at}" for at in range(9)]


def test_a_board_of_16_has_its_box_and_beside_it_sixteen_digits() -> None:
    assert shown(pad("zh", GameView(7, blank(16)))) == (
        "[·] [·] [·] [·] [①] [②] [③] [④]\n"
        "[·] [·] [·] [·] [⑤] [⑥] [⑦] [⑧]\n"
        "[·] [·] [·] [·] [⑨] [A] [B] [C]\n"
        "[·] [·] [·] [·] [D] [E] [F] [G]\n"
        "[◀] [▦] [▶] [⌫] [✎] [↩] [💡] [⋯]"
    )


def test_a_screen_reader_gets_one_box_of_a_9x9_and_buttons_with_words() -> None:
    """Boxes 1 and 5 have the fewest blanks, and box 1 comes first."""
    spoken = GameView(7, GAME, selection=Selection(4), preferences=Preferences(Look.SPEAK))
    assert shown(pad("en", spoken)) == (
        "[r4c4] [r4c5 6] [r4c6]\n"
        "[r5c4 8] [r5c5] [r5c6 3]\n"
        "[r6c4] [r6c5 2] [r6c6]\n"
        "[1] [2] [3] [4] [5] [6] [7] [8]\n"
        "[9] [Erase] [Notes] [Undo] [Hint]\n"
        "[Check] [Box 4] [Boxes] [Box 6] [More]"
    )


def test_a_screen_reader_hears_what_the_key_of_the_pencil_leads_to() -> None:
    """Notes while it writes digits, and digits while it writes notes."""
    for is_pencil, named, other in ((False, "Notes", "Digits"), (True, "Digits", "Notes")):
        selection = Selection(4, pencil=is_pencil)
        view = GameView(7, GAME, selection=selection, preferences=Preferences(Look.SPEAK))
        labels = {label for row in pad("en", view) for label, *_ in row}
        assert named in labels
        assert other not in labels


def test_digits_that_fill_more_than_a_row_have_rows_of_their_own_for_a_screen_reader() -> None:
    for size, wide in ((6, [6]), (8, [8]), (10, [5, 5]), (16, [8, 8])):
        rows = pad("en", GameView(7, blank(size), preferences=Preferences(Look.SPEAK)))
        digits = [[label for label, *_ in row if len(label) == 1] for row in rows]
        assert [len(row) for row in digits if row] == wide
        assert [len(row) for row in rows[-2:]] == [5, 4]
    smallest = pad("en", GameView(7, blank(4), preferences=Preferences(Look.SPEAK)))
    assert shown(smallest[-2:]) == ("[1] [2] [3] [4] [Erase]\n[Notes] [Undo] [Hint] [Check] [More]")


def test_a_screen_reader_gets_one_box_of_a_6x6_as_well_and_all_of_a_4x4() -> None:
    spoken = Preferences(Look.SPEAK)
    for size, cells in ((4, 16), (6, 6), (8, 8)):
        rows = pad("en", GameView(7, blank(size), preferences=spoken))
        assert sum(action.startswith("cell:") for action in data(rows)) == cells
        named = [len(row) for row in rows if str(row[0][0]).startswith("r")]
        assert max(named) <= 4
        assert GAP not in {label for row in rows for label, *_ in row}


def test_a_screen_reader_hears_that_a_digit_is_all_placed() -> None:
    cells = [cell for cell in PUZZLE.blanks() if SOLUTION[cell] == 6]
    done = GAME.with_turn(Turn(1, tuple(Move(Act.PLACE, c, 6) for c in cells)))
    view = GameView(7, done, preferences=Preferences(Look.SPEAK))
    assert "[6✓] [7]" in shown(pad("en", view))


def test_a_9x9_of_a_group_shows_five_rows_and_six_columns_and_the_ways_to_the_others() -> None:
    shared = GameView(7, GAME, selection=Selection(8), is_shared=True)
    assert shown(pad("en", shared)) == (
        "[8] [·] [3] [◦] [◦] [1] [①₆] [②₇]\n"
        "[·] [2] [·] [◦] [◦] [6] [③₆] [④₇]\n"
        "[◦] [◦] [◦] [2] [8] [·] [⑤₆] [⑥₄]\n"
        "[4] [1] [9] [·] [·] [5] [⑦₆] [⑧₄]\n"
        "[◦] [8] [◦] [·] [7] [9] [⑨₅] [⌫]\n"
        "[⇅] [⇆] [✎] [↩] [💡] [✓] [⋯] [⇄]"
    )
    for box in range(9):
        seen = GameView(7, GAME, selection=Selection(box), is_shared=True)
        others = [int(each.split(":")[2]) for each in data(pad("en", seen)) if "box:" in each]
        low, right = (replace(seen, selection=Selection(other)) for other in others)
        both = replace(seen, selection=Selection(3 * (others[0] // 3) + others[1] % 3))
        parts = [one.framed for one in (seen, low, right, both)]
        assert [len(part) for part in parts] == [30] * 4
        assert frozenset().union(*parts) == frozenset(range(81)), "two turns show every cell"


def test_a_small_board_of_a_group_has_the_keys_that_leave_it_whole_on_a_small_phone() -> None:
    small, picture = (Preferences(look) for look in (Look.COMPACT, Look.IMAGE))
    for box in range(9):
        view = GameView(7, GAME, selection=Selection(box), preferences=small, is_shared=True)
        assert pad("en", view) == pad("en", replace(view, preferences=picture))
        assert len(pad("en", view)) == 4


def test_a_9x9_on_a_tall_phone_shows_eight_rows_and_six_columns() -> None:
    tall = Preferences(Look.TALL)
    assert shown(pad("en", GameView(7, GAME, selection=Selection(8), preferences=tall))) == (
        "[1] [9] [5] [·] [·] [·] [①₆] [②₇]\n"
        "[◦] [◦] [◦] [·] [6] [·] [③₆] [④₇]\n"
        "[·] [6] [·] [◦] [◦] [3] [⑤₆] [⑥₄]\n"
        "[8] [·] [3] [◦] [◦] [1] [⑦₆] [⑧₄]\n"
        "[·] [2] [·] [◦] [◦] [6] [⑨₅] [⌫]\n"
        "[◦] [◦] [◦] [2] [8] [·] [⇅] [⇆]\n"
        "[4] [1] [9] [·] [·] [5] [✎] [↩]\n"
        "[◦] [8] [◦] [·] [7] [9] [💡] [⋯]"
    )


def test_two_turns_show_every_cell_on_a_tall_phone() -> None:
    for box in range(9):
        seen = GameView(7, GAME, selection=Selection(box), preferences=Preferences(Look.TALL))
        others = [int(each.split(":")[2]) for each in data(pad("en", seen)) if "box:" in each]
        low, right = (replace(seen, selection=Selection(other)) for other in others)
        both = replace(seen, selection=Selection(3 * (others[0] // 3) + others[1] % 3))
        cells = [*seen.framed, *low.framed, *right.framed, *both.framed]
        assert set(cells) == set(range(81))


@pytest.mark.parametrize("size", [4, 6, 8, 16])
def test_other_boards_have_the_usual_keys_on_a_tall_phone(size: int) -> None:
    usual, tall = (
        GameView(7, blank(size), preferences=Preferences(a)) for a in (Look.FULL, Look.TALL)
    )
    assert pad("en", tall) == pad("en", usual)


def test_an_8x8_has_a_row_of_its_boxes() -> None:
    assert shown(pad("es", GameView(7, blank(8), selection=Selection(1)))) == (
        "[·] [·] [·] [·] [①₈] [②₈] [③₈] [④₈]\n"
        "[·] [·] [·] [·] [⑤₈] [⑥₈] [⑦₈] [⑧₈]\n"
        "[▦1] [[2]] [▦3] [▦4] [▦5] [▦6] [▦7] [▦8]\n"
        "[⌫] [✎] [↩] [💡] [✓] [⋯] [⇄]"
    )


def test_the_map_marks_full_boxes() -> None:
    cells = [cell for cell in PUZZLE.geometry.boxes[8] if not PUZZLE[cell]]
    done = GAME.with_turn(Turn(1, tuple(Move(Act.PLACE, cell, SOLUTION[cell]) for cell in cells)))
    assert "[◣] [▼] [✓]" in shown(pad("en", GameView(7, done, selection=Selection(0))))


def test_buttons_say_which_game_and_which_cell_digit_or_box_they_are() -> None:
    spoken = Preferences(Look.SPEAK)
    actions = data(pad("en", GameView(12, GAME, selection=Selection(4), preferences=spoken)))
    assert actions[:4] == ["cell:12:30", "cell:12:31", "cell:12:32", "cell:12:39"]
    assert [a for a in actions if a.startswith("digit")] == [
        f"digit:12:{d}" for d in (*range(1, 10), 0)
    ]
    assert {"box:12:3", "box:12:5"} <= {*actions}
    assert "boxes:12" in actions
    assert actions[-9:-5] == ["digit:12:0", "pencil:12:1", "undo:12:0", "hint:12:0:1"]
    assert actions[-5:] == ["check:12:0", "box:12:3", "boxes:12", "box:12:5", "more:12:0"]


def test_a_digit_that_is_placed_everywhere_leaves_its_key_without_a_sign() -> None:
    cells = [cell for cell in PUZZLE.blanks() if SOLUTION[cell] in (6, 8)]
    done = GAME.with_turn(Turn(1, tuple(Move(Act.PLACE, c, SOLUTION[c]) for c in cells)))
    before, after = (pad("en", GameView(7, game, selection=Selection(0))) for game in (GAME, done))
    digits = [label for row in after[:3] for label, *_ in row[6:]]
    assert digits + [label for label, *_ in after[3][5:]] == [
        *("①₆", "②₇", "③₆", "④₇", "⑤₆", GAP, "⑦₆", GAP, "⑨₅")
    ]
    assert [each for each in data(after) if each.startswith("digit")] == [
        each for each in data(before) if each.startswith("digit")
    ]


def test_the_pencil_and_the_chosen_digit_are_to_be_seen() -> None:
    selection, first = Selection(4, digit=7, pencil=True), Preferences(digit_first=True)
    drawn = shown(pad("en", GameView(7, GAME, selection=selection, preferences=first)))
    assert "[⁵] [⁶]" in drawn
    assert "[[⁷]] [⁸]" in drawn
    assert "[[✎]] [⌫]" in drawn
    eraser = GameView(7, GAME, selection=Selection(4, digit=0), preferences=first)
    assert "[✎] [[⌫]]" in shown(pad("en", eraser))
    inked = GameView(7, GAME, selection=Selection(4, digit=7), preferences=first)
    assert "[[7]] [⑧₄]" in shown(pad("en", inked)), "a circle has no room in brackets"
    large = GameView(7, blank(16), selection=Selection(0, digit=12, pencil=True), preferences=first)
    assert "[✎B] [[C]]\n" in shown(pad("en", large))
    assert "[[⁷" not in shown(pad("en", GameView(7, GAME, selection=selection)))


def styles(rows: Rows) -> dict[str, str | None]:
    made = keyboard(rows)["inline_keyboard"]
    return {b["text"]: b.get("style") for row in made for b in row}


def test_the_chosen_cell_is_in_brackets_and_in_another_style() -> None:
    game = GAME.with_turn(Turn(1, (Move(Act.PLACE, 2, 4), Move(Act.NOTES, 3, 0b111111))))
    for cell, box, label in ((5, 1, "[·]"), (2, 0, "[4]"), (3, 1, "[✎]")):
        rows = pad("en", GameView(7, game, selection=Selection(box, cell=cell)))
        shown_box = f"[{MAP[box]}]"
        chosen = [text for text, style in styles(rows).items() if style == "primary"]
        assert chosen == [label, shown_box]
        first = Preferences(digit_first=True)
        other = GameView(7, game, selection=Selection(box, cell=cell), preferences=first)
        chosen = [text for text, style in styles(pad("en", other)).items() if style == "primary"]
        assert chosen == [shown_box]


def test_the_map_stands_where_the_cells_were_and_moves_no_other_key() -> None:
    game = blank(16)
    cells = game.givens.geometry.boxes[3]
    moves = tuple(Move(Act.PLACE, cell, game.solution[cell]) for cell in cells)
    view = GameView(7, game.with_turn(Turn(1, moves)))
    rows, usual = boxes_pad("en", view), pad("en", view)
    assert [[label for label, *_ in row[:4]] for row in rows[:4]] == [
        ["[1]", "2", "3", "✓"],
        ["5", "6", "7", "8"],
        ["9", "10", "11", "12"],
        ["13", "14", "15", "16"],
    ]
    assert data(rows)[1] == "box:7:1"
    assert [row[4:] for row in rows[:4]] == [row[4:] for row in usual[:4]]
    assert rows[4:] == usual[4:]


def test_the_map_tells_a_screen_reader_where_blanks_are() -> None:
    cells = Geometry.of_size(9).boxes[0]
    moves = tuple(Move(Act.PLACE, cell, SOLUTION[cell]) for cell in cells if not PUZZLE[cell])
    game = GAME.with_turn(Turn(1, moves))
    view = GameView(7, game, selection=Selection(4), preferences=Preferences(Look.SPEAK))
    assert shown(boxes_pad("en", view)).startswith(
        "[1 ✓] [2 (5)] [3 (8)]\n[4 (6)] [[5 (5)]] [6 (6)]\n[7 (8)] [8 (5)] [9 (4)]\n"
    )


def test_an_old_button_to_the_map_of_a_9x9_shows_the_usual_ones() -> None:
    view = GameView(7, GAME)
    assert boxes_pad("en", view) == pad("en", view)


def four(blanks: dict[int, int], box: int) -> GameView:
    solution = parse("1234341221434321")
    game = Game(solution.with_values(blanks), solution)
    return GameView(7, game, selection=Selection(box))


def test_the_next_box_is_one_with_blanks_and_the_last_leads_to_the_first() -> None:
    some = dict.fromkeys((0, 1, 15), 0)
    assert [blanks_in(four(some, 0).game, box) for box in range(4)] == [2, 0, 0, 1]
    assert [box_after(four(some, box)) for box in (0, 3, 1)] == [3, 0, 3]
    assert [box_before(four(some, box)) for box in (0, 3, 2)] == [3, 0, 0]


def test_without_another_box_with_blanks_the_next_is_the_neighbour() -> None:
    assert box_after(four({0: 0}, 0)) == 1
    assert box_before(four({0: 0}, 0)) == 3


def test_with_a_chosen_digit_the_next_box_is_one_that_does_not_show_it() -> None:
    """A wrong digit counts as well: what is on the board matters, not the solution."""
    empty = blank(16)
    shown_in_2 = Turn(1, (Move(Act.PLACE, empty.givens.geometry.boxes[1][0], 5),))
    assert empty.solution[empty.givens.geometry.boxes[1][0]] == 5
    for wrong in (0, 1):
        cell = empty.givens.geometry.boxes[1][wrong]
        game = empty.with_turn(Turn(1, (Move(Act.PLACE, cell, 5),)))
        first = Preferences(digit_first=True)
        assert box_after(GameView(7, game, selection=Selection(0, digit=5), preferences=first)) == 2
        assert box_after(GameView(7, game, selection=Selection(0, digit=6), preferences=first)) == 1
        assert box_after(GameView(7, game, selection=Selection(0, digit=5))) == 1
    assert (
        box_before(
            GameView(
                7, empty.with_turn(shown_in_2), selection=Selection(2, digit=5), preferences=first
            )
        )
        == 0
    )
