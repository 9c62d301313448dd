"""Every action has a handler, and every handler a keyboard."""

import ast
from pathlib import Path

import pytest

import bot
from bot.handlers import PRESSED, dispatch
from bot.handlers.routes import press
from bot.render.buttons.playing import PlayOn
from bot.render.keyboard import ACTIONS
from bot.telegram.context import Context
from tests.bot.house import House, Talk
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


async def test_what_makes_no_turn_brings_the_clock_of_the_game_forward_too(
    house: House, chat: Talk
) -> None:
    await chat.sends("/new 4")
    house.clock.forward(seconds=30)
    await chat.sends("/check")
    # Had the thirty seconds not been stored, this long pause would count as a minute for both.
    house.clock.forward(hours=5)
    await chat.sends("/check")
    assert (await chat.game()).played == 90


async def test_whoever_presses_another_game_is_offered_it(chat: Talk) -> None:
    await chat.sends("/new 4")
    first, board = await chat.game(), chat.last["message_id"]
    await chat.sends("/new 4")
    await chat.presses("↩", board)
    keys = chat.buttons_below(board)
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
