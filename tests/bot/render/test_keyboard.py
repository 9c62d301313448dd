"""The data of every button can be read back, and data of another form is refused."""

from dataclasses import fields
from typing import Any, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st
from telegram import InlineKeyboardButton, InlineKeyboardMarkup
from telegram.constants import InlineKeyboardButtonLimit

from bot.game.keyboard import Key
from bot.game.link import grid_payload, stored_payload
from bot.game.person import GroupChoice
from bot.game.proof import PROOF_LENGTH
from bot.game.zones import find_zone
from bot.messages import languages
from bot.render.buttons import personal, playing, puzzles
from bot.render.buttons.action import UNKNOWN, Action, Style
from bot.render.buttons.playing import PlayOn, ShareGame, ShowBoxes
from bot.render.keyboard import (
    ACTIONS,
    MOST_DIGITS,
    data,
    fits,
    keyboard,
    next_choices,
    next_keyboard,
    read,
)
from bot.render.keyboard import actions as actions_of
from engine import parse
from engine.difficulty import Difficulty
from engine.techniques import TECHNIQUES, Technique
from engine.techniques.fish import X_WING
from engine.techniques.nested import NESTED_NET

LARGEST = 10**MOST_DIGITS - 1
WORDS = st.text(st.characters(exclude_characters=":", exclude_categories=["Cs"]), max_size=20)
NUMBERS = st.integers(0, LARGEST)

