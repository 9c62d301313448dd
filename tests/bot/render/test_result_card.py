import pytest

from bot.game.game import Game
from bot.game.move import Act, Move, Turn
from bot.render.result_card import Feat, result_card
from engine import parse, solve

NINE = parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")


def test_a_square_for_each_box_and_nothing_of_the_puzzle() -> None:
    solution = solve(NINE)
    wrong = Move(Act.PLACE, 40, solution[40] % 9 + 1)
    right = Move(Act.PLACE, 2, solution[2])
    game = Game(NINE, solution, (Turn(1, (right,)), Turn(1, (wrong,))), 1)
    assert result_card("en", game, "2026-11-20", Feat(245, "hard", 2, 1, 3)) == (
        "Sudoku 2026-11-20 · hard\n⏱ 4:05 · 2 hints or checks · 1 mistake · 🔥 3\n"
        "🟩🟩🟩\n🟩🟨🟩\n🟩🟩🟩"
    )


def test_boards_of_other_shapes_and_no_time() -> None:
    six = parse("." * 36)
    game = Game(six, six, (Turn(1, (Move(Act.NOTES, 0, 0b1),)),), 1)
    assert result_card("zh", game, None, Feat(None, "unrated", 0, 0)) == (
        "数独 6×6\n没用提示 · 没有出错\n🟩🟩\n🟩🟩\n🟩🟩"
    )


def test_without_its_turns_a_game_has_no_squares() -> None:
    game = Game(NINE, solve(NINE))
    assert result_card("en", game, None, Feat(60, "easy", 0, 1)) == (
        "Sudoku 9×9 · easy\n⏱ 1:00 · no hints · 1 mistake"
    )


@pytest.mark.parametrize(("days", "flame"), [(0, ""), (1, ""), (2, "🔥 2"), (30, "🔥 30")])
def test_a_streak_begins_with_the_second_day(days: int, flame: str) -> None:
    game = Game(NINE, solve(NINE))
    facts = result_card("en", game, None, Feat(60, "easy", 0, 0, days)).splitlines()[1]
    assert facts.partition("🔥")[2] == flame.removeprefix("🔥")
    assert Feat(60, "easy", 0, 0) == Feat(60, "easy", 0, 0, 0)


def test_notes_and_digits_that_were_right_leave_a_box_green() -> None:
    solution = solve(NINE)
    blank = NINE.blanks()[0]
    turns = (
        Turn(1, (Move(Act.NOTES, blank, 0b1),)),
        Turn(1, (Move(Act.PLACE, blank, solution[blank]),)),
        Turn(1, (Move(Act.ERASE, blank),)),
    )
    assert "🟨" not in result_card("en", Game(NINE, solution, turns, 3), None, Feat(1, None, 0, 0))


def test_boxes_lie_as_on_the_board() -> None:
    """The boxes of a 6x6 are two rows high, so two lie side by side."""
    six = parse("1" + "." * 35)
    wrong = Turn(1, (Move(Act.PLACE, 35, 2),))
    card = result_card("en", Game(six, six, (wrong,), 1), None, Feat(None, None, 1, 0))
    assert card.splitlines()[-3:] == ["🟩🟩", "🟩🟩", "🟩🟨"]
