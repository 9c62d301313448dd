import pytest

from bot.messages import languages
from bot.render.hint import spoken_of, text_marks
from bot.render.plain_board import plain_board
from bot.render.preferences import Look
from bot.render.stage import Stage
from bot.render.text_board import WIDTH, WIDTH_ALONE
from engine.board.geometry import Geometry
from engine.board.grid import SYMBOLS, Grid
from engine.practice.position import positions
from engine.techniques import TAUGHT, Technique, steps
from engine.techniques.fish import X_WING
from engine.techniques.parts import Cells
from engine.techniques.singles import HIDDEN_SINGLE
from engine.techniques.subsets import NAKED_PAIR


def drawn(technique: Technique, stage: Stage, look: Look = Look.FULL, language: str = "en") -> str:
    position = positions(technique)[0]
    state, step = position.state, next(steps(position.state, technique))
    marks, spoken = text_marks(state, step, stage), spoken_of(state, step, stage)
    board = plain_board(language, look, position.values, position.givens, marks, candidates=spoken)
    return str(board.unescape())


def in_cell(board: str, cell: int) -> str:
    """A cell and its mark, in the drawing of a 9x9."""
    row, column = divmod(cell, 9)
    line = board.removeprefix("<pre>").splitlines()[1 + row + row // 3]
    at = 3 + 2 * column + 2 * (column // 3)
    return line.ljust(WIDTH + 2)[at : at + 2]


def test_a_technique_of_one_digit_shows_it_in_the_cells_themselves() -> None:
    position = positions(X_WING)[0]
    step = next(steps(position.state, X_WING))
    digit = SYMBOLS[step.eliminations[0].value - 1]
    why, move = (drawn(X_WING, stage) for stage in (Stage.WHY, Stage.MOVE))
    for cell, _ in step.eliminations:
        assert in_cell(why, cell) == ".?"
        assert in_cell(move, cell) == f"{digit}-"
    corners = [cell for cell in range(81) if in_cell(why, cell) == f"{digit}*"]
    assert len(corners) == 4


def test_several_candidates_of_a_cell_are_listed_below_the_board() -> None:
    position = positions(NAKED_PAIR)[0]
    step = next(steps(position.state, NAKED_PAIR))
    board = drawn(NAKED_PAIR, Stage.WHY)
    cells = dict(step.roles)["cells"]
    assert isinstance(cells, Cells)
    for cell in cells.cells:
        mask = position.state.cells[cell]
        digits = "".join(SYMBOLS[at] for at in range(9) if mask >> at & 1)
        assert f"r{cell // 9 + 1}c{cell % 9 + 1}* {digits}" in board


def test_alone_with_the_bot_a_large_board_has_free_columns_around_most_of_its_marks() -> None:
    shape = Geometry(4, 4)
    givens = Grid.blank(shape).with_values({0: 1, 40: 2})
    values, marks = givens.with_values({41: 3}), {1: "?", 40: "*", 42: "?"}
    for widest, third in (
        (WIDTH_ALONE, " 3 ....|....|2*3'C?. |. . . ."),
        (WIDTH, " 3 ....|....|23?.|...."),
    ):
        board = plain_board(
            "en", Look.FULL, values, givens, marks, candidates={42: 1 << 11}, widest=widest
        )
        lines = str(board.unescape()).splitlines()
        assert lines[1].startswith(" 1 1?..|")
        assert lines[3] == third


def test_before_the_reason_no_candidate_is_seen() -> None:
    for stage in (Stage.QUESTION, Stage.WHERE):
        board = drawn(NAKED_PAIR, stage)
        assert "r1c" not in board
        assert len(board.splitlines()) == 12


def test_a_single_shows_its_digit_with_the_move_only() -> None:
    step = next(steps(positions(HIDDEN_SINGLE)[0].state, HIDDEN_SINGLE))
    ((cell, value),) = step.placements
    assert in_cell(drawn(HIDDEN_SINGLE, Stage.WHY), cell).startswith(".")
    assert in_cell(drawn(HIDDEN_SINGLE, Stage.MOVE), cell) == f"{SYMBOLS[value - 1]}+"


@pytest.mark.parametrize("technique", TAUGHT)
def test_every_line_fits_a_phone(technique: Technique) -> None:
    for stage in Stage:
        lines = drawn(technique, stage).removeprefix("<pre>").removesuffix("</pre>").splitlines()
        assert max(map(len, lines)) <= WIDTH


@pytest.mark.parametrize("language", languages())
def test_somebody_who_listens_hears_the_candidates(language: str) -> None:
    silent = drawn(NAKED_PAIR, Stage.WHERE, Look.SPEAK, language)
    told = drawn(NAKED_PAIR, Stage.WHY, Look.SPEAK, language)
    assert told.startswith(silent)
    assert len(told.splitlines()) == len(silent.splitlines()) + 2


def test_a_board_too_large_for_one_message_is_not_spoken() -> None:
    large = Grid.blank(Geometry(5, 5))
    assert plain_board("en", Look.SPEAK, large, large, {}, candidates={}) == ""


def listed(shape: Geometry, candidates: dict[int, int]) -> list[str]:
    """The lines below a board for cells with several candidates."""
    blank = Grid.blank(shape)
    board = plain_board("en", Look.FULL, blank, blank, {}, candidates=candidates)
    return str(board).removesuffix("</pre>").splitlines()


def test_a_board_is_roomy_up_to_10x10() -> None:
    assert len(listed(Geometry(2, 5), {})) == 1 + 10 + 4
    assert len(listed(Geometry(3, 4), {})) == 1 + 12


def test_up_to_twelve_cells_are_listed_below_the_board() -> None:
    board = len(listed(Geometry(3, 3), {}))
    for count in (11, 12, 13):
        lines = listed(Geometry(3, 3), dict.fromkeys(range(count), 0b11))[board:]
        assert sum(line.count("c") for line in lines) == min(count, 12)


@pytest.mark.parametrize(("first", "second", "lines"), [(2, 9, 1), (3, 9, 2), (6, 5, 1), (6, 6, 2)])
def test_cells_stand_side_by_side_as_long_as_a_phone_is_wide(
    first: int, second: int, lines: int
) -> None:
    """`r1c1  12  r1c2  123456789` has 25 columns."""
    board = len(listed(Geometry(3, 3), {}))
    masks = {0: (1 << first) - 1, 1: (1 << second) - 1}
    told = listed(Geometry(3, 3), masks)[board:]
    assert len(told) == lines
    assert max(map(len, told)) <= WIDTH
    digits = [str(123456789)[:count] for count in (first, second)]
    assert "  ".join(told) == f"r1c1  {digits[0]}  r1c2  {digits[1]}"


def test_one_candidate_stands_in_its_cell_and_is_not_listed() -> None:
    lines = listed(Geometry(3, 3), {0: 0b10000, 1: 0b11})
    assert lines[1].startswith("1: 5 .")
    assert lines[-1] == "r1c2  12"
