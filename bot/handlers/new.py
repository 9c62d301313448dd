"""/new: a puzzle made to order."""

from functools import partial

from bot import messages, table
from bot.context import Context
from bot.errors import UserError
from bot.game.wish import UnknownWish, Wish, parse_wish
from bot.render.words import listed
from bot.replies import queue_sign, wait_sign
from bot.routes import command, press
from bot.store import games, puzzles
from bot.store.puzzles import Origin


async def new(context: Context) -> None:
    try:
        wish = parse_wish(context.words, messages.vocabulary("symmetry"))
    except UnknownWish as unknown:
        raise _unknown(context, unknown) from unknown
    await _start(context, wish)


async def new_pressed(context: Context) -> None:
    await _start(context, Wish())


async def _start(context: Context, wish: Wish) -> None:
    await wait_sign(context)
    seed = wish.seed or context.services.new_seed()
    puzzle = await context.services.engine.generate(
        context.user.id, wish.size, wish.symmetry, seed, on_wait=partial(queue_sign, context)
    )
    async with context.database.transaction() as transaction:
        kept = await puzzles.add(
            transaction,
            puzzle.grid,
            puzzle.solution,
            Origin.NEW,
            symmetry=wish.symmetry,
            seed=seed,
        )
        row = await games.start(
            transaction, context.chat_id, kept.id, context.user.id, context.seconds
        )
        await context.takes_effect(transaction, row.id)
    seat = table.Table.of(row)
    note = context.html("game.new_hint", example=table.example_move(seat.play))
    if wish.seed:
        note = context.html("game.seed", seed=seed)
    await table.show(context, seat, note)


def _unknown(context: Context, unknown: UnknownWish) -> UserError:
    if unknown.guess:
        return UserError("new.guess", word=unknown.word, guess=unknown.guess)
    choices = listed(context.language, messages.examples(context.language, "symmetry"))
    return UserError("new.unknown", word=unknown.word, choices=choices)


HANDLERS = (command("new", new), press("new", new_pressed))
