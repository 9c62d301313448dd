import pytest

from bot import messages
from bot.game.game import Game
from bot.game.move import Act, Move, Turn
from bot.render.speech import (
    Sign,
    SpeechWords,
    notes_of_game,
    other_row,
    speech_words,
    spoken_board,
    spoken_game,
    spoken_notes,
    spoken_places,
    spoken_puzzle,
    spoken_unit,
)
from engine import Geometry, Grid

ENGLISH = SpeechWords(
    row="Row {row}: {cells}.",
    cell="Row {row}, column {column}: {digits}.",
    blank="blank",
    all_blank="all blank",
    comma=", ",
    semicolon="; ",
    signs={Sign.OWN: "{digit} yours", Sign.FAULT: "{digit}?", Sign.OWN_FAULT: "{digit} yours?"},
)
CHINESE = SpeechWords(
    row="第{row}行：{cells}。",
    cell="第{row}行第{column}列：{digits}。",
    blank="空",
    all_blank="全空",
    comma=", ",
    semicolon="; ",
    signs={},
)
SIX = Geometry(2, 3)
BOARD = Grid(SIX, bytes([5, 3, 0, 0, 1, 0, *[0] * 12, 1, 2, 3, 4, 5, 6, *[0] * 7, 2, *[0] * 4]))

SPOKEN = """\
Row 1: 5, 3, blank; blank, 1, blank.
Row 2: all blank.
Row 3: all blank.
Row 4: 1, 2, 3; 4, 5, 6.
Row 5: all blank.
Row 6: blank, 2, blank; all blank."""


def test_rows_are_spoken_box_by_box_and_blanks_of_a_box_once() -> None:
    assert spoken_board(BOARD, ENGLISH) == SPOKEN


def test_own_digits_and_mistakes_are_told_apart() -> None:
    signs = {0: Sign.OWN, 1: Sign.OWN_FAULT, 4: Sign.FAULT}
    first = spoken_board(BOARD, ENGLISH, signs).splitlines()[0]
    assert first == "Row 1: 5 yours, 3 yours?, blank; blank, 1?, blank."


@pytest.mark.parametrize("language", messages.languages())
def test_every_language_has_a_word_of_its_own_for_each_sign(language: str) -> None:
    words = speech_words(language)
    said = {words.signs[sign].format(digit="7") for sign in Sign}
    assert len(said) == len(Sign)
    assert all("7" in word and word != "7" for word in said)


def test_rows_are_spoken_in_the_words_of_any_language() -> None:
    four = Grid(Geometry(2, 2), bytes([1, 0, 0, 4, *[0] * 12]))
    rows = ["第1行：1, 空; 空, 4。", *(f"第{row}行：全空。" for row in (2, 3, 4))]
    assert spoken_board(four, CHINESE) == "\n".join(rows)


def test_digits_beyond_nine_are_spoken_as_the_board_shows_them() -> None:
    board = Grid(Geometry(4, 4), bytes([10, 16, *[0] * 254]))
    assert spoken_board(board, ENGLISH).startswith("Row 1: A, G, blank, blank; all blank; all")


def test_notes_are_spoken_cell_by_cell() -> None:
    notes = (0, 0, 0b001011, *[0] * 32, 0b100000)
    spoken = "Row 1, column 3: 1, 2, 4.\nRow 6, column 6: 6."
    assert spoken_notes(BOARD, notes, ENGLISH) == spoken
    assert spoken_notes(BOARD, notes, CHINESE) == "第1行第3列：1, 2, 4。\n第6行第6列：6。"


def test_without_notes_nothing_is_spoken() -> None:
    assert spoken_notes(BOARD, (0,) * 36, ENGLISH) == ""


FOUR = Grid(Geometry(2, 2), bytes([1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]))