OLD: dict[str, Action] = {
    "answer:s1": puzzles.SolvePuzzle("s1"),
    "believe:x_wing:1": puzzles.Believe(X_WING, is_known=True),
    "board:12:3": playing.ShowBoard(12, 3),
    "box:12:8": playing.OpenBox(12, 8),
    "boxes:12": playing.ShowBoxes(12),
    "cancelmaking": puzzles.CancelMaking(),
    "cell:12:40": playing.PressCell(12, 40),
    "chart:1001:9": personal.DrawChart(1001, 9),
    "chart:1001:9:hard": personal.DrawChart(1001, 9, Difficulty.HARD),
    "check:12:3": playing.Check(12, 3),
    "city:480:Europe/Berlin": personal.Subscribe(480, "Europe/Berlin"),
    "daily": puzzles.OpenDaily(),
    "daily:2026-11-20": puzzles.OpenDaily("2026-11-20"),
    "digit:12:0": playing.PressDigit(12, 0),
    "dohint:12:3": playing.FollowHint(12, 3),
    "drawhint:12:3": playing.DrawHint(12, 3),
    "drawhint:12:3:2": playing.DrawHint(12, 3, 2),
    "drawstep:31:7": puzzles.DrawStep(31, 7),
    "drawstep:31:7:2": puzzles.DrawStep(31, 7, 2),
    "drawstep:31:7:2:1": puzzles.DrawStep(31, 7, 2, is_better=True),
    "evening:1001": personal.AskEvening(1001),
    "example:nested_net:2": puzzles.TurnExample(NESTED_NET, 2),
    "fill:12:3": playing.FillNotes(12, 3),
    "first": puzzles.StartFirstBoard(),
    "games": playing.ListGames(),
    "draft:31": puzzles.ShowDraft(31),
    "draftback:31:40:7:1:0:1": puzzles.TakeBackInDraft(
        31, 40, 7, is_by_hand=True, is_doubtful=False, is_repaired=True
    ),
    "draftfix:31": puzzles.CorrectDraft(31),
    "draftfix:31:40": puzzles.CorrectDraft(31, 40),
    "drafthint:31": puzzles.HintDraft(31),
    "draftplay:31": puzzles.PlayDraft(31),
    "draftwrong:31": puzzles.NameWrongInDraft(31),
    "draftset:31:40:7": puzzles.SetDraft(31, 40, 7),
    "draftsolve:31": puzzles.SolveDraft(31),
    "gap:12": playing.PressGap(12),
    "giveup:12": playing.GiveUp(12),
    "group:board": personal.ChangeGroup(GroupChoice.LOOK),
    "group:policy": personal.ChangeGroup(GroupChoice.POLICY),
    "group:theme": personal.ChangeGroup(GroupChoice.THEME),
    "group:timer": personal.ChangeGroup(GroupChoice.TIMER),
    "groupspeak:zh": personal.SpeakInGroup("zh"),
    "forme": puzzles.MakeForLearner(),
    "harder:12": playing.MakeHarder(12),
    "help": personal.Help(),
    "hint:12:3": playing.AskHint(12, 3),
    "hint:12:3:2": playing.AskHint(12, 3, 2),
    "hint:12:3:2:4": playing.AskHint(12, 3, 2, 4),
    "hintcells:12": playing.NameMistakes(12),
    "keepme:1001": personal.KeepMe(1001),
    "language": personal.AskLanguage(),
    "learn": puzzles.Learn(),
    "learn:hard": puzzles.Learn(Difficulty.HARD),
    "learn:x_wing": puzzles.Learn(X_WING),
    "letters:1001": personal.ChangeLetters(1001),
    "look:1001": personal.ChangeLook(1001),
    "month:1001": personal.ShowMonth(1001),
    "month:1001:2026-10": personal.ShowMonth(1001, "2026-10"),
    "more:12:3": playing.ShowMore(12, 3),
    "new": puzzles.MakePuzzle(),
    "new:16": puzzles.MakePuzzle(16),
    "new:hard": puzzles.MakePuzzle(Difficulty.HARD),
    "open:s1": puzzles.OpenPuzzle("s1"),
    "no:1001:0:hint;check": personal.MeantOther(1001, others="hint;check"),
    "no:1001:12": personal.MeantOther(1001, 12),
    "order:1001": personal.ChangeOrder(1001),
    "pencil:12:0": playing.SwitchPencil(12, on=False),
    "pencil:12:1": playing.SwitchPencil(12, on=True),
    "playon": playing.PlayOn(),
    "playon:12": playing.PlayOn(12),
    "policy:1001": personal.ChangePolicy(1001),
    "position:nested_net:1:2:4": puzzles.TurnPosition(NESTED_NET, 1, 2, 4),
    "practise:x_wing:1:0": puzzles.Practise(X_WING, 1, 0),
    "tapbox:x_wing:1:0": puzzles.TapBox(X_WING, 1, 0),
    "tapbox:x_wing:1:0:8": puzzles.TapBox(X_WING, 1, 0, 8),
    "tapcell:x_wing:1:0:80": puzzles.TapCell(X_WING, 1, 0, 80),
    "answerthis:x_wing:1:0:80:9:0": puzzles.AnswerExercise(X_WING, 1, 0, 80, 9, places=False),
    "print:12": playing.PrintGame(12),
    "print:12:0": playing.PrintGame(12, solution=False),
    "printnew:4": puzzles.PrintNew(4),
    "ratepuzzle:7": puzzles.RateStored(7),
    "ratethis:s1": puzzles.RatePuzzle("s1"),
    "redo:12:3": playing.Redo(12, 3),
    "remind:1200": personal.Remind(1200),
    "remind:1200:Europe/Berlin": personal.Remind(1200, "Europe/Berlin"),
    "remindnomore:1001": personal.RemindNoMore(1001),
    "right:12": playing.BackToRight(12),
    "rub:12:3": playing.ClearNotes(12, 3),
    "see:12:18": playing.SeeNotes(12, 18),
    "share:12": playing.ShareGame(12),
    "shelf:1001": personal.OpenShelf(1001),
    "shelf:1001:0": personal.OpenShelf(1001, 0),
    "speak:1001:zh": personal.ChooseLanguage(1001, "zh"),
    "stats:1001": personal.ShowStats(1001),
    "stats:1001:9": personal.ShowStats(1001, 9),
    "steps:7": puzzles.ShowSteps(7),
    "steps:7:2": puzzles.ShowSteps(7, 2),
    "steps:7:2:4": puzzles.ShowSteps(7, 2, 4),
    "steps:7:2:4:1": puzzles.ShowSteps(7, 2, 4, is_better=True),
    "swap:12:3": playing.SwapOrder(12, 3),
    "startover:12:3": playing.StartOver(12, 3),
    "startover:12:3:abc": playing.StartOver(12, 3, "abc"),
    "switch:12": playing.SwitchGame(12),
    "take:1001:7": personal.TakeFromShelf(1001, 7),
    "theme:1001": personal.ChangeTheme(1001),
    "tidy:1001": personal.TidyShelf(1001),
    "timer:1001": personal.ChangeTimer(1001),
    "topic:": personal.TurnHelp(""),
    "topic:moves": personal.TurnHelp("moves"),
    "undo:12:3": playing.Undo(12, 3),
    "unit:12:19": playing.TurnNotes(12, 19),
    "want:1001:hint": personal.CarryOut(1001, "hint"),
    "want:1001:new:6 hard": personal.CarryOut(1001, "new", "6 hard"),
    "which:12": playing.NameWrongCells(12),
    "wrong:5": playing.NameWrongInAnswer(5),
    "yesdelete:1001": personal.DeleteMe(1001),
    "yesgiveup:12": playing.ConfirmGiveUp(12),
    "yesgiveup:12:abc": playing.ConfirmGiveUp(12, "abc"),
}
"""The data of the keyboards of the first version; lines here are never changed or removed."""


