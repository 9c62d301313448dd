import re
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from bot import messages
from bot.game.game import Game
from bot.game.move import Act, Move, Turn, mask_of
from bot.game.notes import filled_in
from bot.game.person import Policy
from bot.game.selection import Selection
from bot.render.preferences import Look, Preferences
from bot.render.view import WIDTH, GameView, board_html, grid_html, text_board, title
from engine import Geometry, Grid, parse

SOLUTION = parse("1234341221434321")
GAME = Game(parse("1.3434122143432."), SOLUTION)
SYMBOLS = "123456789ABCDEFGHIJKLMNOP"
SIZES = (4, 6, 8, 9, 12, 16, 25)
ORDER_3 = Geometry(3, 3)


def test_the_title_says_which_puzzle_this_is() -> None:
    assert title("en", GameView(7, GAME)) == "<b>4×4 · 14 clues</b> · #7"
    assert title("en", GameView(7, GAME, "none")) == "<b>4×4 · 14 clues</b> · #7"
    assert "diagonal" in title("en", GameView(7, GAME, "diagonal"))
    assert "对角对称" in title("zh", GameView(7, GAME, "diagonal"))
    daily = title("en", GameView(7, GAME, "central", "2026-11-20"))
    assert daily == "<b>Daily 2026-11-20 · 4×4</b> · #7"


def test_a_board_is_one_preformatted_block_and_what_there_is_to_say() -> None:
    html = board_html("en", GameView(7, GAME), "Type <code> & play")
    assert html.count("<pre>") == html.count("</pre>") == 1
    assert "2 cells to fill" in html
    assert html.endswith("Type &lt;code&gt; &amp; play")
    assert board_html("en", GameView(7, GAME), Markup("<b>so</b>")).endswith("<b>so</b>")


@pytest.mark.parametrize(
    ("policy", "shown"),
    [(Policy.SILENT, set()), (Policy.CONFLICTS, {1, 3}), (Policy.WRONG, {1, 8})],
)
def test_each_policy_marks_what_it_says(policy: Policy, shown: set[int]) -> None:
    """r1c2=4 clashes with the 4 in r1c4; r3c1=1 clashes with no digit, but is wrong too."""
    moves = Move(Act.PLACE, 1, 4), Move(Act.PLACE, 8, 1)
    alone = SOLUTION.with_values(dict.fromkeys({*range(16)} - {3}, 0))
    game = Game(alone, SOLUTION).with_turn(Turn(1, moves))
    assert GameView(7, game, preferences=Preferences(policy=policy)).faults == shown


def test_own_digits_are_told_apart_and_notes_are_listed() -> None:
    moves = (Move(Act.PLACE, 1, 2), Move(Act.NOTES, 15, mask_of((1, 4))))
    html = board_html("en", GameView(7, GAME.with_turn(Turn(1, moves))))
    assert "1: 1 2&#39;| 3 4" in html
    assert "1 cell to fill\nNotes: r4c4 14" in html
    compact = GameView(7, GAME.with_turn(Turn(1, moves)), preferences=Preferences(Look.COMPACT))
    small = board_html("zh", compact)
    assert "1 1 2'|3 4" in unescape(small)
    assert "笔记：r4c4 14" in small


def test_a_full_board_has_nothing_to_fill() -> None:
    full = GAME.with_turn(Turn(1, (Move(Act.PLACE, 1, 2), Move(Act.PLACE, 15, 1))))
    assert "to fill" not in board_html("en", GameView(7, full))


def test_a_board_alone_shows_all_digits_alike() -> None:
    assert grid_html(SOLUTION).startswith("<pre>")
    assert "&#39;" not in grid_html(SOLUTION)


PUZZLE = parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
SOLVED = parse("534678912672195348198342567859761423426853791713924856961537284287419635345286179")
CLASH = Turn(1, (Move(Act.PLACE, 2, 5), Move(Act.NOTES, 3, mask_of((2, 6)))))
NINE = Game(PUZZLE, SOLVED).with_turn(CLASH)


def plain(html: Markup) -> str:
    """What a client copies of a message."""
    return unescape(re.sub(r"<[^>]+>", "", html))


def view(look: Look, policy: Policy = Policy.CONFLICTS, *, timer: bool = True) -> GameView:
    preferences = Preferences(look, policy, timer=timer)
    return GameView(7, NINE, "central", selection=Selection(4), preferences=preferences, seconds=75)


def test_the_roomy_board_in_full() -> None:
    """It is as high as its buttons, on which notes and what is left of each digit are to be seen.

    What the buttons show has an edge; a clash has `!`, and quotes where the digit is own.
    """
    assert board_html("en", view(Look.FULL)) == (
        "<b>9×9 · symmetric · 30 clues</b> · #7\n"
        "<pre>1: 5!3 5&#34;| . 7 . &gt; . . .\n"
        "2: 6 . . | 1 9 5 &gt; . . .\n"
        "3: . 9 8 | . . . &gt; . 6 .\n"
        "4: 8 . .   . 6 .   . . 3\n"
        "5: 4 . .   8 . 3   . . 1\n"
        "6: 7 . .   . 2 .   . . 6\n"
        "7: . 6 . | . . . &gt; 2 8 .\n"
        "8: . . . | 4 1 9 &gt; . . 5\n"
        "9: . . . | . 8 . &gt; . 7 9</pre>\n"
        "⏱ 1:15 · 50 cells to fill"
    )


