import re

import pytest

from bot import messages
from bot.game.game import Game
from bot.game.move import Act, Move, Turn
from bot.messages import languages
from bot.render.buttons.playing import AskHint, DrawHint, FollowHint, NameMistakes, ShowBoard
from bot.render.buttons.puzzles import Learn
from bot.render.hint_words import last_of
from bot.render.hinted import hinted_html, hinted_pad
from bot.render.preferences import Look, Preferences
from bot.render.stage import Hint, Stage
from bot.render.text_board import WIDTH_ALONE
from bot.render.view import GameView
from engine import Geometry, generate, parse, solve
from engine.practice.position import positions
from engine.techniques import TAUGHT, State, Step, by_trial, steps
from engine.techniques.fish import X_WING
from engine.techniques.layout import Candidate
from engine.techniques.nested import NESTED_NET
from engine.way.easiest import next_step
from engine.way.player import Mistake

MOST_IN_CAPTION = 1024
GIVENS = parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
HARDEST = parse("1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1")
GAME = Game(GIVENS, solve(GIVENS))
TOLD = (Stage.WHERE, Stage.WHY, Stage.MOVE)


def step_in(game: Game) -> Step:
    found = next_step(State.start(game.givens))
    assert found is not None
    return found


STEP = step_in(GAME)


def view(look: Look = Look.FULL, game: Game = GAME) -> GameView:
    return GameView(12, game, preferences=Preferences(look))


def actions(hint: Hint, look: Look = Look.FULL) -> list[list[object]]:
    return [[key[1] for key in row] for row in hinted_pad("en", view(look), hint)]


def test_the_keys_lead_on_and_back_and_to_a_picture_and_the_lesson() -> None:
    back, draw, learn = ShowBoard(12, 0), DrawHint(12, 0), Learn(STEP.technique)
    assert [actions(Hint(STEP, stage)) for stage in TOLD] == [
        [[AskHint(12, 0, 2), back], [draw]],
        [[AskHint(12, 0, 3), back], [draw, learn]],
        [[FollowHint(12, 0), back], [draw, learn]],
    ]
    for look in (Look.IMAGE, Look.SPEAK):
        assert actions(Hint(STEP, Stage.WHERE), look) == [[AskHint(12, 0, 2), back]]
    wrong = Mistake((2,))
    assert actions(Hint(wrong, 1)) == [[NameMistakes(12), back]]
    assert actions(Hint(wrong, 2)) == [[back]]


@pytest.mark.parametrize("language", languages())
def test_a_digit_by_trial_is_called_that_and_has_no_lesson(language: str) -> None:
    game = Game(HARDEST, solve(HARDEST))
    step = by_trial(State.start(HARDEST), game.solution)
    (placed,) = step.placements
    cell = step.geometry.name(placed.cell)
    tried = [f"{cell}={digit}" for digit in range(1, 10) if digit != placed.value]
    *others, said = (hinted_html(language, view(game=game), Hint(step, each)) for each in TOLD)
    assert all(cell in each for each in (*others, said))
    assert messages.text(language, "technique.digit_by_trial.name") in said
    assert {each for each in tried if each in said} == {
        f"{cell}={option.value}" for option in State.start(HARDEST).options_of(placed.cell, -1)
    } - {f"{cell}={placed.value}"}
    keys = hinted_pad(language, view(game=game), Hint(step, Stage.MOVE))
    assert [key[1] for row in keys for key in row] == [
        FollowHint(12, 0),
        ShowBoard(12, 0),
        DrawHint(12, 0),
    ]


def test_in_chinese_the_key_asks_what_to_place_or_what_to_remove() -> None:
    assert STEP.placements
    removing = next(steps(positions(X_WING)[0].state, X_WING))
    keys = [hinted_pad("zh", view(), Hint(step, Stage.WHY))[0][0] for step in (STEP, removing)]
    assert [key[0] for key in keys] == ["💡 怎么填？", "💡 怎么删？"]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("look", Look)
def test_each_stage_says_more_below_the_title_and_the_board(language: str, look: Look) -> None:
    said = [hinted_html(language, view(look), Hint(STEP, stage)) for stage in TOLD]
    cell = STEP.geometry.name(STEP.placements[0].cell)
    assert all(text.startswith("<b>9×9") for text in said)
    assert [("<pre>" in text) for text in said] == [look not in {Look.IMAGE, Look.SPEAK}] * 3
    assert len(set(said)) == 3
    assert cell in said[-1].rpartition("<b>")[2]
    assert cell not in said[0].rpartition("</pre>")[2] or look is Look.SPEAK


