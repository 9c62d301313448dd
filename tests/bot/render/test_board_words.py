import re
from dataclasses import replace
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from bot import messages
from bot.game.entry import Answer, Letters, read_typed
from bot.game.game import Game
from bot.game.move import Act, Intents, Move, Turn, mask_of
from bot.game.notes import filled_in
from bot.game.pace import Promise
from bot.game.person import Policy
from bot.game.player import Player
from bot.game.selection import Selection
from bot.render.board_words import (
    WIDEST_TITLE,
    board_html,
    cell_state,
    move_list,
    note_list,
    title,
)
from bot.render.preferences import Look, Preferences
from bot.render.text_board import WIDEST_NOTE, columns
from bot.render.view import GameView
from engine import Geometry, Grid, parse

SHAPES = (
    *map(Geometry.of_size, (4, 6, 8, 9, 12, 16, 25)),
    *(Geometry(3, 2), Geometry(4, 2), Geometry(2, 6), Geometry(6, 2), Geometry(4, 3)),
)
SOLUTION = parse("1234341221434321")
GAME = Game(parse("1.3434122143432."), SOLUTION)


def test_the_title_says_which_puzzle_this_is() -> None:
    assert title("en", GameView(7, GAME)) == "<b>4×4 · not rated · 14 clues</b> · #7"
    assert title("en", GameView(7, GAME, "none")) == "<b>4×4 · not rated · 14 clues</b> · #7"
    assert "diagonal" in title("en", GameView(7, GAME, "diagonal"))
    assert "对角对称" in title("zh", GameView(7, GAME, "diagonal"))
    daily = title("en", GameView(7, GAME, "central", "2026-11-20"))
    assert daily == "<b>Daily 2026-11-20 · 4×4</b> · #7"


def test_a_title_has_no_more_than_a_phone_is_wide() -> None:
    assert title("es", GameView(7, GAME, difficulty="medium")) == "<b>4×4 · medio</b> · #7"
    many = GameView(12345, GAME, "mirrors")
    assert title("en", many) == "<b>4×4 · not rated</b> · #12345"
    for language in messages.languages():
        for number, day in ((7, "2026-11-20"), (12345, " 11-20")):
            view = GameView(number, GAME, None, "2026-11-20", difficulty="hard")
            daily = title(language, view).striptags()
            assert f"{day} · " in daily
            assert "4×4" not in daily
            assert columns(daily) <= WIDEST_TITLE


def test_a_board_is_one_preformatted_block_and_what_there_is_to_say() -> None:
    html = board_html("en", GameView(7, GAME), "Type <code> & play")
    assert html.count("<pre>") == html.count("</pre>") == 1
    assert "2 cells to fill" in board_html("en", GameView(7, GAME))
    assert html.endswith("Type &lt;code&gt; &amp; play")
    assert board_html("en", GameView(7, GAME), Markup("<b>so</b>")).endswith("<b>so</b>")


def test_own_digits_are_told_apart_and_notes_are_listed() -> None:
    moves = (Move(Act.PLACE, 1, 2), Move(Act.NOTES, 15, mask_of((1, 4))))
    html = board_html("en", GameView(7, GAME.with_turn(Turn(1, moves))))
    assert "1: 1 2&#39;| 3 4" in html
    closed = GameView(7, GAME.with_turn(Turn(1, moves)), is_open=False)
    assert "1 cell to fill\nNotes: r4c4 14" in board_html("en", closed)
    small = board_html("zh", replace(closed, preferences=Preferences(Look.COMPACT)))
    assert "1 1 2'|3 4" in unescape(small)
    assert "笔记：r4c4 14" in small


def test_a_full_board_has_nothing_to_fill() -> None:
    full = GAME.with_turn(Turn(1, (Move(Act.PLACE, 1, 2), Move(Act.PLACE, 15, 1))))
    assert "to fill" not in board_html("en", GameView(7, full))


PUZZLE = parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
SOLVED = parse("534678912672195348198342567859761423426853791713924856961537284287419635345286179")
CLASH = Turn(1, (Move(Act.PLACE, 2, 5), Move(Act.NOTES, 3, mask_of((2, 6)))))
NINE = Game(PUZZLE, SOLVED).with_turn(CLASH)


