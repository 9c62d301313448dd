"""How much each person may still ask for, counted for all replicas together.

It is the token bucket of `bot.operate.limits`, kept as one number: a row says at which instant the
person's bucket is full again, by the server's clock, in milliseconds. Each request puts that
instant off by one interval, and is refused if it lies more than `burst - 1` intervals ahead. So
checking and counting are one statement, and a person without a row has the whole allowance.

`bot.operate.limits.OwnAllowance` is the one of a process that serves its bot alone.

Only a replica calls these functions, and so their SQL is PostgreSQL's own.
"""

from dataclasses import dataclass

from bot.store.postgres.replicas import NOW
from bot.store.seam.source import Source


@dataclass(frozen=True, slots=True)
class SharedAllowance:
    """Grants each person `burst` requests in a row, then one each `seconds`; `name` says what."""

    source: Source
    name: str
    burst: int
    seconds: float

    async def spend(self, person: int) -> float:
        """0 when it is granted; otherwise the seconds until it would be."""
        one = round(1000 * self.seconds)
        rest = (self.burst - 1) * one
        granted = await self.source.one(
            "insert into allowances (name, user_id, full_at)"  # noqa: S608 - our own text
            f" values ($1, $2, {NOW} + $3) on conflict (name, user_id) do update"
            f" set full_at = greatest(allowances.full_at, {NOW}) + $3"
            f" where allowances.full_at <= {NOW} + $4 returning 1",
            self.name,
            person,
            one,
            rest,
        )
        return 0.0 if granted else await self._wait(person, rest)

    async def _wait(self, person: int, rest: int) -> float:
        row = await self.source.one(
            f"select full_at - {NOW} - $3 from allowances"  # noqa: S608 - our own text
            " where name = $1 and user_id = $2",
            self.name,
            person,
            rest,
        )
        # By now the instant may have passed, or `forget` may have deleted the row.
        return max(row[0], 1) / 1000 if row else 0.001


async def forget(source: Source) -> None:
    """Delete the rows of people who have their whole allowance again."""
    await source.all(f"delete from allowances where full_at <= {NOW}")  # noqa: S608 - our text
