"""How every button comes about, in a house with a group in which everybody has another standing.

Ann leads up to a button by honest means, alone or in the group. Then anybody may press it, or send
its data from elsewhere.
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields, replace
from typing import Final

from bot.game.place import Place
from bot.playground import Group, Person
from bot.playground.chats import User
from bot.render.buttons.action import Action, Owned
from bot.render.buttons.personal import (
    AskEvening,
    ChangeGroup,
    ChangeLetters,
    ChangeLook,
    ChangeOrder,
    ChangePolicy,
    ChangeTheme,
    ChangeTimer,
    ChooseLanguage,
    Remind,
    RemindNoMore,
    SpeakInGroup,
    Subscribe,
)
from bot.render.buttons.puzzles import Believe, CancelMaking, ShowDraft, StartFirstBoard
from bot.render.keyboard import ACTIONS, data, read
from bot.store import drafts, makings
from bot.store.drafts import Draft
from bot.store.makings import Making
from engine import parse
from engine.techniques.subsets import NAKED_PAIR
from tests.bot.house import House, Talk, right_moves, wrong_move
from tests.bot.test_interrupted import ACTS, EASY, GAME

LESSON: Final = ("/learn naked single", "!practise", "!tapbox", "!tapcell", "!answerthis")
PROOF: Final = ("/learn nested net", "!practise", *["!practise"] * 3, "!position")
SOLVED: Final = (EASY, "!open", "*later", "+", "/new 6 none 1", "*later", "=", "/stats")
DRAFT: Final = ("*draft", "!draft")

WAYS: Final[Mapping[type[Action], Sequence[str]]] = {
    action: {
        "answerthis": LESSON,
        "boxes": ("/new 16 none 5", "!boxes"),
        "cancelmaking": ("*making", "!cancelmaking"),
        "chart": (*SOLVED, "!stats", "!chart"),
        "check": (GAME, "+", "!check"),
        "digit": (GAME, "!cell", "!digit"),
        "draft": DRAFT,
        "draftback": (*DRAFT, "r1c1= r1c2= r1c3=", "!draftback"),
        "draftfix": (*DRAFT, "!draftfix"),
        "drafthint": (*DRAFT, "!drafthint"),
        "draftplay": (*DRAFT, "!draftplay"),
        "draftset": (*DRAFT, "!draftfix", "!draftset"),
        "draftsolve": (*DRAFT, "!draftsolve"),
        "draftwrong": ("*full", "!draft", "!draftwrong"),
        "position": PROOF,
        "stats": (*SOLVED, "!stats"),
        "tapcell": LESSON[:-1],
    }.get(name, ACTS[f"{name}:"])
    for name, action in ACTIONS.items()
}
"""For each action the steps that lead up to its button, and last the press of it, as in ACTS.

