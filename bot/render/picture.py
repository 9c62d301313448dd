"""The board as a picture for a phone.

Things are drawn in the order in which they may cover each other: papers, the papers of a hint,
lines, frames, links, digits, candidates, and the numbers of links on top of all. Nothing is told by
colour alone, so every mark has a shape of its own.
"""

from collections import Counter
from dataclasses import replace
from typing import Final

from bot.game.game import Game
from bot.game.hint import state_of
from bot.game.move import Act, digits_of
from bot.game.person import Policy
from bot.game.player import LETTERS
from bot.render import stamps
from bot.render.board_picture import BoardPicture
from bot.render.canvas import Canvas
from bot.render.chain import draw_link, draw_number
from bot.render.hint import hint_picture
from bot.render.hint_drawing import (
    draw_candidates,
    draw_hint_frames,
    draw_hint_papers,
    draw_letters,
)
from bot.render.layout import GUTTER, Layout
from bot.render.marks import CandidateRole, CellDigit
from bot.render.noted import marked
from bot.render.players import placers
from bot.render.stage import Hint, Stage
from bot.render.theme import LIGHT, THEMES, Colour, Theme
from bot.render.view import GameView
from engine.board import SYMBOLS
from engine.techniques import Step

NOBODY: Final = "*"
"""In place of the letter of somebody who has none, or is no longer known."""

MESSAGE_WIDTH: Final = 296
MESSAGE_HEIGHT: Final = 450
KEY_HEIGHT: Final = 48
"""What a phone of 360x640 has left for a picture and its keys below a title and two more lines.

Telegram for Android shows a picture as wide as the screen without 64 points. The last one is the
height of a row of keys.
"""

THIN: Final = 2
THICK: Final = 6


def board_picture(view: GameView, key_rows: int = 0) -> bytes:
    """The board as PNG, in the person's colours, with a hint or the mistakes they want to see.

    It leaves room for `key_rows` rows of keys on a phone's screen.
    """
    policy, theme = view.preferences.policy, THEMES[view.preferences.theme]
    if view.hint is not None:
        return board_png(hinted_picture(view.game, view.hint, theme), key_rows)
    picture = picture_of(
        view.game,
        theme,
        conflicts=policy is Policy.CONFLICTS,
        wrong=policy is Policy.WRONG,
    )
    picture = replace(_with_selection(picture, view), letters=_letters(view))
    # The names of those who play take two lines of the caption, almost as high as a row of keys.
    return board_png(picture, key_rows + bool(picture.letters))


def picture_of(
    game: Game, theme: Theme = LIGHT, *, conflicts: bool = True, wrong: bool = False
) -> BoardPicture:
    """The picture of a game as it is, with the kinds of mistakes that the player wants to see."""
    pairs = game.conflicts() if conflicts else ()
    return BoardPicture(
        values=game.values,
        givens=game.givens,
        notes=game.notes,
        last=_last(game),
        conflicts=frozenset(cell for pair in pairs for cell in pair.cells),
        wrong=frozenset(game.wrong_cells() if wrong else ()),
        theme=theme,
    )


def hinted_picture(game: Game, hint: Hint, theme: Theme = LIGHT) -> BoardPicture:
    """The picture of a game with a hint, as far as it is told."""
    if isinstance(hint.found, Step):
        state, step, stage = state_of(game), hint.found, Stage(hint.stage)
        return hint_picture(state, game.givens, step, stage, theme, passage=hint.passage)
    plain = picture_of(game, theme, conflicts=False)
    return marked(replace(plain, wrong=frozenset(hint.named.cells)), hint.named)


def _with_selection(picture: BoardPicture, view: GameView) -> BoardPicture:
    """The picture with the person's selection, and with a frame around the cells on the buttons.

    Neither is shown where no cell is a button.
    """
    if not view.has_keys:
        return picture
    cell, values = view.chosen, picture.values.values
    digit = view.armed or (0 if cell is None else values[cell])
    return replace(
        picture,
        here=view.framed,
        chosen=cell,
        seen=frozenset() if cell is None else frozenset(picture.values.geometry.peers[cell]),
        equal=frozenset(at for at, value in enumerate(values) if digit and value == digit),
    )


