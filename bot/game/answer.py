"""Comparing a whole board that a player hands in with the solution."""

from dataclasses import dataclass

from bot.game.game import Game
from bot.game.move import Act, Move, Turn
from engine.board import Grid


@dataclass(frozen=True, slots=True)
class Verdict:
    """How an answer compares with a puzzle; cells ascending.

    `contradicted` are givens that the answer changes (it belongs to another puzzle, or was
    mistyped), `wrong` the other cells with a wrong digit, `blank` the cells without a digit.
    """

    contradicted: tuple[int, ...]
    wrong: tuple[int, ...]
    blank: tuple[int, ...]

    @property
    def solved(self) -> bool:
        return not (self.contradicted or self.wrong or self.blank)


def judge(game: Game, answer: Grid) -> Verdict:
    """Compares an answer with the puzzle of a game; a given may be left blank.

    Raises ValueError when the shapes differ.
    """
    _same_shape(game, answer)
    contradicted, wrong, blank = [], [], []
    for cell, value in enumerate(answer.values):
        given = game.givens[cell]
        if given and value not in {0, given}:
            contradicted.append(cell)
        elif not given and not value:
            blank.append(cell)
        elif not given and value != game.solution[cell]:
            wrong.append(cell)
    return Verdict(tuple(contradicted), tuple(wrong), tuple(blank))


def turn_of_answer(game: Game, answer: Grid, player: int) -> Turn:
    """The turn that writes an answer's digits over the board, leaving its blank cells as they are.

    Givens, and digits that are on the board already, are skipped. Raises ValueError when the
    shapes differ.
    """
    _same_shape(game, answer)
    moves = (
        Move(Act.PLACE, cell, value)
        for cell, value in enumerate(answer.values)
        if not game.givens[cell] and value not in {0, game.values[cell]}
    )
    return Turn(player, tuple(moves))


def _same_shape(game: Game, answer: Grid) -> None:
    if answer.geometry is not game.givens.geometry:
        raise ValueError(f"an answer of {answer.geometry} to a puzzle of {game.givens.geometry}")
