"""A game as the page draws it for one person, as JSON: the whole state, never a difference.

Cells count from 0, row by row; digits are numbers from 1, and a blank cell prints as `.`. The
solution is never in it before the end: what is wrong shows only as far as the person's settings, or
those of the group, ask for it.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.chat.boards import view_of
from bot.chat.outcome import own_result, praise
from bot.game.fair_play import IDLE_SECONDS, played
from bot.game.game import Game
from bot.game.mistakes import shown_mistakes
from bot.game.move import digits_of
from bot.game.person import Policy
from bot.game.player import Player
from bot.messages import text
from bot.play.calls import Call
from bot.play.visit import Visit
from bot.render.board_words import puzzle_name
from bot.store import players
from bot.store.games import GameState, StoredGame
from bot.touch.plain import lines_of
from engine.board import SYMBOLS, Grid

BLANK: Final = "."
WIDEST_TITLE: Final = 21
"""Columns of bold text beside the clock and the keys of the page's head, 360 px wide."""

State = Mapping[str, object]


async def state_of(call: Call, name: str) -> State:
    """The state of a game for the page that calls it `name`, a reference."""
    visit, stored, game = call.visit, call.stored, call.stored.game
    people = () if visit.group is None else await players.of_game(visit.database, stored.id)
    geometry, is_open = game.givens.geometry, stored.is_open
    return {
        "game": name,
        "version": stored.version,
        "title": puzzle_name(visit.language, view_of(visit, stored), WIDEST_TITLE),
        "size": geometry.size,
        "box": [geometry.box_rows, geometry.box_columns],
        "symbols": SYMBOLS[: geometry.size],
        "givens": line_of(game.givens),
        "values": line_of(game.values),
        "notes": {str(cell): digits_of(mask) for cell, mask in enumerate(game.notes) if mask},
        **_mistakes(visit, game),
        "undo": is_open and call.may_play and _is_own(game, visit.user.id),
        "redo": is_open and call.may_play and game.done < len(game.turns),
        "played": _played(visit, stored),
        "longest_break": IDLE_SECONDS,
        "timer": bool(visit.choices.timer),
        "open": is_open,
        "may_play": call.may_play,
        "group": visit.group is not None,
        "last": game.last_cells,
        "last_by": _last_by(game, people, visit.user.id),
        "ending": None if is_open else await _ending(visit, stored),
    }


def line_of(grid: Grid) -> str:
    """The digits of a grid as the page reads them."""
    return "".join(SYMBOLS[value - 1] if value else BLANK for value in grid.values)


def _mistakes(visit: Visit, game: Game) -> dict[str, Sequence[int]]:
    """The mistakes that are shown: wrong digits, or clashing ones, or neither."""
    policy = Policy(visit.choices.policy)
    shown = sorted(shown_mistakes(game, policy))
    is_wrong = policy is Policy.WRONG
    return {"wrong": shown if is_wrong else [], "clashes": [] if is_wrong else shown}


def _is_own(game: Game, person: int) -> bool:
    """Whether the last turn is this person's, who alone may undo it."""
    return game.done > 0 and game.turns[game.done - 1].player == person


def _played(visit: Visit, stored: StoredGame) -> int:
    if not stored.is_open:
        return stored.played
    return played(stored.played, stored.acted_at, visit.seconds)


def _last_by(game: Game, people: Sequence[Player], person: int) -> str:
    """Who made the last turn, as the others see them; empty for oneself and for the unknown."""
    last = game.turns[game.done - 1].player if game.done else None
    named = {player.user_id: player.name or player.letter for player in people}
    return "" if last is None or last == person else named.get(last, "")


async def _ending(visit: Visit, stored: StoredGame) -> State:
    if stored.state is GameState.GIVEN_UP:
        lines = [text(visit.language, "game.given_up")]
        solution = line_of(stored.game.solution)
        return {"kind": "given_up", "lines": lines, "cheer": False, "solution": solution}
    lines = lines_of(await praise(visit, stored))
    cheer = await own_result(visit, stored) is not None
    return {"kind": "solved", "lines": lines, "cheer": cheer}
