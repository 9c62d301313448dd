"""All turns of one game as one short text, and back.

A game that has ended is read seldom and kept for ever. As rows its turns took 3 kB and most of that
was the same in each row: the number of the game, that of the person, the name of the act, the
brackets. Here they are columns instead: all players, then all times, then how many moves each turn
has, then the acts, the cells and the values of all moves. Times are differences from the turn
before. Each number takes one byte if it is small (LEB128; those that may be negative are folded to
0, -1, 1, -2, ...). A column in which everything is alike then shrinks to almost nothing (DEFLATE,
RFC 1951).

The text begins with the number of this form. Behind it come, in base 85 so that every database
keeps it as a text, the CRC-32 of the packed columns and these columns. A text that was damaged is
refused rather than read as another game. Persons are no part of it: a turn has the number of a
player, and who that is stands in a table, from which somebody can be deleted.
"""

import zlib
from base64 import b85decode, b85encode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Final

from bot.game.move import Act, Move

FORM: Final = "1"
ACTS: Final = (Act.PLACE, Act.ERASE, Act.NOTES, Act.BACK)
"""The acts by their numbers in a packed text, which never change."""

RAW: Final = -15
"""What zlib calls a stream without a head and with the largest window."""

CHECKSUM_BYTES: Final = 4


class Damaged(ValueError):  # noqa: N818 - says what is
    """Raised for a text that is not, or no longer, that of packed turns."""


@dataclass(frozen=True, slots=True)
class PackedTurn:
    """A turn with the number of its player, 0 if nobody is known to have made it."""

    player: int
    made_at: int
    moves: tuple[Move, ...]


def pack(turns: Sequence[PackedTurn]) -> str:
    """The turns as a text in ASCII; raises ValueError for a player, cell or value below 0."""
    moves = [move for turn in turns for move in turn.moves]
    times = [0, *(turn.made_at for turn in turns)]
    columns = (
        (turn.player for turn in turns),
        (_folded(after - before) for before, after in pairwise(times)),
        (len(turn.moves) for turn in turns),
        (ACTS.index(move.act) for move in moves),
        (move.cell for move in moves),
        (move.value for move in moves),
    )
    content = bytearray(_bytes_of(len(turns)))
    for column in columns:
        for number in column:
            content += _bytes_of(number)
    squeezed = zlib.compress(content, 9, RAW)
    return FORM + b85encode(_checksum(squeezed) + squeezed).decode("ascii")


def unpack(text: str) -> tuple[PackedTurn, ...]:
    """The turns of which `pack` has made the text; raises Damaged."""
    if text[:1] != FORM:
        raise Damaged(f"packed turns have a form that is not known here: {text[:1]!r}")
    try:
        data = b85decode(text[1:])
    except ValueError as error:
        raise Damaged(f"packed turns cannot be read: {error}") from error
    checksum, squeezed = data[:CHECKSUM_BYTES], data[CHECKSUM_BYTES:]
    # Everything behind relies on it: what has its checksum was made by `pack`.
    if not squeezed or checksum != _checksum(squeezed):
        raise Damaged("packed turns do not have their checksum")
    return tuple(_turns(_numbers(zlib.decompress(squeezed, RAW))))


def _turns(numbers: Iterator[int]) -> Iterator[PackedTurn]:
    count = next(numbers)
    players, times, lengths = (list(islice(numbers, count)) for _ in range(3))
    acts, cells, values = (list(islice(numbers, sum(lengths))) for _ in range(3))
    moves = (
        Move(ACTS[act], cell, value) for act, cell, value in zip(acts, cells, values, strict=True)
    )
    made_at = 0
    for player, time, length in zip(players, times, lengths, strict=True):
        made_at += _unfolded(time)
        yield PackedTurn(player, made_at, tuple(islice(moves, length)))


def _checksum(squeezed: bytes) -> bytes:
    return zlib.crc32(squeezed).to_bytes(CHECKSUM_BYTES, "big")


def _bytes_of(number: int) -> bytes:
    """A whole number in groups of seven bits, the lowest first; the last has no high bit."""
    if number < 0:
        raise ValueError(f"{number} is below 0")
    groups = bytearray()
    while number > 0x7F:
        groups.append(number & 0x7F | 0x80)
        number >>= 7
    groups.append(number)
    return bytes(groups)


def _numbers(content: Iterable[int]) -> Iterator[int]:
    number = shift = 0
    for byte in content:
        number |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            yield number
            number = shift = 0


def _folded(difference: int) -> int:
    return 2 * difference if difference >= 0 else -2 * difference - 1


def _unfolded(number: int) -> int:
    return -(number + 1) // 2 if number & 1 else number // 2