def test_the_small_board_tells_own_digits_and_mistakes_apart() -> None:
    html = board_html("zh", view(Look.COMPACT, timer=False))
    assert "<pre>1 5!3 5&#34;|. 7 . &gt;. . .\n" in html
    assert "⏱" not in html
    silent = board_html("zh", view(Look.COMPACT, Policy.SILENT))
    assert "<pre>1 5 3 5&#39;|. 7 . &gt;. . .\n" in silent
    wrong = board_html("zh", view(Look.COMPACT, Policy.WRONG))
    assert "<pre>1 5 3 5&#34;|. 7 . &gt;. . .\n" in wrong
    assert "再看看" not in html + silent + wrong


def test_a_board_without_room_for_marks_names_mistakes_and_whose_they_are() -> None:
    """Of 16x16; the first two cells are given, the third is not."""
    geometry = Geometry.of_size(16)
    solution = Grid(geometry, bytes(256)).with_values({0: 1, 1: 2, 2: 3})
    game = Game(solution.with_values({2: 0}), solution).with_turn(Turn(1, (Move(Act.PLACE, 2, 1),)))
    shown = GameView(7, game, preferences=Preferences(Look.FULL))
    assert "\nLook again: r1c1, r1c3&#39;\n" in board_html("en", shown)


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