def plain(html: str) -> str:
    """What a client copies from a message."""
    return unescape(re.sub(r"<[^>]+>", "", html))


def view(look: Look, policy: Policy = Policy.CONFLICTS, *, timer: bool = True) -> GameView:
    preferences = Preferences(look, policy, timer=timer)
    return GameView(7, NINE, "central", selection=Selection(4), preferences=preferences, seconds=75)


def test_the_roomy_board_in_full() -> None:
    """The box that the keys show has a frame; a clash has `!`, and quotes if it is one's own."""
    assert board_html("en", view(Look.FULL)) == (
        "<b>9×9 · not rated · 30 clues</b> · #7\n"
        "⏱ 1:15 · 50 cells to fill\n"
        "Two 5s in row 1 (r1c1, r1c3).\n"
        "<pre>   1 2 3 | 4 5 6 | 7 8 9\n"
        "1: 5!3 5&#34;| . 7 . | . . .\n"
        "2: 6 . . | 1 9 5 | . . .\n"
        "3: . 9 8 | . . . | . 6 .\n"
        "   ------+-======+-------\n"
        "4: 8 . . &lt; . 6 . &gt; . . 3\n"
        "5: 4 . . &lt; 8 . 3 &gt; . . 1\n"
        "6: 7 . . &lt; . 2 . &gt; . . 6\n"
        "   ------+-======+-------\n"
        "7: . 6 . | . . . | 2 8 .\n"
        "8: . . . | 4 1 9 | . . 5\n"
        "9: . . . | . 8 . | . 7 9</pre>"
    )


def test_marks_are_explained_where_they_first_appear() -> None:
    """The frame on a fresh board, an own digit when it is the first, mistakes while they stand."""
    fresh = Game(PUZZLE, SOLVED)
    blanks = PUZZLE.blanks()
    first, second = (
        fresh.with_turn(Turn(1, tuple(Move(Act.PLACE, c, SOLVED[c]) for c in blanks[:count])))
        for count in (1, 2)
    )
    said = [board_html("en", GameView(7, game)) for game in (fresh, first, second, NINE)]
    marks = ("framed box", "\n' marks", "Two 5s in row 1")
    assert [[mark in html for mark in marks] for html in said] == [
        [True, False, False],
        [False, True, False],
        [False, False, False],
        [False, False, True],
    ]
    for look in (Look.IMAGE, Look.SPEAK):
        shown = GameView(7, first, preferences=Preferences(look))
        assert "marks" not in board_html("en", shown)


def test_a_mistake_that_is_marked_is_explained_in_one_line_of_a_phone() -> None:
    """By the unit in which a digit stands twice; a wrong digit that meets no other by its mark."""
    blank = Grid.blank(Geometry.of_size(9))
    wrong = Preferences(policy=Policy.WRONG)

    def told(language: str, puzzle: Grid, *cells: int) -> str:
        solution = Grid(puzzle.geometry, bytes([1]) * puzzle.geometry.cell_count)
        turn = Turn(1, tuple(Move(Act.PLACE, cell, puzzle.geometry.size) for cell in cells))
        game = Game(puzzle, solution).with_turn(turn)
        shown = board_html(language, GameView(7, game, preferences=wrong))
        beside = re.sub("<pre>.*</pre>", "", shown, flags=re.DOTALL)
        return plain(beside).strip().split("\n")[-1]

    assert told("en", blank, 9, 17) == "Two 9s in row 2 (r2c1, r2c9)."
    assert told("en", blank, 8, 80) == "Two 9s in column 9 (r1c9, r9c9)."
    assert told("en", blank, 60, 80) == "Two 9s in box 9 (r7c7, r9c9)."
    # Of several pairs the one that was just made is told.
    two = blank.with_values({0: 9, 1: 9})
    assert told("en", two, 60, 80) == "Two 9s in box 9 (r7c7, r9c9)."
    assert told("en", two, 60) == "Two 9s in row 1 (r1c1, r1c2)."
    assert told("en", blank, 60) == '" marks a wrong digit.'
    ten = Grid.blank(Geometry(2, 5))
    assert told("en", ten, 94, 99) == "Two As in row 10 (r10c5, r10c10)."
    for language in messages.languages():
        assert columns(told(language, blank, 60)) <= WIDEST_NOTE
        most = told(language, ten, 94, 99)
        assert "r10c5" in most
        assert columns(most) <= WIDEST_NOTE


