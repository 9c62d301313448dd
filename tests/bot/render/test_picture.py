from dataclasses import replace
from functools import cache
from io import BytesIO
from itertools import combinations, pairwise, permutations
from math import dist

import pytest
from PIL import Image, ImageChops

from bot.game.game import Game
from bot.game.move import Act, Move, Turn
from bot.game.person import Policy
from bot.game.player import LETTERS, Player
from bot.game.selection import Selection
from bot.render.board_picture import BoardPicture
from bot.render.layout import GUTTER, Layout
from bot.render.marks import (
    CandidateMark,
    CandidateRole,
    CellRole,
    Highlight,
    LinkMark,
)
from bot.render.picture import board_picture, board_png, hinted_picture, picture_of
from bot.render.preferences import Look, Preferences
from bot.render.stage import Hint
from bot.render.theme import LIGHT, THEMES, Colour, Theme
from bot.render.view import GameView
from engine import SYMBOLS, Geometry, Grid
from engine.way.player import Mistake
from tests.bot.render.pixels import (
    area,
    cell_of,
    difference,
    grey,
    opened,
    paper,
    pieces,
    read_symbol,
    shape,
    where,
)

NINE = Geometry(3, 3)
BLANK = Grid.blank(NINE)
EMPTY = BoardPicture(BLANK, BLANK)
CELL = 40
EACH_THEME = pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)


def grid(line: str) -> Grid:
    return Grid(NINE, bytes(int(symbol) for symbol in line.replace(".", "0")))


GIVENS = grid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
SOLUTION = grid("534678912672195348198342567859761423426853791713924856961537284287419635345286179")


def square(picture: BoardPicture, cell: int = CELL) -> Image.Image:
    """A cell in grey, without the lines around it."""
    return cell_of(grey(board_png(picture)), Layout(picture.values.geometry), cell, 3)


def only(cell: int, digit: int, *, given: bool = False, geometry: Geometry = NINE) -> BoardPicture:
    values = Grid.blank(geometry).with_values({cell: digit})
    return BoardPicture(values, values if given else Grid.blank(geometry))


def test_a_game_as_a_picture_shows_only_the_mistakes_that_are_asked_for() -> None:
    note = Move(Act.NOTES, 3, 0b110)
    game = Game(GIVENS, SOLUTION).with_turn(Turn(1, (note,)))
    game = game.with_turn(Turn(1, (Move(Act.PLACE, 2, 5), Move(Act.PLACE, 40, 1))))
    picture = picture_of(game)
    assert (picture.values, picture.givens, picture.notes) == (game.values, GIVENS, game.notes)
    assert picture.notes[3] == 0b110
    assert picture.last == {40}, "of a turn the last move"
    assert picture.conflicts == {0, 2, 40, 44, 67}, "two 5s in row 1; 1s in row 5 and column 5"
    assert picture.wrong == set()
    assert picture_of(game, conflicts=False).conflicts == set()
    assert picture_of(game, wrong=True).wrong == {2, 40}


@pytest.mark.parametrize(
    ("moves", "last"),
    [
        ((Move(Act.PLACE, 2, 4),), {2}),
        ((Move(Act.NOTES, 3, 0b110),), {3}),
        ((Move(Act.NOTES, 3, 0b110), Move(Act.NOTES, 5, 0b110)), set()),
    ],
)
def test_the_flag_marks_one_move_and_not_the_notes_of_the_whole_board(
    moves: tuple[Move, ...], last: set[int]
) -> None:
    assert picture_of(Game(GIVENS, SOLUTION).with_turn(Turn(1, moves))).last == last


@cache
def image_of(kind: str) -> Image.Image:
    """A picture in colours of a board with one thing on it."""
    four, five = only(CELL, 4), only(CELL, 5)
    here = frozenset({CELL})
    kinds = {
        "empty": EMPTY,
        "own": five,
        "given": only(CELL, 5, given=True),
        "four": four,
        "chosen": replace(EMPTY, chosen=CELL),
        "here": replace(EMPTY, here=frozenset(NINE.boxes[4]) | frozenset(NINE.boxes[5])),
        "last": replace(EMPTY, last=here),
        "letter": replace(five, letters={CELL: "B"}),
        "nobody": replace(five, letters={CELL: ""}),
        "equal": replace(five, equal=here),
        "conflict": replace(five, conflicts=here),
        "wrong": replace(four, wrong=here),
        "seen": replace(EMPTY, seen=frozenset({CELL, 41}), equal=frozenset({41, 42})),
    }
    return opened(board_png(kinds[kind]))


