"""The choices of people and groups: named ones, and those that a button switches.

One press changes a choice once. If the process ends between the change and the answer, the update
is handled again; then the stored choice is the one that this press has made, and stays. Each
function returns the person or the group with the choice that is stored.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from bot.game.entry import Letters
from bot.game.person import Group, GroupChoice, Policy, User
from bot.play.visit import Visit
from bot.store import groups, users
from bot.store.seam.source import Source

Chosen = TypeVar("Chosen")


async def choose_look(visit: Visit, look: str) -> User:
    """Sets the look in which the person sees boards."""
    await users.set_board(visit.database, visit.user.id, look)
    return replace(visit.user, board=look)


async def choose_language(visit: Visit, language: str) -> User:
    """Sets the language in which the bot speaks to the person."""
    await users.set_language(visit.database, visit.user.id, language)
    return replace(visit.user, language=language)


async def next_look(visit: Visit, looks: Sequence[str]) -> User:
    """Switches the person to the next one of these looks."""
    look = _next(visit, visit.user.board, looks)
    await _keep(visit, lambda source: users.set_board(source, visit.user.id, look))
    return replace(visit.user, board=look)


async def next_theme(visit: Visit, themes: Sequence[str]) -> User:
    """Switches the person to the next one of these themes."""
    theme = _next(visit, visit.user.theme, themes)
    await _keep(visit, lambda source: users.set_theme(source, visit.user.id, theme))
    return replace(visit.user, theme=theme)


async def next_policy(visit: Visit) -> User:
    """Switches the person to the next Policy."""
    policy = _next(visit, visit.user.policy, tuple(Policy))
    await _keep(visit, lambda source: users.set_policy(source, visit.user.id, policy))
    return replace(visit.user, policy=policy)


async def next_letters(visit: Visit) -> User:
    """Switches the person to the next reading of letters."""
    letters = _next(visit, visit.user.letters, tuple(Letters))
    await _keep(visit, lambda source: users.set_letters(source, visit.user.id, letters))
    return replace(visit.user, letters=letters)


async def switch_timer(visit: Visit) -> User:
    """Switches whether the person sees the time."""
    shown = _switched(visit, is_on=visit.user.timer)
    await _keep(visit, lambda source: users.set_timer(source, visit.user.id, shown=shown))
    return replace(visit.user, timer=shown)


async def switch_order(visit: Visit) -> User:
    """Switches whether the person presses digits before cells or cells before digits."""
    chosen = _switched(visit, is_on=visit.user.digit_first)
    await _keep(visit, lambda source: users.set_digit_first(source, visit.user.id, chosen=chosen))
    return replace(visit.user, digit_first=chosen)


async def choose_in_group(visit: Visit, group: Group) -> Group:
    """Stores the choices of the group."""
    await _keep(visit, lambda source: groups.put(source, visit.place.chat_id, group))
    return group


async def next_in_group(
    visit: Visit, group: Group, choice: GroupChoice, choices: Sequence[str | bool]
) -> Group:
    """Switches one choice of the group to the next one of these."""
    changed: dict[str, Any] = {choice: _next(visit, getattr(group, choice), choices)}
    return await choose_in_group(visit, replace(group, **changed))


async def _keep(visit: Visit, store: Callable[[Source], Awaitable[None]]) -> None:
    async with visit.database.transaction() as transaction:
        await store(transaction)
        await visit.takes_effect(transaction)


def _next(visit: Visit, present: Chosen, choices: Sequence[Chosen]) -> Chosen:
    """The next choice; after a crash the present one, which this press has made already."""
    if visit.is_repeated:
        return present
    at = choices.index(present) if present in choices else -1
    return choices[(at + 1) % len(choices)]


def _switched(visit: Visit, *, is_on: bool) -> bool:
    return is_on if visit.is_repeated else not is_on
