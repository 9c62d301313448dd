"""A step in English, for the command line."""

from collections.abc import Mapping
from typing import Final

from engine.techniques.costs import size
from engine.techniques.step import Step
from engine.techniques.technique import Technique
from engine.words.phrase import phrases
from engine.words.wording import ENGLISH

LONGEST_READ: Final = 480
"""Characters of a reason in brief English. Longer ones are told only where there is no other step.

In the whole sentences of a chat, in any language, these are at most 600.
"""

SHORT: Final = 8
"""With so few links, deductions and coloured candidates it is readable in any case."""

_SUBSET_NAKED: Final = "in {unit} the cells {cells} have room for {digits} only"
_SUBSET_LOCKED: Final = "where {units} meet the cells {cells} have room for {digits} only"
_SUBSET_HIDDEN: Final = "in {unit} the digits {digits} fit into {cells} only"
_DIRECT_HIDDEN: Final = f"{_SUBSET_HIDDEN}, which leaves only {{cell}} for {{digit}}"
_FISH: Final = "the {digit} of {base} can only stand in {cover}"
_FINNED: Final = "the {digit} of {base} stands in {cover}, or in the fins {fins}"
_UNIQUE_1: Final = "without its other candidates {roof} would make {digits} exchangeable in {cells}"
_UNIQUE_2: Final = "unless {digit} is in {roof}, {digits} would be exchangeable in {cells}"
_UNIQUE_3: Final = (
    "an extra candidate of {roof} is true, or {digits} would be exchangeable in {cells}; "
    "with {subset} it holds {subset_digits} in {unit}"
)
_UNIQUE_4: Final = (
    "{unit} has its {locked} in {roof}; with a {digit} there too {digits} would be exchangeable "
    "in {cells}"
)
_SETS: Final = (
    "{first} and {second} have one digit too many each and cannot both hold {linked}, so "
    "{digit} is in one of them"
)
_SET_CHAIN: Final = "{sets} are joined by {linked}, so the first or the last of them holds {digit}"
_CHAIN: Final = "{chain}: so one of the two ends is true"

