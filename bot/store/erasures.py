"""Deletions whose traces are still to be erased from the database's files.

A deleted row is gone from the file immediately, but the log beside it keeps the page as it was
until the log is emptied, and that needs a moment in which nobody reads. So each deletion is noted
in its own transaction (`begin`). `finish` empties the log if it can do so without waiting, and then
deletes the notes. Until it succeeds it is called again, also by the next process.
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
    """Erase the traces of all deletions so far; False if that cannot be done at the moment."""
    # A deletion that comes while the log is emptied has a higher number, and keeps its note.
    rows = await store.all("select max(id) from erasures")
    newest: int | None = rows[0][0]
    if newest is None:
        return True
    if not await store.erase_traces():
        return False
    await store.all("delete from erasures where id <= $1", newest)
    return True
