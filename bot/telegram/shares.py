"""What is worked on for a person, counted for all replicas together.

The problem: a person whose chats are held by several replicas would have a share of each. To count
every update in the database would cost each move a write.

What holds: one half of the share is divided among the replicas, and each grants its part from its
own memory. Only who has used that up there is counted in the database, against the other half. So
a person has one share in all, at least half of it in a single chat, and whoever plays at the pace
of a person costs no write.
"""

from collections.abc import Callable

from bot.operate.limits import Allowance, OwnAllowance
from bot.store.seam.not_stored import StoreError


class DividedAllowance:
    """The Allowance of one of several replicas, whole while there is only one.

    `rest` counts the half that is not divided.
    """

    def __init__(
        self, burst: int, seconds: float, rest: Allowance, clock: Callable[[], float]
    ) -> None:
        self._burst = burst
        self._seconds = seconds
        self._rest = rest
        self._clock = clock
        self._count = 1
        self._own = OwnAllowance(burst, seconds, clock)

    async def spend(self, person: int) -> float:
        """0 when it is granted; otherwise the seconds until it would be."""
        wait = await self._own.spend(person)
        if not wait or self._count == 1:
            return wait
        try:
            return min(wait, await self._rest.spend(person))
        except StoreError:
            # Its own part is what a replica has without the database.
            return wait

    def divide(self, count: int) -> None:
        """Share with `count` replicas from now on."""
        if count == self._count:
            return
        self._count = count
        if count == 1:
            self._own = OwnAllowance(self._burst, self._seconds, self._clock)
        else:
            burst = max(1, self._burst // 2 // count)
            self._own = OwnAllowance(burst, 2 * count * self._seconds, self._clock)
