from markupsafe import Markup

from bot.game.move import Act, Move, Turn, mask_of
from bot.game.play import Play
from bot.render.taste import Look, Taste
from bot.render.view import GameView, board_html, drawn, title
from engine import parse

SOLUTION = parse("1234341221434321")
PLAY = Play(parse("1.3434122143432."), SOLUTION)


def test_the_title_says_which_puzzle_this_is() -> None:
    assert title("en", GameView(7, PLAY)) == "<b>4×4 · 14 clues</b> · #7"
    assert title("en", GameView(7, PLAY, "none")) == "<b>4×4 · 14 clues</b> · #7"
    assert "diagonal" in title("en", GameView(7, PLAY, "diagonal"))
    assert "对角对称" in title("zh", GameView(7, PLAY, "diagonal"))
    daily = title("en", GameView(7, PLAY, "central", "2026-11-20"))
    assert daily == "<b>Daily 2026-11-20 · 4×4 · 14 clues</b> · #7"


def test_a_board_is_one_preformatted_block_and_what_there_is_to_say() -> None:
    html = board_html("en", GameView(7, PLAY), "Type <code> & play")
    assert html.count("<pre>") == html.count("</pre>") == 1
    assert "2 cells to fill" in html
    assert html.endswith("Type &lt;code&gt; &amp; play")
    assert board_html("en", GameView(7, PLAY), Markup("<b>so</b>")).endswith("<b>so</b>")


def test_own_digits_are_told_apart_and_notes_are_listed() -> None:
    moves = (Move(Act.PLACE, 1, 2), Move(Act.NOTES, 15, mask_of((1, 4))))
    html = board_html("en", GameView(7, PLAY.with_turn(Turn(1, moves))))
    assert "1: 1 2&#39;| 3 4" in html
    assert "1 cell to fill\n1×1\nNotes: r4c4 14" in html
    compact = GameView(7, PLAY.with_turn(Turn(1, moves)), taste=Taste(Look.COMPACT))
    small = board_html("zh", compact)
    assert "1 12|34" in small
    assert "笔记：r4c4 14" in small


def test_a_full_board_has_nothing_to_fill() -> None:
    full = PLAY.with_turn(Turn(1, (Move(Act.PLACE, 1, 2), Move(Act.PLACE, 15, 1))))
    assert "to fill" not in board_html("en", GameView(7, full))


def test_a_board_alone_shows_all_digits_alike() -> None:
    assert drawn(SOLUTION).startswith("<pre>")
    assert "&#39;" not in drawn(SOLUTION)
