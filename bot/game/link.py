"""The payload of a link that opens a puzzle: at most 64 of `A-Z a-z 0-9 _ -`, as Telegram allows.

A payload begins with a letter that says what follows: `d` the label of a daily, `p` the number of a
stored puzzle, `s` the givens themselves. Givens are packed as one number, whose digits in base
size + 1 are the cells: a 9x9 takes 45 characters, but a 16x16 would take more than 64. Numbers of
stored puzzles are easy to guess, so each carries a proof that the bot itself made the link.
"""

import re
from dataclasses import dataclass
from typing import Final

from bot.game import proof
from bot.game.days import parse_label
from bot.game.proof import PROOF_LENGTH, prove
from engine.board import Geometry, Grid

ALPHABET: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
PACKED_SIZES: Final = (4, 6, 8, 9)

_STORED: Final = re.compile(rf"p([1-9][0-9]{{0,14}})-([\w-]{{{PROOF_LENGTH}}})", re.ASCII)


@dataclass(frozen=True, slots=True)
class DailyTarget:
    """The daily of a label; whether it can be played yet is not checked."""

    label: str


@dataclass(frozen=True, slots=True)
class PuzzleTarget:
    """A stored puzzle, and the proof that the bot itself made the link to it."""

    puzzle_id: int
    proof: str


Target = DailyTarget | PuzzleTarget | Grid
"""What a payload leads to; a Grid of givens need not be a puzzle."""


def length_of(size: int) -> int:
    """How many characters the puzzles of a size are packed into: 45 for 9x9."""
    largest = int((size + 1) ** (size * size) - 1)
    return -(-largest.bit_length() // 6)


def pack(grid: Grid) -> str | None:
    """The cells as one number in base 64; None for shapes other than the usual up to 9x9."""
    shape = grid.geometry
    if shape.size not in PACKED_SIZES or shape is not Geometry.of_size(shape.size):
        return None
    number = 0
    for value in grid.values:
        number = number * (shape.size + 1) + value
    digits = []
    for _ in range(length_of(shape.size)):
        number, digit = divmod(number, 64)
        digits.append(ALPHABET[digit])
    return "".join(reversed(digits))


def unpack(packed: str) -> Grid | None:
    """What was packed; None for every text that `pack` does not make."""
    size = next((size for size in PACKED_SIZES if length_of(size) == len(packed)), None)
    if size is None or not set(packed) <= set(ALPHABET):
        return None
    number = 0
    for letter in packed:
        number = number * 64 + ALPHABET.index(letter)
    values = []
    for _ in range(size * size):
        number, value = divmod(number, size + 1)
        values.append(value)
    # This many characters hold a few more numbers than there are boards; `pack` makes none of them.
    return None if number else Grid(Geometry.of_size(size), bytes(reversed(values)))


def day_payload(label: str) -> str:
    """The payload that leads to a daily."""
    return f"d{label}"


def grid_payload(grid: Grid) -> str | None:
    """The payload that holds a puzzle itself; None where `pack` cannot."""
    packed = pack(grid)
    return packed and f"s{packed}"


def stored_payload(secret: bytes, puzzle_id: int) -> str:
    """The payload that leads to a stored puzzle; it cannot be made without the secret."""
    return f"p{puzzle_id}-{prove(secret, _named(puzzle_id))}"


def is_proven(secret: bytes, stored: PuzzleTarget) -> bool:
    """Whether the proof was made by `stored_payload` with this secret."""
    return proof.is_proven(secret, _named(stored.puzzle_id), stored.proof)


def read_payload(payload: str) -> Target | None:
    """What a payload leads to; None for any text that is no payload."""
    stored = _STORED.fullmatch(payload)
    if stored:
        return PuzzleTarget(int(stored[1]), stored[2])
    if payload.startswith("d"):
        label = parse_label(payload[1:])
        return DailyTarget(label) if label else None
    return unpack(payload[1:]) if payload.startswith("s") else None


def _named(puzzle_id: int) -> str:
    return f"puzzle {puzzle_id}"
