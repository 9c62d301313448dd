"""What groups have chosen for their boards."""

from bot.game.person import Group
from bot.store import looks
from bot.store.seam.source import Source


async def get(source: Source, chat_id: int) -> Group | None:
    """The choices of a group; None before its first game, unless somebody has chosen before."""
    row = await source.one(
        f"select language, {looks.CHOSEN}, policy, theme, timer from groups where chat_id = $1",  # noqa: S608 - ours
        chat_id,
    )
    if row is None:
        return None
    language, board, policy, theme, timer = row
    return Group(language, board, policy, theme, bool(timer))


async def begin(source: Source, chat_id: int, user_id: int) -> None:
    """Give a group that has no choices those of a person, but no keys for a tall phone.

    The phones of the others may be smaller.
    """
    await source.all(
        "insert into groups (chat_id, language, board, policy, theme, timer)"
        " select cast($1 as bigint), coalesce(language, client_language), board, policy, theme,"
        " timer from users where id = $2 on conflict (chat_id) do nothing",
        chat_id,
        user_id,
    )


async def put(source: Source, chat_id: int, group: Group) -> None:
    """Keep the choices of a group."""
    await source.all(
        "insert into groups (chat_id, language, board, tall, policy, theme, timer)"
        " values ($1, $2, $3, $4, $5, $6, $7) on conflict (chat_id) do update set"
        " language = excluded.language, board = excluded.board, tall = excluded.tall,"
        " policy = excluded.policy, theme = excluded.theme, timer = excluded.timer",
        chat_id,
        group.language,
        *looks.stored(group.board),
        group.policy,
        group.theme,
        int(group.timer),
    )


async def move(source: Source, old: int, new: int) -> None:
    """Give the choices of a group to the supergroup that it has become, if that has none."""
    async with source.transaction() as transaction:
        await transaction.all(
            "insert into groups (chat_id, language, board, tall, policy, theme, timer)"
            " select cast($2 as bigint), language, board, tall, policy, theme, timer from groups"
            " where chat_id = $1 on conflict (chat_id) do nothing",
            old,
            new,
        )
        await transaction.all("delete from groups where chat_id = $1", old)
