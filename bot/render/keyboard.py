"""Inline keyboards: makes buttons of labels and actions, and reads the actions of pressed ones.

A button's data are `name:field:...` in the order of the action's fields, at most 64 bytes. Buttons
stay in people's chats for years, so names and the order of fields never change. A new field goes to
the end of an action, with a default that says what older buttons mean.

Data come back from people's devices and may hold anything. `read` returns an action whose fields
have their types, or None. The handler checks whether the game or the cell exists, and whether this
person may press the button.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from itertools import zip_longest
from operator import attrgetter
from types import NoneType, UnionType
from typing import Any, Final, cast, get_args, get_origin, get_type_hints

from telegram.constants import InlineKeyboardButtonLimit

from bot import messages
from bot.game.keyboard import Key, Keyboard
from bot.render.buttons import personal, playing, puzzles
from bot.render.buttons.action import Action, Button, Otherwise, Style
from engine.techniques import TECHNIQUES, Technique, technique_named

MOST_DIGITS: Final = 17
"""Digits of the longest number, that of a person who writes in the name of a chat.

The database holds 18.
"""

ACTIONS: Final[Mapping[str, type[Action]]] = {
    "answer": puzzles.SolvePuzzle,
    "answerthis": puzzles.AnswerExercise,
    "believe": puzzles.Believe,
    "board": playing.ShowBoard,
    "box": playing.OpenBox,
    "boxes": playing.ShowBoxes,
    "cancelmaking": puzzles.CancelMaking,
    "cell": playing.PressCell,
    "chart": personal.DrawChart,
    "check": playing.Check,
    "city": personal.Subscribe,
    "daily": puzzles.OpenDaily,
    "digit": playing.PressDigit,
    "dohint": playing.FollowHint,
    "draft": puzzles.ShowDraft,
    "draftback": puzzles.TakeBackInDraft,
    "draftfix": puzzles.CorrectDraft,
    "drafthint": puzzles.HintDraft,
    "draftplay": puzzles.PlayDraft,
    "draftset": puzzles.SetDraft,
    "draftsolve": puzzles.SolveDraft,
    "draftwrong": puzzles.NameWrongInDraft,
    "drawhint": playing.DrawHint,
    "drawstep": puzzles.DrawStep,
    "evening": personal.AskEvening,
    "example": puzzles.TurnExample,
    "fill": playing.FillNotes,
    "first": puzzles.StartFirstBoard,
    "forme": puzzles.MakeForLearner,
    "games": playing.ListGames,
    "gap": playing.PressGap,
    "giveup": playing.GiveUp,
    "group": personal.ChangeGroup,
    "groupspeak": personal.SpeakInGroup,
    "harder": playing.MakeHarder,
    "help": personal.Help,
    "hint": playing.AskHint,
    "hintcells": playing.NameMistakes,
    "keepme": personal.KeepMe,
    "language": personal.AskLanguage,
    "learn": puzzles.Learn,
    "letters": personal.ChangeLetters,
    "look": personal.ChangeLook,
    "month": personal.ShowMonth,
    "more": playing.ShowMore,
    "new": puzzles.MakePuzzle,
    "open": puzzles.OpenPuzzle,
    "no": personal.MeantOther,
    "order": personal.ChangeOrder,
    "pencil": playing.SwitchPencil,
    "playon": playing.PlayOn,
    "policy": personal.ChangePolicy,
    "position": puzzles.TurnPosition,
    "practise": puzzles.Practise,
    "print": playing.PrintGame,
    "printnew": puzzles.PrintNew,
    "ratepuzzle": puzzles.RateStored,
    "ratethis": puzzles.RatePuzzle,
    "redo": playing.Redo,
    "remind": personal.Remind,
    "remindnomore": personal.RemindNoMore,
    "right": playing.BackToRight,
    "rub": playing.ClearNotes,
    "see": playing.SeeNotes,
    "share": playing.ShareGame,
    "shelf": personal.OpenShelf,
    "speak": personal.ChooseLanguage,
    "startover": playing.StartOver,
    "stats": personal.ShowStats,
    "steps": puzzles.ShowSteps,
    "swap": playing.SwapOrder,
    "switch": playing.SwitchGame,
    "take": personal.TakeFromShelf,
    "tapbox": puzzles.TapBox,
    "tapcell": puzzles.TapCell,
    "theme": personal.ChangeTheme,
    "tidy": personal.TidyShelf,
    "timer": personal.ChangeTimer,
    "topic": personal.TurnHelp,
    "undo": playing.Undo,
    "unit": playing.TurnNotes,
    "which": playing.NameWrongCells,
    "want": personal.CarryOut,
    "wrong": playing.NameWrongInAnswer,
    "yesdelete": personal.DeleteMe,
    "yesgiveup": playing.ConfirmGiveUp,
}
"""Every action by its name in the data."""


def keyboard(rows: Iterable[Sequence[Button | Key]]) -> Keyboard:
    """A keyboard of rows, without the empty ones.

    A button that does not stand for an action, such as a link, is passed in ready made.
    """
    made = [
        [button if isinstance(button, dict) else key(*button) for button in row]
        for row in rows
        if row
    ]
    return {"inline_keyboard": made}


def key(label: str, action: Action, style: Style | None = None) -> Key:
    """The key of a keyboard that stands for an action."""
    made: Key = {"text": label, "callback_data": data(action)}
    if style is not None:
        made["style"] = str(style)
    return made


def next_keyboard(language: str) -> Keyboard:
    """What to play now."""
    return keyboard([next_choices(language)])


def next_choices(language: str, *, daily: bool = True) -> list[Button]:
    """The row of buttons of `next_keyboard`; without the daily where that was just played."""
    choices: list[Button] = [(messages.text(language, "button.new"), puzzles.MakePuzzle())]
    if daily:
        choices.insert(0, (messages.text(language, "button.daily"), puzzles.OpenDaily()))
    return choices


def drop_all_button(person: int, language: str, count: int) -> Button:
    """The button that asks whether all unfinished games shall be given up."""
    label = messages.text(language, "button.drop_all", count=count)
    return label, personal.CarryOut(person, "drop_games", "all")


def data(action: Action) -> str:
    """The data of a button with this action; defaults at the end are left out."""
    return _WRITERS[type(action)](action)


def fits(action: Action) -> bool:
    """Whether Telegram takes a button with this action."""
    return len(data(action).encode()) <= InlineKeyboardButtonLimit.MAX_CALLBACK_DATA


def read(data: str) -> Action | None:
    """The action in a button's data; None where there is none.

    Anything behind the last field is ignored.
    """
    name, *texts = data.split(":")
    action: Any = ACTIONS.get(name)
    if action is None:
        return None
    expected = _FIELDS[name]
    # An older button lacks the fields that were added later: they are read from None.
    try:
        found = [field.read(text) for field, text in zip_longest(expected, texts[: len(expected)])]
    except ValueError:
        return None
    return cast("Action", action(*found))


def actions(data: Iterable[str]) -> Iterator[Action]:
    """The actions of buttons with these data; buttons without an action are skipped."""
    return (action for each in data if (action := read(each)) is not None)


@dataclass(frozen=True, slots=True)
class _Field:
    name: str
    kind: Any
    missing: object
    otherwise: object

    def read(self, text: str | None) -> object:
        """The field's value; raises ValueError where the text, or its absence, gives none."""
        found = self.missing if text is None else _value(self.kind, text)
        found = self.otherwise if found is MISSING else found
        if found is MISSING:
            raise ValueError(self.name)
        return found


