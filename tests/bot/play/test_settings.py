from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial

import pytest

from bot.game.person import User
from bot.play import settings
from bot.play.visit import Visit
from bot.store import users
from tests.bot.play.people import ALICE, effect, of_an_update, repeated

LOOKS = ("full", "compact", "image")
THEMES = ("light", "dark")

Turn = Callable[[Visit], Awaitable[User]]

TURNED: dict[str, tuple[Turn, list[object]]] = {
    "board": (partial(settings.next_look, looks=LOOKS), ["compact", "image", "full"]),
    "theme": (partial(settings.next_theme, themes=THEMES), ["dark", "light"]),
    "policy": (settings.next_policy, ["wrong", "silent", "conflicts"]),
    "letters": (settings.next_letters, ["column", "row"]),
    "timer": (settings.switch_timer, [False, True]),
    "digit_first": (settings.switch_order, [True, False]),
}
"""For each setting how to change it, and its values from the first press on."""


@pytest.mark.parametrize("name", TURNED)
async def test_each_press_turns_to_the_next_choice(visit: Visit, name: str) -> None:
    change, wanted = TURNED[name]
    for value in wanted:
        user = await change(visit)
        assert getattr(user, name) == value
        assert user == await users.get(visit.database, ALICE)
        visit = replace(visit, user=user)


@pytest.mark.parametrize("name", TURNED)
async def test_a_press_that_took_effect_before_a_crash_changes_no_more(
    visit: Visit, name: str
) -> None:
    change, wanted = TURNED[name]
    user = await change(visit)
    again = await change(repeated(replace(visit, user=user)))
    assert getattr(again, name) == wanted[0]
    assert again == user == await users.get(visit.database, ALICE)


async def test_a_choice_that_is_no_more_turns_to_the_first(visit: Visit) -> None:
    await users.set_theme(visit.database, ALICE, "sepia")
    old = replace(visit, user=replace(visit.user, theme="sepia"))
    assert (await settings.next_theme(old, THEMES)).theme == "light"


async def test_what_is_named_is_chosen(visit: Visit) -> None:
    user = await settings.choose_look(visit, "image")
    user = await settings.choose_language(replace(visit, user=user), "zh")
    assert (user.board, user.language) == ("image", "zh")
    assert user == await users.get(visit.database, ALICE)


@pytest.mark.parametrize("name", TURNED)
async def test_a_choice_is_noted_with_its_update(visit: Visit, name: str) -> None:
    await TURNED[name][0](await of_an_update(visit))
    assert (await effect(visit)).took_effect