def test_a_first_mark_on_a_6x6_with_two_lines_below_it_leaves_the_time_out() -> None:
    """A phone of 360x640 has room for three beside its title, in a group for two.

    Without a line below the board the hour of the message takes one.
    """
    puzzle = Grid.blank(Geometry(2, 3))
    game = Game(puzzle, puzzle.with_values({0: 1, 1: 2}))
    once = game.with_turn(Turn(1, (Move(Act.PLACE, 0, 1),)))
    alone = GameView(7, once)
    shared = replace(alone, is_shared=True, players=(Player(1, 0, "Ann"),))
    cases = ((alone, "r1c1 = 1", True), (alone, "r1c1 = 1, " * 5, False), (shared, "", False))
    for view, note, is_told in (*cases, (shared, "r1c1 = 1", False)):
        html = board_html("en", view, note)
        assert ("⏱" in html) == is_told
        assert "marks your digits" in html
    noted = once.with_turn(Turn(1, (Move(Act.NOTES, 1, 0b11),)))
    both = replace(shared, game=noted)
    for view, note, told in (
        (replace(alone, game=noted), "", [False, True]),
        (replace(alone, game=noted), "r1c1 = 1", [False, True]),
        (both, "r1c1 = 1", [False, False]),
    ):
        html = board_html("en", view, note)
        assert [words in html for words in ("⏱", "Notes: r1c2")] == told
    twice = once.with_turn(Turn(1, (Move(Act.PLACE, 1, 3),)))
    short = replace(shared, game=twice, players=(Player(1, 0, "B"),))
    assert "⏱" in board_html("en", short), "there is nothing to explain"
    assert "⏱" not in board_html("en", replace(shared, game=twice)), "the hour takes a line"
    tall = replace(shared, preferences=Preferences(Look.TALL))
    assert "⏱" in board_html("en", tall, "r1c1 = 1")


@pytest.mark.parametrize("look", [Look.FULL, Look.COMPACT])
def test_a_6x6_alone_with_the_bot_has_its_rules_while_one_line_is_told(look: Look) -> None:
    """It stands below the board, beside the hour of the message, and is how the game stands."""
    puzzle = Grid.blank(Geometry(2, 3))
    game = Game(puzzle, puzzle.with_values({0: 1, 1: 2, 2: 3}))
    twice = game.with_turn(Turn(1, (Move(Act.PLACE, 0, 1), Move(Act.PLACE, 1, 2))))
    once = game.with_turn(Turn(1, (Move(Act.PLACE, 0, 1),)))
    noted = twice.with_turn(Turn(1, (Move(Act.NOTES, 2, 0b11),)))
    shown = GameView(7, twice, preferences=Preferences(look), seconds=75)
    for view, note, told in (
        (shown, "", "⏱ 1:15 · 34 cells to fill"),
        (shown, "r1c2 = 2", "r1c2 = 2"),
        (replace(shown, game=once), "", "' marks your digits."),
        (replace(shown, game=noted), "", "Notes: r1c3 12"),
    ):
        html = board_html("en", view, note)
        assert html.endswith(f"</pre>\n{told}")
        assert html.count("-----+-----") == 2
    more = ((shown, "r1c2 = 2, " * 4), (replace(shown, game=noted), "r1c3 12"))
    for view, note in (*more, (replace(shown, is_shared=True), "")):
        assert "-----+" not in board_html("en", view, note)


