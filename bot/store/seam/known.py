"""What was read or written lately, so that it need not be made again from its rows.

The problem: a move needs the board before it, which all turns before it make. With three hundred of
them to read and replay it took a third more processor time than with thirty.

What holds: each thing has a number, and in its row a version that rises with each change of it.
Whoever has read the row may take what is known for exactly that version instead of the other rows.
Only what others can read by now is kept (`Source.afterwards`), so a version that was undone and
given out again is never known by what it meant first.

A server that comes back may have lost what was committed last, if its standby was behind, and gives
the same versions out once more. So a store that connects anew forgets everything.
"""

from typing import Any, Final

MOST: Final = 250_000
"""The weight of all that is known: in cells and turns, some four megabytes of games."""


class Known:
    """The things that were used last, by number and version, up to a weight of `most`."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._weight = 0
        # The one that was used last is at the end.
        self._things = dict[int, tuple[int, Any, int]]()

    def get(self, number: int, version: int) -> Any | None:
        """What is known under a number; None unless it is of that version."""
        found = self._things.get(number)
        if found is None or found[0] != version:
            return None
        self._things[number] = self._things.pop(number)
        return found[1]

    def keep(self, number: int, version: int, thing: object, weight: int) -> None:
        """Keep a thing in place of what was known under its number, unless it is too heavy."""
        self._drop(number)
        if weight > self._most:
            return
        self._things[number] = version, thing, weight
        self._weight += weight
        while self._weight > self._most:
            self._drop(next(iter(self._things)))

    def forget(self) -> None:
        """Forget everything."""
        self._things.clear()
        self._weight = 0

    def _drop(self, number: int) -> None:
        if (found := self._things.pop(number, None)) is not None:
            self._weight -= found[2]
