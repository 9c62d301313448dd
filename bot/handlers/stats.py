"""/stats: what a person has solved, by size, and how many days in a row."""

from statistics import median_low

from markupsafe import Markup

from bot.context import Context
from bot.game.days import label_of
from bot.game.streak import streak
from bot.render.words import duration
from bot.replies import say
from bot.routes import command
from bot.store import results
from bot.store.results import Result


async def stats(context: Context) -> None:
    solved = await results.of_user(context.database, context.user.id)
    if not solved:
        await say(context, context.html("stats.none"))
        return
    lines = [context.html("stats.title"), context.html("stats.solved", count=len(solved))]
    sizes = sorted({result.size for result in solved})
    lines += [_of_size(context, size, [r for r in solved if r.size == size]) for size in sizes]
    labels = await results.streak_labels(context.database, context.user.id)
    if labels:
        days = streak(labels, label_of(context.now, context.zone))
        lines.append(context.html("stats.streak", count=days.current, best=days.best))
    await say(context, Markup("\n").join(lines))


def _of_size(context: Context, size: int, solved: list[Result]) -> Markup:
    times = [result.seconds for result in solved]
    return context.html(
        "stats.size",
        size=size,
        count=len(times),
        best=duration(context.language, min(times)),
        median=duration(context.language, median_low(times)),
    )


HANDLERS = (command("stats", stats),)
