"""What is erased in a sentence, and what takes its place."""

import pytest

from bot.game.entry import Letters
from bot.game.entry.spoken import spoken_moves
from engine.board import Geometry

NINE = Geometry.of_size(9)


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("clear r1c3 and change the 2 of r3c1 to 1", "r1c3 x r3c1=1"),
        ("clear r1c3, then set the 2 of r3c1 to 1", "r1c3 x r3c1=1"),
        ("erase r1c3 and the 2 of r3c1 should be a 1", None),
        ("borra f1c3 y cambia el 2 de f3c1 por un 1", "r1c3 x r3c1=1"),
        ("quita el 7 de f1c1 y pon el 5 de f1c2", "r1c1 x r1c2=5"),
        ("删掉r1c3，把r3c1里的2改成1", "r1c3 x r3c1=1"),
        ("删掉r1c3，然后r3c1的2换成1", "r1c3 x r3c1=1"),
        ("clear r3c1 and put a 1 there", "r3c1=1"),
        ("erase the 2 in r3c1, write a 1", "r3c1=1"),
        ("borra f3c1 y pon un 1", "r3c1=1"),
        ("把r3c1清空，填1", "r3c1=1"),
        ("clear r3c1 but don't put a 1 there", None),
        ("erase the notes in r3c1 and put 1 there", None),
        ("delete one note in r3c1", None),
        ("delete two notes in r3c1", None),
        ("borra 2 notas de f3c1", None),
        ("add two notes in r3c1", None),
        ("r3c1 1, but don't fill it in yet", "note r3c1 1"),
        ("delete note 2 in r3c1", "r3c1 -2"),
        ("erase the notes 2 and 7 in r3c1", "r3c1 -2 -7"),
        ("erase r9c9 not r7c8", "r9c9 x"),
        ("erase r9c9, and not the r7c8", "r9c9 x"),
        ("borra f9c9 y no f7c8", "r9c9 x"),
        ("删掉r9c9，不是r7c8", "r9c9 x"),
        # After a mere `no` it may be the other one.
        ("erase r9c9 no r7c8", None),
        ("put 5 in r1c3 not r1c4", None),
        ("clear the 7 you put in r3c1", "r3c1 x"),
        ("borra el 7 que puse en f3c1", "r3c1 x"),
        ("删掉第3行第1列填的7", "r3c1 x"),
    ],
)
def test_only_what_is_to_be_erased_goes(text: str, moves: str | None) -> None:
    assert spoken_moves(text, NINE, Letters.ROW) == moves


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("Remove the 6 from the notes in row 1, column 1, but keep the others.", "r1c1 -6"),
        ("take the 6 out of the notes of r1c1 and leave the rest", "r1c1 -6"),
        ("erase the 6 from r1c1 but leave the other notes", "r1c1 -6"),
        ("quita el 6 de las notas de f1c1 pero deja los demás", "r1c1 -6"),
        ("从r1c1的笔记里去掉6，其他的保留", "r1c1 -6"),
        ("把r1c1的笔记6删掉，别的别动", "r1c1 -6"),
        # These others may be digits.
        ("remove the 6 from r1c1 but keep the others", None),
        ("keep the 6 in the notes of r1c1 and remove the others", None),
        ("don't remove the 6 from the notes in r1c1, keep the others", None),
    ],
)
def test_other_notes_of_the_cell_are_kept(text: str, moves: str | None) -> None:
    assert spoken_moves(text, NINE, Letters.ROW) == moves
