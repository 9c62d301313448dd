import pytest

from bot.game.report import Report
from bot.messages import languages
from bot.render.rating import difficulty_line, report_lines
from engine import parse
from engine.board import Symmetry
from engine.difficulty import Difficulty, Grade
from engine.techniques.fish import X_WING
from engine.techniques.singles import HIDDEN_SINGLE, NAKED_SINGLE

PUZZLE = parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")


def test_a_report_says_how_hard_what_is_needed_in_order_and_how_it_is_built() -> None:
    report = Report(Difficulty.HARD, Grade(32, X_WING, {X_WING: 1}), True, (Symmetry.CENTRAL,))  # noqa: FBT003
    path = [X_WING, HIDDEN_SINGLE, HIDDEN_SINGLE, NAKED_SINGLE]
    assert report_lines("en", PUZZLE, report, path) == [
        "<b>hard</b> · rating 3.2",
        "Hardest step on the Sudoku Explainer scale: X-wing",
        "What I needed, though there may be an easier way:",
        "Hidden single × 2",
        "Naked single × 1",
        "X-wing × 1",
        "30 clues, minimal, symmetric",
    ]


def test_a_board_without_a_rating_and_a_path_has_a_name_for_its_difficulty_alone() -> None:
    report = Report(Difficulty.EASY, None, False, ())  # noqa: FBT003 - in the order of its fields
    assert report_lines("en", PUZZLE, report, []) == [
        "<b>easy</b>",
        "30 clues, not minimal, no symmetry",
    ]
    assert difficulty_line("en", Difficulty.EASY, Grade(15, HIDDEN_SINGLE, {})) == (
        "<b>easy</b> · rating 1.5"
    )


@pytest.mark.parametrize(
    ("symmetries", "named"),
    [
        ((Symmetry.FULL, *(set(Symmetry) - {Symmetry.FULL, Symmetry.NONE})), "fully symmetric"),
        ((Symmetry.CENTRAL, Symmetry.ROTATE90), "quarter turns"),
        (
            (Symmetry.CENTRAL, Symmetry.HORIZONTAL, Symmetry.VERTICAL, Symmetry.MIRRORS),
            "both mirrors",
        ),
        (
            (Symmetry.CENTRAL, Symmetry.DIAGONAL, Symmetry.ANTIDIAGONAL, Symmetry.DIAGONALS),
            "both diagonals",
        ),
        ((Symmetry.HORIZONTAL,), "top to bottom"),
        ((Symmetry.ROTATE90, Symmetry.DIAGONAL), "quarter turns, diagonal"),
    ],
)
def test_a_symmetry_that_follows_from_another_one_is_not_named(
    symmetries: tuple[Symmetry, ...], named: str
) -> None:
    report = Report(Difficulty.EASY, None, True, symmetries)  # noqa: FBT003
    *_, built = report_lines("en", PUZZLE, report, [])
    assert built == f"30 clues, minimal, {named}"


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("symmetry", Symmetry)
def test_every_symmetry_has_a_name(language: str, symmetry: Symmetry) -> None:
    report = Report(Difficulty.EASY, None, True, (symmetry,))  # noqa: FBT003
    plain = Report(Difficulty.EASY, None, True, ())  # noqa: FBT003
    named, none = (report_lines(language, PUZZLE, each, [])[-1] for each in (report, plain))
    assert (named == none) == (symmetry is Symmetry.NONE)
