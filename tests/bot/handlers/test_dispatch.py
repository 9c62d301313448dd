"""Every action has a handler, and every handler a keyboard."""

import ast
from dataclasses import fields
from pathlib import Path

import pytest

import bot
from bot.handlers import PRESSED, dispatch
from bot.handlers.routes import press
from bot.render.buttons.playing import PlayOn
from bot.render.keyboard import ACTIONS
from bot.store.belongings import Section, of_user
from bot.telegram.context import Context
from engine import parse
from tests.bot.house import House, Talk, wrong_move
from tests.bot.operate.test_metrics import figures

SOURCES = Path(str(bot.__file__)).parent
WIRE = SOURCES / "render/buttons"


def made(path: Path) -> set[str]:
    """The actions that a module makes, by name."""
    nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
    known = {
        alias.name
        for node in nodes
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("bot.render.buttons")
        for alias in node.names
    }
    called = (ast.unparse(node.func).split(".") for node in nodes if isinstance(node, ast.Call))
    return {names[-1] for names in called if names[0] in known}


def test_every_action_has_a_handler_and_a_keyboard() -> None:
    assert set(PRESSED) == set(ACTIONS.values())
    keyboards = [path for path in SOURCES.rglob("*.py") if path.parent != WIRE]
    shown = set[str]().union(*map(made, keyboards))
    assert {action.__name__ for action in ACTIONS.values()} - shown == set()


async def nothing(context: Context, action: PlayOn) -> None:
    """The effect that a second handler would have."""


def test_an_action_with_two_handlers_is_an_error() -> None:
    with pytest.raises(ValueError, match="PlayOn"):
        dispatch.table([press(PlayOn, nothing), press(PlayOn, nothing)])


async def test_an_unknown_button_is_refused(house: House, chat: Talk) -> None:
    await chat.sends("/new 4")
    assert "too old" in await chat.forges("rate:1")
    assert chat.alerted
    assert figures(house.application.metrics)["sudoku_updates_total", "junk", "refused"] == 1


async def test_a_button_of_another_person_is_refused(house: House, chat: Talk, ming: Talk) -> None:
    await chat.sends("/settings")
    await ming.sends("/start")
    assert "别人" in await ming.forges(f"look:{chat.person.id}")
    assert figures(house.application.metrics)["sudoku_updates_total", "settings", "refused"] == 1


async def test_a_press_counts_as_the_module_that_handles_it(house: House, chat: Talk) -> None:
    await chat.sends("/new 4")
    await chat.presses("Check")
    assert figures(house.application.metrics)["sudoku_updates_total", "check", "answered"] == 1


BROUGHT = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


async def forgeries(owner: Talk) -> dict[str, str]:
    """The data of every action that names something of a person, as a stranger forges them."""
    stored = await owner.game()
    row = await owner.house.database.one("select max(id) from submissions")
    assert row is not None
    puzzle = str(stored.puzzle.id)
    of_field = {
        "game_id": str(stored.id),
        "puzzle_id": puzzle,
        "submission_id": str(row[0]),
        "person": str(owner.person.id),
        "payload": f"p{puzzle}-{'A' * 16}",
        "done": str(stored.game.done),
    }
    data = {
        name: [of_field.get(field.name, "1") for field in fields(action)]
        for name, action in ACTIONS.items()
        if {field.name for field in fields(action)} & (set(of_field) - {"done"})
    }
    return {name: ":".join([name, *values]) for name, values in data.items()}


async def contents_of(house: House, person: int) -> dict[str, Section]:
    """Everything that is stored about a person, except when they were last seen."""
    return {name: rows async for name, rows in of_user(house.database, person)}


async def test_no_forged_button_reaches_what_is_somebody_elses(
    house: House, chat: Talk, ming: Talk
) -> None:
    """Every action of the wire table that names a game, a puzzle, an answer or a person."""
    await chat.sends(f"/solve {BROUGHT}")
    await chat.presses("👣 Step by step")
    await chat.sends(f"/import {BROUGHT}")
    await chat.sends(BROUGHT)
    await chat.presses("▶ Play")
    stored = await chat.game()
    assert stored.puzzle.grid == parse(BROUGHT)
    await chat.sends(wrong_move(stored))
    await chat.sends("/hint")
    await chat.sends(f"/submit {stored.puzzle.solution.with_values({2: 1, 3: 0})}")
    await ming.sends("/start")
    before = await contents_of(house, chat.person.id)
    forged = await forgeries(chat)
    assert len(forged) > 40
    for name, data in forged.items():
        said, newest = len(ming.person.messages()), ming.last
        await ming.forges(data)
        # The button between two boxes does nothing, without a message.
        assert ming.alerted or name == "gap", name
        assert (len(ming.person.messages()), ming.last) == (said, newest), name
        assert await contents_of(house, chat.person.id) == before, name


async def test_a_typed_mistake_is_answered_in_the_chat_and_a_pressed_one_above_the_button(
    house: House, chat: Talk
) -> None:
    await chat.sends("/undo")
    assert "no game here" in chat.text
    assert figures(house.application.metrics)["sudoku_updates_total", "undo", "refused"] == 1
    await chat.sends("/new 4")
    newest = chat.last
    assert "too old" in await chat.forges("rate:1")
    assert (chat.last, chat.alerted) == (newest, True)


async def test_a_move_that_the_rules_refuse_needs_no_alert(chat: Talk) -> None:
    await chat.sends("/new 4")
    stored = await chat.game()
    given = next(cell for cell, value in enumerate(stored.puzzle.grid.values) if value)
    assert "is a given" in await chat.forges(f"cell:{stored.id}:{given}")
    assert not chat.alerted


async def test_whoever_presses_another_game_is_offered_it(chat: Talk) -> None:
    await chat.sends("/new 4")
    first, board = await chat.game(), chat.last["message_id"]
    await chat.sends("/new 4")
    await chat.presses("↩", board)
    (message,) = [m for m in chat.person.messages() if m["message_id"] == board]
    keys = [key["text"] for row in message["reply_markup"]["inline_keyboard"] for key in row]
    await chat.presses(next(label for label in keys if f"#{first.id}" in label), board)
    assert (await chat.game()).id == first.id


async def test_a_pressed_board_that_is_stale_is_drawn_whatever_is_pressed(chat: Talk) -> None:
    await chat.sends("/new 4")
    board = chat.last["message_id"]
    await chat.sends("/settings")
    await chat.presses("Timer: shown")

    def shown() -> str:
        (message,) = [m for m in chat.person.messages() if m["message_id"] == board]
        return str(message["text"])

    assert "⏱" in shown()
    await chat.presses("Check", board)
    assert "⏱" not in shown()