def test_notes_that_keys_have_no_room_for_are_told_in_place_of_how_the_game_stands() -> None:
    """A key has room for four, and for two in the brackets of the chosen cell."""
    filled = Game(PUZZLE, SOLVED).with_turn(filled_in(Game(PUZZLE, SOLVED), 1))
    html = board_html("en", GameView(7, filled, selection=Selection(4)))
    assert "Notes" not in html
    assert "51 cells to fill" in html
    html = board_html("en", GameView(7, filled, selection=Selection(4, cell=32)))
    assert "#7\nNotes: r4c6 147\n<pre>" in html
    many = filled.with_turn(Turn(1, (Move(Act.NOTES, 30, mask_of((1, 4, 5, 7, 9))),)))
    html = board_html("en", GameView(7, many, selection=Selection(4)))
    assert "#7\nNotes: r4c4 14579\n<pre>" in html


def test_the_small_board_tells_own_digits_and_mistakes_apart() -> None:
    html = board_html("zh", view(Look.COMPACT, timer=False))
    assert "\n1 5!3 5&#34;|. 7 . |. . .\n" in html
    assert "⏱" not in html
    silent = board_html("zh", view(Look.COMPACT, Policy.SILENT))
    assert "\n1 5 3 5&#39;|. 7 . |. . .\n" in silent
    wrong = board_html("zh", view(Look.COMPACT, Policy.WRONG))
    assert "\n1 5 3 5&#34;|. 7 . |. . .\n" in wrong
    assert "第 1 行有两个 5（r1c1、r1c3）。" in html
    assert "r1c3" not in silent


def test_a_board_without_room_for_marks_names_mistakes_and_whose_they_are() -> None:
    """Of 16x16 in a group; the first two cells are given, the third is not."""
    geometry = Geometry.of_size(16)
    solution = Grid(geometry, bytes(256)).with_values({0: 1, 1: 2, 2: 3})
    game = Game(solution.with_values({2: 0}), solution).with_turn(Turn(1, (Move(Act.PLACE, 2, 1),)))
    shown = GameView(7, game, preferences=Preferences(Look.FULL), is_shared=True)
    assert board_html("en", shown).endswith("\nLook again: r1c1, r1c3&#39;")


def test_what_no_button_shows_any_more_is_not_framed() -> None:
    full = NINE.with_turn(
        Turn(1, tuple(Move(Act.PLACE, cell, SOLVED[cell]) for cell in PUZZLE.blanks()))
    )
    for game, is_open in ((NINE, False), (full, True)):
        for look in (Look.FULL, Look.COMPACT):
            html = board_html(
                "en", GameView(7, game, preferences=Preferences(look), is_open=is_open)
            )
            assert "&gt;" not in html
            assert "--+--" in html
    assert "&gt;" in board_html("en", GameView(7, NINE))


def test_above_the_second_page_of_keys_there_is_no_room_for_the_time() -> None:
    shown = board_html("en", view(Look.FULL))
    more = board_html("en", replace(view(Look.FULL), has_more=True))
    assert "50 cells to fill" in shown
    assert shown.replace("⏱ 1:15 · 50 cells to fill\n", "") == more
    small = replace(view(Look.FULL), game=GAME, has_more=True)
    assert "2 cells to fill" in board_html("en", small), "it has room"


def test_the_spoken_board_in_full() -> None:
    spoken = GameView(7, GAME, preferences=Preferences(Look.SPEAK), seconds=5)
    assert board_html("en", spoken) == (
        "<b>4×4 · not rated · 14 clues</b> · #7\n"
        "⏱ 5 s · 2 cells to fill\n"
        "Row 1: 1, blank; 3, 4\n"
        "Row 2: 3, 4; 1, 2\n"
        "Row 3: 2, 1; 4, 3\n"
        "Row 4: 4, 3; 2, blank"
    )
    noted = GAME.with_turn(Turn(1, (Move(Act.NOTES, 15, mask_of((1, 4))),)))
    chinese = board_html("zh", GameView(7, noted, preferences=Preferences(Look.SPEAK)))
    assert "第4行：4，3；2，空" in chinese
    assert "\n第4行第4列：1，4\n第1行" in chinese


