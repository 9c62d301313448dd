from bot.game.statistics import Solve
from bot.render.statistics import overview, size_page
from engine.difficulty import Difficulty

EASY, HARD = Difficulty.EASY, Difficulty.HARD
SIX = [
    Solve(9, HARD, 3661, hints=2, mistakes=1),
    *(Solve(9, EASY, seconds, mistakes=1) for seconds in (300, 100, 200, 400)),
    Solve(9, EASY, 250, hints=1),
]


def test_one_size_of_one_difficulty_is_one_block() -> None:
    assert "\n".join(overview("en", SIX[1:3])) == (
        "<b>Your Sudoku</b>\n"
        "2 puzzles solved\n"
        "\n"
        "<b>9×9 · easy</b>: 2 solved\n"
        "best 1:40 · median 1:40\n"
        "no hints · 2 mistakes"
    )


def test_one_size_is_shown_together_and_by_difficulty_the_easiest_first() -> None:
    assert "\n".join(overview("en", SIX)) == (
        "<b>Your Sudoku</b>\n"
        "6 puzzles solved\n"
        "\n"
        "<b>9×9</b>: 6 solved\n"
        "best 1:40 · median 4:10\n"
        "average of 5: 4:10\n"
        "3 hints or checks · 5 mistakes\n"
        "\n"
        "<b>9×9 · easy</b>: 5 solved\n"
        "best 1:40 · median 4:10\n"
        "average of 5: 4:10\n"
        "1 hint or check · 4 mistakes\n"
        "<b>9×9 · hard</b>: 1 solved\n"
        "best 1:01:01 · median 1:01:01\n"
        "2 hints or checks · 1 mistake"
    )


def test_puzzles_without_a_difficulty_come_last_and_alone_need_no_name() -> None:
    unknown = Solve(6, None, None)
    assert "\n".join(size_page("en", [unknown])) == (
        "<b>6×6</b>: 1 solved\nno hints · not one mistake"
    )
    assert "\n".join(size_page("zh", [unknown, Solve(6, EASY, 60)])) == (
        "<b>6×6</b>：完成 2 道\n"
        "最快 1:00 · 中位数 1:00\n"
        "没用提示 · 一次都没填错\n"
        "\n"
        "<b>6×6 · 简单</b>：完成 1 道\n"
        "最快 1:00 · 中位数 1:00\n"
        "没用提示 · 一次都没填错\n"
        "<b>6×6 · 未评级</b>：完成 1 道\n"
        "没用提示 · 一次都没填错"
    )


def test_several_sizes_are_shown_briefly() -> None:
    assert "\n".join(overview("es", [*SIX, Solve(4, EASY, 20), Solve(16, None, None)])) == (
        "<b>Tus sudokus</b>\n"
        "8 sudokus resueltos\n"
        "\n"
        "<b>4×4</b>: 1 resuelto\n"
        "mejor 20 s · mediana 20 s\n"
        "<b>9×9</b>: 6 resueltos\n"
        "mejor 1:40 · mediana 4:10\n"
        "<b>16×16</b>: 1 resuelto"
    )


def test_whoever_solved_everything_still_needs_no_second_screen() -> None:
    """A phone of 360x740 shows some 28 lines of a message."""
    every = [
        Solve(9, band, 3599, hints=3, mistakes=3) for band in (*Difficulty, None) for _ in range(5)
    ]
    assert len(size_page("en", every)) <= 29
    assert max(len(line) for line in size_page("en", every)) <= 40
