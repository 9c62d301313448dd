"""The words and buttons of the reminder in the evening."""

from bot.play.evening import AtRisk
from bot.render.buttons.personal import RemindNoMore
from bot.render.buttons.puzzles import OpenDaily
from bot.render.keyboard import keyboard
from bot.render.words import time_of_day
from bot.telegram.conversation import Conversation


async def send_reminder(context: Conversation, risk: AtRisk) -> None:
    """Tells somebody that their streak is about to end. Raises what Telegram raises."""
    closes = risk.closes.astimezone(context.visit.zone)
    time = time_of_day(60 * closes.hour + closes.minute)
    words = context.html("evening.reminder", count=risk.days, time=time)
    play = [(context.text("button.play"), OpenDaily())]
    stop = [(context.text("button.no_evening"), RemindNoMore(context.user.id))]
    await context.post(words, keyboard([play, stop]))
