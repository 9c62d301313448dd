"""Limits a statement to the chats that one replica holds (`bot.store.postgres.replicas`)."""


def held(number: int) -> str:
    """The condition that the replica in $`number` holds the chat `chat_id`; true if it is null."""
    return (
        f"(cast(${number} as bigint) is null"  # noqa: S608 - a number
        f" or chat_id in (select chat_id from leases where holder = ${number}))"
    )
