"""What each player of a game did without help, turn by turn, as the engine judges it."""

from collections.abc import Collection, Iterator

from bot.game.game import Game, without_rewound
from bot.game.hint import state_key
from bot.game.move import Act, Move, digits_of
from engine.practice import Deed, Ways, techniques_behind
from engine.search import Budget
from engine.techniques import Candidate


def unaided(game: Game, helped: Collection[str], budget: Budget) -> dict[int, tuple[Ways, ...]]:
    """What could have given each digit and note that each player found without help.

    `helped` are the keys of the states for which a hint was told: the turn after it is not the
    player's own. Turns that were undone or taken back count for nobody, nor do digits that were
    erased before the end. What the time is too short for is left out.
    """
    players, deeds = [], []
    for player, deed in _deeds(game, helped):
        players.append(player)
        deeds.append(deed)
    found = dict[int, tuple[Ways, ...]]()
    reasons = techniques_behind(game.givens, game.solution, deeds, budget)
    for player, ways in zip(players, reasons, strict=True):
        if player is not None:
            found[player] = found.get(player, ()) + ways
    return found


def _deeds(game: Game, helped: Collection[str]) -> Iterator[tuple[int | None, Deed]]:
    """The turns of a game as deeds; one that followed a hint has no player."""
    board = Game(game.givens, game.solution)
    for turn in without_rewound(game.turns[: game.done]):
        is_own = not helped or state_key(board) not in helped
        placed = tuple(Candidate(move.cell, move.value) for move in turn.moves if _is_placed(move))
        removed = tuple(option for move in turn.moves for option in _removed(board, move))
        yield turn.player if is_own else None, Deed(placed, removed)
        board = board.with_turn(turn)


def _is_placed(move: Move) -> bool:
    return move.act is Act.PLACE


def _removed(board: Game, move: Move) -> Iterator[Candidate]:
    """The notes that a move takes from a cell, unless it takes all of them."""
    if move.act is Act.NOTES and move.value:
        gone = board.notes[move.cell] & ~move.value
        yield from (Candidate(move.cell, digit) for digit in digits_of(gone))