def test_by_ear_the_rows_of_the_buttons_are_told_and_how_to_hear_the_others() -> None:
    selection, preferences = Selection(5), Preferences(Look.SPEAK)
    game = Game(PUZZLE, SOLVED)
    view = GameView(7, game, selection=selection, preferences=preferences)
    told = plain(board_html("en", view)).splitlines()
    assert [line.partition(":")[0] for line in told[2:-1]] == ["Row 4", "Row 5", "Row 6"]
    others = "The buttons are for box 6. Other rows: row 7. All: /board."
    assert told[-1] == others
    for whole in (replace(view, tells_all=True), replace(view, is_open=False)):
        rows = plain(board_html("en", whole)).splitlines()[2:]
        assert [line.partition(":")[0] for line in rows] == [f"Row {row}" for row in range(1, 10)]
    large = Grid(Geometry.of_size(16), bytes(256))
    sixteen = plain(board_html("en", replace(view, game=Game(large, large.with_values({0: 1})))))
    assert "Box 6: " in sixteen
    assert "Row 5: " not in sixteen, "its rows are long"
    begun = game.with_turn(CLASH)
    assert others not in plain(board_html("en", replace(view, game=begun))), "told once"


@pytest.mark.parametrize("language", messages.languages())
@pytest.mark.parametrize("look", [Look.FULL, Look.COMPACT])
@pytest.mark.parametrize("cell", [None, 3, 18])
def test_a_copied_message_reads_back_as_its_board(
    language: str, look: Look, cell: int | None
) -> None:
    shown = GameView(
        7, NINE, selection=Selection(2, cell=cell), preferences=Preferences(look), seconds=75
    )
    assert parse(plain(board_html(language, shown))) == NINE.values


def test_own_digits_givens_and_clashes_are_told_apart_to_a_screen_reader() -> None:
    heard = board_html("en", replace(view(Look.SPEAK), tells_all=True))
    assert "Row 1: 5 look again, 3, 5 yours look again; blank, 7, blank;" in heard


def test_the_words_below_a_picture_fit_a_caption() -> None:
    html = board_html("en", view(Look.IMAGE))
    assert "<pre>" not in html
    assert "50 cells to fill" in html
    assert "Look again" not in html
    assert len(html) < 1024


def test_of_many_notes_on_a_6x6_those_are_listed_for_which_its_keys_are_too_narrow() -> None:
    """And for the chosen cell, whose brackets have room for two."""
    puzzle = Grid.blank(Geometry(2, 3))
    game = Game(puzzle, puzzle.with_values({0: 1}))
    few = Turn(1, tuple(Move(Act.NOTES, cell, mask_of((1, 2, 3, 4))) for cell in range(10)))
    noted = game.with_turn(few)
    assert "Notes in 10 cells" in board_html("en", GameView(7, noted))
    chosen = GameView(7, noted, selection=Selection(cell=3))
    assert "Notes: r1c4 1234" in board_html("en", chosen)
    five = noted.with_turn(Turn(1, (Move(Act.NOTES, 7, mask_of((1, 2, 3, 4, 5))),)))
    html = board_html("en", GameView(7, five))
    assert "Notes: r2c2 12345" in html
    assert "1234," not in html


def test_many_notes_are_counted_not_listed() -> None:
    filled = NINE.with_turn(filled_in(NINE, 1))
    closed = GameView(7, filled, is_open=False)
    assert "Notes in 50 cells" in board_html("en", closed)
    image = GameView(7, filled, preferences=Preferences(Look.IMAGE))
    assert "Notes" not in board_html("en", image), "the picture shows them"
    spoken = GameView(7, filled, selection=Selection(4), preferences=Preferences(Look.SPEAK))
    assert board_html("en", spoken).count("column") == 5


def test_the_spoken_board_of_any_size_fits_a_message() -> None:
    for size in (16, 25):
        geometry = Geometry.of_size(size)
        blank = Grid(geometry, bytes(geometry.cell_count))
        game = Game(blank, blank)
        filled = game.with_turn(filled_in(game, 1))
        for look in Look:
            html = board_html("en", GameView(7, filled, preferences=Preferences(look)))
            assert len(html) < 4096, (size, look)


