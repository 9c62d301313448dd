"""Every technique, defined once: for teaching, for the rating in Python, and for the one in C.

A row says what a technique is called in code, in English, to which family it belongs, how
difficult it is, and from which rating on the scale of Sudoku Explainer it is met; 0 stands for
one that the scale does not know. The scale names some techniques that nobody finds here, since
a finder goes by another name; the last word of their row is the nearest technique that is taught.
Rows stand from easy to hard, as people learn them. The words of people's languages are in
`bot/messages/techniques/`, the reasons in English in `engine/words/english.py`.
"""

from enum import StrEnum
from typing import Final, NamedTuple, Self


class Difficulty(StrEnum):
    """The named bands of difficulty, easiest first."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    EXPERT = "expert"
    EXTREME = "extreme"


class Family(StrEnum):
    """Techniques that share their idea."""

    SINGLES = "singles"
    LOCKED = "locked"
    SUBSETS = "subsets"
    FISH = "fish"
    SINGLE_DIGIT = "single_digit"
    WINGS = "wings"
    COLORING = "coloring"
    UNIQUENESS = "uniqueness"
    CHAINS = "chains"
    ALS = "als"
    FORCING = "forcing"
    NETS = "nets"


EASY, MEDIUM, HARD, EXPERT, EXTREME = Difficulty
SINGLES, LOCKED, SUBSETS, FISH, SINGLE_DIGIT, WINGS = list(Family)[:6]
COLORING, UNIQUENESS, CHAINS, ALS, FORCING, NETS = list(Family)[6:]


class Row(NamedTuple):
    """What defines a technique, as said above; without a lesson it is taught itself."""

    english: str
    family: Family
    difficulty: Difficulty
    rating: float = 0
    lesson: str = ""


class Technique(StrEnum):
    """Techniques as SudokuWiki, Sudopedia and Sudoku Explainer name them, from easy to hard."""

    row: Row

    def __new__(cls, value: str, *row: Row) -> Self:
        technique = str.__new__(cls, value)
        technique._value_ = value
        (technique.row,) = row
        return technique

    FULL_HOUSE = "full_house", Row("Full house", SINGLES, EASY, 1.0)
    HIDDEN_SINGLE = "hidden_single", Row("Hidden single", SINGLES, EASY, 1.2)
    NAKED_SINGLE = "naked_single", Row("Naked single", SINGLES, MEDIUM, 2.3)
    DIRECT_POINTING = "direct_pointing", Row("Direct pointing", LOCKED, MEDIUM, 1.7)
    DIRECT_CLAIMING = "direct_claiming", Row("Direct claiming", LOCKED, MEDIUM, 1.9)
    DIRECT_HIDDEN_PAIR = (
        "direct_hidden_pair",
        Row("Direct hidden pair", SUBSETS, MEDIUM, 2.0),
    )
    DIRECT_HIDDEN_TRIPLE = (
        "direct_hidden_triple",
        Row("Direct hidden triple", SUBSETS, MEDIUM, 2.5),
    )
    POINTING = "pointing", Row("Pointing", LOCKED, HARD, 2.6)
    CLAIMING = "claiming", Row("Claiming", LOCKED, HARD, 2.8)
    LOCKED_PAIR = "locked_pair", Row("Locked pair", SUBSETS, HARD)
    NAKED_PAIR = "naked_pair", Row("Naked pair", SUBSETS, HARD, 3.0)
    HIDDEN_PAIR = "hidden_pair", Row("Hidden pair", SUBSETS, HARD, 3.4)
    LOCKED_TRIPLE = "locked_triple", Row("Locked triple", SUBSETS, HARD)
    NAKED_TRIPLE = "naked_triple", Row("Naked triple", SUBSETS, HARD, 3.6)
    HIDDEN_TRIPLE = "hidden_triple", Row("Hidden triple", SUBSETS, HARD, 4.0)
    X_WING = "x_wing", Row("X-wing", FISH, HARD, 3.2)
    NAKED_QUAD = "naked_quad", Row("Naked quad", SUBSETS, HARD, 5.0)
    HIDDEN_QUAD = "hidden_quad", Row("Hidden quad", SUBSETS, HARD, 5.4)
    SKYSCRAPER = "skyscraper", Row("Skyscraper", SINGLE_DIGIT, HARD, 4.0)
    TWO_STRING_KITE = "two_string_kite", Row("Two-string kite", SINGLE_DIGIT, HARD, 4.1)
    EMPTY_RECTANGLE = "empty_rectangle", Row("Empty rectangle", SINGLE_DIGIT, HARD)
    SWORDFISH = "swordfish", Row("Swordfish", FISH, HARD, 3.8)
    TURBOT_FISH = "turbot_fish", Row("Turbot fish", SINGLE_DIGIT, EXPERT, 4.2)
    XY_WING = "xy_wing", Row("XY-wing", WINGS, EXPERT, 4.2)
    SIMPLE_COLORING_TRAP = "simple_coloring_trap", Row("Simple colouring: trap", COLORING, EXPERT)
    SIMPLE_COLORING_WRAP = "simple_coloring_wrap", Row("Simple colouring: wrap", COLORING, EXPERT)
    MULTI_COLORING_1 = "multi_coloring_1", Row("Multi-colouring type 1", COLORING, EXPERT)
    MULTI_COLORING_2 = "multi_coloring_2", Row("Multi-colouring type 2", COLORING, EXPERT)
    REMOTE_PAIRS = "remote_pairs", Row("Remote pairs", CHAINS, EXPERT)
    W_WING = "w_wing", Row("W-wing", WINGS, EXPERT)
    XYZ_WING = "xyz_wing", Row("XYZ-wing", WINGS, EXPERT, 4.4)
    UNIQUE_RECTANGLE_1 = "unique_rectangle_1", Row("Unique rectangle type 1", UNIQUENESS, EXPERT)
    UNIQUE_RECTANGLE_2 = "unique_rectangle_2", Row("Unique rectangle type 2", UNIQUENESS, EXPERT)
    UNIQUE_RECTANGLE_3 = "unique_rectangle_3", Row("Unique rectangle type 3", UNIQUENESS, EXPERT)
    UNIQUE_RECTANGLE_4 = "unique_rectangle_4", Row("Unique rectangle type 4", UNIQUENESS, EXPERT)
    UNIQUE_RECTANGLE_5 = "unique_rectangle_5", Row("Unique rectangle type 5", UNIQUENESS, EXPERT)
    UNIQUE_RECTANGLE_6 = "unique_rectangle_6", Row("Unique rectangle type 6", UNIQUENESS, EXPERT)
    HIDDEN_RECTANGLE = "hidden_rectangle", Row("Hidden rectangle", UNIQUENESS, EXPERT)
    AVOIDABLE_RECTANGLE_1 = (
        "avoidable_rectangle_1",
        Row("Avoidable rectangle type 1", UNIQUENESS, EXPERT),
    )
    AVOIDABLE_RECTANGLE_2 = (
        "avoidable_rectangle_2",
        Row("Avoidable rectangle type 2", UNIQUENESS, EXPERT),
    )
    BUG_PLUS_1 = "bug_plus_1", Row("BUG+1", UNIQUENESS, EXPERT)
    FINNED_X_WING = "finned_x_wing", Row("Finned X-wing", FISH, EXPERT)
    SASHIMI_X_WING = "sashimi_x_wing", Row("Sashimi X-wing", FISH, EXPERT)
    JELLYFISH = "jellyfish", Row("Jellyfish", FISH, EXPERT, 5.2)
    UNIQUE_LOOP_1 = "unique_loop_1", Row("Unique loop type 1", UNIQUENESS, EXPERT)
    UNIQUE_LOOP_2 = "unique_loop_2", Row("Unique loop type 2", UNIQUENESS, EXPERT)
    UNIQUE_LOOP_3 = "unique_loop_3", Row("Unique loop type 3", UNIQUENESS, EXPERT)
    UNIQUE_LOOP_4 = "unique_loop_4", Row("Unique loop type 4", UNIQUENESS, EXPERT)
    BUG_TYPE_2 = "bug_type_2", Row("BUG type 2", UNIQUENESS, EXPERT)
    BUG_TYPE_3 = "bug_type_3", Row("BUG type 3", UNIQUENESS, EXPERT)
    BUG_TYPE_4 = "bug_type_4", Row("BUG type 4", UNIQUENESS, EXPERT)
    FINNED_SWORDFISH = "finned_swordfish", Row("Finned swordfish", FISH, EXPERT)
    SASHIMI_SWORDFISH = "sashimi_swordfish", Row("Sashimi swordfish", FISH, EXPERT)
    X_CHAIN = "x_chain", Row("X-chain", CHAINS, EXPERT)
    XY_CHAIN = "xy_chain", Row("XY-chain", CHAINS, EXPERT)
    MEDUSA_TRAP = "medusa_trap", Row("3D Medusa: trap", COLORING, EXPERT)
    MEDUSA_WRAP = "medusa_wrap", Row("3D Medusa: wrap", COLORING, EXPERT)
    GROUPED_TURBOT_FISH = (
        "grouped_turbot_fish",
        Row("Grouped turbot fish", SINGLE_DIGIT, EXPERT, 4.3, "grouped_x_chain"),
    )
    UNIQUE_RECTANGLE = (
        "unique_rectangle",
        Row("Unique rectangle", UNIQUENESS, EXPERT, 4.5, "unique_rectangle_1"),
    )
    UNIQUE_LOOP = "unique_loop", Row("Unique loop", UNIQUENESS, EXPERT, 4.6, "unique_loop_1")
    THREE_STRONG_LINKS = (
        "three_strong_links",
        Row("Three strong links", SINGLE_DIGIT, EXPERT, 5.4, "x_chain"),
    )
    WXYZ_WING = "wxyz_wing", Row("WXYZ-wing", WINGS, EXPERT, 5.5)
    BUG = "bug", Row("Bivalue universal grave", UNIQUENESS, EXPERT, 5.6, "bug_plus_1")
    SUE_DE_COQ = "sue_de_coq", Row("Sue de Coq", ALS, EXPERT)
    VWXYZ_WING = "vwxyz_wing", Row("VWXYZ-wing", WINGS, EXPERT, 6.2, "als_xz")
    ALIGNED_PAIR_EXCLUSION = (
        "aligned_pair_exclusion",
        Row("Aligned pair exclusion", ALS, EXPERT, 6.2, "als_xz"),
    )
    X_CYCLE = "x_cycle", Row("X-cycle", CHAINS, EXPERT, 6.5, "continuous_loop")
    Y_CYCLE = "y_cycle", Row("Y-cycle", CHAINS, EXPERT, 6.5, "continuous_loop")
    ALS_XZ = "als_xz", Row("ALS-XZ", ALS, EXTREME)
    DOUBLY_LINKED_ALS_XZ = "doubly_linked_als_xz", Row("Doubly linked ALS-XZ", ALS, EXTREME)
    GROUPED_X_CHAIN = "grouped_x_chain", Row("Grouped X-chain", CHAINS, EXTREME)
    FINNED_JELLYFISH = "finned_jellyfish", Row("Finned jellyfish", FISH, EXTREME)
    SASHIMI_JELLYFISH = "sashimi_jellyfish", Row("Sashimi jellyfish", FISH, EXTREME)
    FRANKEN_SWORDFISH = "franken_swordfish", Row("Franken swordfish", FISH, EXTREME)
    FINNED_FRANKEN_SWORDFISH = (
        "finned_franken_swordfish",
        Row("Finned Franken swordfish", FISH, EXTREME),
    )
    AIC = "aic", Row("Alternating inference chain", CHAINS, EXTREME)
    DISCONTINUOUS_LOOP = "discontinuous_loop", Row("Discontinuous loop", CHAINS, EXTREME)
    GROUPED_AIC = "grouped_aic", Row("Grouped alternating inference chain", CHAINS, EXTREME)
    AIC_WITH_ALS = "aic_with_als", Row("AIC with almost locked sets", CHAINS, EXTREME)
    CONTINUOUS_LOOP = "continuous_loop", Row("Continuous loop", CHAINS, EXTREME)
    ALS_XY_WING = "als_xy_wing", Row("ALS-XY-wing", ALS, EXTREME)
    ALS_CHAIN = "als_chain", Row("ALS chain", ALS, EXTREME)
    FORCING_X_CHAIN = "forcing_x_chain", Row("Forcing X-chain", CHAINS, EXTREME, 6.6, "x_chain")
    XY_CYCLE = "xy_cycle", Row("XY-cycle", CHAINS, EXTREME, 7.0, "continuous_loop")
    FORCING_CHAIN = "forcing_chain", Row("Forcing chain", CHAINS, EXTREME, 7.0, "aic")
    ALIGNED_TRIPLE_EXCLUSION = (
        "aligned_triple_exclusion",
        Row("Aligned triple exclusion", ALS, EXTREME, 7.5, "als_chain"),
    )
    NISHIO = "nishio", Row("Nishio", FORCING, EXTREME, 7.5, "contradiction_forcing_chain")
    CELL_FORCING_CHAIN = "cell_forcing_chain", Row("Cell forcing chain", FORCING, EXTREME, 8.0)
    UNIT_FORCING_CHAIN = "unit_forcing_chain", Row("Unit forcing chain", FORCING, EXTREME, 8.0)
    CONTRADICTION_FORCING_CHAIN = (
        "contradiction_forcing_chain",
        Row("Contradiction forcing chain", FORCING, EXTREME),
    )
    DYNAMIC_FORCING_CHAINS = (
        "dynamic_forcing_chains",
        Row("Dynamic forcing chains", NETS, EXTREME, 8.5, "contradiction_net"),
    )
    DYNAMIC_FORCING_CHAINS_PLUS = (
        "dynamic_forcing_chains_plus",
        Row("Dynamic forcing chains (plus)", NETS, EXTREME, 9.0, "contradiction_net"),
    )
    CONTRADICTION_NET = "contradiction_net", Row("Contradiction net", NETS, EXTREME)
    CELL_FORCING_NET = "cell_forcing_net", Row("Cell forcing net", NETS, EXTREME)
    UNIT_FORCING_NET = "unit_forcing_net", Row("Unit forcing net", NETS, EXTREME)
    NESTED_NET = "nested_net", Row("Nested net", NETS, EXTREME)
    NESTED_FORCING_CHAINS = (
        "nested_forcing_chains",
        Row("Nested forcing chains", NETS, EXTREME, 9.5, "nested_net"),
    )

    @property
    def english(self) -> str:
        return self.row.english

    @property
    def family(self) -> Family:
        return self.row.family

    @property
    def difficulty(self) -> Difficulty:
        return self.row.difficulty

    @property
    def rating(self) -> float:
        """The lowest rating of its steps, 0 where the scale does not know it."""
        return self.row.rating

    @property
    def lesson(self) -> "Technique":
        """The technique that is taught and found: this one, or the nearest one that is."""
        return Technique(self.row.lesson or self)

    @property
    def assumes_uniqueness(self) -> bool:
        """Whether its reasoning needs that the puzzle has only one solution."""
        return self.family is Family.UNIQUENESS


TAUGHT: Final = tuple(technique for technique in Technique if technique.lesson is technique)
"""The techniques that are found, explained and practised, from easy to hard."""

WITHOUT_NOTES: Final = TAUGHT[: TAUGHT.index(Technique.POINTING)]
"""The techniques that are seen in the digits alone, each of which places one."""

SCALE: Final = tuple(technique for technique in Technique if technique.rating)
"""The techniques of the scale of Sudoku Explainer."""
