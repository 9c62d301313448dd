import pytest

from bot.messages import languages
from bot.render.marks import CandidateRole, CellRole
from bot.render.noted import MOST_LINES, candidates, lines, marks
from bot.render.picture import hinted_picture
from bot.render.stage import Hint
from engine import Geometry
from engine.techniques.layout import Candidate
from engine.way.player import Mistake
from tests.bot.render.test_hinted import GAME, NOTES

SHAPE = Geometry(3, 3)


@pytest.mark.parametrize("language", languages())
def test_every_language_names_the_cell_the_digit_and_the_reason(language: str) -> None:
    lacks, lacks_one_of, blocked = lines(language, SHAPE, NOTES)
    assert "r1c3" in lacks
    assert "4" in lacks
    assert all(word in lacks_one_of for word in ("r1c4", "2", "6"))
    assert all(word in blocked for word in ("r1c6", "7", "r1c5"))


def test_one_missing_note_is_named_and_of_several_one_is_asked_for() -> None:
    assert lines("en", SHAPE, NOTES) == [
        "r1c3 lacks the note 4.",
        "r1c4 lacks one of these notes: 2, 6.",
        "r1c6 can't be 7: r1c5 is 7.",
    ]


def test_six_lines_are_told_at_most() -> None:
    """So that they fit a phone together with the board."""
    for count in (5, 6, 7):
        several = Mistake((), tuple((cell, (1,)) for cell in range(count)))
        assert len(lines("en", SHAPE, several)) == min(count, 6)


def test_many_are_cut_so_that_the_board_has_room() -> None:
    many = Mistake((), tuple((cell, (1,)) for cell in range(20)))
    assert len(lines("en", SHAPE, many)) == MOST_LINES
    assert len(marks(many)) == 20


def test_what_is_missing_wins_over_what_cannot_be_in_the_same_cell() -> None:
    both = Mistake((), ((2, (4,)),), ((Candidate(2, 7), 4),))
    assert both.noted == (2,)
    assert marks(both) == {2: "?", 4: "="}
    assert candidates(both) == {2: 1 << 3 | 1 << 6}


def test_the_picture_marks_them_once_they_are_named() -> None:
    counted, named = (hinted_picture(GAME, Hint(NOTES, stage)) for stage in (1, 2))
    assert not counted.highlights
    assert not counted.candidates
    roles = {each.cell: each.role for each in named.highlights}
    assert roles == {
        **dict.fromkeys((2, 3, 5), CellRole.TARGET),
        4: CellRole.OTHER,
    }
    shown = {(mark.cell, mark.digit): mark.role for mark in named.candidates}
    assert shown == {
        **dict.fromkeys(((2, 4), (3, 2), (3, 6)), CandidateRole.PATTERN),
        (5, 7): CandidateRole.ELIMINATE,
    }