def box_of(kind: str, colour: Colour) -> tuple[int, int, int, int]:
    found = where(image_of(kind), colour).getbbox()
    assert found is not None
    return found


def has(image: Image.Image, at: tuple[int, int], colour: Colour) -> bool:
    return image.getpixel(at) == colour


LEFT, ABOVE, RIGHT, BELOW = Layout(NINE).box(CELL)
SIDE = RIGHT - LEFT
CENTRE = (LEFT + RIGHT) // 2, (ABOVE + BELOW) // 2


def runs(line: Image.Image) -> list[tuple[int, int]]:
    """Where the inked parts of a line of pixels begin, and how long they are."""
    pixels = [0, *line.tobytes(), 0]
    begins = [at for at in range(1, len(pixels)) if pixels[at] and not pixels[at - 1]]
    ends = [at for at in range(1, len(pixels)) if not pixels[at] and pixels[at - 1]]
    return [(begin - 1, end - begin) for begin, end in zip(begins, ends, strict=True)]


def test_lines_are_thin_between_cells_and_thick_between_boxes() -> None:
    image = image_of("empty")
    edges = (GUTTER - 3, GUTTER - 3, GUTTER + 9 * SIDE + 3, GUTTER + 9 * SIDE + 3)
    assert box_of("empty", LIGHT.ink) == edges
    middle = GUTTER + SIDE // 2
    across = image.crop((0, middle, image.width, middle + 1))
    down = image.crop((middle, 0, middle + 1, image.height))
    for line in (across, down.transpose(Image.Transpose.TRANSPOSE)):
        thick = [(GUTTER + at * SIDE - 3, 6) for at in (0, 3, 6, 9)]
        thin = [(GUTTER + at * SIDE - 1, 2) for at in (1, 2, 4, 5, 7, 8)]
        assert runs(where(line, LIGHT.ink)) == thick
        assert runs(where(line, LIGHT.line)) == thin


def test_the_numbers_of_rows_and_columns_stand_in_the_middle_of_their_edge() -> None:
    ink = where(image_of("empty"), LIGHT.note)
    for at in range(9):
        start = GUTTER + at * SIDE
        for box, along in (
            ((start, 0, start + SIDE, GUTTER), (start + SIDE / 2, GUTTER / 2)),
            ((0, start, GUTTER, start + SIDE), (GUTTER / 2, start + SIDE / 2)),
        ):
            left, top, right, bottom = ink.crop(box).getbbox() or (0, 0, 0, 0)
            assert abs(box[0] + (left + right) / 2 - along[0]) <= 3
            assert abs(box[1] + (top + bottom) / 2 - along[1]) <= 2
            assert 20 <= bottom - top <= 26


def test_the_chosen_cell_has_a_thick_frame_inside_its_lines() -> None:
    assert box_of("chosen", LIGHT.place) == (LEFT, ABOVE, RIGHT, BELOW)
    assert area(where(image_of("chosen"), LIGHT.place)) == SIDE**2 - (SIDE - 2 * 9) ** 2


def test_what_the_buttons_show_is_framed_from_corner_to_corner() -> None:
    first, last = Layout(NINE).box(30), Layout(NINE).box(53)
    box = (*first[:2], *last[2:])
    assert box_of("here", LIGHT.own) == box
    wide, high = box[2] - box[0], box[3] - box[1]
    assert area(where(image_of("here"), LIGHT.own)) == wide * high - (wide - 12) * (high - 12)


def test_the_flag_is_in_the_upper_right_corner_inside_the_lines() -> None:
    shall = (RIGHT - 24, ABOVE + 2, RIGHT - 2, ABOVE + 24)
    assert box_of("last", LIGHT.own) == pytest.approx(shall, abs=1)


def test_a_digit_stands_in_the_middle_and_a_given_is_bolder_on_each_side() -> None:
    own, given = box_of("own", LIGHT.own), where(image_of("given"), LIGHT.ink)
    inside = given.crop((LEFT + 5, ABOVE + 5, RIGHT - 5, BELOW - 5)).getbbox() or (0, 0, 0, 0)
    for left, top, right, bottom in (
        own,
        (inside[0] + LEFT + 5, inside[1] + ABOVE + 5, inside[2] + LEFT + 5, inside[3] + ABOVE + 5),
    ):
        assert abs((left + right) / 2 - CENTRE[0]) <= 3
        assert abs((top + bottom) / 2 - CENTRE[1]) <= 2
    assert 52 <= own[3] - own[1] <= 60, "half of the cell and a little more"
    grown = inside[3] - inside[1] - (own[3] - own[1])
    assert 3 <= grown <= 6
    assert has(image_of("given"), (LEFT + 8, BELOW - 8), LIGHT.given_paper)
    assert has(image_of("own"), (LEFT + 8, BELOW - 8), LIGHT.paper)


