"""Writes positions of every family to be read aloud: `python -m tests.aloud FOLDER`.

For each technique FOLDER gets the picture of every step of help, as the bot sends it, and a file
for each language with all the words below these pictures: the lesson, where to look, which
technique and why, and the move. A person who reads that language well then reads it aloud, looking
at the pictures. A reason that is told in passages has a picture for each of them. The run fails if
a reason or a passage is longer than READ_AT_ONCE.

`--techniques` takes other techniques than the chosen ones, `--of 3` more positions of each.
"""

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from math import inf
from pathlib import Path
from typing import Final, NamedTuple

from markupsafe import Markup

from bot import messages
from bot.render.hint import hint_picture
from bot.render.hint_words import READ_AT_ONCE, about, last_of, told_in, why
from bot.render.hinted import step_words
from bot.render.passages import passage_words
from bot.render.picture import board_png
from bot.render.stage import Stage
from engine import Budget, rate
from engine.practice.position import Position, positions
from engine.techniques import TAUGHT, Step, Technique, steps, technique_named
from engine.techniques.als import ALS_XY_WING, ALS_XZ
from engine.techniques.chains import AIC, AIC_WITH_ALS, CONTINUOUS_LOOP, DISCONTINUOUS_LOOP
from engine.techniques.coloring import MEDUSA_TRAP, MULTI_COLORING_1, SIMPLE_COLORING_TRAP
from engine.techniques.fish import FINNED_SWORDFISH, X_WING
from engine.techniques.forcing import CELL_FORCING_CHAIN
from engine.techniques.franken import FINNED_FRANKEN_SWORDFISH
from engine.techniques.graves import BUG_PLUS_1
from engine.techniques.locked import POINTING
from engine.techniques.nested import NESTED_NET
from engine.techniques.nets import CONTRADICTION_NET
from engine.techniques.single_digit import SKYSCRAPER, TURBOT_FISH
from engine.techniques.singles import HIDDEN_SINGLE, NAKED_SINGLE
from engine.techniques.subsets import DIRECT_HIDDEN_PAIR, NAKED_TRIPLE
from engine.techniques.sue_de_coq import SUE_DE_COQ
from engine.techniques.uniqueness import UNIQUE_RECTANGLE_3
from engine.techniques.wings import W_WING, XY_WING

TAG: Final = re.compile(r"</?[bi]>")
TOLD: Final = (Stage.WHERE, Stage.WHY, Stage.MOVE)
CHOSEN: Final = (
    HIDDEN_SINGLE,
    NAKED_SINGLE,
    POINTING,
    DIRECT_HIDDEN_PAIR,
    NAKED_TRIPLE,
    X_WING,
    FINNED_SWORDFISH,
    FINNED_FRANKEN_SWORDFISH,
    SKYSCRAPER,
    TURBOT_FISH,
    XY_WING,
    W_WING,
    SIMPLE_COLORING_TRAP,
    MULTI_COLORING_1,
    MEDUSA_TRAP,
    UNIQUE_RECTANGLE_3,
    BUG_PLUS_1,
    AIC,
    DISCONTINUOUS_LOOP,
    CONTINUOUS_LOOP,
    AIC_WITH_ALS,
    SUE_DE_COQ,
    ALS_XZ,
    ALS_XY_WING,
    CELL_FORCING_CHAIN,
    CONTRADICTION_NET,
    NESTED_NET,
)
"""One technique of each family or more."""


class Read(NamedTuple):
    """A position of a technique, and the step that is taken in it."""

    position: Position
    step: Step
    rating: float

    @property
    def technique(self) -> Technique:
        return self.step.technique


def chosen(techniques: Sequence[Technique], each: int) -> Iterator[Read]:
    """The first positions of some techniques, starting with the one in the lesson."""
    for technique in techniques:
        for position in positions(technique)[:each]:
            step = next(steps(position.state, technique))
            yield Read(position, step, rate(position.givens, Budget(inf)).rating)


def told(language: str, read: Read) -> str:
    """All words of a position in the order in which people see them."""
    title = messages.html(language, "hint.title")
    lines = [f"{read.technique} · {read.rating:.1f}", about(language, read.technique)]
    for stage, passage in pages(read.step):
        words = step_words(language, title, read.step, stage, passage, below_picture=True)
        lines.append(f"[{stage}] {words_of(words)}")
    return "\n".join(lines)


def pages(step: Step) -> Iterator[tuple[Stage, int]]:
    """The stages of a hint, with the passages of the reason, and the last stage beside the move."""
    for stage in TOLD:
        first = last_of(step) if stage is Stage.MOVE else 0
        last = 0 if stage is Stage.WHERE else last_of(step)
        yield from ((stage, passage) for passage in range(first, last + 1))


def longest(step: Step) -> int:
    """How many characters the reason of a step has in the language in which it is longest.

    For a reason that is told in passages this is the longest passage with everything around it.
    """
    return max(len(text) for language in messages.languages() for text in reasons(language, step))


def reasons(language: str, step: Step) -> list[str]:
    """The reason of a step, or its passages as they stand below their pictures."""
    told = range(len(told_in(step)))
    words = (passage_words(language, step, at, below_picture=True) for at in told)
    return [words_of(each) for each in words] or [why(language, step)]


def words_of(html: Markup) -> str:
    return TAG.sub("", html.unescape())


def is_too_long(read: Read, most: int = READ_AT_ONCE) -> bool:
    """Whether a reason, or a passage of it, is longer than people read in one go."""
    return longest(read.step) > most


def draw(folder: Path, label: str, read: Read) -> None:
    """Writes the picture of each stage, and of each passage."""
    position, step = read.position, read.step
    for stage, passage in pages(step):
        picture = hint_picture(position.state, position.givens, step, stage, passage=passage)
        (folder / f"{label}-{stage}-{passage:02}.png").write_bytes(board_png(picture))


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.aloud", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument(
        "--techniques",
        nargs="+",
        default=CHOSEN,
        choices=TAUGHT,
        type=technique_named,
        metavar="NAME",
    )
    parser.add_argument("--of", type=int, default=1, help="positions of each (1)")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    all_read = [*chosen(options.techniques, options.of)]
    for number, read in enumerate(all_read, 1):
        draw(options.folder, f"{number:02}-{read.technique}", read)
    for language in messages.languages():
        texts = (f"{number:02} {told(language, read)}" for number, read in enumerate(all_read, 1))
        (options.folder / f"{language}.txt").write_text("\n\n".join(texts) + "\n", "utf-8")
    long = [
        f"too long: {read.technique}, {read.position}" for read in all_read if is_too_long(read)
    ]
    print(f"{len(all_read)} positions", *long, sep="\n")
    sys.exit(bool(long))


if __name__ == "__main__":
    main()
