"""Who may press what: `rights.txt` has a row for each action, and every word of it is tried.

Each word is one press in the real Application, over the playground's strict API and a real
database. What is stored in all tables, and every message in every chat, is compared with what it
was before the press. A new action needs a row, and a row needs an action.
"""

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest
import pytest_asyncio

from bot.handlers import PRESSED
from bot.render.buttons.action import Action, InGame, Owned
from bot.render.buttons.playing import PressDigit, PressGap
from bot.render.keyboard import ACTIONS
from bot.store import games
from bot.store.belongings import of_user
from bot.store.games import GameState
from tests.bot.house import House, Talk
from tests.bot.scenes import ONLY_IN_GROUPS, Town
from tests.bot.watch import Outcome, Pressed, Watch
from tests.fewer import first_cases

BEYOND: Final = ("-1", str(2**63), "9" * 17, "9" * 40)
"""Numbers out of every range; of these only the one with 17 digits is read as a number."""

ACTION_OF: Final = {action.__name__: action for action in ACTIONS.values()}


@dataclass(frozen=True, slots=True)
class Row:
    """What comes of an action in each situation, and the tables that it may change."""

    outcomes: Mapping[str, Outcome]
    tables: frozenset[str]


def table() -> dict[str, Row]:
    """The rows of `rights.txt` by the name of their action."""
    text = Path(__file__).with_name("rights.txt").read_text("utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    head, *rows = (line.partition("|") for line in lines)
    situations = head[0].split()[1:]
    found = {}
    for words, _, tables in rows:
        name, *outcomes = words.split()
        by_situation = dict(zip(situations, map(Outcome, outcomes), strict=True))
        found[name] = Row(by_situation, frozenset(tables.split()))
    return found


RIGHTS: Final = table()


async def own(town: Town, action: type[Action]) -> Pressed | None:
    """Ann presses her own button, alone with the bot."""
    if action in ONLY_IN_GROUPS:
        return None
    return await Watch(town).presses(town.ann, await town.leads(town.ann, action))


async def asker(town: Town, action: type[Action]) -> Pressed:
    """Ann, who takes part and has asked for the message, presses in the group."""
    return await _in_group(town, town.ann, action)


async def other(town: Town, action: type[Action]) -> Pressed:
    """A member who takes no part presses Ann's button in the group."""
    return await _in_group(town, town.ben, action)


async def admin(town: Town, action: type[Action]) -> Pressed:
    """An administrator presses Ann's button in the group."""
    return await _in_group(town, town.cleo, action)


async def unseen(town: Town, action: type[Action]) -> Pressed:
    """An anonymous administrator presses Ann's button in the group."""
    return await _in_group(town, town.dan, action)


async def _in_group(town: Town, presser: Talk, action: type[Action]) -> Pressed:
    ann, here = town.here(town.ann), town.here(presser)
    button = await town.leads(ann, action)
    if action is PressDigit:
        # Everybody writes in the cell of their own choice.
        cell = town.button(ann, "cell")
        await here.presses(cell.data, cell.message_id)
    return await Watch(town).presses(here, button)


async def forged(town: Town, action: type[Action]) -> Pressed:
    """Ben, alone with the bot, sends the data of Ann's button; then the same in his own name.

    He gets to see nothing of hers, and nothing of hers changes.
    """
    ann = town.here(town.ann) if action in ONLY_IN_GROUPS else town.ann
    button = await town.leads(ann, action)
    await town.ben.sends("/help")
    hers = await contents_of(town, ann.person.id)
    secrets = await secrets_of(ann)
    found, *rest = [
        await Watch(town).presses(town.ben, one.at(town.ben.last["message_id"]))
        for one in dict.fromkeys([button, button.named(town.ben.person.id)])
    ]
    for pressed in (found, *rest):
        assert [secret for secret in secrets if secret in boards_in(pressed.said)] == []
        assert ann.person.user.first_name not in pressed.said
    assert await contents_of(town, ann.person.id) == hers
    return found


async def below(town: Town, action: type[Action]) -> Pressed:
    """Ben sends the data, in his own name, for a message of Ann's that has no such button.

    That message stays as it is.
    """
    ann = town.here(town.ann)
    button = (await town.leads(ann, action)).named(town.ben.person.id)
    await ann.sends("/deleteme")
    question = ann.last["message_id"]
    found = await Watch(town).presses(town.here(town.ben), button.at(question))
    assert (ann.chat_id, question) not in found.edited
    return found


async def elsewhere(town: Town, action: type[Action]) -> Pressed | None:
    """Ann sends the data of her private button for the board of the group."""
    if action in ONLY_IN_GROUPS:
        return None
    button, here = await town.leads(town.ann, action), town.here(town.ann)
    await here.sends("/new 4 none 9")
    return await Watch(town).presses(here, button.at(here.last["message_id"]))


async def old(town: Town, action: type[Action]) -> Pressed | None:
    """The game has a newer board than the one that Ann presses, alone with the bot."""
    if not issubclass(action, InGame):
        return None
    button = await town.leads(town.ann, action)
    await town.ann.sends("/board")
    return await Watch(town).presses(town.ann, button)


async def over(town: Town, action: type[Action]) -> Pressed | None:
    """The game has ended."""
    if not issubclass(action, InGame):
        return None
    button = await town.leads(town.ann, action)
    named = button.action
    assert isinstance(named, InGame)
    await games.finish(town.house.database, named.game_id, GameState.GIVEN_UP, 7)
    return await Watch(town).presses(town.ann, button)


async def gone(town: Town, action: type[Action]) -> Pressed | None:
    """Ann has had everything about her deleted."""
    if action in ONLY_IN_GROUPS:
        return None
    button = await town.leads(town.ann, action)
    await town.ann.sends("/deleteme")
    await town.ann.presses("Yes, delete everything")
    await town.ann.sends("/help")
    return await Watch(town).presses(town.ann, button)


async def older(town: Town, action: type[Action]) -> Pressed | None:
    """The button is of the first version, which had fewer fields."""
    if action in ONLY_IN_GROUPS:
        return None
    button = (await town.leads(town.ann, action)).of_first_version()
    return await Watch(town).presses(town.ann, button) if button else None


async def beyond(town: Town, action: type[Action]) -> Pressed | None:
    """One of the numbers in the data is out of range; the most that comes of any."""
    if action in ONLY_IN_GROUPS:
        return None
    button = await town.leads(town.ann, action)
    found = [await Watch(town).presses(town.ann, one) for one in button.with_numbers(BEYOND)]
    return max(found, key=lambda one: [*Outcome].index(one.outcome), default=None)


SITUATIONS: Final[Mapping[str, Callable[[Town, type[Action]], Awaitable[Pressed | None]]]] = {
    situation.__name__: situation
    for situation in (
        *(own, asker, other, admin, unseen),
        *(forged, below, elsewhere, old, over, gone, older, beyond),
    )
}
"""The columns of the table."""

CASES: Final = [(name, situation) for name in RIGHTS for situation in SITUATIONS]


@pytest_asyncio.fixture
async def town(house: House) -> Town:
    town = Town(house)
    await town.opens()
    return town


async def contents_of(town: Town, person: int) -> dict[str, Any]:
    """Everything that is stored about a person."""
    return {name: rows async for name, rows in of_user(town.house.database, person)}


async def secrets_of(talk: Talk) -> set[str]:
    """The puzzle, the position and the solution of the game that is played in a chat."""
    rows = await games.open_games(talk.house.database, (await talk.visit()).place)
    return {
        str(grid)
        for one in rows
        for grid in (one.puzzle.grid, one.puzzle.solution, one.game.values)
    }


def boards_in(said: str) -> str:
    """What was said, with every drawn board as a line of its cells."""
    rows = re.findall(r"\d+: ([^\\\n]*)", said)
    return "".join(re.sub(r"[^\w.]", "", row) for row in rows) + said


def test_every_action_has_a_row_and_every_row_an_action() -> None:
    assert sorted(RIGHTS) == sorted(action.__name__ for action in PRESSED)
    assert all([*row.outcomes] == [*SITUATIONS] for row in RIGHTS.values())


@pytest.mark.parametrize("name", RIGHTS)
def test_what_belongs_to_somebody_is_out_of_reach_for_all_others(name: str) -> None:
    """Whatever the rest of the table says."""
    action, found = ACTION_OF[name], RIGHTS[name].outcomes
    if issubclass(action, Owned):
        others = {found[one] for one in ("other", "admin", "unseen", "forged")}
        assert others == {Outcome.REFUSED}
    if issubclass(action, InGame) and action is not PressGap:
        assert {found["forged"], found["elsewhere"]} == {Outcome.REFUSED}


@pytest.mark.parametrize("case", first_cases(len(SITUATIONS), CASES), ids="-".join)
async def test_a_press_does_what_the_table_says(town: Town, case: tuple[str, str]) -> None:
    name, situation = case
    row = RIGHTS[name]
    pressed = await SITUATIONS[situation](town, ACTION_OF[name])
    assert (pressed.outcome if pressed else Outcome.NEVER) == row.outcomes[situation]
    assert pressed is None or pressed.changed <= row.tables