@pytest.mark.parametrize(("kind", "colour"), [("letter", LIGHT.players[1]), ("nobody", LIGHT.note)])
def test_a_letter_stands_in_the_lower_right_corner(kind: str, colour: Colour) -> None:
    corner = (RIGHT - 30, BELOW - 30, RIGHT - 3, BELOW - 3)
    left, top, right, bottom = where(image_of(kind).crop(corner), colour).getbbox() or (0, 0, 0, 0)
    assert right - left >= 8
    if kind == "letter":
        assert abs(corner[0] + (left + right) / 2 - (RIGHT - 16.5)) <= 2
        assert abs(corner[1] + (top + bottom) / 2 - (BELOW - 16.5)) <= 2
        assert 20 <= bottom - top <= 26
    # The digit has the same colour.
    assert area(where(image_of(kind), colour)) > 300 + area(where(image_of("empty"), colour))


def around(kind: str, colour: Colour) -> tuple[int, int, int, int]:
    """How far from the middle of the cell a colour reaches there: left, up, right, down."""
    part = where(image_of(kind).crop((LEFT, ABOVE, RIGHT, BELOW)), colour)
    left, top, right, bottom = part.getbbox() or (0, 0, 0, 0)
    half = SIDE // 2
    return half - left, half - top, right - half, bottom - half


def test_equal_digits_clashes_and_mistakes_have_their_shapes_around_the_digit() -> None:
    assert around("equal", LIGHT.pattern) == (44, 44, 44, 44)
    assert around("conflict", LIGHT.alarm) == pytest.approx((45, 45, 45, 45), abs=1)
    assert around("wrong", LIGHT.alarm) == pytest.approx((36, 36, 36, 36), abs=1)
    x, y = CENTRE
    for kind, colour, reach, thick in (
        ("equal", LIGHT.pattern, 44, 3),
        ("conflict", LIGHT.alarm, 45, 5),
    ):
        edge = image_of(kind).crop((x - reach, y, x - reach + 12, y + 1))
        assert abs(area(where(edge, colour)) - thick) <= 1
    corner = image_of("wrong").crop((x + 24, y - 36, x + 25, y - 12))
    assert 5 <= area(where(corner, LIGHT.alarm)) <= 8
    assert area(where(image_of("wrong"), LIGHT.own)) == 0, "the wrong digit itself is in alarm"
    assert area(where(image_of("conflict"), LIGHT.own)) > 300
    assert has(image_of("conflict"), (LEFT + 5, BELOW - 5), LIGHT.alarm_paper)


def test_cells_of_the_same_digit_have_another_paper_than_those_that_are_only_seen() -> None:
    papers = {
        cell: [
            paper
            for paper in LIGHT.papers
            if has(image_of("seen"), (Layout(NINE).box(cell)[0] + 9, BELOW - 9), paper)
        ]
        for cell in (39, 40, 41, 42)
    }
    assert papers == {
        39: [LIGHT.paper],
        40: [LIGHT.unit_paper],
        41: [LIGHT.pattern_paper],
        42: [LIGHT.pattern_paper],
    }


@pytest.mark.parametrize(
    ("rows", "aspect"), [(0, 1), (3, 1), (4, 296 / 258), (6, 296 / 162), (7, 296 / 114)]
)
def test_a_picture_leaves_room_for_its_keys_on_a_phone(rows: int, aspect: float) -> None:
    """Of 360x640: 450 are left for a picture 296 wide, and each row of keys takes 48."""
    with Image.open(BytesIO(board_png(EMPTY, rows))) as image:
        assert image.width / image.height == pytest.approx(aspect, abs=0.003)


def test_everything_that_a_hint_marks_is_drawn() -> None:
    ends = LinkMark((10, 5), (15, 5), strong=True)
    marks = (
        replace(EMPTY, units=frozenset({4})),
        replace(EMPTY, highlights=(Highlight(CELL, CellRole.PATTERN),)),
        replace(EMPTY, candidates=(CandidateMark(CELL, 4, CandidateRole.PATTERN),)),
        replace(EMPTY, links=(ends,)),
        replace(EMPTY, links=(replace(ends, number=3),)),
    )
    row = Layout(NINE).box(44)
    images = [opened(board_png(each)) for each in marks]
    assert has(images[0], (row[2] - 9, row[3] - 9), LIGHT.unit_paper)
    assert has(images[0], (row[2] - 9, row[1] - 2), LIGHT.pattern), "above its lines"
    assert has(images[1], (LEFT + 9, BELOW - 9), LIGHT.pattern_paper)
    assert has(images[1], (LEFT + 3, ABOVE + 30), LIGHT.pattern)
    assert area(where(images[2], LIGHT.pattern)) > 50
    assert area(where(images[3], LIGHT.other)) > 1000
    assert difference(images[3], images[4]) > 100


