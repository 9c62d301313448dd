"""Actions that lead to a puzzle, tell about one, or teach how to solve one."""

from dataclasses import dataclass
from typing import Annotated

from bot.render.buttons.action import Action, Id, Index, InPlace, Otherwise
from engine.difficulty import Difficulty
from engine.techniques import Technique

DifficultyOrSize = Annotated[Difficulty | int | None, Otherwise(None)]
TechniqueOrDifficulty = Annotated[Technique | Difficulty | None, Otherwise(None)]


@dataclass(frozen=True, slots=True)
class StartFirstBoard(Action):
    """Start a newcomer's first game."""


@dataclass(frozen=True, slots=True)
class MakePuzzle(Action):
    """Make a puzzle of a difficulty or size; ask which where it has neither."""

    wanted: DifficultyOrSize = None


@dataclass(frozen=True, slots=True)
class MakeForLearner(Action):
    """Make a puzzle that needs what this person is learning, and nothing harder."""


@dataclass(frozen=True, slots=True)
class CancelMaking(InPlace):
    """Stop making the puzzle that the message tells of."""


@dataclass(frozen=True, slots=True)
class OpenDaily(Action):
    """Play the daily of a label, such as `2026-11-20` or `2026-11-20-easy`; today's without one."""

    label: str = ""


@dataclass(frozen=True, slots=True)
class OpenPuzzle(Action):
    """Play the puzzle that the payload of a link leads to."""

    payload: str


@dataclass(frozen=True, slots=True)
class SolvePuzzle(Action):
    """Show the solution of the puzzle that the payload of a link leads to."""

    payload: str


@dataclass(frozen=True, slots=True)
class RatePuzzle(Action):
    """Say how hard the puzzle is that the payload of a link leads to."""

    payload: str


@dataclass(frozen=True, slots=True)
class RateStored(Action):
    """Say how hard a stored puzzle is."""

    puzzle_id: Id


@dataclass(frozen=True, slots=True)
class OfDraft(Action):
    """An action on a board that was read from a photo."""

    draft_id: Id


@dataclass(frozen=True, slots=True)
class ShowDraft(OfDraft, InPlace):
    """Show another board that was read from the same photo."""


@dataclass(frozen=True, slots=True)
class PlayDraft(OfDraft):
    """Play a board that was read from a photo."""


@dataclass(frozen=True, slots=True)
class SolveDraft(OfDraft):
    """Show the solution of a board that was read from a photo."""


@dataclass(frozen=True, slots=True)
class HintDraft(OfDraft):
    """Play a board that was read from a photo, and give the first hint."""


@dataclass(frozen=True, slots=True)
class CorrectDraft(OfDraft, InPlace):
    """Correct what was read: ask for a cell; for the first doubtful one without it."""

    cell: Annotated[int, Otherwise(-1)] = -1


@dataclass(frozen=True, slots=True)
class SetDraft(OfDraft, InPlace):
    """Put a value, 0 for a blank, into a cell of what was read."""

    cell: Index
    value: Index


@dataclass(frozen=True, slots=True)
class TakeBackInDraft(OfDraft, InPlace):
    """Put a cell of what was read back to what it was before it was corrected."""

    cell: Index
    value: Index
    is_by_hand: bool
    is_doubtful: bool
    is_repaired: bool


@dataclass(frozen=True, slots=True)
class NameWrongInDraft(OfDraft):
    """Say which cells are wrong on a page that was filled in to the end."""


@dataclass(frozen=True, slots=True)
class ShowSteps(InPlace):
    """Show one step to a stored puzzle's solution; 0 is the first, in a new message.

    `is_better` if the steps before were those of the better way.
    """

    puzzle_id: Id
    step: int = 0
    passage: Index = 0
    is_better: bool = False


@dataclass(frozen=True, slots=True)
class DrawStep(InPlace):
    """Show one step to a stored puzzle's solution as a picture."""

    puzzle_id: Id
    step: Index
    passage: Index = 0
    is_better: bool = False


@dataclass(frozen=True, slots=True)
class PrintNew(Action):
    """Send new puzzles for printing."""

    count: int


@dataclass(frozen=True, slots=True)
class Learn(Action):
    """Teach a technique, or list those of a difficulty; without either all of them."""

    about: TechniqueOrDifficulty = None


@dataclass(frozen=True, slots=True)
class Believe(InPlace):
    """Believe that this person knows a technique, or does not know it yet."""

    technique: Technique
    is_known: bool


@dataclass(frozen=True, slots=True)
class TurnExample(InPlace):
    """Show another passage of the example of a technique."""

    technique: Technique
    passage: Index


@dataclass(frozen=True, slots=True)
class Practise(InPlace):
    """Show a position of a technique up to a stage of its hint; the next position at stage 0."""

    technique: Technique
    position: Index
    stage: Index


@dataclass(frozen=True, slots=True)
class TurnPosition(Practise):
    """Show a position with another passage of its hint."""

    passage: Index


@dataclass(frozen=True, slots=True)
class TapBox(Practise):
    """Show the cells of a box as buttons; without a box, the boxes."""

    box: Annotated[int, Otherwise(-1)] = -1


@dataclass(frozen=True, slots=True)
class TapCell(Practise):
    """Show the candidates of a cell as buttons."""

    cell: Index


@dataclass(frozen=True, slots=True)
class AnswerExercise(TapCell):
    """Conclude that a digit belongs into a cell, or cannot stand there."""

    digit: Index
    places: bool