def test_moves_as_they_were_understood() -> None:
    sixteen = Geometry.of_size(16)
    moves = [
        Move(Act.PLACE, 0, 16),
        Move(Act.ERASE, 1),
        Move(Act.NOTES, 2, mask_of((1, 2))),
        Move(Act.NOTES, 3, 0),
    ]
    english = "r1c1 = G, r1c2 erased, r1c3 notes 1 2, r1c4 without notes"
    assert move_list("en", sixteen, moves) == english
    assert move_list("en", sixteen, moves * 2) == f"{english} and 4 more"
    assert move_list("zh", Geometry.of_size(9), [Move(Act.PLACE, 0, 7)] * 5).endswith("还有 1 步")


def test_notes_by_cell() -> None:
    game = Game(SOLUTION.with_values(dict.fromkeys(range(16), 0)), SOLUTION)
    moves = tuple(Move(Act.NOTES, cell, mask_of((1, 3))) for cell in range(14))
    assert note_list("en", game) == ""
    assert note_list("en", game.with_turn(Turn(1, moves[:2]))) == "r1c1 13, r1c2 13"
    assert note_list("en", game.with_turn(Turn(1, moves))).endswith("and 2 more cells")


def test_a_brief_board_has_one_line_below_and_in_a_group_who_plays() -> None:
    """The note below the board, or how the game stands."""
    geometry = Geometry.of_size(16)
    blank = Game(Grid.blank(geometry), Grid.blank(geometry))
    played = blank.with_turn(Turn(1, (Move(Act.PLACE, 0, 1), Move(Act.PLACE, 1, 2))))
    people = (Player(1, 0, "Ann"), Player(2, 1, "Bo"))
    shared, alone = GameView(7, played, is_shared=True, players=people), GameView(7, played)
    below = [
        board_html("en", shown, note).split("</pre>\n")[1]
        for shown, note in ((alone, ""), (alone, "r1c1 = 3"), (shared, ""), (shared, "r1c1 = 3"))
    ]
    assert ["⏱" in line for line in below] == [True, False, False, False]
    assert ["r1c1" in line for line in below] == [False, True, False, True]
    assert ["Ann" in line for line in below] == [False, False, True, True]
    assert [line.count("\n") for line in below] == [0, 0, 0, 1]


def test_the_9x9_of_a_group_is_brief_as_well() -> None:
    shared = GameView(7, NINE, is_shared=True, players=(Player(1, 0, "Ann"),))
    assert shared.is_brief
    assert shared.is_tight
    right = Turn(1, (Move(Act.PLACE, 2, 4), Move(Act.PLACE, 3, 6)))
    no_marks_yet = replace(shared, game=Game(PUZZLE, SOLVED).with_turn(right))
    assert len(board_html("en", no_marks_yet).splitlines()) == 1 + 9 + 1
    assert "Two 5s" in board_html("en", shared).splitlines()[-1], "NINE has a mistake"
    small, picture = (
        replace(shared, preferences=Preferences(look)) for look in (Look.COMPACT, Look.IMAGE)
    )
    assert (small.is_brief, small.is_tight) == (True, False), "it has fewer keys"
    assert not picture.is_brief


def test_a_brief_9x9_explains_its_mark_once_and_where_there_is_room() -> None:
    """On a tall phone in the only line, in a group below the one with the players."""
    own, game = "' marks your digits.", Game(PUZZLE, SOLVED)
    once = game.with_turn(Turn(1, (Move(Act.PLACE, 2, 4),)))
    twice = once.with_turn(Turn(1, (Move(Act.PLACE, 3, 6),)))

    def below(view: GameView, note: str = "") -> list[str]:
        return unescape(board_html("en", view, note)).split("</pre>\n")[1].split("\n")

    tall = GameView(7, once, preferences=Preferences(Look.TALL))
    assert below(tall) == [own]
    assert below(tall, "r1c3 = 4") == ["r1c3 = 4"]
    assert own not in below(replace(tall, game=twice))
    shared = GameView(7, once, is_shared=True, players=(Player(1, 0, "Ann"),))
    assert below(shared)[1:] == [own]
    assert below(shared, "r1c3 = 4")[1:] == ["r1c3 = 4"]
    assert len(below(replace(shared, game=twice))) == 1