def test_notes_of_a_cell_with_a_digit_are_not_shown() -> None:
    five = only(CELL, 5)
    assert board_png(replace(five, notes=(0,) * 40 + (511,) + (0,) * 40)) == board_png(five)


def test_a_candidate_to_be_placed_fills_its_cell_unless_notes_stand_there() -> None:
    place = (CandidateMark(CELL, 7, CandidateRole.PLACE),)
    alone = replace(EMPTY, candidates=place)
    among = replace(alone, notes=tuple(0b1000100 if cell == CELL else 0 for cell in range(81)))
    areas = [area(shape(square(picture), 30)) for picture in (alone, among)]
    assert areas[0] > 4 * areas[1]


def test_boxes_that_are_not_square_have_their_lines_where_they_belong() -> None:
    blank = Grid.blank(Geometry(2, 3))
    image = opened(board_png(BoardPicture(blank, blank)))
    cell = Layout(Geometry(2, 3)).cell
    off, ink = GUTTER + cell // 2, LIGHT.ink
    upright = [k for k in range(7) if image.getpixel((GUTTER + k * cell - 3, off)) == ink]
    level = [k for k in range(7) if image.getpixel((off, GUTTER + k * cell - 3)) == ink]
    assert (upright, level) == ([0, 3, 6], [0, 2, 4, 6])


@pytest.mark.parametrize("policy", Policy)
def test_a_picture_shows_the_mistakes_that_the_person_wants_to_see(policy: Policy) -> None:
    """Two 5s meet in row 1; the second is wrong too."""
    game = Game(GIVENS, SOLUTION).with_turn(Turn(1, (Move(Act.PLACE, 2, 5),)))
    view = GameView(7, game, preferences=Preferences(Look.IMAGE, policy))
    shown = picture_of(game, conflicts=policy is Policy.CONFLICTS, wrong=policy is Policy.WRONG)
    framed = replace(shown, here=view.framed)
    assert board_picture(view) == board_png(framed)


def test_a_hint_about_a_mistake_shows_no_clash() -> None:
    game = Game(GIVENS, SOLUTION).with_turn(Turn(1, (Move(Act.PLACE, 2, 5),)))
    counted, named = (hinted_picture(game, Hint(Mistake((2,)), stage)) for stage in (1, 2))
    assert (counted.conflicts, counted.wrong) == (frozenset(), frozenset())
    assert (named.conflicts, named.wrong) == (frozenset(), frozenset({2}))


def with_four(selection: Selection, *, first: bool = False) -> BoardPicture:
    """What is shown of a choice on a board with a 4 of the player's own in r1c3."""
    game = Game(GIVENS, SOLUTION).with_turn(Turn(1, (Move(Act.PLACE, 2, 4),)))
    view = GameView(
        7, game, selection=selection, preferences=Preferences(Look.IMAGE, digit_first=first)
    )
    plain = replace(picture_of(game), here=frozenset(c for row in view.pressable for c in row))
    chosen = None if first else selection.cell
    if chosen is not None:
        plain = replace(plain, chosen=chosen, seen=frozenset(NINE.peers[chosen]))
    digit = selection.digit if first else 0 if chosen is None else game.values[chosen]
    fours = frozenset(at for at, value in enumerate(game.values.values) if value == 4)
    expected = replace(plain, equal=fours) if digit else plain
    assert board_picture(view) == board_png(expected)
    return expected


def test_a_chosen_cell_shows_what_it_sees_and_the_digits_like_its_own() -> None:
    assert len(with_four(Selection(0, cell=2)).equal) == 3
    assert with_four(Selection(0, cell=3)).equal == set()
    assert with_four(Selection(0)).chosen is None


def test_a_chosen_digit_shows_where_it_stands_and_the_eraser_shows_nothing() -> None:
    assert len(with_four(Selection(0, digit=4), first=True).equal) == 3
    assert with_four(Selection(0, digit=0), first=True).equal == set()


