from bot.store.belongings import SECTIONS
from bot.store.database import Database

KEYS = {"user_id", "viewer_id"}
"""Columns that only say whose row it is."""

NOT_THEIRS = {
    ("puzzles", "solution"),
    ("games", "chat_id"),
    ("outbox", "chat_id"),
    ("views", "chat_id"),
}
WITHOUT_PEOPLE = {"counters", "facts", "dailies", "inbox", "stock"}
"""Tables without people; the inbox is wiped as soon as an update is dealt with."""


async def test_every_column_of_every_table_is_handed_out(database: Database) -> None:
    told = {
        (rows.split()[0], column)
        for columns, rows in SECTIONS.values()
        for column in columns.split()
    }
    tables = await database.all("select name from sqlite_master where type = 'table'")
    kept = {
        (table, column)
        for (table,) in tables
        for _, column, *_ in await database.all(f"pragma table_info({table})")
        if table not in WITHOUT_PEOPLE and column not in KEYS
    }
    missing = kept - told - NOT_THEIRS - {("current_games", "chat_id")}
    assert missing == set()
