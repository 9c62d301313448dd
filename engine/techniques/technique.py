"""The names of the techniques, easiest first."""

from enum import StrEnum
from typing import Final


class Technique(StrEnum):
    """Techniques as SudokuWiki and Sudopedia name them, roughly from easy to hard."""

    FULL_HOUSE = "full_house"
    HIDDEN_SINGLE = "hidden_single"
    NAKED_SINGLE = "naked_single"
    DIRECT_POINTING = "direct_pointing"
    DIRECT_CLAIMING = "direct_claiming"
    POINTING = "pointing"
    CLAIMING = "claiming"
    NAKED_PAIR = "naked_pair"
    HIDDEN_PAIR = "hidden_pair"
    NAKED_TRIPLE = "naked_triple"
    HIDDEN_TRIPLE = "hidden_triple"
    X_WING = "x_wing"
    NAKED_QUAD = "naked_quad"
    HIDDEN_QUAD = "hidden_quad"
    SKYSCRAPER = "skyscraper"
    TWO_STRING_KITE = "two_string_kite"
    EMPTY_RECTANGLE = "empty_rectangle"
    SWORDFISH = "swordfish"
    XY_WING = "xy_wing"
    SIMPLE_COLORING_TRAP = "simple_coloring_trap"
    SIMPLE_COLORING_WRAP = "simple_coloring_wrap"
    REMOTE_PAIRS = "remote_pairs"
    W_WING = "w_wing"
    XYZ_WING = "xyz_wing"
    UNIQUE_RECTANGLE_1 = "unique_rectangle_1"
    UNIQUE_RECTANGLE_2 = "unique_rectangle_2"
    UNIQUE_RECTANGLE_3 = "unique_rectangle_3"
    UNIQUE_RECTANGLE_4 = "unique_rectangle_4"
    HIDDEN_RECTANGLE = "hidden_rectangle"
    AVOIDABLE_RECTANGLE_1 = "avoidable_rectangle_1"
    AVOIDABLE_RECTANGLE_2 = "avoidable_rectangle_2"
    BUG_PLUS_1 = "bug_plus_1"
    FINNED_X_WING = "finned_x_wing"
    SASHIMI_X_WING = "sashimi_x_wing"
    JELLYFISH = "jellyfish"
    UNIQUE_LOOP_1 = "unique_loop_1"
    UNIQUE_LOOP_2 = "unique_loop_2"
    UNIQUE_LOOP_3 = "unique_loop_3"
    UNIQUE_LOOP_4 = "unique_loop_4"
    BUG_TYPE_2 = "bug_type_2"
    BUG_TYPE_3 = "bug_type_3"
    BUG_TYPE_4 = "bug_type_4"
    FINNED_SWORDFISH = "finned_swordfish"
    SASHIMI_SWORDFISH = "sashimi_swordfish"
    X_CHAIN = "x_chain"
    XY_CHAIN = "xy_chain"
    ALS_XZ = "als_xz"
    DOUBLY_LINKED_ALS_XZ = "doubly_linked_als_xz"
    GROUPED_X_CHAIN = "grouped_x_chain"
    FINNED_JELLYFISH = "finned_jellyfish"
    SASHIMI_JELLYFISH = "sashimi_jellyfish"
    AIC = "aic"
    GROUPED_AIC = "grouped_aic"
    CONTINUOUS_LOOP = "continuous_loop"
    ALS_CHAIN = "als_chain"
    CELL_FORCING_CHAIN = "cell_forcing_chain"
    UNIT_FORCING_CHAIN = "unit_forcing_chain"
    CONTRADICTION_FORCING_CHAIN = "contradiction_forcing_chain"
    CONTRADICTION_NET = "contradiction_net"
    CELL_FORCING_NET = "cell_forcing_net"
    UNIT_FORCING_NET = "unit_forcing_net"
    NESTED_NET = "nested_net"

    @property
    def assumes_uniqueness(self) -> bool:
        """Whether its reasoning needs that the puzzle has only one solution."""
        return self in _ASSUMING


_ASSUMING: Final = frozenset(
    technique
    for technique in Technique
    if technique.startswith(("unique_", "avoidable_", "hidden_rectangle", "bug_"))
)
