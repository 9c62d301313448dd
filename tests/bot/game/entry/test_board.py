import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.entry import Answer, Letters, parse_entry
from bot.game.move import Intents
from bot.game.refused import Refused
from bot.render.text_board import text_board
from engine.board.geometry import Geometry
from engine.board.grid import Grid

FOUR, SIX, NINE = (Geometry.of_size(size) for size in (4, 6, 9))
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
GIVENS = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def grid(line: str, geometry: Geometry = NINE) -> Grid:
    return Grid(geometry, bytes(int(symbol) for symbol in line.replace(".", "0")))


def lines(line: str, size: int = 9) -> str:
    return "\n".join(line[at : at + size] for at in range(0, len(line), size))


@pytest.mark.parametrize(
    "text",
    [
        SOLUTION,
        lines(SOLUTION),
        " ".join(SOLUTION),
        lines(SOLUTION, 3),
        lines(SOLUTION, 27),
        lines(SOLUTION, 20),
        " ".join(SOLUTION[at : at + 3] for at in range(0, 81, 3)),
        "answer: " + SOLUTION,
        str([[int(SOLUTION[9 * row + column]) for column in range(9)] for row in range(9)]),
        "\n".join(f"{row + 1}: {SOLUTION[9 * row : 9 * row + 9]}" for row in range(9)),
        "".join(chr(0xFF10 + int(digit)) for digit in SOLUTION),
        "".join(f"{digit}\ufe0f\u20e3" for digit in SOLUTION),
        "9×9 · #12\n" + text_board(grid(SOLUTION), grid(GIVENS)) + "\nwell done",
    ],
)
def test_a_whole_board_in_any_layout_is_an_answer(text: str) -> None:
    assert parse_entry(text, NINE, Letters.ROW) == Answer(grid(SOLUTION))


def test_a_wrong_answer_is_still_an_answer() -> None:
    wrong = SOLUTION.replace("5346", "5436", 1)
    for text in (wrong, lines(wrong), " ".join(wrong[at : at + 3] for at in range(0, 81, 3))):
        assert parse_entry(text, NINE, Letters.ROW) == Answer(grid(wrong))


def test_a_board_without_row_numbers_is_an_answer_with_blanks() -> None:
    assert parse_entry(lines(GIVENS), NINE, Letters.ROW) == Answer(grid(GIVENS))


def test_a_small_board_may_be_broken_anywhere_but_stands_alone() -> None:
    board = Answer(grid("1234341221434321", FOUR))
    assert parse_entry("1234 3412\n2143 4321", FOUR, Letters.ROW) == board
    assert parse_entry("call 1234 3412\n2143 4321 now", FOUR, Letters.ROW) is None


def test_a_move_beside_a_board_is_not_passed_over() -> None:
    with pytest.raises(Refused) as caught:
        parse_entry("row 4 column 5 is 7\n" + lines(SOLUTION), NINE, Letters.ROW)
    assert caught.value.key == "not_understood"


def test_numbered_rows_count_by_their_numbers() -> None:
    rows = [f"{row + 1}: {SOLUTION[9 * row : 9 * row + 9]}" for row in range(9)]
    entry = parse_entry("\n".join(reversed(rows)), NINE, Letters.ROW)
    assert isinstance(entry, Intents)
    placed = {intent.cell: intent.value for intent in entry.intents}
    assert Grid.blank(NINE).with_values(placed) == grid(SOLUTION)


@pytest.mark.parametrize("compact", [False, True])
def test_the_top_of_the_bots_board_is_its_rows(compact: bool) -> None:  # noqa: FBT001 - a parameter
    top = text_board(grid(GIVENS), compact=compact).split("\n")[:3]
    entry = parse_entry("\n".join(top), NINE, Letters.ROW)
    assert isinstance(entry, Intents)
    digits = {cell: int(GIVENS[cell]) for cell in range(18) if GIVENS[cell] != "."}
    assert {intent.cell: intent.value for intent in entry.intents} == digits


def test_as_many_groups_of_three_as_a_board_has_can_be_moves() -> None:
    moves = "111 122 133 144 155 166 212 223 234 245 256 261"
    entry = parse_entry(moves, SIX, Letters.ROW)
    assert isinstance(entry, Intents)
    assert len(entry.intents) == 12


@st.composite
def printed_boards(draw: st.DrawFn) -> tuple[Grid, str]:
    geometry = Geometry.of_size(draw(st.sampled_from((4, 6, 8, 9, 12, 16))))
    random = draw(st.randoms(use_true_random=False))
    lowest = draw(st.sampled_from((0, 1)))
    values = bytes(random.randint(lowest, geometry.size) for _ in range(geometry.cell_count))
    board = Grid(geometry, values)
    own = Grid.blank(geometry)
    return board, text_board(board, own, compact=draw(st.booleans()))


@given(printed_boards())
def test_the_bots_own_board_reads_back(printed: tuple[Grid, str]) -> None:
    board, text = printed
    entry = parse_entry(text, board.geometry, Letters.ROW)
    if board.is_full:
        assert entry == Answer(board)
    else:
        assert isinstance(entry, Intents)
        placed = {intent.cell: intent.value for intent in entry.intents}
        assert Grid.blank(board.geometry).with_values(placed) == board
