import pytest

from bot.handlers import MENU
from tests.bot.house import House, Talk

UNTOLD = {"start", "help", "unsubscribe", "deleteme"}
"""Commands that are told where they are needed: after /subscribe and in /privacy."""


@pytest.mark.parametrize("who", ["alice", "ming"])
async def test_help_names_every_command(house: House, who: str) -> None:
    talk: Talk = getattr(house, who)
    told = await talk.sends("/help")
    assert {name for name in MENU if f"/{name}" not in told} <= UNTOLD
    assert "/unsubscribe" in await talk.sends("/subscribe 8:00 Berlin")
    assert "/deleteme" in await talk.sends("/privacy")


@pytest.mark.parametrize("form", ["r4c5 7", "457", "D5 7", "4: 53..7....", "r4c5 +27", "r4c5 x"])
async def test_every_form_of_move_that_help_shows_is_understood(chat: Talk, form: str) -> None:
    assert form in await chat.sends("/help")
    await chat.sends("/new")
    assert "did not understand" not in await chat.sends(form)