def _text(value: object) -> str:
    return str(int(value)) if isinstance(value, bool) else str(value)


def _value(kind: Any, text: str) -> object:
    """The value of this type that the text stands for; MISSING where there is none."""
    if get_origin(kind) is UnionType:
        found = (_value(one, text) for one in get_args(kind) if one is not NoneType)
        return next((one for one in found if one is not MISSING), MISSING)
    if kind is str:
        return text
    if kind is bool:
        return {"0": False, "1": True}.get(text, MISSING)
    if kind is int:
        return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else MISSING
    if kind is Technique:
        return technique_named(text) if text in TECHNIQUES else MISSING
    return kind(text) if text in set(kind) else MISSING


def _fields_of(action: Any) -> tuple[_Field, ...]:
    hints = get_type_hints(action, include_extras=True)
    return tuple(_field(one.name, hints[one.name], one.default) for one in fields(action))


def _writer(name: str) -> Callable[[Action], str]:
    """What writes the data of the actions with this name."""
    expected = _FIELDS[name]
    names = [field.name for field in expected]
    missing = [field.missing for field in expected]
    is_plain = all(field.kind is int and field.missing is MISSING for field in expected)
    if is_plain and len(names) > 1:
        # Nearly all keys of a board, which are written again for each move.
        values_of: Callable[[Action], tuple[int, ...]] = attrgetter(*names)
        pattern = name + len(names) * ":%d"
        return lambda action: pattern % values_of(action)

    def write(action: Action) -> str:
        values = [getattr(action, one) for one in names]
        while values and missing[len(values) - 1] == values[-1]:
            values.pop()
        return ":".join([name, *map(_text, values)])

    return write


def _field(name: str, hint: Any, missing: object) -> _Field:
    # An Annotated type carries in its notes what stands for unreadable data.
    kind, *notes = get_args(hint) if hasattr(hint, "__metadata__") else (hint,)
    otherwise = next((note.value for note in notes if isinstance(note, Otherwise)), MISSING)
    return _Field(name, kind, missing, otherwise)


_FIELDS: Final = {name: _fields_of(action) for name, action in ACTIONS.items()}
_WRITERS: Final = {action: _writer(name) for name, action in ACTIONS.items()}
