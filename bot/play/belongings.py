"""All that is stored about a person: handed over, or deleted."""

from dataclasses import dataclass

from bot.play.visit import Visit
from bot.store import belongings, results
from bot.store.belongings import Section
from bot.store.results import Result


@dataclass(frozen=True, slots=True)
class Belongings:
    """Every row about a person by section, and their results once more, the earliest first."""

    sections: dict[str, Section]
    results: tuple[Result, ...]


async def hand_over(visit: Visit) -> Belongings:
    """All that is stored about the person."""
    sections = await belongings.of_user(visit.database, visit.user.id)
    found = await results.of_user(visit.database, visit.user.id)
    return Belongings(sections, found[::-1])


async def delete(visit: Visit) -> bool:
    """Deletes the person and all that is theirs, as `store.belongings.delete_user` says."""
    is_through = await belongings.delete_user(visit.database, visit.user.id, visit.seconds)
    visit.services.stale_views.set()
    return is_through
