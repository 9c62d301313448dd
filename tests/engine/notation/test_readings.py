from engine.notation.readings import READINGS, cells_of, is_wordy, table, words


def test_words_stand_between_bars_commas_and_quotes() -> None:
    assert words("| '5' 3 | 10, . |") == ["5", "3", "10", "."]
    assert is_wordy("Level 3: hard")
    assert not is_wordy("5 3 x | . 7 .")


def test_two_figures_are_one_cell_where_numbers_stand_apart() -> None:
    assert cells_of(["1", "10", "."]) == ["1", "10", "."]
    assert cells_of(8 * ["12"]) == 8 * ["1", "2"]


def test_a_table_may_have_lost_the_tabs_at_its_ends() -> None:
    rows = ["\t2\t\t4", "3\t4", "2\t\t4\t", "\t\t2\t1"]
    cells = ["", "2", "", "4", "3", "4", "", "", "2", "", "4", "", "", "", "2", "1"]
    assert table("\n".join(rows), None) == cells
    assert table("\n".join(rows[:3]), None) is None
    assert table("\n".join([*rows[:3], "\t\tten\t1"]), None) is None


def test_each_reading_makes_a_board_of_all_rows_or_nothing() -> None:
    rows = ["1 2 3 4", "3 4 1 2", "2 1 4 3", "4 3 2 1"]
    boards = [reading(rows) for reading in READINGS]
    assert [list("1234"), list("3412"), list("2143"), list("4321")] in boards
    for reading in READINGS:
        assert reading([*rows[:3], "4 3 2"]) == []
