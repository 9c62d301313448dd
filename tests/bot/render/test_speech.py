import pytest

from bot import messages
from bot.render.speech import Sign, SpeechWords, speech_words, spoken_board, spoken_notes
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
    comma="，",
    semicolon="；",
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
    rows = ["第1行：1，空；空，4。", *(f"第{row}行：全空。" for row in (2, 3, 4))]
    assert spoken_board(four, CHINESE) == "\n".join(rows)


def test_digits_beyond_nine_are_spoken_as_the_board_shows_them() -> None:
    board = Grid(Geometry(4, 4), bytes([10, 16, *[0] * 254]))
    assert spoken_board(board, ENGLISH).startswith("Row 1: A, G, blank, blank; all blank; all")


def test_notes_are_spoken_cell_by_cell() -> None:
    notes = (0, 0, 0b001011, *[0] * 32, 0b100000)
    spoken = "Row 1, column 3: 1, 2, 4.\nRow 6, column 6: 6."
    assert spoken_notes(BOARD, notes, ENGLISH) == spoken
    assert spoken_notes(BOARD, notes, CHINESE) == "第1行第3列：1，2，4。\n第6行第6列：6。"


def test_without_notes_nothing_is_spoken() -> None:
    assert spoken_notes(BOARD, (0,) * 36, ENGLISH) == ""
