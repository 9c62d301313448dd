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
    assert result_card("zh", Game(six, six), None, Feat(None, "unrated", 0, 0)) == (
        "数独 6×6\n没用提示 · 没有出错\n🟩🟩\n🟩🟩\n🟩🟩"
    )
