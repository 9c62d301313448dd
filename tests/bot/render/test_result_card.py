from bot.game.game import Game
from bot.game.move import Act, Move, Turn
from bot.render.result_card import result_card
from engine import parse, solve

NINE = parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")


def test_a_square_for_each_box_and_nothing_of_the_puzzle() -> None:
    solution = solve(NINE)
    wrong = Move(Act.PLACE, 40, solution[40] % 9 + 1)
    right = Move(Act.PLACE, 2, solution[2])
    game = Game(NINE, solution, (Turn(1, (right,)), Turn(1, (wrong,))), 1)
    assert result_card("en", game, "2026-11-20", 245, 3) == (
        "Sudoku 2026-11-20 · ⏱ 4:05 · 🔥 3\n🟩🟩🟩\n🟩🟨🟩\n🟩🟩🟩"
    )


def test_boards_of_other_shapes_and_no_time() -> None:
    six = parse("." * 36)
    assert result_card("zh", Game(six, six), None, None, 0) == "数独 6×6\n🟩🟩\n🟩🟩\n🟩🟩"


def test_the_card_says_how_hard_it_was() -> None:
    six = parse("123456456123231564564231312645645312")
    assert result_card("en", Game(six, six), None, None, 0, difficulty="easy").startswith(
        "Sudoku 6×6 · easy\n"
    )
    assert "unrated" not in result_card("en", Game(six, six), None, None, 0, difficulty="unrated")