def test_the_spoken_board_in_full() -> None:
    spoken = GameView(7, GAME, preferences=Preferences(Look.SPEAK), seconds=5)
    assert board_html("en", spoken) == (
        "<b>4×4 · 14 clues</b> · #7\n"
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
    heard = board_html("en", view(Look.SPEAK))
    assert "Row 1: 5 look again, 3, 5 yours look again; blank, 7, blank;" in heard


def test_the_chosen_cell_stands_in_parentheses_and_no_mark_is_lost() -> None:
    moves = (Move(Act.PLACE, 2, 4), Move(Act.PLACE, 5, 8))
    values = Game(PUZZLE, SOLVED).with_turn(Turn(1, moves)).values
    for cell, row in (
        (3, "1: 5 3 4'|(.)7 8'| . . ."),
        (2, "1: 5 3(4)| . 7 8'| . . ."),
        (6, "1: 5 3 4'| . 7 8'|(.). ."),
        (8, "1: 5 3 4'| . 7 8'| . .(.)"),
    ):
        assert text_board(values, PUZZLE, chosen=cell).splitlines()[1] == row
    for cell, row in ((2, "1 5 3(4)|. 7 8'|. . ."), (4, "1 5 3 4'|.(7)8'|. . .")):
        assert text_board(values, PUZZLE, compact=True, chosen=cell).splitlines()[1] == row


def test_the_chosen_cell_of_a_board_without_room_for_marks_is_drawn_differently() -> None:
    blank = Grid.blank(Geometry.of_size(16))
    assert text_board(blank, blank, chosen=3).splitlines()[1] == " 1 ..._|....|....|...."


def test_a_box_that_the_buttons_show_is_framed() -> None:
    drawn = text_board(PUZZLE, PUZZLE, here=PUZZLE.geometry.boxes[4]).splitlines()
    assert [drawn[at] for at in (4, 5, 7, 8, 9)] == [
        "   ------+-======+-------",
        "4: 8 . . < . 6 . > . . 3",
        "6: 7 . . < . 2 . > . . 6",
        "   ------+-======+-------",
        "7: . 6 . | . . . | 2 8 .",
    ]
    corner = text_board(PUZZLE, PUZZLE, compact=True, here=PUZZLE.geometry.boxes[8]).splitlines()
    assert corner[8:] == [
        "  ------+------+======",
        "7 . 6 . |. . . <2 8 .",
        "8 . . . |4 1 9 <. . 5",
        "9 . . . |. 8 . <. 7 9",
    ]


def test_the_words_below_a_picture_fit_a_caption() -> None:
    html = board_html("en", view(Look.IMAGE))
    assert "<pre>" not in html
    assert "50 cells to fill" in html
    assert "Look again" not in html
    assert len(html) < 1024


def test_many_notes_are_counted_not_listed() -> None:
    filled = NINE.with_turn(filled_in(NINE, 1))
    image = GameView(7, filled, preferences=Preferences(Look.IMAGE), is_open=False)
    assert "Notes in 50 cells" in board_html("en", image)
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


def grid(line: str) -> Grid:
    return Grid(ORDER_3, bytes(int(symbol) for symbol in line.replace(".", "0")))


GIVENS = grid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
BOARD = GIVENS.with_values({2: 4, 8: 2, 40: 5, 51: 8})

FULL = """\
   1 2 3 | 4 5 6 | 7 8 9
1: 5 3 4'| . 7 . | . . 2'
2: 6 . . | 1 9 5 | . . .
3: . 9 8 | . . . | . 6 .
   ------+-------+-------
4: 8 . . | . 6 . | . . 3
5: 4 . . | 8 5'3 | . . 1
6: 7 . . | . 2 . | 8'. 6
   ------+-------+-------
7: . 6 . | . . . | 2 8 .
8: . . . | 4 1 9 | . . 5
9: . . . | . 8 . | . 7 9"""

COMPACT = """\
  1 2 3 |4 5 6 |7 8 9
1 5 3 4'|. 7 . |. . 2'
2 6 . . |1 9 5 |. . .
3 . 9 8 |. . . |. 6 .
  ------+------+------
4 8 . . |. 6 . |. . 3
5 4 . . |8 5'3 |. . 1
6 7 . . |. 2 . |8'. 6
  ------+------+------
7 . 6 . |. . . |2 8 .
8 . . . |4 1 9 |. . 5
9 . . . |. 8 . |. 7 9"""


@st.composite
def boards(draw: st.DrawFn) -> Grid:
    geometry = Geometry.of_size(draw(st.sampled_from(SIZES)))
    random = draw(st.randoms(use_true_random=False))
    values = bytes(random.randint(0, geometry.size) for _ in range(geometry.cell_count))
    return Grid(geometry, values)


def read_back(drawing: str, size: int) -> list[int]:
    """The values in the labelled rows of a drawing, or in all lines where there are no labels."""
    labels = [] if size == 25 else [str(number) for number in range(1, size + 1)]
    values: list[int] = []
    for line in drawing.split("\n"):
        label, _, body = line.strip().replace(":", "").partition(" ")
        if labels and not (label == labels[0] and re.search(r"^ ?\d+:? ", line)):
            continue
        cells = re.sub(r"[|' ]", "", body if labels else line)
        assert len(cells) == size
        values += [SYMBOLS.find(cell) + 1 for cell in cells]
        labels = labels[1:]
    return values


def columns_under_headings(drawing: str, label_width: int) -> dict[str, str]:
    """What stands under each heading in the first row."""
    heading, first, *_ = drawing.split("\n")
    return {mark: first[at] for at, mark in enumerate(heading) if at >= label_width and mark != " "}


def test_the_full_form_tells_own_digits_from_givens() -> None:
    assert text_board(BOARD, GIVENS) == FULL


def test_the_compact_form() -> None:
    assert text_board(BOARD, GIVENS, compact=True) == COMPACT


def test_without_givens_no_digit_is_marked() -> None:
    assert "'" not in text_board(BOARD)


def test_a_mark_stands_behind_its_cell_in_place_of_the_apostrophe() -> None:
    lines = text_board(BOARD, GIVENS, marks={40: "!", 41: "?"}).split("\n")
    assert lines[6] == "5: 4 . . | 8 5!3?| . . 1"


@given(boards(), st.booleans())
def test_every_value_stands_at_its_place(board: Grid, compact: bool) -> None:  # noqa: FBT001 - drawn by Hypothesis
    drawing = text_board(board, Grid.blank(board.geometry), compact=compact)
    assert read_back(drawing, board.geometry.size) == list(board.values)


@given(boards(), st.booleans())
def test_every_line_fits_a_phone_and_is_ascii(board: Grid, compact: bool) -> None:  # noqa: FBT001 - drawn by Hypothesis
    drawing = text_board(board, Grid.blank(board.geometry), compact=compact)
    assert drawing.isascii()
    lines = drawing.split("\n")
    assert max(map(len, lines)) <= WIDTH
    assert all(line == line.rstrip() and line.isprintable() for line in lines)


@pytest.mark.parametrize(
    ("size", "compact", "width"),
    [
        (4, False, 13),
        (6, False, 17),
        (9, False, 25),
        (9, True, 22),
        (16, False, 22),
        (25, True, 25),
    ],
)
def test_the_width_of_each_size(size: int, compact: bool, width: int) -> None:  # noqa: FBT001 - a parameter
    geometry = Geometry.of_size(size)
    board = Grid(geometry, bytes([1]) * geometry.cell_count)
    drawing = text_board(board, Grid.blank(geometry), compact=compact)
    assert max(map(len, drawing.split("\n"))) == width


@pytest.mark.parametrize("compact", [False, True])
def test_headings_stand_over_their_columns(compact: bool) -> None:  # noqa: FBT001 - a parameter
    board = Grid(ORDER_3, bytes([*range(1, 10)] * 9))
    under = columns_under_headings(text_board(board, board, compact=compact), 2)
    assert all(mark == symbol for mark, symbol in under.items())
    assert under.keys() >= set("123456789")


@pytest.mark.parametrize("size", SIZES[:-1])
def test_rules_and_bars_stand_between_boxes(size: int) -> None:
    geometry = Geometry.of_size(size)
    lines = text_board(Grid.blank(geometry)).split("\n")[1:]
    rules = [at for at, line in enumerate(lines) if "-" in line]
    tall = geometry.box_rows
    assert rules == [band * (tall + 1) + tall for band in range(size // tall - 1)]
    bars = {tuple(at for at, mark in enumerate(line) if mark in "|+") for line in lines}
    assert len(bars) == 1
    assert len(bars.pop()) == geometry.box_rows - 1
