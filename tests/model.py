"""The rules of play a second time, as plainly as possible: what a game must be after every act."""

from collections import Counter
from collections.abc import Iterable
from copy import deepcopy
from dataclasses import dataclass, field


class No(Exception):  # noqa: N818 - the rules say no
    """The act is refused and changes nothing."""


@dataclass
class Selection:
    cell: int | None = None
    digit: int | None = None
    pencil: bool = False


@dataclass
class Side:
    """The digits, who placed them, and the notes, including those hidden under digits."""

    values: list[int]
    notes: list[set[int]]
    placers: list[int | None]


@dataclass
class GameModel:
    """A game as the list of all its moments."""

    size: int
    box_rows: int
    givens: list[int]
    solution: list[int]
    moments: list[Side] = field(default_factory=list)
    makers: list[int | None] = field(default_factory=lambda: [None])
    at: int = 0
    version: int = 0
    is_open: bool = True
    selections: dict[int, Selection] = field(default_factory=dict)

    def __post_init__(self) -> None:
        notes: list[set[int]] = [set() for _ in self.givens]
        self.moments = [Side(list(self.givens), notes, [None for _ in self.givens])]

    @property
    def now(self) -> Side:
        return self.moments[self.at]

    @property
    def visible_notes(self) -> list[set[int]]:
        pairs = zip(self.now.values, self.now.notes, strict=True)
        return [set() if value else notes for value, notes in pairs]

    def selection(self, player: int) -> Selection:
        return self.selections.setdefault(player, Selection())

    def sees(self, one: int, other: int) -> bool:
        (r, c), (s, d) = divmod(one, self.size), divmod(other, self.size)
        high, wide = self.box_rows, self.size // self.box_rows
        return one != other and (
            r == s or c == d or (r // high, c // wide) == (s // high, d // wide)
        )

    def placed_by(self) -> dict[int | None, int]:
        """How many digits each player has on the board; None stands for people who were deleted."""
        triples = zip(self.now.values, self.givens, self.now.placers, strict=True)
        return dict(Counter(who for value, given, who in triples if value and not given))

    def forgets(self, player: int) -> None:
        """The player is deleted, and their digits belong to nobody."""
        self.selections.pop(player, None)
        for side in self.moments:
            side.placers = [None if who == player else who for who in side.placers]
        if player in self.makers and self.is_open:
            self.version += 1
        self.makers = [None if who == player else who for who in self.makers]

    def turn(self, player: int, acts: Iterable[tuple[str, int, int]]) -> None:
        """Does all acts (place | erase | add | remove | set | note, cell, digit), or none."""
        side, changed = deepcopy(self.now), False
        for act in acts:
            before = deepcopy(side)
            self._do(side, player, *act)
            # Acts that cancel each other out still make a turn.
            changed |= side != before
        if changed:
            self._goes_on(player, side)
            self.is_open = side.values != self.solution

    def _goes_on(self, player: int, side: Side) -> None:
        self.moments[self.at + 1 :] = [side]
        self.makers[self.at + 1 :] = [player]
        self.at += 1
        self.version += 1

    def _do(self, side: Side, player: int, act: str, cell: int, digit: int) -> None:
        if act == "place" and side.values[cell] == digit:
            return
        if not 0 <= cell < len(self.givens) or self.givens[cell] or digit > self.size:
            raise No
        if act == "place":
            side.values[cell], side.placers[cell] = digit, player
            for other in range(len(self.givens)):
                if self.sees(cell, other):
                    side.notes[other].discard(digit)
        # The notes under a digit stay: only a second erasure clears them.
        elif act == "erase" and side.values[cell]:
            side.values[cell], side.placers[cell] = 0, None
        elif side.values[cell]:
            raise No
        elif act == "erase":
            side.notes[cell].clear()
        elif act == "add" or (act == "toggle" and digit not in side.notes[cell]):
            side.notes[cell].add(digit)
        else:
            side.notes[cell].discard(digit)

    def press_digit(self, player: int, cell: int, digit: int) -> None:
        act = "toggle" if self.selection(player).pencil else "place"
        self.turn(player, [(act if digit else "erase", cell, digit)])

    def fill(self, player: int) -> None:
        """Notes every digit that no cell in sight has, in blank cells without notes."""
        side, changed = self.now, []
        for cell, value in enumerate(side.values):
            if not value and not side.notes[cell]:
                seen = {v for other, v in enumerate(side.values) if self.sees(cell, other)}
                changed += [("add", cell, d) for d in range(1, self.size + 1) if d not in seen]
        self.turn(player, changed)

    def rub(self, player: int) -> None:
        visible = self.visible_notes
        self.turn(
            player,
            [("remove", cell, digit) for cell in range(len(visible)) for digit in visible[cell]],
        )

    def back_to_right(self, player: int) -> None:
        at = self.at
        while any(
            v not in {0, s} for v, s in zip(self.moments[at].values, self.solution, strict=True)
        ):
            at -= 1
        if at != self.at:
            # Going back is a new moment, so that it can be undone.
            self._goes_on(player, deepcopy(self.moments[at]))

    def undo(self, player: int, count: int = 1) -> None:
        """Takes so many turns back, or all there are, if each is this player's or nobody's."""
        before = max(self.at - max(count, 1), 0)
        if self.at and set(self.makers[before + 1 : self.at + 1]) <= {player, None}:
            self.at = before
            self.version += 1

    def redo(self) -> None:
        if self.at + 1 < len(self.moments):
            self.at += 1
            self.version += 1