@pytest.mark.parametrize("size", [4, 6, 8, 9, 12, 16, 25])
def test_every_size_is_a_square_that_fills_a_phone(size: int) -> None:
    blank = Grid.blank(Geometry.of_size(size))
    image = opened(board_png(BoardPicture(blank, blank)))
    assert image.width == image.height
    assert 1000 <= image.width <= (1280 if size <= 16 else 2000)


@pytest.mark.long
@pytest.mark.parametrize("size", [4, 9, 16, 25])
@pytest.mark.parametrize("given", [False, True])
def test_every_digit_can_be_read(size: int, given: bool) -> None:  # noqa: FBT001 - a parameter
    geometry = Geometry.of_size(size)
    values = Grid(geometry, bytes([*range(1, size + 1)] * size))
    image = grey(board_png(BoardPicture(values, values if given else Grid.blank(geometry))))
    cells = [cell_of(image, Layout(geometry), cell, 4) for cell in range(size)]
    symbols = SYMBOLS[:size]
    assert "".join(read_symbol(cell, symbols) for cell in cells) == symbols


@pytest.mark.long
def test_every_digit_stands_where_it_belongs_whatever_stands_beside_it() -> None:
    image = grey(board_png(BoardPicture(SOLUTION, GIVENS)))
    for cell in range(0, 81, 4):
        alone = only(cell, SOLUTION[cell], given=bool(GIVENS[cell]))
        assert difference(cell_of(image, Layout(NINE), cell, 3), square(alone, cell)) == 0


def test_rows_and_columns_are_numbered() -> None:
    image, layout = grey(board_png(EMPTY)), Layout(NINE)
    boxes = [layout.box(cell) for cell in range(9)]
    columns = [image.crop((left, 0, right, GUTTER - 4)) for left, _, right, _ in boxes]
    rows = [image.crop((0, left, GUTTER - 4, right)) for left, _, right, _ in boxes]
    for edge in (columns, rows):
        assert "".join(read_symbol(part, "123456789") for part in edge) == "123456789"


@EACH_THEME
@pytest.mark.parametrize("digit", range(1, 10))
def test_givens_are_bolder_than_own_digits_and_on_other_paper(theme: Theme, digit: int) -> None:
    given = square(replace(only(CELL, digit, given=True), theme=theme))
    own = square(replace(only(CELL, digit), theme=theme))
    assert area(shape(given)) > 1.25 * area(shape(own))
    assert abs(paper(given) - paper(own)) >= 15


def marked_cells() -> dict[str, BoardPicture]:
    """One picture for each thing that can be said about a cell with a player's digit."""
    five, here = only(CELL, 5), frozenset({CELL})
    said = {
        "own": five,
        "given": only(CELL, 5, given=True),
        "last": replace(five, last=here),
        "conflict": replace(five, conflicts=here),
        "wrong": replace(five, wrong=here),
    }
    roles = {role.value: replace(five, highlights=(Highlight(CELL, role),)) for role in CellRole}
    return said | roles


def marked_candidates() -> dict[str, BoardPicture]:
    """One picture for each thing that can be said about a candidate."""
    noted = replace(EMPTY, notes=tuple(511 if cell == CELL else 0 for cell in range(81)))
    roles = {
        role.value: replace(noted, candidates=(CandidateMark(CELL, 4, role),))
        for role in CandidateRole
    }
    return {"note": noted} | roles


@pytest.mark.long
@EACH_THEME
@pytest.mark.parametrize("pictures", [marked_cells(), marked_candidates()], ids=["cell", "note"])
def test_marks_differ_in_shape_without_any_colour(
    theme: Theme, pictures: dict[str, BoardPicture]
) -> None:
    shapes = {
        name: shape(square(replace(picture, theme=theme)), 14) for name, picture in pictures.items()
    }
    for one, other in combinations(shapes, 2):
        assert difference(shapes[one], shapes[other]) > 100, (one, other)


@pytest.mark.long
@pytest.mark.parametrize("name", [*marked_cells(), *marked_candidates()])
def test_a_mark_stays_in_its_cell(name: str) -> None:
    pictures = marked_cells() | marked_candidates()
    changed = ImageChops.difference(
        opened(board_png(EMPTY)), opened(board_png(pictures[name]))
    ).getbbox()
    left, top, right, bottom = Layout(NINE).box(CELL)
    assert changed is not None
    assert changed[0] >= left - 2
    assert changed[1] >= top - 2
    assert changed[2] <= right + 2
    assert changed[3] <= bottom + 2


