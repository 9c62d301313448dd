import pytest

from bot.game.move import Act
from bot.store import hints
from engine import SYMBOLS
from tests.bot.house import House, Talk


async def test_three_presses_of_the_same_button(chat: Talk) -> None:
    await chat.sends("/new 9 42")
    board = chat.last["message_id"]
    before = await chat.game()
    await chat.presses("Hint")
    assert "Look at" in chat.text
    first = chat.last["message_id"]
    assert first != board
    for _ in range(2):
        await chat.presses("Hint", board)
    assert chat.last["message_id"] == first
    assert "put" in chat.text
    print(chat.text)
    assert (await chat.game()).turns == before.turns
    await chat.presses("✔ Do it")
    print(chat.text)
    assert (await chat.game()).done == 1
