"""The attacks of `python -m tests.starvation` are what they claim, and nobody starves in them."""

from itertools import islice
from pathlib import Path

import pytest

from bot.playground import BotApi
from tests.starvation import ATTACKS, BYSTANDERS, Town, help_in_groups, starve


def test_one_account_writes_in_many_groups() -> None:
    town = Town(BotApi(flood_limits=True))
    for _, say in islice(help_in_groups(town), 60):
        say()
    said = [
        message for chat in town.api.world.chats for message in town.api.world.messages.of(chat.id)
    ]
    assert len({message["from"]["id"] for message in said}) == 1
    assert len({message["chat"]["id"] for message in said}) == 60


@pytest.mark.parametrize("attack", ATTACKS)
def test_each_attack_says_something_each_time(attack: object) -> None:
    assert callable(attack)
    town = Town(BotApi())
    for pause, say in islice(attack(town), 100):
        assert 0 < pause < 1
        say()
    assert sum(len(list(town.api.world.messages.of(c.id))) for c in town.api.world.chats) == 100


@pytest.mark.long
@pytest.mark.xdist_group("processes")
async def test_bystanders_are_all_answered_and_the_bot_ends_in_time(tmp_path: Path) -> None:
    # The attack goes on until each bystander has asked once.
    waited = await starve(help_in_groups, 0.0, tmp_path, limit=10.0)
    assert len(waited) >= BYSTANDERS
