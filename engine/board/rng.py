"""Random numbers that are the same on every machine, in Python and in C."""

from collections.abc import MutableSequence
from os import urandom
from typing import Any, Final

_MASK: Final = 2**64 - 1


def fresh_seed() -> str:
    """A new random seed: 64 bits of the system's randomness as 16 hexadecimal digits."""
    return urandom(8).hex()


class Rng:
    """The splitmix64 generator of Steele, Lea and Flood (OOPSLA 2014).

    An integer seed is taken modulo 2**64; a text seed is hashed, so any words will do.
    """

    __slots__ = ("state",)

    def __init__(self, seed: int | str) -> None:
        if isinstance(seed, str):
            # Imported here because with OpenSSL it would be a tenth of `import engine`.
            from hashlib import sha256  # noqa: PLC0415

            seed = int.from_bytes(sha256(seed.encode()).digest()[:8], "big")
        elif not isinstance(seed, int):
            raise TypeError(f"a seed is a whole number or a text, not {type(seed).__name__}")
        self.state = seed & _MASK

    def next(self) -> int:
        """The next 64 bits."""
        self.state = state = (self.state + 0x9E3779B97F4A7C15) & _MASK
        state = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & _MASK
        state = (state ^ state >> 27) * 0x94D049BB133111EB & _MASK
        return state ^ state >> 31

    def below(self, bound: int) -> int:
        """A number from 0 to `bound - 1`; the bias is below `bound / 2**64`."""
        # The high half of the product: C gets the same number without a division.
        return self.next() * bound >> 64

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Puts `items` in random order in place (Fisher and Yates, from the end)."""
        for last in range(len(items) - 1, 0, -1):
            chosen = self.below(last + 1)
            items[last], items[chosen] = items[chosen], items[last]
