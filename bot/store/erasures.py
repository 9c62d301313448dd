"""Deletions that are not yet through with the database's files.

A deleted row is gone from the file at once, but the log beside it keeps the page as it was until
the log is emptied, and nobody may read it at that moment. Whoever deletes notes so in the same
transaction (`begin`). `finish` empties the log where that can be done at once and forgets the
notes; until then it is tried again, also by the next process.
"""

from bot.store.seam.source import Source, Store, Transaction


async def begin(transaction: Transaction) -> None:
    """Note, in the transaction of a deletion, that its traces are to be erased."""
    number = await transaction.next_id("erasures")
    await transaction.all("insert into erasures (id) values ($1)", number)


async def unfinished(source: Source) -> int:
    """How many deletions may still have traces."""
    rows = await source.all("select count(*) from erasures")
    return int(rows[0][0])


async def finish(store: Store) -> bool:
    """Erase the traces of all deletions so far; False where that cannot be done just now."""
    rows = await store.all("select max(id) from erasures")
    newest: int | None = rows[0][0]
    if newest is None:
        return True
    if not await store.erase_traces():
        return False
    await store.all("delete from erasures where id <= $1", newest)
    return True
