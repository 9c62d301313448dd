"""/start: the first word between a person and the bot."""

from zoneinfo import ZoneInfo

from bot.context import Context
from bot.game.schedule import next_due
from bot.render.keyboard import keyboard
from bot.replies import say
from bot.routes import command
from bot.store import subscriptions
from bot.store.subscriptions import State


async def start(context: Context) -> None:
    await _resume_subscription(context)
    await say(
        context,
        context.html("start.hello"),
        keyboard(
            [
                [(context.text("button.daily"), "daily"), (context.text("button.new"), "new")],
                [(context.text("button.help"), "help"), ("🌐 English · 中文", "language")],
            ]
        ),
    )


async def _resume_subscription(context: Context) -> None:
    """Whoever had blocked the bot and comes back gets the daily again."""
    kept = await subscriptions.get(context.database, context.chat_id)
    if kept is not None and kept.state is State.UNREACHABLE:
        due = next_due(kept.minute, ZoneInfo(kept.zone), context.now, kept.last_label)
        await subscriptions.reactivate(context.database, kept.chat_id, due.seconds, due.label)


HANDLERS = (command("start", start),)
