"""How much of a mistake a player wants to be shown."""

from enum import StrEnum

from bot.game.play import Play


class Policy(StrEnum):
    """A choice of each player, named as the store keeps them."""

    SILENT = "silent"
    """Nothing is shown before somebody asks."""
    CONFLICTS = "conflicts"
    """Equal digits that see each other."""
    WRONG = "wrong"
    """Every digit that is not the solution's."""


def faults(play: Play, policy: Policy) -> frozenset[int]:
    """The cells whose digits are marked under a policy."""
    match policy:
        case Policy.SILENT:
            return frozenset()
        case Policy.CONFLICTS:
            return frozenset(cell for pair in play.conflicts() for cell in pair.cells)
        case Policy.WRONG:
            return frozenset(play.wrong_cells())


def clash(play: Play, cell: int) -> int | None:
    """The first peer with the same digit as a cell; None where there is none."""
    value = play.values[cell]
    peers = play.givens.geometry.peers[cell]
    return next((peer for peer in peers if value and play.values[peer] == value), None)
