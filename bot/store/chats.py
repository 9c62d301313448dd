"""What happens when a group becomes a supergroup, to which Telegram gives another number."""

from bot.game.person import person_of_chat
from bot.store import blocks, drafts, groups, makings, replies, users, views
from bot.store.makings import Making
from bot.store.seam.source import Source


async def move(source: Source, old: int, new: int) -> tuple[Making, ...]:
    """Give everything that a group has to the supergroup that it has become.

    The supergroup keeps what it has already: its subscription, its current games, its game of a
    label. Calling it again changes nothing. Returns the makings, which go on there.
    """
    async with source.transaction() as transaction:
        await transaction.all(
            "update games set chat_id = $2 where chat_id = $1"
            " and not exists (select 1 from games there where there.chat_id = $2"
            " and there.daily_label = games.daily_label)",
            old,
            new,
        )
        await transaction.all(
            "insert into place_games (chat_id, topic_id, game_id)"
            " select $2, p.topic_id, p.game_id from place_games p join games g on g.id = p.game_id"
            " where p.chat_id = $1 and g.chat_id = $2 on conflict (chat_id, topic_id) do nothing",
            old,
            new,
        )
        await transaction.all("delete from place_games where chat_id = $1", old)
        await drafts.move(transaction, old, new)
        await groups.move(transaction, old, new)
        await users.move(transaction, person_of_chat(old), person_of_chat(new))
        await blocks.move(transaction, old, new)
        # After the games, because views of games that have stayed behind are dropped.
        await views.move(transaction, old, new)
        await replies.move(transaction, old, new)
        moved = await makings.move(transaction, old, new)
        await _move_subscription(transaction, old, new)
    return moved


async def _move_subscription(source: Source, old: int, new: int) -> None:
    await source.all(
        "insert into subscriptions"
        " (chat_id, user_id, zone, minute, next_due, next_label, last_label, state, topic_id)"
        " select $2, user_id, zone, minute, next_due, next_label, last_label, state, topic_id"
        " from subscriptions where chat_id = $1 on conflict (chat_id) do nothing",
        old,
        new,
    )
    await source.all(
        "update outbox set chat_id = $2 where chat_id = $1 and not exists"
        " (select 1 from outbox there where there.chat_id = $2 and there.label = outbox.label)",
        old,
        new,
    )
    # The rest of the old chat's outbox is deleted with its subscription.
    await source.all("delete from subscriptions where chat_id = $1", old)
