"""Everything that is stored about a person: handed over, or deleted."""

from collections.abc import AsyncIterator

from bot.play.visit import Visit
from bot.store import belongings, results
from bot.store.belongings import PAGE, Section
from bot.store.results import Result


def hand_over(visit: Visit) -> AsyncIterator[tuple[str, Section]]:
    """Yields everything that is stored about the person, as `store.belongings.of_user` does."""
    return belongings.of_user(visit.database, visit.user.id)


async def hand_over_results(visit: Visit) -> AsyncIterator[tuple[Result, ...]]:
    """Yields the person's results in pages, the earliest first."""
    first = 0
    while found := await results.page(visit.database, visit.user.id, first, PAGE):
        yield found
        first += len(found)


async def delete(visit: Visit) -> bool:
    """Deletes the person and all that is theirs, as `store.belongings.delete_user` does."""
    is_through = await belongings.delete_user(visit.database, visit.user.id, visit.seconds)
    visit.services.stale_views.set()
    return is_through
