import pytest

from engine.notation.drawing import fits, misfit, read_rows, rows_of, written_lines

SOLVED = ["1234", "3412", "2143", "4321"]


def test_lines_around_a_board_are_left_out() -> None:
    text = "```\n#Aauthor\n[Puzzle]\n12.. // first\n..34\n\n[State]\n1234\n```"
    assert written_lines(text) == ["12..", "..34"]


@pytest.mark.parametrize(
    "rule", ["--+--", "=====", "+--+--+", "*---*", ":--+--:", "'--'--'", "_____"]
)
def test_rules_are_not_rows(rule: str) -> None:
    lines = [rule, *SOLVED[:2], rule, *SOLVED[2:], rule]
    assert rows_of(lines, None) == SOLVED


@pytest.mark.parametrize("blank", "-_*")
def test_a_line_of_marks_is_a_row_only_where_one_is_missing(blank: str) -> None:
    marks = 4 * blank
    assert rows_of([*SOLVED[:2], marks, *SOLVED[2:]], None) == SOLVED
    assert rows_of([*SOLVED[:3], marks], None) == [*SOLVED[:3], marks]


def test_captions_are_words_before_and_after_the_rows() -> None:
    assert rows_of(["Puzzle 17:", *SOLVED, "good luck!"], None) == SOLVED
    assert rows_of(["no rows", "at all"], None) == []


def test_what_stands_above_the_numbers_of_the_columns_is_no_row() -> None:
    board = ["  12|34", *(f"{number} {row}" for number, row in enumerate(SOLVED, 1))]
    assert written_lines("\n".join(["left: 1:2 2:3 3:1 4:4", *board])) == board
    assert written_lines("\n".join(SOLVED)) == SOLVED


@pytest.mark.parametrize(
    "rows",
    [
        SOLVED,
        ["1|2|3|4", "3|4|1|2", "2|1|4|3", "4|3|2|1"],
        ["  1 2 3 4", "1 1 2 3 4", "2 3 4 1 2", "3 2 1 4 3", "4 4 3 2 1"],
        ["4", *SOLVED],
        ["a 1234", "b 3412", "c 2143", "d 4321"],
        ["".join(SOLVED)[:10], "".join(SOLVED)[10:]],
    ],
)
def test_rows_are_read_whichever_way_they_are_written(rows: list[str]) -> None:
    assert read_rows(rows, None) == list("".join(SOLVED))


def test_spaces_are_blanks_where_columns_line_up() -> None:
    assert read_rows(["1   3  ", "  4   2", "2      ", "      1"], None) == [
        *("1", "", "3", ""),
        *("", "4", "", "2"),
        *("2", "", "", ""),
        *("", "", "", "1"),
    ]


def test_a_missing_cell_among_full_rows_is_not_taken_for_a_blank() -> None:
    assert str(misfit([list(row) for row in ["1234", "341", "2143", "4321"]], None)) == (
        "row 2 has 3 cells, expected 4"
    )
    with pytest.raises(ValueError, match=r"^row 2 has 3 cells, expected 4$"):
        read_rows(["1234", "341", "2143", "4321"], None)


def test_four_rows_of_nine_are_not_a_board_of_six() -> None:
    with pytest.raises(ValueError, match=r"^4 rows, expected 9$"):
        read_rows(["12345678."] * 4, None)


def test_a_board_is_as_wide_as_it_is_high() -> None:
    rows = [list(row) for row in SOLVED]
    assert fits(rows, None)
    assert fits(rows, 4)
    assert not fits(rows, 6)
    assert not fits(rows[:3], None)
