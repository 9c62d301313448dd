"""Techniques that only the scale of Sudoku Explainer has a name for.

The rater looks for each of them as Sudoku Explainer does (`engine.rating`), but they are not
taught. A player who meets one is shown `nearest`, the closest technique that is found and
explained.
"""

from typing import Final

from engine.techniques.als import ALS_CHAIN, ALS_XZ
from engine.techniques.chains import AIC, CONTINUOUS_LOOP, GROUPED_X_CHAIN, X_CHAIN
from engine.techniques.forcing import CONTRADICTION_FORCING_CHAIN
from engine.techniques.graves import BUG_PLUS_1
from engine.techniques.nested import NESTED_NET
from engine.techniques.nets import CONTRADICTION_NET
from engine.techniques.technique import Difficulty, Family, Technique
from engine.techniques.uniqueness import UNIQUE_LOOP_1, UNIQUE_RECTANGLE_1

GROUPED_TURBOT_FISH: Final = Technique(
    "grouped_turbot_fish",
    "Grouped turbot fish",
    Difficulty.EXPERT,
    rank=580,
    family=Family.SINGLE_DIGIT,
    rating=4.3,
    nearest=GROUPED_X_CHAIN,
)
UNIQUE_RECTANGLE: Final = Technique(
    "unique_rectangle",
    "Unique rectangle",
    Difficulty.EXPERT,
    rank=590,
    family=Family.UNIQUENESS,
    rating=4.5,
    nearest=UNIQUE_RECTANGLE_1,
)
UNIQUE_LOOP: Final = Technique(
    "unique_loop",
    "Unique loop",
    Difficulty.EXPERT,
    rank=600,
    family=Family.UNIQUENESS,
    rating=4.6,
    nearest=UNIQUE_LOOP_1,
)
THREE_STRONG_LINKS: Final = Technique(
    "three_strong_links",
    "Three strong links",
    Difficulty.EXPERT,
    rank=610,
    family=Family.SINGLE_DIGIT,
    rating=5.4,
    nearest=X_CHAIN,
)
FOUR_STRONG_LINKS: Final = Technique(
    "four_strong_links",
    "Four strong links",
    Difficulty.EXPERT,
    rank=635,
    family=Family.SINGLE_DIGIT,
    rating=5.8,
    nearest=X_CHAIN,
)
BUG: Final = Technique(
    "bug",
    "Bivalue universal grave",
    Difficulty.EXPERT,
    rank=630,
    family=Family.UNIQUENESS,
    rating=5.6,
    nearest=BUG_PLUS_1,
)
VWXYZ_WING: Final = Technique(
    "vwxyz_wing",
    "VWXYZ-wing",
    Difficulty.EXPERT,
    rank=650,
    family=Family.WINGS,
    rating=6.2,
    nearest=ALS_XZ,
)
ALIGNED_PAIR_EXCLUSION: Final = Technique(
    "aligned_pair_exclusion",
    "Aligned pair exclusion",
    Difficulty.EXPERT,
    rank=660,
    family=Family.ALS,
    rating=6.2,
    nearest=ALS_XZ,
)
X_CYCLE: Final = Technique(
    "x_cycle",
    "X-cycle",
    Difficulty.EXPERT,
    rank=670,
    family=Family.CHAINS,
    rating=6.5,
    nearest=CONTINUOUS_LOOP,
)
Y_CYCLE: Final = Technique(
    "y_cycle",
    "Y-cycle",
    Difficulty.EXPERT,
    rank=680,
    family=Family.CHAINS,
    rating=6.5,
    nearest=CONTINUOUS_LOOP,
)
FORCING_X_CHAIN: Final = Technique(
    "forcing_x_chain",
    "Forcing X-chain",
    Difficulty.EXTREME,
    rank=830,
    family=Family.CHAINS,
    rating=6.6,
    nearest=X_CHAIN,
)
XY_CYCLE: Final = Technique(
    "xy_cycle",
    "XY-cycle",
    Difficulty.EXTREME,
    rank=840,
    family=Family.CHAINS,
    rating=7.0,
    nearest=CONTINUOUS_LOOP,
)
UVWXYZ_WING: Final = Technique(
    "uvwxyz_wing",
    "UVWXYZ-wing",
    Difficulty.EXTREME,
    rank=825,
    family=Family.WINGS,
    rating=6.6,
    nearest=ALS_XZ,
)
FORCING_CHAIN: Final = Technique(
    "forcing_chain",
    "Forcing chain",
    Difficulty.EXTREME,
    rank=850,
    family=Family.CHAINS,
    rating=7.0,
    nearest=AIC,
)
TUVWXYZ_WING: Final = Technique(
    "tuvwxyz_wing",
    "TUVWXYZ-wing",
    Difficulty.EXTREME,
    rank=855,
    family=Family.WINGS,
    rating=7.5,
    nearest=ALS_XZ,
)
ALIGNED_TRIPLE_EXCLUSION: Final = Technique(
    "aligned_triple_exclusion",
    "Aligned triple exclusion",
    Difficulty.EXTREME,
    rank=860,
    family=Family.ALS,
    rating=7.5,
    nearest=ALS_CHAIN,
)
NISHIO: Final = Technique(
    "nishio",
    "Nishio",
    Difficulty.EXTREME,
    rank=870,
    family=Family.FORCING,
    rating=7.5,
    nearest=CONTRADICTION_FORCING_CHAIN,
)
DYNAMIC_FORCING_CHAINS: Final = Technique(
    "dynamic_forcing_chains",
    "Dynamic forcing chains",
    Difficulty.EXTREME,
    rank=910,
    family=Family.NETS,
    rating=8.5,
    nearest=CONTRADICTION_NET,
)
DYNAMIC_FORCING_CHAINS_PLUS: Final = Technique(
    "dynamic_forcing_chains_plus",
    "Dynamic forcing chains (plus)",
    Difficulty.EXTREME,
    rank=920,
    family=Family.NETS,
    rating=9.0,
    nearest=CONTRADICTION_NET,
)
NESTED_FORCING_CHAINS: Final = Technique(
    "nested_forcing_chains",
    "Nested forcing chains",
    Difficulty.EXTREME,
    rank=970,
    family=Family.NETS,
    rating=9.5,
    nearest=NESTED_NET,
)