def _letters(view: GameView) -> dict[int, str]:
    if not view.is_shared:
        return {}
    placed = placers(view.game, view.players)
    return {cell: player.letter if player else "" for cell, player in placed.items()}


def _last(game: Game) -> frozenset[int]:
    """The cell of the last move; none for notes of many cells, and none for the way back."""
    moves = game.turns[game.done - 1].moves if game.done else ()
    is_one = moves and (moves[-1].act in {Act.PLACE, Act.ERASE} or len(moves) == 1)
    return frozenset({moves[-1].cell} if is_one and moves[-1].act is not Act.BACK else ())


def board_png(picture: BoardPicture, key_rows: int = 0) -> bytes:
    """Draws a square PNG whose cells are at least 75 pixels wide; equal pictures give equal bytes.

    Above many rows of keys it has paper on both sides: Telegram shows a picture as wide as its
    message, so a wider one is less high there.

    Nothing is told by colour alone. Givens are bold on grey paper and own digits light. The cell of
    the last move has a flag in its upper corner; the lower corner has the letter of the person who
    placed the digit. A digit in conflict has a circle, a wrong one a stroke through it, one that is
    equal to the chosen digit a square. The chosen cell has a thick frame, and so have the cells on
    the buttons together. The shapes of hints are those of CellRole, CandidateRole and LinkMark;
    letters on the corners of cells are those of the sets that a hint speaks of.
    """
    layout = Layout(picture.values.geometry, _lone_cells(picture))
    canvas = Canvas(layout.side, layout.side, picture.theme)
    _draw_papers(canvas, layout, picture)
    draw_hint_papers(canvas, layout, picture.units, picture.highlights)
    _draw_lines(canvas, layout)
    _draw_numbers(canvas, layout)
    draw_hint_frames(canvas, layout, picture.units, picture.highlights)
    _draw_frames(canvas, layout, picture)
    _draw_flags(canvas, layout, picture)
    # Links run below digits and candidates, which must stay readable.
    for link in picture.links:
        draw_link(canvas, layout, link)
    for cell, value in enumerate(picture.values.values):
        if value:
            _draw_digit(canvas, layout, picture, cell)
    for cell, letter in picture.letters.items():
        _draw_letter(canvas, layout, cell, letter)
    draw_candidates(canvas, layout, _shown_candidates(picture))
    draw_letters(canvas, layout, picture.sets)
    marked = {(each.cell, each.digit) for each in picture.candidates}
    for link in picture.links:
        draw_number(canvas, layout, link, marked)
    return canvas.png(round(layout.side * (_aspect(key_rows) - 1) / 2))


def _aspect(key_rows: int) -> float:
    """How many times as wide as high a picture must be to have room above its keys on a phone."""
    return max(1.0, MESSAGE_WIDTH / (MESSAGE_HEIGHT - KEY_HEIGHT * key_rows))


def _lone_cells(picture: BoardPicture) -> frozenset[int]:
    """The cells with a digit, and those that show a candidate to be placed and no other."""
    filled = {cell for cell, value in enumerate(picture.values.values) if value}
    shown = Counter(cell for cell, _ in _shown_candidates(picture))
    placed = {mark.cell for mark in picture.candidates if mark.role is CandidateRole.PLACE}
    return frozenset(filled | {cell for cell in placed if shown[cell] == 1})


def _shown_candidates(picture: BoardPicture) -> dict[CellDigit, CandidateRole | None]:
    """The notes of blank cells and every marked candidate."""
    values = picture.values.values
    noted = [(cell, mask) for cell, mask in enumerate(picture.notes) if not values[cell]]
    shown: dict[CellDigit, CandidateRole | None] = {
        (cell, digit): None for cell, mask in noted for digit in digits_of(mask)
    }
    return shown | {(mark.cell, mark.digit): mark.role for mark in picture.candidates}