@pytest.mark.parametrize("sent", OLD)
def test_buttons_that_were_ever_sent_mean_what_they_meant(sent: str) -> None:
    assert read(sent) == OLD[sent]
    assert data(OLD[sent]) == sent


def test_every_action_is_among_those_that_were_sent() -> None:
    assert {type(action) for action in OLD.values()} == set(ACTIONS.values())


def test_an_older_button_means_what_it_meant_before_fields_were_added() -> None:
    """What is left out has the value that no button had to name."""
    older: dict[str, Action] = {
        "chart:1001:9": personal.DrawChart(1001, 9, None),
        "daily": puzzles.OpenDaily(""),
        "draftfix:31": puzzles.CorrectDraft(31, -1),
        "drawhint:12:3": playing.DrawHint(12, 3, 0),
        "drawstep:31:7": puzzles.DrawStep(31, 7, 0),
        "hint:12:3": playing.AskHint(12, 3, 0, 0),
        "learn": puzzles.Learn(None),
        "new": puzzles.MakePuzzle(None),
        "playon": playing.PlayOn(0),
        "print:12": playing.PrintGame(12, None),
        "shelf:1001": personal.OpenShelf(1001, None),
        "startover:12:3": playing.StartOver(12, 3, ""),
        "stats:1001": personal.ShowStats(1001, 0),
        "steps:7": puzzles.ShowSteps(7, 0, 0),
        "tapbox:x_wing:1:0": puzzles.TapBox(X_WING, 1, 0, -1),
    }
    assert {sent: read(sent) for sent in older} == older
    assert {sent: data(action) for sent, action in older.items()} == {sent: sent for sent in older}


def test_what_cannot_be_read_is_a_value_that_nothing_has() -> None:
    assert UNKNOWN < 0, "a board with it is never up to date"
    assert read("undo:12:x") == playing.Undo(12, UNKNOWN)
    assert read("draftfix:31:x") == puzzles.CorrectDraft(31, -1)
    assert read("draftset:31:x:y") == puzzles.SetDraft(31, 0, 0)
    assert read("tapbox:x_wing:x:y:z") == puzzles.TapBox(X_WING, 0, 0, -1)
    assert read("drawhint:x:y:z") == playing.DrawHint(0, UNKNOWN, 0)


@pytest.mark.parametrize("digits", [16, 17])
def test_the_longest_numbers_are_read(digits: int) -> None:
    """A person in the name of a chat has up to 17 digits."""
    longest = 10**digits - 1
    assert read(f"look:{longest}") == personal.ChangeLook(longest)


