"""The names that the wording of each technique may use."""

from collections.abc import Mapping
from typing import Final

from engine.techniques.technique import Technique

_LOCKED: Final = "digit source target cells"
_SUBSET: Final = "unit cells digits"
_LOCKED_SUBSET: Final = "units cells digits"
_FISH: Final = "digit base cover cells"
_UNIQUE: Final = "digits cells roof"
_CHAIN: Final = "chain digits ends"

_ROLES: Final[Mapping[Technique, str]] = {
    Technique.FULL_HOUSE: "cell digit unit",
    Technique.HIDDEN_SINGLE: "cell digit unit blockers",
    Technique.NAKED_SINGLE: "cell digit seen",
    Technique.DIRECT_POINTING: f"{_LOCKED} unit cell",
    Technique.DIRECT_CLAIMING: f"{_LOCKED} unit cell",
    Technique.DIRECT_HIDDEN_PAIR: f"{_SUBSET} digit cell",
    Technique.DIRECT_HIDDEN_TRIPLE: f"{_SUBSET} digit cell",
    Technique.POINTING: _LOCKED,
    Technique.CLAIMING: _LOCKED,
    Technique.LOCKED_PAIR: _LOCKED_SUBSET,
    Technique.NAKED_PAIR: _SUBSET,
    Technique.HIDDEN_PAIR: _SUBSET,
    Technique.LOCKED_TRIPLE: _LOCKED_SUBSET,
    Technique.NAKED_TRIPLE: _SUBSET,
    Technique.HIDDEN_TRIPLE: _SUBSET,
    Technique.X_WING: _FISH,
    Technique.NAKED_QUAD: _SUBSET,
    Technique.HIDDEN_QUAD: _SUBSET,
    Technique.SKYSCRAPER: "digit towers ground base roof",
    Technique.TWO_STRING_KITE: "digit strings box inner ends",
    Technique.EMPTY_RECTANGLE: "digit box cells cross link ends",
    Technique.SWORDFISH: _FISH,
    Technique.TURBOT_FISH: _CHAIN,
    Technique.XY_WING: "digit digits pivot pincers",
    Technique.SIMPLE_COLORING_TRAP: "digit first second",
    Technique.SIMPLE_COLORING_WRAP: "digit first second clash",
    Technique.MULTI_COLORING_1: "digit first partner other other_partner clash",
    Technique.MULTI_COLORING_2: "digit first partner other other_partner",
    Technique.REMOTE_PAIRS: "digits cells ends",
    Technique.W_WING: "digit linked cells unit bridge",
    Technique.XYZ_WING: "digit digits pivot pincers",
    Technique.UNIQUE_RECTANGLE_1: _UNIQUE,
    Technique.UNIQUE_RECTANGLE_2: f"{_UNIQUE} digit",
    Technique.UNIQUE_RECTANGLE_3: f"{_UNIQUE} unit subset subset_digits",
    Technique.UNIQUE_RECTANGLE_4: f"{_UNIQUE} unit locked digit",
    Technique.UNIQUE_RECTANGLE_5: f"{_UNIQUE} digit",
    Technique.UNIQUE_RECTANGLE_6: f"{_UNIQUE} units digit",
    Technique.HIDDEN_RECTANGLE: "digits cells corner opposite locked units digit",
    Technique.AVOIDABLE_RECTANGLE_1: f"{_UNIQUE} digit",
    Technique.AVOIDABLE_RECTANGLE_2: f"{_UNIQUE} digit",
    Technique.BUG_PLUS_1: "extras cells",
    Technique.FINNED_X_WING: f"{_FISH} fins",
    Technique.SASHIMI_X_WING: f"{_FISH} fins",
    Technique.JELLYFISH: _FISH,
    Technique.UNIQUE_LOOP_1: _UNIQUE,
    Technique.UNIQUE_LOOP_2: f"{_UNIQUE} digit",
    Technique.UNIQUE_LOOP_3: f"{_UNIQUE} unit subset subset_digits",
    Technique.UNIQUE_LOOP_4: f"{_UNIQUE} unit locked digit",
    Technique.BUG_TYPE_2: "extras cells digit",
    Technique.BUG_TYPE_3: "extras cells unit subset subset_digits",
    Technique.BUG_TYPE_4: "extras cells unit locked",
    Technique.FINNED_SWORDFISH: f"{_FISH} fins",
    Technique.SASHIMI_SWORDFISH: f"{_FISH} fins",
    Technique.X_CHAIN: _CHAIN,
    Technique.XY_CHAIN: _CHAIN,
    Technique.MEDUSA_TRAP: "first second",
    Technique.MEDUSA_WRAP: "first second clash",
    Technique.WXYZ_WING: "first second linked digit",
    Technique.SUE_DE_COQ: "units cells first second digits first_digits second_digits",
    Technique.ALS_XZ: "first second linked digit",
    Technique.DOUBLY_LINKED_ALS_XZ: "first second linked",
    Technique.GROUPED_X_CHAIN: _CHAIN,
    Technique.FINNED_JELLYFISH: f"{_FISH} fins",
    Technique.SASHIMI_JELLYFISH: f"{_FISH} fins",
    Technique.FRANKEN_SWORDFISH: _FISH,
    Technique.FINNED_FRANKEN_SWORDFISH: f"{_FISH} fins",
    Technique.AIC: _CHAIN,
    Technique.DISCONTINUOUS_LOOP: _CHAIN,
    Technique.GROUPED_AIC: _CHAIN,
    Technique.AIC_WITH_ALS: _CHAIN,
    Technique.CONTINUOUS_LOOP: _CHAIN,
    Technique.ALS_XY_WING: "sets linked digit",
    Technique.ALS_CHAIN: "sets linked digit",
    Technique.CELL_FORCING_CHAIN: "cell chains",
    Technique.UNIT_FORCING_CHAIN: "unit digit chains",
    Technique.CONTRADICTION_FORCING_CHAIN: "cell digit chains clash clash_digit",
    Technique.CONTRADICTION_NET: "cell digit branches",
    Technique.CELL_FORCING_NET: "cell branches",
    Technique.UNIT_FORCING_NET: "unit digit branches",
    Technique.NESTED_NET: "cell digit branches",
}

PLACEHOLDERS: Final[Mapping[Technique, frozenset[str]]] = {
    technique: frozenset((*roles.split(), "conclusion", "targets"))
    for technique, roles in _ROLES.items()
}
"""For each technique the names of `Step.parts()`: each of its steps has exactly these."""