def test_a_game_names_own_digits_faults_and_own_faults() -> None:
    game = Game(FOUR.with_values({1: 0, 2: 0}), FOUR)
    game = game.with_turn(Turn(1, (Move(Act.PLACE, 1, 2), Move(Act.PLACE, 2, 4))))
    lines = spoken_game("en", game, {2, 3}).splitlines()
    assert lines[0] == "Row 1: 1, 2 yours; 4 yours look again, 4 look again"
    assert len(lines) == 4
    solved = game.with_turn(Turn(1, (Move(Act.PLACE, 2, 3),)))
    assert spoken_game("en", solved, ()).startswith("Row 1: 1, 2; 3, 4\nRow 2: 3, 4; 1, 2\n")
    plain = spoken_game("en", game, ()).splitlines()
    assert plain[0] == "Row 1: 1, 2 yours; 4 yours, 4"
    puzzle = spoken_puzzle("en", game.values, game.givens)
    assert puzzle.splitlines() == plain


def test_a_puzzle_too_large_for_a_message_is_not_spoken() -> None:
    for size, is_spoken in ((16, True), (25, False)):
        blank = Grid.blank(Geometry.of_size(size))
        assert bool(spoken_puzzle("en", blank, blank)) == is_spoken, size


@pytest.mark.parametrize(("box", "row"), [(0, 4), (2, 4), (5, 7), (8, 1)])
def test_the_other_row_is_the_next_that_a_box_does_not_lie_in(box: int, row: int) -> None:
    assert other_row(Geometry.of_size(9), box) == row


def test_of_boxes_that_are_not_square_the_right_rows_are_spoken() -> None:
    blank = Grid.blank(Geometry(3, 6))
    for box, row in ((0, 1), (2, 1), (3, 4), (17, 16)):
        lines = spoken_game("en", Game(blank, blank), (), box).splitlines()
        assert [line.partition(":")[0] for line in lines] == [f"Row {row + at}" for at in range(3)]


def test_the_notes_of_some_cells_of_a_game_are_spoken() -> None:
    game = Game(FOUR.with_values({1: 0, 2: 0}), FOUR)
    game = game.with_turn(Turn(1, (Move(Act.NOTES, 1, 0b11), Move(Act.NOTES, 2, 0b100))))
    assert notes_of_game("en", game, {1}) == "Row 1, column 2: 1, 2"
    assert len(notes_of_game("en", game, {1, 2, 3}).splitlines()) == 2
    assert notes_of_game("en", game, ()) == ""


BEGUN = Grid(Geometry(2, 2), bytes([1, 2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0, 2, 1]))
WHOLE = Grid(Geometry(2, 2), bytes([1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]))


def test_a_row_a_column_and_a_box_are_told_in_a_line_each() -> None:
    game = Game(BEGUN, WHOLE).with_turn(Turn(1, (Move(Act.PLACE, 2, 3), Move(Act.PLACE, 3, 3))))
    told = [spoken_unit("en", game, {3}, unit) for unit in (0, 6, 9)]
    assert told == [
        "Row 1: 1, 2; 3 yours, 3 yours look again",
        "Column 3: 3 yours, 1; blank, 2",
        "Box 2: 3 yours, 3 yours look again; 1, 2",
    ]
    assert spoken_unit("es", game, (), 0) == "Fila 1: 1, 2; 3 tuyo, 3 tuyo"
    assert spoken_unit("zh", game, (), 6) == "第3列：自填3，1；空，2"


def test_where_a_digit_can_go_is_told_by_rows() -> None:
    game = Game(BEGUN, WHOLE)
    assert spoken_places("en", game, 3).splitlines() == [
        "3 can go here:",
        *("Row 1, columns 3, 4", "Row 2, columns 1, 2", "Row 3, columns 1, 2, 3, 4"),
        "Row 4, columns 1, 2",
    ]
    row = spoken_places("en", game, 3, 0).splitlines()
    assert row == ["3 can go here:", "Row 1, columns 3, 4"]
    full = Game(WHOLE, WHOLE)
    first = spoken_places("en", full, WHOLE[0], 0).splitlines()
    assert first == [f"{WHOLE[0]} is already there:", "Row 1, column 1"]
    told = [spoken_places(language, full, 3) for language in ("en", "es", "zh")]
    assert told == [*("3 can go nowhere.", "El 3 no cabe en ninguna celda.", "3 没有能填的格子。")]