def test_a_number_of_more_digits_than_the_database_holds_is_no_number() -> None:
    assert read("look:" + "9" * 18) == personal.ChangeLook(0)
    assert read("cell:12:" + "1" * 18) is None


def test_the_daily_is_left_out_where_it_was_just_played() -> None:
    def labels(*, daily: bool) -> list[str]:
        return [str(label) for label, *_ in next_choices("en", daily=daily)]

    assert labels(daily=True) == ["Today's puzzle", "New puzzle"]
    assert labels(daily=False) == ["New puzzle"]


def test_what_to_play_now_is_the_daily_or_a_new_puzzle() -> None:
    ((daily, new),) = next_keyboard("en")["inline_keyboard"]
    assert (daily["text"], daily["callback_data"]) == ("Today's puzzle", "daily")
    assert (new["text"], new["callback_data"]) == ("New puzzle", "new")


def test_buttons_without_an_action_are_skipped() -> None:
    mixed = ["an older version", data(PlayOn()), "", data(ShareGame(2))]
    assert [*actions_of(mixed)] == [PlayOn(), ShareGame(2)]


def test_a_style_is_sent_where_there_is_one() -> None:
    made = keyboard([[("a", PlayOn(), Style.CHOSEN), ("b", PlayOn())]])
    assert made["inline_keyboard"] == [
        [
            {"text": "a", "callback_data": "playon", "style": "primary"},
            {"text": "b", "callback_data": "playon"},
        ]
    ]


def test_rows_stay_rows_and_empty_ones_are_left_out() -> None:
    made = keyboard([[("a", PlayOn()), ("b", ShareGame(2))], [], [("c", ShowBoxes(3))]])
    assert [[b["text"] for b in row] for row in made["inline_keyboard"]] == [["a", "b"], ["c"]]
    data = [[button["callback_data"] for button in row] for row in made["inline_keyboard"]]
    assert data == [["playon", "share:2"], ["boxes:3"]]


def test_a_button_that_is_ready_stays_as_it_is() -> None:
    ready: Key = {"text": "link", "url": "https://example.org"}
    assert keyboard([[ready]])["inline_keyboard"][0][0] is ready


def test_what_is_sent_of_a_button_is_what_the_library_would_send() -> None:
    usual = InlineKeyboardMarkup([[InlineKeyboardButton("a", callback_data="playon")]])
    assert keyboard([[("a", PlayOn())]]) == usual.to_dict()


KINDS: dict[Any, st.SearchStrategy[Any]] = {
    bool: st.booleans(),
    int: NUMBERS,
    str: WORDS,
    GroupChoice: st.sampled_from(GroupChoice),
    Technique: st.sampled_from(TECHNIQUES),
    Difficulty | None: st.sampled_from([None, *Difficulty]),
    Difficulty | int | None: st.one_of(st.none(), st.sampled_from(Difficulty), NUMBERS),
    Technique | Difficulty | None: st.sampled_from([None, *TECHNIQUES, *Difficulty]),
    bool | None: st.sampled_from([None, False, True]),
    int | None: st.one_of(st.none(), NUMBERS),
}


@st.composite
def actions(draw: st.DrawFn) -> Action:
    action: Any = draw(st.sampled_from(list(ACTIONS.values())))
    hints = get_type_hints(action)
    made = action(*(draw(KINDS[hints[field.name]]) for field in fields(action)))
    assert isinstance(made, Action)
    return made


@given(actions())
def test_an_action_is_read_as_it_was_written(action: Action) -> None:
    assert read(data(action)) == action


HOLDING = st.one_of(
    st.text(max_size=64),
    st.builds(
        lambda name, rest: ":".join([name, *rest]),
        st.sampled_from([*ACTIONS, "", "rate", "CELL", "cell "]),
        st.lists(
            st.one_of(
                WORDS,
                st.sampled_from(["", "-1", "x_wing", "hard", "1e3", "²", "٣", "9" * 18, "None"]),
                NUMBERS.map(str),
            ),
            max_size=5,
        ),
    ),
)