REASONS: Final[Mapping[Technique, str]] = {
    Technique.FULL_HOUSE: "{cell} is the last blank cell of {unit}",
    Technique.HIDDEN_SINGLE: "{digit} has only {cell} left in {unit}: {blockers}",
    Technique.NAKED_SINGLE: "every digit but {digit} is ruled out for {cell}",
    Technique.DIRECT_POINTING: (
        "the {digit} of {source} is in {target}, which leaves only {cell} for it in {unit}"
    ),
    Technique.DIRECT_CLAIMING: (
        "the {digit} of {source} is in {target}, which leaves only {cell} for it in {unit}"
    ),
    Technique.DIRECT_HIDDEN_PAIR: _DIRECT_HIDDEN,
    Technique.DIRECT_HIDDEN_TRIPLE: _DIRECT_HIDDEN,
    Technique.POINTING: "the {digit} of {source} can only stand in {cells}, all in {target}",
    Technique.CLAIMING: "the {digit} of {source} can only stand in {cells}, all in {target}",
    Technique.LOCKED_PAIR: _SUBSET_LOCKED,
    Technique.NAKED_PAIR: _SUBSET_NAKED,
    Technique.HIDDEN_PAIR: _SUBSET_HIDDEN,
    Technique.LOCKED_TRIPLE: _SUBSET_LOCKED,
    Technique.NAKED_TRIPLE: _SUBSET_NAKED,
    Technique.HIDDEN_TRIPLE: _SUBSET_HIDDEN,
    Technique.X_WING: _FISH,
    Technique.NAKED_QUAD: _SUBSET_NAKED,
    Technique.HIDDEN_QUAD: _SUBSET_HIDDEN,
    Technique.SKYSCRAPER: (
        "{towers} have two places each for {digit}, {base} share {ground}: one of {roof} is {digit}"
    ),
    Technique.TWO_STRING_KITE: (
        "{strings} have two places each for {digit}, {inner} share {box}: one of {ends} is {digit}"
    ),
    Technique.EMPTY_RECTANGLE: (
        "the {digit} of {box} is in {cross}, and {link} has it in {ends}: either way it is seen"
    ),
    Technique.SWORDFISH: _FISH,
    Technique.TURBOT_FISH: _CHAIN,
    Technique.XY_WING: "whatever {pivot} is, one of {pincers} is {digit}",
    Technique.SIMPLE_COLORING_TRAP: "either all of {first} or all of {second} are {digit}",
    Technique.SIMPLE_COLORING_WRAP: "{clash} see each other, so none of {first} is {digit}",
    Technique.MULTI_COLORING_1: (
        "{clash} see each other, one of {partner} and one of {other_partner}, so all of {first} or "
        "all of {other} are {digit}"
    ),
    Technique.MULTI_COLORING_2: (
        "all of {other} or all of {other_partner} are {digit}, and {first} see both, so none of "
        "them is {digit}"
    ),
    Technique.REMOTE_PAIRS: "{cells} take {digits} in turn, so {ends} differ",
    Technique.W_WING: (
        "{unit} has its {linked} in {bridge}, so one of {cells} is not {linked} but {digit}"
    ),
    Technique.XYZ_WING: "whatever {pivot} is, it or one of {pincers} is {digit}",
    Technique.UNIQUE_RECTANGLE_1: _UNIQUE_1,
    Technique.UNIQUE_RECTANGLE_2: _UNIQUE_2,
    Technique.UNIQUE_RECTANGLE_3: _UNIQUE_3,
    Technique.UNIQUE_RECTANGLE_4: _UNIQUE_4,
    Technique.UNIQUE_RECTANGLE_5: _UNIQUE_2,
    Technique.UNIQUE_RECTANGLE_6: (
        "{units} have their {digit} in {cells} only; with it in {roof}, {digits} would be "
        "exchangeable there"
    ),
    Technique.HIDDEN_RECTANGLE: (
        "with {digit} in {opposite}, {units} would put {locked} beside it and {digits} would be "
        "exchangeable in {cells}"
    ),
    Technique.AVOIDABLE_RECTANGLE_1: (
        "with {digit} in {roof}, {digits} would be exchangeable in {cells}, none of them given"
    ),
    Technique.AVOIDABLE_RECTANGLE_2: (
        "unless {digit} is in {roof}, {digits} would be exchangeable in {cells}, none of them given"
    ),
    Technique.BUG_PLUS_1: (
        "without {extras} every candidate would stand twice in its units, which has no single "
        "solution"
    ),
    Technique.FINNED_X_WING: _FINNED,
    Technique.SASHIMI_X_WING: _FINNED,
    Technique.JELLYFISH: _FISH,
    Technique.UNIQUE_LOOP_1: _UNIQUE_1,
    Technique.UNIQUE_LOOP_2: _UNIQUE_2,
    Technique.UNIQUE_LOOP_3: _UNIQUE_3,
    Technique.UNIQUE_LOOP_4: _UNIQUE_4,
    Technique.BUG_TYPE_2: "one of {extras} is true, or every candidate would stand twice",
    Technique.BUG_TYPE_3: (
        "one of {extras} is true, and with {subset} it holds {subset_digits} in {unit}"
    ),
    Technique.BUG_TYPE_4: "one of {extras} is true, and {unit} has its {locked} in {cells}",
    Technique.FINNED_SWORDFISH: _FINNED,
    Technique.SASHIMI_SWORDFISH: _FINNED,
    Technique.X_CHAIN: _CHAIN,
    Technique.XY_CHAIN: _CHAIN,
    Technique.MEDUSA_TRAP: "either all of {first} or all of {second} are true",
    Technique.MEDUSA_WRAP: "{clash} exclude each other, so all of {first} are false",
    Technique.WXYZ_WING: _SETS,
    Technique.SUE_DE_COQ: (
        "where {units} meet, {cells} with {first} and {second} are as many cells as digits, "
        "{digits}, and {first} and {second} share none of them"
    ),
    Technique.ALS_XZ: _SETS,
    Technique.DOUBLY_LINKED_ALS_XZ: (
        "{first} and {second} have one digit too many each and share {linked} between them, so "
        "each keeps all its other digits"
    ),
    Technique.GROUPED_X_CHAIN: _CHAIN,
    Technique.FINNED_JELLYFISH: _FINNED,
    Technique.SASHIMI_JELLYFISH: _FINNED,
    Technique.FRANKEN_SWORDFISH: _FISH,
    Technique.FINNED_FRANKEN_SWORDFISH: _FINNED,
    Technique.AIC: _CHAIN,
    Technique.DISCONTINUOUS_LOOP: "{chain}: it comes back to the cell that it came from",
    Technique.GROUPED_AIC: _CHAIN,
    Technique.AIC_WITH_ALS: _CHAIN,
    Technique.CONTINUOUS_LOOP: "{chain}: it closes, so of every two neighbours one is true",
    Technique.ALS_XY_WING: _SET_CHAIN,
    Technique.ALS_CHAIN: _SET_CHAIN,
    Technique.CELL_FORCING_CHAIN: "whatever {cell} is, the same follows: {chains}",
    Technique.UNIT_FORCING_CHAIN: "wherever {digit} stands in {unit}, the same follows: {chains}",
    Technique.CONTRADICTION_FORCING_CHAIN: (
        "{digit} in {cell} would make {clash} both {clash_digit} and not: {chains}"
    ),
    Technique.CONTRADICTION_NET: "{branches}",
    Technique.CELL_FORCING_NET: "whatever {cell} is, the same follows: {branches}",
    Technique.UNIT_FORCING_NET: "wherever {digit} stands in {unit}, the same follows: {branches}",
    Technique.NESTED_NET: "{branches}",
}
"""Why each technique holds, in English; the braces name parts of its steps."""


def explain(step: Step) -> str:
    """The technique, why it holds here, and what to do, in one line."""
    said = phrases(step, ENGLISH)
    reason = REASONS[step.technique].format(**said)
    return f"{step.technique.english}: {reason}; {said['conclusion']}."


def is_readable(step: Step) -> bool:
    """Whether the reason of a step is short enough to be read in one go."""
    return size(step) <= SHORT or len(explain(step)) <= LONGEST_READ
