"""The words of a board's message: its title, the board itself as text, its moves and notes.

What has no room on a phone is left out, as `bot.render.view` says of the board and its keys.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from markupsafe import Markup, escape

from bot import messages
from bot.game.days import day_of
from bot.game.game import Game
from bot.game.move import Act, Move, notes_text
from bot.game.pace import Promise
from bot.render.players import players_line
from bot.render.preferences import Look
from bot.render.speech import MOST_SPOKEN, notes_of_game, other_row, spoken_game, spoken_unit
from bot.render.text_board import (
    BESIDE_HOUR,
    FAULT,
    OWN,
    OWN_FAULT,
    WIDEST_NOTE,
    WIDTH,
    WIDTH_ALONE,
    columns,
    marked_cells,
    own_cells,
    text_board,
)
from bot.render.view import WIDEST_ROOMY, GameView
from bot.render.words import contradiction, shortened
from engine.board import SYMBOLS, Contradiction, Geometry

WIDEST_TITLE: Final = 31
MOST_BRIEF: Final = 2
"""Lines that fit beside the title of most boards that are brief."""
MOST_BESIDE: Final = 3
"""Lines that fit beside the title of a 6x6, whose board is drawn without rules.

One of them is the hour's, if it has no room beside the last.
"""
MOST_MOVES: Final = 4
USUAL: Final = frozenset({None, "none", "central"})
"""Symmetries that nobody has to ask for, and that a title does not name."""
MOST_LISTED: Final = 6
KNOWN_NAMES: Final = 1_000
"""Names of puzzles that are cached, in some hundred kilobytes."""


def title(language: str, view: GameView) -> Markup:
    """One bold line that says which puzzle this is, with the number of the game."""
    number = f" · #{view.game_id}"
    name = puzzle_name(language, view, WIDEST_TITLE - columns(number))
    return Markup("<b>%s</b>%s") % (name, number)


def puzzle_name(language: str, view: GameView, widest: int) -> str:
    """Which puzzle this is, in `widest` columns.

    A puzzle that is not rated yet is said to be so. What is too wide leaves out what comes last,
    the clues, or the size of a daily, and then the year of its date.
    """
    givens = view.game.givens
    size, clues = givens.geometry.size, givens.clue_count
    return _name(language, size, clues, view.difficulty, view.daily_label, view.symmetry, widest)


@lru_cache(KNOWN_NAMES)
def _name(  # noqa: PLR0917 - what is not named is passed faster
    language: str,
    size: int,
    clues: int,
    difficulty: str | None,
    label: str | None,
    symmetry: str | None,
    widest: int,
) -> str:
    """The name of a puzzle, cached: it stays the same from move to move."""
    hard = messages.difficulty_parts(language, difficulty)
    parts = [f"{size}×{size}", *hard]
    if label:
        parts.insert(0, messages.text(language, "board.daily", label=day_of(label)))
    else:
        if not hard:
            parts.append(messages.text(language, "stats.unrated"))
        if not hard and symmetry not in USUAL:
            parts.append(messages.text(language, f"symmetry.{symmetry}"))
        else:
            parts.append(messages.text(language, "board.clues", count=clues))
    if columns(" · ".join(parts)) > widest:
        del parts[1 if label else -1]
    if label and columns(" · ".join(parts)) > widest:
        day = day_of(label).partition("-")[2]
        parts[0] = messages.text(language, "board.daily", label=day)
    return " · ".join(parts)


def board_html(language: str, view: GameView, note: str = "", *, is_heard: bool = False) -> Markup:
    """The whole message, or the caption where the board is a picture.

    A small screen cuts off the top, so the board stands right above its buttons, and a brief one
    has one line beside its title: the note, or else how the game stands. So has a 6x6 alone with
    the bot as long as no more is to be told, which leaves room for its rules. In a group the
    players are always listed. `note` is Markup, or a text that is escaped.

    To a screen reader the note comes first. After what `is_heard`, only the mistakes follow it and,
    unless a cell was merely chosen, the number of blank cells.
    """
    below = [escape(note)] if note else []
    if _is_played(view):
        line = players_line(language, view.game, view.players, is_tight=view.is_tight)
        below.insert(0, line)
    above = [_progress(language, view)] if view.game.blank_count else []
    faults = [_faults(language, view)] if view.faults and view.faults - _marked(view) else []
    legend = _legend(language, view)
    is_spoken = view.preferences.look is Look.SPEAK
    if is_spoken and is_heard:
        left = _left(language, view) if view.chosen is None else []
        return _lines([*below, *faults, *left])
    if view.is_brief:
        # Told once each: a promise before the first move, and a mark where it first appears.
        once = above if view.promise is not None else _legend(language, view)
        has_two = not view.shows_corner and len(below) < MOST_BRIEF
        told = [*below, *once] if has_two else below or once
        told = told or above
        return _lines([title(language, view), *_board(language, view), *told, *faults])
    noted = _notes(language, view) if any(view.game.notes) else []
    if view.is_tight and not view.is_shared and view.preferences.look is not Look.IMAGE:
        told = [*below, *legend, *noted] or above
        if len(told) == 1 and not _takes_hour(told):
            return _lines([title(language, view), *_board(language, view, has_rules=True), *told])
    if view.is_tight:
        lines = len([*legend, *noted, *below]) + _is_long(note) + _takes_hour(below)
        # A group has the bot's name above the title.
        room = MOST_BESIDE - view.is_shared
        above = above if lines < room else []
        noted = noted if lines <= room else []
    is_full = view.framed or view.preferences.look is Look.IMAGE
    if is_full and not is_spoken and (noted or note):
        # There is no room for all of it on a small phone, where a long note takes two lines.
        legend = legend if view.faults else []
        noted = [] if _is_long(note) else noted
        above = [] if noted or (_is_long(note) and not view.promise) else above
    if view.has_more and view.framed and view.preferences.look is not Look.IMAGE:
        above = []
    told = [*above, *legend, *noted, *faults]
    shown = [title(language, view), *told, *_board(language, view)]
    return _lines([*below, *shown] if is_spoken else [*shown, *below])


def _takes_hour(below: Sequence[Markup]) -> bool:
    """Whether the hour of a message takes a line of its own, as the last one has no room for it."""
    return not below or columns(below[-1].striptags()) > BESIDE_HOUR


def _is_long(note: str) -> bool:
    """Whether a note wraps on a small phone."""
    words = escape(note).striptags()
    return "\n" in note or columns(words) > WIDEST_NOTE


def _lines(parts: Sequence[Markup]) -> Markup:
    return Markup("\n").join(parts)


def move_list(language: str, geometry: Geometry, moves: Sequence[Move]) -> str:
    """The moves of a turn, so that the player sees what was understood; long lists are cut."""
    shown = messages.listed(
        language, [_move(language, geometry, move) for move in moves[:MOST_MOVES]]
    )
    more = len(moves) - MOST_MOVES
    if more <= 0:
        return shown
    return messages.text(language, "board.more_moves", moves=shown, count=more)


def cell_state(language: str, game: Game, cell: int) -> str:
    """A cell and what stands in it: `r4c5`, `r4c5 = 7`, `r4c5 notes 27`."""
    geometry, value, mask = game.givens.geometry, game.values[cell], game.notes[cell]
    if value:
        return _move(language, geometry, Move(Act.PLACE, cell, value))
    if mask:
        return _move(language, geometry, Move(Act.NOTES, cell, mask))
    return geometry.name(cell)


def note_list(language: str, game: Game, cells: Iterable[int] | None = None) -> str:
    """The notes of a game, or of some cells: `r1c2 27, r3c4 5`; long lists end in how many more."""
    geometry = game.givens.geometry
    asked = range(geometry.cell_count) if cells is None else cells
    noted = [(cell, game.notes[cell]) for cell in asked if game.notes[cell]]
    shown = [f"{geometry.name(cell)} {notes_text(mask, geometry)}" for cell, mask in noted]
    return shortened(language, shown)


def _is_played(view: GameView) -> bool:
    """Whether a shared board has digits of its players; a solved one lists them in more detail."""
    game = view.game
    is_begun = game.blank_count < len(game.givens.blanks())
    return view.is_shared and is_begun and not game.is_solved


def _board(language: str, view: GameView, *, has_rules: bool = False) -> list[Markup]:
    game, look = view.game, view.preferences.look
    if look is Look.IMAGE:
        return []
    if look is Look.SPEAK:
        return _spoken(language, view)
    board = text_board(
        game.values,
        game.givens,
        compact=look is Look.COMPACT,
        tight=view.is_tight and not has_rules,
        marks={cell: FAULT if game.givens[cell] else OWN_FAULT for cell in view.faults},
        here=view.framed,
        chosen=view.chosen if view.has_keys else None,
        widest=_widest(view),
    )
    return [Markup("<pre>%s</pre>") % board]


def _spoken(language: str, view: GameView) -> list[Markup]:
    """The rows as words: those of the buttons, and until a digit is placed how to hear the others.

    All of them at once would take half a minute, and a screen of their own. Of a board beyond 9x9,
    whose rows are long, it is the box.
    """
    game, geometry = view.game, view.game.givens.geometry
    is_part = view.has_keys and view.zooms and not view.tells_all
    box = view.box if is_part or geometry.size > MOST_SPOKEN else None
    said = spoken_game(language, game, view.faults, box)
    if is_part and geometry.size > WIDEST_ROOMY:
        said = spoken_unit(language, game, view.faults, 2 * geometry.size + view.box)
    told = [escape(said)]
    if is_part and not own_cells(game.values, game.givens):
        row = other_row(geometry, view.box)
        told.append(messages.html(language, "speech.others", box=view.box + 1, row=row))
    return told


def _legend(language: str, view: GameView) -> list[Markup]:
    """What a mark in the text means, where it first appears: the frame, an own digit, a mistake.

    Once own digits are known, the keys for a tall phone may be offered in its place.
    Of the digits that stand twice in a unit one is told, without its mark: the one placed last, if
    it is one of them.
    """
    game, look = view.game, view.preferences.look
    if not view.has_keys or look in {Look.IMAGE, Look.SPEAK}:
        return []
    own = own_cells(game.values, game.givens)
    if view.faults and view.faults <= _marked(view):
        pairs = game.conflicts()
        wrong = messages.html(language, "board.legend_wrong")
        made = [pair for pair in pairs if not set(pair.cells).isdisjoint(game.last_cells)]
        return [_twice(language, (made or pairs)[0]) if pairs else wrong]
    if len(own) == 1:
        key = "board.legend_own" if _marks_all(view) else "board.legend_wide"
        return [messages.html(language, key if own[0] in _marked(view) else "board.legend_look")]
    if view.offers_keys:
        return [messages.html(language, "board.legend_keys")]
    is_box = view.framed and not own and not view.is_brief
    return [messages.html(language, "board.legend_box")] if is_box else []


def _twice(language: str, clash: Contradiction) -> Markup:
    """The unit in which a digit stands twice, and the two cells, as a sentence."""
    said = contradiction(language, clash)
    return messages.html(language, "board.twice", said=said[:1].upper() + said[1:])


def _progress(language: str, view: GameView) -> Markup:
    """The time of play and how many cells are blank; of a new puzzle how long it takes."""
    if view.promise is not None and view.preferences.timer:
        return escape(_promised(language, view.promise))
    parts = _left(language, view)
    if view.preferences.timer:
        parts.insert(0, _clock(language, view))
    return Markup(" · ").join(parts)


def _left(language: str, view: GameView) -> list[Markup]:
    """How many cells are blank, if any are."""
    count = view.game.blank_count
    return [messages.html(language, "board.left", count=count)] if count else []


def _promised(language: str, promise: Promise) -> str:
    """How long most people take, and this person."""
    low, high, own = promise.low, promise.high, promise.own
    if own is None:
        usual = messages.text(language, "board.promise", count=high, low=low, high=high)
        return f"⏱ {usual}"
    usual = f"{low}" if low == high else f"{low}–{high}"
    return "⏱ " + messages.text(language, "board.promise_own", usual=usual, count=own)


def _clock(language: str, view: GameView) -> Markup:
    return escape(f"⏱ {messages.duration(language, view.seconds)}")


def _widest(view: GameView) -> int:
    """How many columns a board as text may take in the chat where it is shown."""
    return WIDTH if view.is_shared else WIDTH_ALONE


def _marked(view: GameView) -> frozenset[int]:
    """The cells in which the board itself marks mistakes."""
    look, geometry = view.preferences.look, view.game.givens.geometry
    if look in {Look.IMAGE, Look.SPEAK}:
        return frozenset(range(geometry.cell_count) if look is Look.IMAGE else ())
    return marked_cells(geometry, view.framed, _widest(view))


def _marks_all(view: GameView) -> bool:
    """Whether the board itself marks mistakes in all cells."""
    return len(_marked(view)) == view.game.givens.geometry.cell_count


def _faults(language: str, view: GameView) -> Markup:
    """The names of the cells of mistakes, each with the mark of an own digit where it has one.

    A screen reader hears no marks.
    """
    givens, own = view.game.givens, "" if view.preferences.look is Look.SPEAK else OWN
    cells = [(givens.geometry.name(at), "" if givens[at] else own) for at in sorted(view.faults)]
    names = shortened(language, [name + own for name, own in cells])
    return messages.html(language, "press.faults", cells=names)


def _notes(language: str, view: GameView) -> list[Markup]:
    """The notes beside the board; none where a picture shows them.

    Where the buttons show a box, it is those of that box for which its keys are too narrow. Of many
    notes on a smaller board it is those as well, if there are any.
    """
    game, look = view.game, view.preferences.look
    if look is Look.IMAGE:
        return []
    here = {cell for row in view.pressable for cell in row}
    if look is Look.SPEAK and (spoken := notes_of_game(language, game, here)):
        return [escape(spoken)]
    is_zoomed = bool(view.framed)
    listed = [
        cell
        for cell, mask in enumerate(game.notes)
        if mask and (not is_zoomed or (cell in here and view.is_cut(cell)))
    ]
    if is_zoomed and not listed and look is not Look.SPEAK:
        return []
    if view.has_keys and len(listed) > MOST_LISTED:
        listed = [cell for cell in listed if view.is_cut(cell)] or listed
    if look is Look.SPEAK or not listed or (len(listed) > MOST_LISTED and not is_zoomed):
        return [messages.html(language, "notes.many", count=sum(map(bool, game.notes)))]
    return [messages.html(language, "board.notes", notes=note_list(language, game, listed))]


def _move(language: str, geometry: Geometry, move: Move) -> str:
    if move.act is Act.BACK:
        return messages.text(language, "board.back" if move.value else "board.back_to_start")
    cell = geometry.name(move.cell)
    if move.act is Act.PLACE:
        return messages.text(language, "board.placed", cell=cell, digit=SYMBOLS[move.value - 1])
    if move.act is Act.ERASE:
        return messages.text(language, "board.erased", cell=cell)
    if not move.value:
        return messages.text(language, "board.unnoted", cell=cell)
    digits = notes_text(move.value, geometry)
    return messages.text(language, "board.noted", cell=cell, digits=digits)
