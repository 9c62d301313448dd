"""Refusals of moves and typed messages, as keys under which each language has its words."""

from collections.abc import Mapping
from functools import partial
from typing import Final

REFUSALS: Final[Mapping[str, frozenset[str]]] = {
    "given": frozenset({"cell"}),
    "filled": frozenset({"cell"}),
    "taken": frozenset({"cell"}),
    "others_turn": frozenset(),
    "nothing_to_undo": frozenset(),
    "all_undone": frozenset(),
    "nothing_to_redo": frozenset(),
    "no_such_cell": frozenset({"cell", "size"}),
    "no_such_digit": frozenset({"cell", "digit", "highest"}),
    "no_digit": frozenset({"cell"}),
    "no_such_row": frozenset({"row", "size"}),
    "row_length": frozenset({"row", "count", "size"}),
    "row_digit": frozenset({"row", "column", "digit", "highest"}),
    "ambiguous": frozenset({"text", "first", "second"}),
    "triple_on_large": frozenset({"text", "size"}),
    "not_understood": frozenset({"text", "understood"}),
    "too_many_moves": frozenset({"count", "limit"}),
    "answer_length": frozenset({"count", "expected"}),
    "answer_row": frozenset({"row", "count", "size"}),
    "answer_digit": frozenset({"row", "column", "digit", "highest"}),
    "read_otherwise": frozenset({"cell", "digit", "read"}),
    "read_blank": frozenset({"cell", "digit"}),
    "part_not_understood": frozenset({"text"}),
}
"""Each refusal with the names of its placeholders.

`cell` is a name such as `r4c5`, or the cell as it was typed where the board has none of that name;
`digit` and `text` are as they were typed, shortened; `highest` is the largest digit of the board as
it prints (`9`, or `16 (G)`); `understood` is the first readable moves of the message in the form
that the bot prints, empty when there is none; `first` and `second` are two readings of `text`.
"""

NOTHING: Final = frozenset({"nothing_to_undo", "all_undone", "nothing_to_redo"})
"""Refusals of what there is nothing of to take back or to make again."""


class Refused(Exception):  # noqa: N818 - it is an answer to the player, not a failure
    """Raised when a move or message is not accepted and nothing was changed.

    `key` is one of REFUSALS, `values` fill its placeholders.
    """

    def __init__(self, key: str, **values: str | int) -> None:
        if values.keys() != REFUSALS[key]:
            raise TypeError(f"{key} takes {sorted(REFUSALS[key])}, not {sorted(values)}")
        super().__init__(key)
        self.key = key
        self.values = values

    def __reduce__(self) -> tuple[partial["Refused"], tuple[()]]:
        # A worker sends it to another process; by default pickling would lose the values.
        return partial(Refused, self.key, **self.values), ()