def test_nothing_else_takes_room_from_the_board() -> None:
    lines = hinted_html("en", view(), Hint(STEP, Stage.WHERE)).splitlines()
    assert "<pre>" in lines[1]
    assert len(lines) == 1 + 12 + 2


@pytest.mark.parametrize("size", [16, 25])
def test_a_large_board_marks_blank_cells_in_their_places(size: int) -> None:
    puzzle = generate(Geometry.of_size(size), seed=1, clues=size * size * 2 // 3)
    game = Game(puzzle.grid, puzzle.solution)
    step = step_in(game)
    drawn = hinted_html("en", view(game=game), Hint(step, Stage.MOVE))
    board = re.findall(r"<pre>(.*)</pre>", drawn, re.DOTALL)[0]
    assert all(len(line) <= WIDTH_ALONE for line in board.splitlines())
    assert len(board.splitlines()) == size + (size == 16)
    assert board.count("+") == len(step.placements)


def test_a_mistake_is_counted_before_its_cells_are_named() -> None:
    blank = GIVENS.blanks()[0]
    wrong = GAME.solution[blank] % 9 + 1
    game = GAME.with_turn(Turn(1, (Move(Act.PLACE, blank, wrong),)))
    counted, named = (
        hinted_html("en", view(game=game), Hint(Mistake((blank,)), stage)) for stage in (1, 2)
    )
    assert "1 of your digits" in counted
    assert "r1c3" not in counted
    assert f"{wrong}&#34;" in named or f'{wrong}"' in named
    assert "r1c3" in named


NOTES = Mistake((), ((2, (4,)), (3, (2, 6))), ((Candidate(5, 7), 4),))


def test_notes_are_counted_before_it_is_said_what_is_wrong_with_them() -> None:
    counted, named = (hinted_html("en", view(), Hint(NOTES, stage)) for stage in (1, 2))
    assert "notes of 3 cells" in counted
    assert "r1c3" not in counted
    assert "r1c3 lacks the note 4." in named
    assert "r1c4 lacks one of these notes: 2, 6." in named
    assert "r1c6 can't be 7: r1c5 is 7." in named
    for mark in ("4?", "7-", "7="):
        assert mark in named
    assert actions(Hint(NOTES, 1)) == [[NameMistakes(12), ShowBoard(12, 0)]]
    assert actions(Hint(NOTES, 2)) == [[ShowBoard(12, 0)]]


@pytest.mark.long
@pytest.mark.parametrize("language", languages())
def test_every_technique_has_room_in_the_caption_of_a_picture(language: str) -> None:
    for technique in TAUGHT:
        position = positions(technique)[0]
        step = next(steps(position.state, technique))
        shown = view(Look.IMAGE, Game(position.givens, position.givens))
        caption = hinted_html(language, shown, Hint(step, Stage.MOVE)).striptags()
        assert len(caption) <= MOST_IN_CAPTION, technique


def test_a_move_of_notes_says_that_it_fills_in_the_others() -> None:
    position = positions(X_WING)[0]
    step = next(steps(position.state, X_WING))
    solution = solve(position.givens)
    assert solution is not None
    bare = Game(position.givens, solution)
    will = messages.text("en", "hint.will_fill_in")
    said = [hinted_html("en", view(game=bare), Hint(step, stage)).unescape() for stage in TOLD]
    assert [will in text for text in said] == [False, False, True]
    placing = hinted_html("en", view(), Hint(STEP, Stage.MOVE)).unescape()
    assert will not in placing


def test_the_passages_of_a_long_reason_are_turned_below_the_board() -> None:
    step = next(steps(positions(NESTED_NET)[0].state, NESTED_NET))
    last, back = last_of(step), ShowBoard(12, 0)
    where, why, move = (actions(Hint(step, stage))[0] for stage in TOLD)
    assert where == [AskHint(12, 0, 2, 0), back]
    assert why == [AskHint(12, 0, 2, 1)]
    assert actions(Hint(step, Stage.WHY))[1] == [AskHint(12, 0, 3, last), back]
    assert move == [AskHint(12, 0, 3, 1)]
    second = actions(Hint(step, Stage.WHY, 2))
    assert second[0] == [AskHint(12, 0, 2, 1), AskHint(12, 0, 2, 3)]
    assert second[-1] == [DrawHint(12, 0, 2), Learn(NESTED_NET)]