@given(HOLDING)
def test_whatever_was_forged_is_an_action_with_its_types_or_none(forged: str) -> None:
    action = read(forged)
    if action is None:
        return
    hints = get_type_hints(type(action))
    for field in fields(action):
        value = getattr(action, field.name)
        assert isinstance(value, hints[field.name])
        assert not isinstance(value, int) or value <= LARGEST
    again = read(data(action))
    assert again == action


@pytest.mark.parametrize(
    "forged",
    ["", ":", "cell", "cell:12", "cell:12:", "cell:12:x", "cell:12:-1", "pencil:12:2", "rate:1",
     "practise:zz:0:0", "chart:1001:9:None", "chart:1001:", "city:-5:UTC", "CELL:12:1", "open"],
)  # fmt: skip
def test_what_no_keyboard_has_sent_is_no_action(forged: str) -> None:
    assert read(forged) is None


@pytest.mark.parametrize(
    ("forged", "action"),
    [
        ("undo", playing.Undo(0, -1)),
        ("undo:-1:x", playing.Undo(0, -1)),
        ("undo:" + "9" * 18, playing.Undo(0, -1)),
        ("undo:1:2:3", playing.Undo(1, 2)),
        ("new:harder", puzzles.MakePuzzle()),
        ("learn:nothing", puzzles.Learn()),
        ("practise:x_wing", puzzles.Practise(X_WING, 0, 0)),
        ("look:me", personal.ChangeLook(0)),
    ],
)
def test_what_a_field_holds_otherwise(forged: str, action: Action) -> None:
    assert read(forged) == action


def longest(action: Any) -> Action:
    """An action with the largest values that its handler knows."""
    zones = (*find_zone("Buenos Aires"), "America/Argentina/ComodRivadavia")
    words = {
        "proof": "x" * PROOF_LENGTH,
        "payload": max(
            [grid_payload(parse("." * 81)) or "", stored_payload(b"x", LARGEST)], key=len
        ),
        "zone": max(zones, key=len),
        "label": "2026-11-20",
        "month": "2026-11",
        "code": max(languages(), key=len),
        "topic": "x" * 16,
        "wish": "unsubscribe",
        "rest": "16 antidiagonal extreme",
        "others": "",
        "technique": max(TECHNIQUES, key=len),
        "stage": 3,
        "position": 999_999,
        "box": 24,
        "cell": 624,
        "digit": 25,
        "places": True,
        "is_better": True,
        "is_by_hand": True,
        "is_doubtful": True,
        "is_repaired": True,
        "about": max(TECHNIQUES, key=len),
        "band": max(Difficulty, key=len),
        "wanted": max(Difficulty, key=len),
    }
    made = action(*(words.get(field.name, LARGEST) for field in fields(action)))
    assert isinstance(made, Action)
    return made


@pytest.mark.parametrize("action", ACTIONS.values(), ids=ACTIONS)
def test_the_longest_data_are_such_as_telegram_takes(action: type[Action]) -> None:
    assert len(data(longest(action)).encode()) <= InlineKeyboardButtonLimit.MAX_CALLBACK_DATA


def test_actions_of_other_kinds_are_other_actions() -> None:
    """A keyboard keeps its buttons by label and action."""
    assert len({playing.Undo(1, 2), playing.Redo(1, 2)}) == 2
    assert len({playing.PressCell(1, 2), playing.PressDigit(1, 2)}) == 2


def test_a_button_fits_if_telegram_takes_the_bytes_of_its_data() -> None:
    most = InlineKeyboardButtonLimit.MAX_CALLBACK_DATA
    room = most - len(data(personal.CarryOut(1001, "", "")))
    for letter in ("x", "数"):
        longest = letter * (room // len(letter.encode()))
        assert fits(personal.CarryOut(1001, longest))
        assert not fits(personal.CarryOut(1001, longest + letter))
