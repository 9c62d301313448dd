"""Everything of a game that its message shows, and which of it has room on a phone.

A phone shows the lower end of a message right above its keys, and what is too high for the screen
is not seen at all. So the keys are few enough (`bot/render/pad.py`) that a board of up to 9x9
stands above them as a whole, with its title, on a phone of 360x640. Boards with six rows of cells
as keys and those beyond 9x9 are `is_tight`: they are drawn without rules, but for a 6x6 on a tall
phone. The large ones, and the 9x9 of a group, are `is_brief` as well: they have one line beside
their title.
"""

from dataclasses import dataclass, field
from typing import Final

from bot.game.game import Game
from bot.game.mistakes import shown_mistakes
from bot.game.pace import Promise
from bot.game.player import Player
from bot.game.selection import Selection, corner_of, first_box, first_corner, has_corners
from bot.render.preferences import Look, Preferences
from bot.render.stage import Hint

WIDEST_GRID: Final = 8
"""Buttons that Telegram shows in one row, at most."""
WIDEST_WHOLE: Final = 6
"""The largest board whose cells are all buttons: a larger one has no room above so many rows."""
WIDEST_ROOMY: Final = 9
"""The largest board with room for more than a line beside its title."""
WIDEST_SPOKEN: Final = 4
"""Buttons in a row that have room for the name of a cell and its digit."""
MOST_RAISED: Final = 4
"""Notes that a key has room for in a row of eight."""
MOST_BRACKETED: Final = 2
"""Notes that stand in the brackets of a chosen cell."""


@dataclass(frozen=True, slots=True)
class GameView:
    """Everything of a game that its message shows to one person, or to all who share it.

    `players` are the people of a game that `is_shared`. `seconds` is the time of play,
    `difficulty` is as the store keeps it, and `version` is that of the game. A `promise` of how
    long it takes stands in the place of the time of a new board. A `hint` takes the place of the
    usual text and keys. `box` is the box whose cells are buttons, where not all cells are, and
    `faults` are the cells whose mistakes are shown. A game that is not open has no buttons of
    cells. To somebody who listens, `tells_all` has all rows told, and not only those of the box.
    `has_more` says that the second page of keys stands below, which has a row more, and
    `offers_keys` that the keys for a tall phone are to be offered.
    """

    game_id: int
    game: Game
    symmetry: str | None = None
    daily_label: str | None = None
    selection: Selection = field(default_factory=Selection)
    preferences: Preferences = field(default_factory=Preferences)
    seconds: int = 0
    difficulty: str | None = None
    is_open: bool = True
    version: int = 0
    hint: Hint | None = None
    is_shared: bool = False
    players: tuple[Player, ...] = ()
    promise: Promise | None = None
    tells_all: bool = False
    has_more: bool = False
    offers_keys: bool = False
    box: int = field(init=False, repr=False, compare=False)
    faults: frozenset[int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # Computed once: the keys ask for the faults cell by cell.
        chosen = self.selection.box
        if chosen is None:
            first = first_corner if self.shows_corner else first_box
            chosen = first(self.game.givens)
        object.__setattr__(self, "box", chosen)
        object.__setattr__(self, "faults", shown_mistakes(self.game, self.preferences.policy))

    @property
    def pressable(self) -> tuple[tuple[int, ...], ...]:
        """The cells that are buttons, row by row; a row that is too wide is split into parts.

        These are all cells of a small board, and one box of a larger one; of a 9x9 that several
        people share five rows and six columns, as they would keep turning it to another box, and on
        a tall phone eight rows. Screen readers get one box of all but the smallest boards, since
        their buttons have long names.
        """
        geometry = self.game.givens.geometry
        if not self.zooms:
            return geometry.rows
        if self.shows_wide:
            is_low, is_right = corner_of(self.box)
            return tuple(row[3 * is_right :][:6] for row in geometry.rows[4 * is_low :][:5])
        if self.shows_corner:
            is_low, is_right = corner_of(self.box)
            return tuple(row[3 * is_right :][:6] for row in geometry.rows[is_low:][:8])
        wide, cells = geometry.box_columns, geometry.boxes[self.box]
        lines = [cells[at : at + wide] for at in range(0, len(cells), wide)]
        # Rounded up twice: as few parts as fit, and those as even as possible.
        part = -(-wide // -(-wide // WIDEST_GRID))
        return tuple(line[at : at + part] for line in lines for at in range(0, wide, part))

    @property
    def shows_wide(self) -> bool:
        """Whether the buttons show five rows and six columns, as of a group's roomy 9x9."""
        has_room = self.preferences.look is Look.FULL
        return self.is_shared and has_room and self.game.givens.geometry.size == WIDEST_ROOMY

    @property
    def shows_corner(self) -> bool:
        """Whether the buttons show eight rows and six columns, for which a tall phone has room."""
        return has_corners(self.game.givens.geometry, self.preferences.look)

    @property
    def shows_many(self) -> bool:
        """Whether buttons of several boxes stand side by side without a gap."""
        is_whole = WIDEST_SPOKEN < self.game.givens.geometry.size <= WIDEST_WHOLE
        return is_whole or self.shows_wide or self.shows_corner

    @property
    def zooms(self) -> bool:
        """Whether the buttons show a part of the board at a time."""
        widest = WIDEST_SPOKEN if self.preferences.look is Look.SPEAK else WIDEST_WHOLE
        return self.game.givens.geometry.size > widest

    @property
    def has_keys(self) -> bool:
        """Whether cells are buttons below the board."""
        return self.is_open and not self.game.is_solved

    @property
    def framed(self) -> frozenset[int]:
        """The cells that are buttons while others are not."""
        if not self.zooms or not self.has_keys:
            return frozenset()
        return frozenset(cell for row in self.pressable for cell in row)

    @property
    def is_tight(self) -> bool:
        """Whether the board is drawn without rules, to leave room for its keys on a phone."""
        size = self.game.givens.geometry.size
        look = self.preferences.look
        # On a tall phone a board with six rows of keys has room for its rules.
        is_whole = WIDEST_SPOKEN < size <= WIDEST_WHOLE and look is not Look.TALL
        is_high = is_whole or size > WIDEST_ROOMY or self.shows_wide or self.shows_corner
        return self.has_keys and is_high and look is not Look.SPEAK

    @property
    def is_brief(self) -> bool:
        """Whether board and keys leave room for one line beside the title."""
        size, look = self.game.givens.geometry.size, self.preferences.look
        # Below the board of a group stand the names of its players.
        has_names = self.is_shared and size == WIDEST_ROOMY and look in {Look.FULL, Look.COMPACT}
        is_high = size > WIDEST_ROOMY or has_names or self.shows_corner
        return self.has_keys and is_high and look is not Look.SPEAK

    @property
    def chosen(self) -> int | None:
        """The cell whose digit is pressed next."""
        return None if self.preferences.digit_first else self.selection.cell

    def is_cut(self, cell: int) -> bool:
        """Whether the key of a cell has no room for all of its notes."""
        has_sign = self.game.givens.geometry.size > WIDEST_ROOMY
        most = MOST_BRACKETED - has_sign if cell == self.chosen else MOST_RAISED
        return self.game.notes[cell].bit_count() > most

    @property
    def armed(self) -> int | None:
        """The digit whose cells are pressed next; 0 erases."""
        return self.selection.digit if self.preferences.digit_first else None