@pytest.mark.parametrize(
    ("size", "is_shared", "told"),
    [
        (16, True, "' on a button marks your digit. To see all: /board image."),
        (16, False, "' marks your digits in the wide columns."),
        (12, True, "' marks your digits in the wide columns."),
        (12, False, "' marks your digits."),
    ],
)
def test_a_large_board_says_at_the_first_own_digit_where_those_differ(
    size: int,
    is_shared: bool,  # noqa: FBT001 - a parameter
    told: str,
) -> None:
    blank = Grid.blank(Geometry.of_size(size))
    game = Game(blank, blank.with_values({0: 1, 1: 2, 2: 3}))
    once = game.with_turn(Turn(1, (Move(Act.PLACE, 0, 1),)))
    twice = once.with_turn(Turn(2, (Move(Act.PLACE, 1, 2),)))
    views = [GameView(7, each, is_shared=is_shared) for each in (game, once, twice)]
    said = [plain(board_html("en", view)).splitlines() for view in views]
    assert [told in lines for lines in said] == [False, True, False]
    marked = [any(" 1 1'" in line for line in lines) for lines in said]
    assert marked == [False, *[size == 12 or not is_shared] * 2]


def test_a_large_board_names_the_mistakes_that_it_cannot_mark() -> None:
    told = "' on a button marks your digit. To see all: /board image."
    blank = Grid(Geometry.of_size(16), bytes(256))
    game = Game(blank, blank.with_values({0: 1, 12: 2, 13: 3}))
    once = game.with_turn(Turn(1, (Move(Act.PLACE, 12, 1),)))
    views = [GameView(7, each) for each in (game, once)]
    assert [told in plain(board_html("en", view)) for view in views] == [False, True]
    clash = once.with_turn(Turn(2, (Move(Act.PLACE, 0, 1),)))
    assert "Two 1s" not in plain(board_html("en", GameView(7, clash)))
    beside = game.with_turn(Turn(1, (Move(Act.PLACE, 0, 1), Move(Act.PLACE, 1, 1))))
    assert "Two 1s" in plain(board_html("en", GameView(7, beside))), "both have their marks"
    named = plain(board_html("en", GameView(7, clash)))
    assert named.endswith("r1c1', r1c13'")
    picture = replace(views[1], preferences=Preferences(Look.IMAGE))
    assert told not in plain(board_html("en", picture))


def test_a_9x9_on_a_tall_phone_is_brief_as_well_and_promises_only_without_a_note() -> None:
    tall = GameView(7, NINE, preferences=Preferences(Look.TALL), promise=Promise(11, 22))
    assert [len(row) for row in tall.pressable] == [6] * 8
    for note, is_promised in (("", True), ("r1c1 = 3", False)):
        html = board_html("en", tall, note)
        assert len(html.splitlines()) == 1 + 9 + 1
        assert ("22" in html.splitlines()[-1]) == is_promised


def test_a_promise_of_one_length_names_it_once() -> None:
    for promise, usual in ((Promise(11, 22, 9), "11–22"), (Promise(11, 11, 9), "11")):
        html = board_html("en", GameView(7, NINE, promise=promise))
        assert f"most {usual} min · you about 9" in html


def test_a_long_note_takes_the_place_of_the_time_above_a_9x9() -> None:
    """A phone of 360x640 has room for one line between the title and the board."""
    alone = GameView(7, NINE)
    for note, is_told in (("r1c1 = 3", True), ("r1c1 = 3, " * 5, False), ("r1c1 = 3\nr1c2", False)):
        assert ("⏱" in board_html("en", alone, note)) == is_told


def test_a_long_note_takes_the_place_of_the_time_below_any_picture() -> None:
    """A picture leaves room for three lines below it; a text of the same board has more."""
    for look, is_told in ((Look.IMAGE, False), (Look.FULL, True)):
        small = GameView(7, GAME, preferences=Preferences(look))
        assert ("⏱" in board_html("en", small, "r1c1 = 3, " * 5)) == is_told
        assert "⏱" in board_html("en", small, "r1c1 = 3")


def test_a_title_is_whole_up_to_31_columns() -> None:
    """`9×9 · not rated · 30 clues · #7` has 31; 32 in bold letters are two lines of a phone."""
    titles = [title("en", GameView(number, NINE, "central")) for number in (7, 77)]
    assert ["30 clues" in each for each in titles] == [True, False]


