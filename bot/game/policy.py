"""How much of a mistake a player wants to be shown."""

from enum import StrEnum

from bot.game.game import Game


class Policy(StrEnum):
    """A choice of each player, named as the store keeps them."""

    SILENT = "silent"
    """Nothing is shown before somebody asks."""
    CONFLICTS = "conflicts"
    """Equal digits that see each other."""
    WRONG = "wrong"
    """Every digit that is not the solution's."""


def faults(game: Game, policy: Policy) -> frozenset[int]:
    """The cells whose digits are marked under a policy."""
    match policy:
        case Policy.SILENT:
            return frozenset()
        case Policy.CONFLICTS:
            return frozenset(cell for pair in game.conflicts() for cell in pair.cells)
        case Policy.WRONG:
            return frozenset(game.wrong_cells())


def clash(game: Game, cell: int) -> int | None:
    """The first peer with the same digit as a cell; None where there is none."""
    value = game.values[cell]
    peers = game.givens.geometry.peers[cell]
    return next((peer for peer in peers if value and game.values[peer] == value), None)
