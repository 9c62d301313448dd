import pytest

from engine.notation.readings import READINGS, cells_of, is_height, is_wordy, table, words


def board(*rows: str) -> list[str]:
    """The cells of each row by the first reading that makes a board, `.` for the blank ones."""
    cells = next(filter(None, (reading(list(rows)) for reading in READINGS)), [])
    return ["".join(cell or "." for cell in row) for row in cells]


def test_words_stand_between_bars_commas_and_quotes() -> None:
    assert words("| '5' 3 | 10, . |") == ["5", "3", "10", "."]
    assert words("\t|!:;,/\\\"'()[]{}<>1") == ["1"]
    assert is_wordy("Level 3: hard")
    assert is_wordy("a | b, 3")
    assert not is_wordy("ab 34")
    assert not is_wordy("5 3 x | . 7 .")


def test_two_figures_are_one_cell_where_numbers_stand_apart() -> None:
    assert cells_of(["1", "10", "."]) == ["1", "10", "."]
    assert cells_of(8 * ["12"]) == 8 * ["1", "2"]
    assert cells_of(9 * ["12"]) == 9 * ["12"]
    assert cells_of(["1", "10", "123"]) == list("110123")
    assert cells_of(["1", "2", "ab"]) == list("12ab")
    assert cells_of(["1", "23", "ab"]) == ["1", "23", "ab"]


@pytest.mark.parametrize("size", [4, 6, 8, 9, 12, 16, 25])
def test_a_board_has_a_usual_height_or_the_given_one(size: int) -> None:
    assert is_height(size, None)
    assert is_height(size, size)
    assert not is_height(size + 1, size)
    assert not is_height(size, size + 1)
    assert not is_height(size + 1, None) or size == 8


def test_a_table_may_have_lost_the_tabs_at_its_ends() -> None:
    rows = ["\t2\t\t4", "3\t4", "2\t\t4\t", "\t\t2\t1"]
    cells = ["", "2", "", "4", "3", "4", "", "", "2", "", "4", "", "", "", "2", "1"]
    assert table("\n".join(rows), None) == cells
    assert table("\n".join(rows[:3]), None) is None
    assert table("\n".join([*rows[:3], "\t\tten\t1"]), None) is None


def test_the_first_row_of_a_table_lost_its_first_tabs_unless_others_lost_their_last() -> None:
    full = "1\t2\t3\t4"
    right, left = [*["", "", "3"], "4"], ["3", "4", "", ""]
    for last in (full, "4"):
        cells = table(f"3\t4\n{full}\n{full}\n{last}", 4)
        assert cells is not None
        assert cells[:4] == right
    for others in ([full, "1\t2"], ["1\t2", full]):
        cells = table("\n".join(["3\t4", *others, full]), 4)
        assert cells is not None
        assert cells[:4] == left


def test_empty_lines_of_a_table_are_rows_or_gaps_between_boxes() -> None:
    full = ["1\t2\t3\t4", "3\t4\t1\t2", "2\t1\t4\t3"]
    digits = list("123434122143")
    assert table("\n".join([*full[:2], "", full[2]]), None) == [*digits[:8], *[""] * 4, *digits[8:]]
    assert table("\n".join([*full[:2], "", full[2], full[0]]), None) == [*digits, *digits[:4]]
    assert table("\n".join([*full, full[0], *[""] * 9, "1"]), None) is None
    # Spreadsheets end with empty lines, of which there may be many.
    assert table("\n".join([*full, full[0], *["\n"] * 2000]), None) == [*digits, *digits[:4]]


def test_fields_of_a_table_have_two_digits_on_large_boards_alone() -> None:
    def square(size: int, corner: str) -> str:
        rows = [["1"] * size for _ in range(size)]
        rows[-1][-1] = corner
        return "\n".join(map("\t".join, rows))

    for size in (4, 6, 8, 9, 12, 16, 25):
        for corner in ("7", "10", "100"):
            cells = table(square(size, corner), None)
            assert (cells is not None) == (len(corner) <= (1 if size <= 9 else 2))
            if cells:
                assert cells[-1] == corner
    assert table(square(9, "1"), 6) is None
    assert table(square(9, "1\t1"), None) is None
    assert table("1\t2\n" * 2, None) is None


SPARSE = ["12.4", "..32", "2...", ".3.1"]


@pytest.mark.parametrize("separator", ["\t", ",", ";"])
def test_fields_may_be_empty(separator: str) -> None:
    rows = [separator.join(row.replace(".", "")) for row in SPARSE]
    fields = [separator.join("" if cell == "." else cell for cell in row) for row in SPARSE]
    assert board(*fields) == SPARSE
    assert board(*(f.replace(separator, f" {separator} ") for f in fields)) == SPARSE
    assert board(*rows) != SPARSE


def test_a_table_of_markdown_has_bars_at_its_ends() -> None:
    fields = ["|".join("" if cell == "." else cell for cell in row) for row in SPARSE]
    assert board(*(f"|{row}|" for row in fields)) == SPARSE
    assert board(*(f" | {row} |" for row in fields)) == SPARSE


def test_words_are_cells_where_they_are_short_or_mean_a_blank() -> None:
    rows = ["1 None 3 4", "null 4 1 2", "2 1 10 -1", "4 3 2 1"]
    assert board(*rows)[:3] == ["1None34", "null412", "2110-1"]
    assert board(*rows[:3], "4 3 2 100") == []


def test_columns_are_known_by_where_their_cells_end() -> None:
    assert board("12 4", "  32", "2   ", " 3 1") == SPARSE
    assert board("1|2 |4", " | 3|2", "2|  | ", " |3 |1") == ["12.4", "..32", "2...", ".3.1"]
    assert board("1\t2\t\t4", "\t\t3\t2", "2", "\t3\t\t1") == SPARSE
    aligned = [" 1    10  3", "    2     4", "12         ", "       4   "]
    assert board(*aligned) == ["1.103", ".2.4", "12...", "..4."]


def test_columns_are_blank_only_where_no_sign_says_so_and_few_rows_are_full() -> None:
    assert board("1 2   4", "    3 2", "2      ", "  3   1") == SPARSE
    assert board("1 2 3 4", "    3 2", "2      ", "  3   1") == ["1234", *SPARSE[1:]]
    assert board("1 2 3 4", "3 4 1 2", "2      ", "  3   1") == []
    for blank in ".0-":
        assert board(f"1 2 {blank} 4", "    3 2", "2      ", "  3   1") == []
    assert board("1 2    ", "    3  ", "2      ", "  3    ") == []
    assert board("1 2 3 4 5", "    3 2", "2      ", "  3   1") == []


def test_columns_are_read_up_to_the_width_of_a_drawing() -> None:
    def drawn(width: int) -> list[str]:
        return [f"1 2{'4':>{width - 3}}", "    3", "2", "  3"]

    assert board(*drawn(250)) == ["12.4", "..3.", "2...", ".3.."]
    assert board(*drawn(251)) == []


def test_each_reading_makes_a_board_of_all_rows_or_nothing() -> None:
    rows = ["1 2 3 4", "3 4 1 2", "2 1 4 3", "4 3 2 1"]
    boards = [reading(rows) for reading in READINGS]
    assert [list("1234"), list("3412"), list("2143"), list("4321")] in boards
    for reading in READINGS:
        assert reading([*rows[:3], "4 3 2"]) == []
        assert reading([*rows[:3], "4 3 2 1 5"]) == []