def test_up_to_six_cells_with_notes_are_listed() -> None:
    solution = parse("1234341221434321")
    game = Game(solution.with_values(dict.fromkeys(range(8), 0)), solution)
    moves = tuple(Move(Act.NOTES, cell, 0b11) for cell in range(8))
    six, seven = (
        board_html("en", GameView(7, game.with_turn(Turn(1, moves[:count])), is_open=False))
        for count in (6, 7)
    )
    assert "Notes: r1c1 12, r1c2 12" in six
    assert "Notes in 7 cells" in seven
    spoken = GameView(7, game.with_turn(Turn(1, moves[:2])), preferences=Preferences(Look.SPEAK))
    assert "column 1: 1, 2" in board_html("en", spoken)


def test_what_a_cell_holds_in_words() -> None:
    game = GAME.with_turn(Turn(1, (Move(Act.PLACE, 1, 2), Move(Act.NOTES, 15, 0b1001))))
    assert [cell_state("en", game, cell) for cell in (0, 1, 15)] == [
        *("r1c1 = 1", "r1c2 = 2", "r4c4 notes 14")
    ]
    assert cell_state("en", GAME, 15) == "r4c4"


def test_going_back_is_told_as_such() -> None:
    four = SOLUTION.geometry
    told = [move_list("en", four, [Move(Act.BACK, 0, value)]) for value in (0, 1)]
    assert told == [messages.text("en", key) for key in ("board.back_to_start", "board.back")]


@st.composite
def copied(draw: st.DrawFn) -> tuple[Game, str]:
    """A game of any size, and its message as a client copies it, or the block in it alone."""
    shape = draw(st.sampled_from(SHAPES))
    chance = draw(st.randoms(use_true_random=False))
    names = chance.sample(range(1, shape.size + 1), shape.size)
    rows = [
        row % shape.box_rows * shape.box_columns + row // shape.box_rows
        for row in range(shape.size)
    ]
    solution = [names[(row + column) % shape.size] for row in rows for column in range(shape.size)]
    clues, own = draw(st.sampled_from((0.3, 0.6))), draw(st.sampled_from((0, 0.1, 0.7)))
    givens = [0, *(digit if chance.random() < clues else 0 for digit in solution[1:])]
    placed = [
        Move(Act.PLACE, cell, digit if chance.random() < 0.9 else chance.choice(names))
        for cell, digit in enumerate(solution)
        if not givens[cell] and chance.random() < own
    ]
    game = Game(Grid(shape, bytes(givens)), Grid(shape, bytes(solution)))
    game = game.with_turn(Turn(1, tuple(placed))) if placed else game
    look = draw(st.sampled_from((Look.FULL, Look.COMPACT, Look.TALL)))
    played = GameView(
        7,
        game,
        selection=Selection(cell=draw(st.sampled_from((None, *game.givens.blanks()[:3])))),
        preferences=Preferences(look, draw(st.sampled_from(Policy))),
        is_open=draw(st.booleans()),
        is_shared=draw(st.booleans()),
    )
    message = plain(html := board_html(draw(st.sampled_from(messages.languages())), played))
    return game, draw(st.sampled_from((message, plain(drawn_in(html)))))


def drawn_in(html: Markup) -> Markup:
    start, end = html.index("<pre>"), html.index("</pre>")
    return html[start:end]


@pytest.mark.long
@given(copied())
def test_a_copied_board_is_read_as_that_board(told: tuple[Game, str]) -> None:
    game, text = told
    assert parse(text) == game.values
    # Telegram takes the blanks away that a message begins with.
    assert parse(text.strip()) == game.values
    shape = game.givens.geometry
    for size in {6, 9, 16} - {shape.size}:
        other = Geometry.of_size(size)
        assert read_typed(text.strip(), other, Letters.ROW) == Answer(game.values)
    entry = read_typed(text.strip(), shape, Letters.ROW)
    if isinstance(entry, Intents):
        digits = {intent.cell: intent.value for intent in entry.intents}
        entry = Answer(Grid.blank(shape).with_values(digits))
    assert entry == Answer(game.values)
