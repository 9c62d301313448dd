"""Which rows are a replica's, by the chat that they are about (`bot.store.postgres.replicas`)."""


def held(number: int) -> str:
    """The condition that the replica $`number` holds the chat `chat_id`; with null it is true."""
    return (
        f"(cast(${number} as bigint) is null"  # noqa: S608 - a number
        f" or chat_id in (select chat_id from leases where holder = ${number}))"
    )