def _draw_papers(canvas: Canvas, layout: Layout, picture: BoardPicture) -> None:
    theme = picture.theme
    papers = dict.fromkeys(
        (cell for cell, given in enumerate(picture.givens.values) if given), theme.given_paper
    )
    # The later paper wins: a conflict is seen on any other paper.
    papers |= dict.fromkeys(picture.seen, theme.unit_paper)
    papers |= dict.fromkeys(picture.equal, theme.pattern_paper)
    papers |= dict.fromkeys(picture.conflicts, theme.alarm_paper)
    for cell, paper in papers.items():
        canvas.fill(layout.box(cell), paper)


def _draw_lines(canvas: Canvas, layout: Layout) -> None:
    """Thin lines between cells, then thick ones between boxes."""
    theme, shape = canvas.theme, layout.geometry
    start, end = GUTTER - THICK // 2, GUTTER + shape.size * layout.cell + THICK // 2
    for width, colour, high, wide in (
        (THIN, theme.line, 1, 1),
        (THICK, theme.ink, shape.box_rows, shape.box_columns),
    ):
        for at in range(0, shape.size + 1, high):
            y = GUTTER + at * layout.cell - width // 2
            canvas.fill((start, y, end, y + width), colour)
        for at in range(0, shape.size + 1, wide):
            x = GUTTER + at * layout.cell - width // 2
            canvas.fill((x, start, x + width, end), colour)


def _draw_numbers(canvas: Canvas, layout: Layout) -> None:
    """The numbers of rows and columns, by which cells are named."""
    height = min(34, round(layout.cell * 0.42))
    for at in range(layout.geometry.size):
        along = GUTTER + (at + 0.5) * layout.cell
        for centre in ((along, GUTTER / 2), (GUTTER / 2, along)):
            canvas.text(centre, str(at + 1), height, canvas.theme.note)


def _draw_frames(canvas: Canvas, layout: Layout, picture: BoardPicture) -> None:
    """Frames what the buttons show, and the chosen cell."""
    theme = canvas.theme
    if picture.here:
        canvas.frame(layout.around((min(picture.here), max(picture.here))), theme.own, THICK)
    if picture.chosen is not None:
        canvas.frame(layout.box(picture.chosen), theme.place, layout.cell // 12)


def _draw_flags(canvas: Canvas, layout: Layout, picture: BoardPicture) -> None:
    """Marks the cells of the last move in their upper right corners."""
    side = layout.cell // 5
    for cell in picture.last:
        _, top, right, _ = layout.box(cell)
        centre = (right - side / 2 - 2, top + side / 2 + 2)
        canvas.stamp(stamps.flag(side), centre, picture.theme.own)


def _draw_letter(canvas: Canvas, layout: Layout, cell: int, letter: str) -> None:
    """Writes the letter of the person who placed a digit in the lower right corner of its cell."""
    _, _, right, bottom = layout.box(cell)
    height, away = round(layout.cell * 0.28), layout.cell * 0.15
    colour = _colour(canvas.theme, letter)
    canvas.text((right - away, bottom - away), letter or NOBODY, height, colour, stroke=1)


def _colour(theme: Theme, letter: str | None) -> Colour:
    """The colour of a digit by the letter of the person who placed it, None for one's own.

    It is grey for an empty letter.
    """
    if letter is None:
        return theme.own
    return theme.players[LETTERS.index(letter)] if letter else theme.note


def _draw_digit(canvas: Canvas, layout: Layout, picture: BoardPicture, cell: int) -> None:
    theme, centre = picture.theme, layout.centre(cell)
    given, wrong = bool(picture.givens[cell]), cell in picture.wrong
    height, thick = layout.digit_height, max(4, layout.cell // 22)
    colour = theme.ink if given else _colour(theme, picture.letters.get(cell))
    canvas.text(
        centre,
        SYMBOLS[picture.values[cell] - 1],
        height,
        theme.alarm if wrong else colour,
        stroke=height / 36 if given else 0,
    )
    if cell in picture.equal:
        canvas.stamp(stamps.square(layout.cell * 2 // 5, THIN + 1), centre, theme.pattern)
    if cell in picture.conflicts:
        canvas.stamp(stamps.ring(layout.reach(cell), thick), centre, theme.alarm)
    if wrong:
        canvas.stamp(stamps.strike(layout.reach(cell) * 4 // 5, thick), centre, theme.alarm)
