"""Each person's share of the work, counted for all replicas together.

The problem: a person whose chats are held by several replicas would have a full share at each of
them, and counting every update in the database would cost each move a write.

What holds: half of the share is divided among the replicas, and each replica grants its part from
memory. Only when a person has used up that part does the database count, against the other half.
So a person has one share in all, can use at least half of it in a single chat, and costs no write
while they play at a human pace.
"""

from collections.abc import Callable

from bot.operate.limits import Allowance, OwnAllowance
from bot.store.seam.not_stored import StoreError


class DividedAllowance:
    """A replica's Allowance, which is the whole share while there is only one replica.

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
            # Without the database a replica still grants its own part.
            return wait

    def divide(self, count: int) -> None:
        """Divides the share among `count` replicas from now on."""
        if count == self._count:
            return
        self._count = count
        if count == 1:
            self._own = OwnAllowance(self._burst, self._seconds, self._clock)
        else:
            # A part of one half: half of the burst, and twice the pause, divided by `count`.
            burst = max(1, self._burst // 2 // count)
            self._own = OwnAllowance(burst, 2 * count * self._seconds, self._clock)