@pytest.mark.long
def test_a_unit_is_framed_and_tinted_from_end_to_end() -> None:
    framed = replace(EMPTY, units=frozenset({9 + 2}))
    changed = ImageChops.difference(opened(board_png(EMPTY)), opened(board_png(framed)))
    layout = Layout(NINE)
    left, top, right, bottom = layout.around(NINE.columns[2])
    assert changed.getbbox() == (left - 3, top - 3, right + 3, bottom + 3)
    assert all(difference(square(framed, cell), square(EMPTY, cell)) for cell in NINE.columns[2])


@pytest.mark.long
def test_each_note_has_its_place_in_the_cell() -> None:
    for digit in range(1, 10):
        noted = replace(EMPTY, notes=tuple(1 << digit - 1 if c == CELL else 0 for c in range(81)))
        drawn = shape(square(noted))
        assert read_symbol(square(noted), "123456789") == str(digit)
        box = drawn.getbbox()
        assert box is not None
        across = (box[0] + box[2]) // 2 * 3 // drawn.width
        down = (box[1] + box[3]) // 2 * 3 // drawn.height
        assert down * 3 + across == digit - 1


@pytest.mark.parametrize(("size", "lines"), [(4, 2), (6, 2), (9, 3), (16, 4), (25, 5)])
def test_all_notes_of_a_cell_are_apart_from_each_other_and_the_edge(size: int, lines: int) -> None:
    geometry = Geometry.of_size(size)
    blank = Grid.blank(geometry)
    noted = BoardPicture(blank, blank, notes=((1 << size) - 1, *[0] * (geometry.cell_count - 1)))
    drawn = shape(square(noted, 0), 40)
    assert (stripes(drawn.transpose(Image.Transpose.TRANSPOSE)), stripes(drawn)) == (
        lines,
        -(-size // lines),
    )
    left, top, right, bottom = drawn.getbbox() or (0, 0, 0, 0)
    assert min(left, top, drawn.width - right, drawn.height - bottom) >= 2


def stripes(drawn: Image.Image) -> int:
    """How many groups of columns with ink a shape has."""
    inked = [drawn.crop((x, 0, x + 1, drawn.height)).getbbox() for x in range(drawn.width)]
    return sum(bool(now) and not before for before, now in pairwise([None, *inked]))


def link_pieces(link: LinkMark) -> list[tuple[int, int, int, int]]:
    linked = ImageChops.difference(
        opened(board_png(EMPTY)), opened(board_png(replace(EMPTY, links=(link,))))
    ).convert("L")
    return pieces(linked.point([0] * 30 + [255] * 226), smallest=4)


def test_strong_links_are_one_line_and_weak_ones_dashes() -> None:
    ends = (10, 5), (15, 5)
    assert len(link_pieces(LinkMark(*ends, strong=True))) <= 8, "cut by the lines of the board only"
    assert len(link_pieces(LinkMark(*ends, strong=False))) >= 15


def test_the_arrow_is_at_the_end() -> None:
    start, end = (12, 1), (66, 9)
    blank = opened(board_png(EMPTY))
    layout = Layout(NINE)

    def ink_near(candidate: tuple[int, int], link: LinkMark) -> int:
        x, y = layout.spot(*candidate)
        around = tuple(round(v) for v in (x - 45, y - 45, x + 45, y + 45))
        left, top, right, bottom = around
        drawn = opened(board_png(replace(EMPTY, links=(link,))))
        return difference(*(image.crop((left, top, right, bottom)) for image in (blank, drawn)))

    for link in (LinkMark(start, end, strong=True), LinkMark(end, start, strong=True)):
        assert ink_near(link.end, link) > ink_near(link.start, link) + 40


@pytest.mark.parametrize(("first", "last"), [(0, 72), (72, 0), (0, 8), (8, 0), (80, 8), (72, 80)])
def test_links_along_the_edge_stay_on_the_board(first: int, last: int) -> None:
    boxes = link_pieces(LinkMark((first, 1), (last, 9), strong=True))
    side = Layout(NINE).side
    assert min(min(left, top) for left, top, _, _ in boxes) >= GUTTER
    assert max(max(right, bottom) for _, _, right, bottom in boxes) <= side


def test_the_place_of_a_link_in_its_chain_stands_at_its_middle() -> None:
    pictures = [
        opened(
            board_png(
                replace(EMPTY, links=(LinkMark((10, 5), (15, 5), strong=True, number=number),))
            )
        )
        for number in (0, 1, 2)
    ]
    assert difference(pictures[0], pictures[1]) > 100
    assert 0 < difference(pictures[1], pictures[2]) < difference(pictures[0], pictures[1])


@pytest.mark.long
@pytest.mark.parametrize("ends", list(permutations((4, 5, 7, 8), 2)))
def test_the_number_of_a_link_inside_a_cell_hides_nothing_that_is_marked(
    ends: tuple[int, int],
) -> None:
    """Also if four candidates around it are marked."""
    layout, digits = Layout(NINE), (4, 5, 7, 8)
    marks = tuple(CandidateMark(40, digit, CandidateRole.PATTERN) for digit in digits)
    link = LinkMark((40, ends[0]), (40, ends[1]), strong=True)
    pictures = (replace(EMPTY, candidates=marks, links=(replace(link, number=n),)) for n in (0, 8))
    bare, numbered = (opened(board_png(picture)) for picture in pictures)
    assert difference(bare, numbered) > 300
    for digit in digits:
        x, y = map(round, layout.spot(40, digit))
        around = (x - 9, y - 9, x + 9, y + 9)
        assert difference(bare.crop(around), numbered.crop(around)) == 0


def test_a_link_joins_the_candidates_it_names() -> None:
    link, layout = LinkMark((0, 9), (44, 1), strong=True), Layout(NINE)
    boxes = link_pieces(link)
    for cell, digit in (link.start, link.end):
        spot = layout.spot(cell, digit)
        corners = [(x, y) for l, t, r, b in boxes for x in (l, r) for y in (t, b)]
        assert min(dist(spot, corner) for corner in corners) < 2 * layout.reach(cell)


def test_links_within_a_cell_are_drawn_too() -> None:
    assert link_pieces(LinkMark((CELL, 1), (CELL, 2), strong=False))


def everything(theme: Theme) -> BoardPicture:
    marks = [CandidateMark(c, c % 9 + 1, [*CandidateRole][c % 4]) for c in GIVENS.blanks()]
    return BoardPicture(
        GIVENS.with_values({2: 5}),
        GIVENS,
        notes=(0b101101011,) * 81,
        last=frozenset({2}),
        conflicts=frozenset({0, 2}),
        wrong=frozenset({2}),
        units=frozenset({4, 20}),
        highlights=tuple(Highlight(cell, [*CellRole][cell % 4]) for cell in range(20, 50, 3)),
        candidates=tuple(marks),
        links=tuple(LinkMark((a, 3), (a + 17, 8), strong=a % 2 == 0) for a in range(3, 60, 7)),
        theme=theme,
    )


@pytest.mark.long
@EACH_THEME
def test_even_the_fullest_picture_is_small_and_always_the_same(theme: Theme) -> None:
    png = board_png(everything(theme))
    assert len(png) < 90_000
    assert board_png(everything(theme)) == png


@EACH_THEME
def test_a_board_full_of_notes_is_below_sixty_kilobytes(theme: Theme) -> None:
    values = GIVENS.with_values({2: 4, 40: 5})
    assert len(board_png(BoardPicture(values, GIVENS, (511,) * 81, theme=theme))) < 60_000


def test_pictures_differ_by_theme_and_policy() -> None:
    """Two 5s meet in row 1; the second is wrong too."""
    game = Game(GIVENS, SOLUTION).with_turn(Turn(1, (Move(Act.PLACE, 2, 5),)))

    def picture(theme: str, policy: Policy) -> bytes:
        return board_picture(GameView(7, game, preferences=Preferences(Look.IMAGE, policy, theme)))

    pictures = {
        picture(theme, policy) for theme in ("light", "dark", "contrast") for policy in Policy
    }
    assert len(pictures) == 9
    assert all(picture.startswith(b"\x89PNG") for picture in pictures)


def test_what_is_chosen_and_what_the_buttons_show_is_to_be_seen() -> None:
    game = Game(GIVENS, SOLUTION).with_turn(Turn(1, (Move(Act.PLACE, 2, 4),)))
    image, first = Preferences(Look.IMAGE), Preferences(Look.IMAGE, digit_first=True)
    views = (
        GameView(7, game, selection=Selection(0), preferences=image),
        GameView(7, game, selection=Selection(8), preferences=image),
        GameView(7, game, selection=Selection(0, cell=2), preferences=image),
        GameView(7, game, selection=Selection(0, cell=3), preferences=image),
        GameView(7, game, selection=Selection(0, digit=4), preferences=first),
        GameView(7, game, selection=Selection(0, digit=5), preferences=first),
    )
    assert len({board_picture(view) for view in views}) == len(views)


def test_a_solved_board_shows_nothing_that_was_held() -> None:
    moves = tuple(Move(Act.PLACE, cell, SOLUTION[cell]) for cell in GIVENS.blanks())
    solved = Game(GIVENS, SOLUTION).with_turn(Turn(1, moves))
    plain = GameView(1, solved, preferences=Preferences(Look.IMAGE))
    held = replace(plain, selection=Selection(box=8, cell=5, digit=4))
    first = replace(held, preferences=Preferences(Look.IMAGE, digit_first=True))
    assert board_picture(plain) == board_picture(held) == board_picture(first)


def test_equal_digits_are_marked_by_a_shape_too() -> None:
    fives = frozenset({CELL})
    picture = only(CELL, 5)
    assert shape(square(picture)) != shape(square(replace(picture, equal=fives)))


def corner(picture: BoardPicture, cell: int) -> Image.Image:
    """The lower right corner of a cell, where a letter stands."""
    left, _, right, bottom = Layout(picture.values.geometry).box(cell)
    side = (right - left) * 2 // 7
    return opened(board_png(picture)).crop((right - side, bottom - side, right - 3, bottom - 3))


def colours_of(image: Image.Image) -> set[object]:
    return {colour for _, colour in image.getcolors(maxcolors=1_000_000) or []}


@pytest.mark.long
@EACH_THEME
@pytest.mark.parametrize("letter", LETTERS)
def test_a_letter_and_its_colour_say_who_placed_a_digit(theme: Theme, letter: str) -> None:
    picture = replace(only(CELL, 7), letters={CELL: letter}, theme=theme)
    colour = theme.players[LETTERS.index(letter)]
    assert colour in colours_of(corner(picture, CELL))
    assert colours_of(corner(replace(picture, letters={}), CELL)) == {theme.paper}
    others = [one for one in theme.players[1:] if one != colour]
    assert colours_of(opened(board_png(picture))).isdisjoint(others)


def test_no_two_letters_look_alike_in_shades_of_grey() -> None:
    seen = [
        corner(replace(only(CELL, 7), letters={CELL: letter}), CELL).convert("L")
        for letter in (*LETTERS, "")
    ]
    for one, other in combinations(seen, 2):
        assert ImageChops.difference(one, other).getbbox() is not None


def test_a_digit_in_a_clash_keeps_its_letter_and_a_wrong_one_its_alarm() -> None:
    picture = replace(only(CELL, 7), letters={CELL: "B"}, conflicts=frozenset({CELL}))
    assert LIGHT.players[1] in colours_of(corner(picture, CELL))
    wrong = replace(picture, wrong=frozenset({CELL}))
    assert LIGHT.alarm in colours_of(opened(board_png(wrong)))


def test_a_group_sees_letters_and_one_person_none() -> None:
    cells = GIVENS.blanks()[:3]
    turns = [Turn(n, (Move(Act.PLACE, c, SOLUTION[c]),)) for n, c in enumerate(cells, 1)]
    game = Game(GIVENS, SOLUTION, tuple(turns), 3)
    image = Preferences(Look.IMAGE)
    people = (Player(2, 0), Player(1, 1))
    alone = GameView(1, game, preferences=image)
    shared = replace(alone, is_shared=True, players=people)
    assert board_picture(alone) == board_picture(replace(alone, players=people))
    drawn = opened(board_picture(shared))
    assert LIGHT.players[1] in colours_of(drawn)
    assert LIGHT.players[2] not in colours_of(drawn)
    wanted = {cells[0]: "B", cells[1]: "A", cells[2]: ""}
    picture = replace(picture_of(game), here=frozenset(c for row in shared.pressable for c in row))
    assert board_picture(shared) == board_png(replace(picture, letters=wanted))
    above_keys = opened(board_picture(shared, 4))
    assert above_keys.height < above_keys.width
    assert board_picture(shared, 4) == board_png(replace(picture, letters=wanted), 5), "names"


def test_above_many_keys_a_picture_is_wider_than_high_with_the_board_in_its_middle() -> None:
    square = opened(board_png(EMPTY, 3))
    assert square.size == opened(board_png(EMPTY)).size
    assert square.width == square.height
    shapes = [opened(board_png(EMPTY, rows)).size for rows in (4, 5, 6, 7)]
    assert {high for _, high in shapes} == {square.height}
    aspects = [round(wide / high, 1) for wide, high in shapes]
    assert aspects == [1.1, 1.4, 1.8, 2.6]
    wide = opened(board_png(EMPTY, 6))
    left = (wide.width - square.width) // 2
    inner = wide.crop((left, 0, left + square.width, square.height))
    assert inner.convert("RGB").tobytes() == square.convert("RGB").tobytes()
    beside = wide.crop((0, 0, left, wide.height)).convert("RGB")
    assert beside.getcolors() == [(left * wide.height, LIGHT.paper)]