`=` solves the game, and time passes with `*later`. `*draft` and `*making` bring messages with the
button of a board that was read from a photo, and of a puzzle that is being made; the board of
`*full` is filled in to the end, and one cell is wrong.
"""

CHANGES: Final = (
    *(ChangeLetters, ChangeLook, ChangeOrder),
    *(ChangePolicy, ChangeTheme, ChangeTimer),
)

GIVEN: Final[Mapping[type[Action], Callable[[int], Action]]] = {
    ChooseLanguage: lambda person: ChooseLanguage(person, "es"),
    StartFirstBoard: lambda _: StartFirstBoard(),
    Believe: lambda _: Believe(NAKED_PAIR, is_known=True),
    AskEvening: AskEvening,
    Remind: lambda _: Remind(20 * 60),
    RemindNoMore: RemindNoMore,
    Subscribe: lambda _: Subscribe(480, "Europe/Berlin"),
    **{change: change for change in CHANGES},
}
"""Buttons that Ann does not get in a group: from before it had settings of its own, or because an
administrator has asked for them."""

ONLY_IN_GROUPS: Final = frozenset([ChangeGroup, SpeakInGroup])


@dataclass(frozen=True, slots=True)
class Button:
    """The data of a button, and the message that it is below."""

    message_id: int
    data: str

    @property
    def action(self) -> Action:
        action = read(self.data)
        assert action is not None
        return action

    def at(self, message_id: int) -> "Button":
        """The same data below another message, as only a modified client sends them."""
        return replace(self, message_id=message_id)

    def named(self, person: int) -> "Button":
        """The same button in the name of this person, if it names a person at all."""
        if not isinstance(self.action, Owned):
            return self
        return replace(self, data=data(replace(self.action, person=person)))

    def of_first_version(self) -> "Button | None":
        """The button without the fields that were added later; None if there are none."""
        first = [one for one in fields(self.action) if one.default is MISSING]
        name, *values = self.data.split(":")
        if len(first) == len(fields(self.action)):
            return None
        return replace(self, data=":".join([name, *values[: len(first)]]))

    def with_numbers(self, numbers: Sequence[str]) -> Iterator["Button"]:
        """Buttons that have one of these in place of one of its numbers."""
        parts = self.data.split(":")
        for at, part in enumerate(parts):
            for number in numbers if part.isdecimal() else ():
                yield replace(self, data=":".join([*parts[:at], number, *parts[at + 1 :]]))


@dataclass
class Town:
    """A house, and a group in it.

    In the group Ann takes part in what is played, Ben and Cleo and Dan do not. Cleo administers it,
    and so does Dan, whom nobody knows: he acts as the group.
    """

    house: House
    group: Group = field(init=False)
    ann: Talk = field(init=False)
    ben: Talk = field(init=False)
    cleo: Talk = field(init=False)
    dan: Talk = field(init=False)

    def __post_init__(self) -> None:
        api = self.house.api
        zoe, ann, ben, cleo, dan = (
            Person(api, User(2000 + number, name, "en"))
            for number, name in enumerate(("Zoe", "Annabel", "Ben", "Cleo", "Dan"))
        )
        self.group = Group(api, -1_002_000_000_777, "Sudoku Town", [zoe, ann, ben, cleo, dan])
        self.group.promote(cleo)
        self.group.promote(dan, is_anonymous=True)
        self.ann, self.ben, self.cleo, self.dan = (
            Talk(self.house, person) for person in (ann, ben, cleo, dan)
        )

    async def opens(self) -> None:
        """Everybody is known to the bot, and Telegram has said who is anonymous."""
        for talk in (self.ann, self.ben, self.cleo):
            await talk.sends("/start")
        await self.here(self.dan).sends("/start")
        await asyncio.gather(*self.house.application.administrators.asking.running)

    def here(self, talk: Talk) -> Talk:
        """The same person in the group."""
        return Talk(self.house, talk.person, self.group.chat)

    async def leads(self, talk: Talk, action: type[Action]) -> Button:
        """Leads up to the button of an action, which is pressed next."""
        if talk.chat and action in GIVEN:
            given = GIVEN[action](talk.person.id)
            return Button(await talk.finds(given), data(given))
        *steps, last = WAYS[action]
        for step in steps:
            if step != "*club":
                await self.takes(talk, step)
        return self.button(talk, last[1:])

    async def takes(self, talk: Talk, step: str) -> None:
        """Takes one step of a way."""
        addressed = "@SudokuPlaygroundBot " if talk.chat else ""
        match step[0], step[1:]:
            case "!", name:
                pressed = self.button(talk, name)
                await talk.presses(pressed.data, pressed.message_id)
            case "*", "later":
                self.house.clock.forward(minutes=3)
            case "*", ("draft" | "full") as page:
                grid, own = parse(EASY), {0: 2} if page == "full" else {}
                read = Draft(
                    0,
                    talk.person.id,
                    grid.with_values(own),
                    by_hand=frozenset(own),
                    place=Place(talk.chat_id),
                )
                kept = await drafts.add(self.house.database, read, 5)
                await talk.finds(ShowDraft(kept.id))
            case "*", "making":
                await self._makes(talk)
            case "+", _:
                await talk.sends(addressed + right_moves(await talk.game())[0])
            case "=", _:
                await talk.sends(addressed + " ".join(right_moves(await talk.game())))
            case "-", _:
                await talk.sends(addressed + wrong_move(await talk.game()))
            case "/", _:
                await talk.sends(
                    step.replace("#", await _wrong_answer(talk) if "#" in step else "")
                )
            case _:
                await talk.sends(addressed + step)

    async def _makes(self, talk: Talk) -> None:
        announced = await talk.finds(CancelMaking())
        bot = self.house.application.bot.id
        wish = '[9, "none", "", "extreme", null]'
        person, place = talk.person.id, Place(talk.chat_id)
        making = Making(place, announced, person, bot, 7, wish, "a seed", 5)
        await makings.begin(self.house.database, making)

    def button(self, talk: Talk, name: str) -> Button:
        """The first button whose data begin so, below the newest message that has one."""
        for message in reversed(talk.person.messages(talk.chat)):
            rows = message.get("reply_markup", {}).get("inline_keyboard", [])
            for pressed in (button for row in rows for button in row):
                known = str(pressed.get("callback_data", ""))
                if f"{known}:".startswith(f"{name}:"):
                    return Button(int(message["message_id"]), known)
        raise LookupError(f"no button {name}")


async def _wrong_answer(talk: Talk) -> str:
    """A whole board for the game of a chat, with one wrong digit."""
    puzzle = (await talk.game()).puzzle
    cell, size = puzzle.grid.blanks()[0], puzzle.grid.geometry.size
    return str(puzzle.solution.with_values({cell: puzzle.solution[cell] % size + 1}))
