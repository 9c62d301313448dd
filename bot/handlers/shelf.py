"""/shelf: the puzzles that a person brought, page by page, each ready to be played."""

from typing import Final

from telegram import InlineKeyboardMarkup

from bot.chat.opening import open_puzzle
from bot.handlers.routes import command, press
from bot.play.errors import UserError
from bot.render.buttons.action import Button
from bot.render.buttons.personal import OpenShelf, TakeFromShelf, TidyShelf
from bot.render.keyboard import keyboard
from bot.store import shelf as store
from bot.store.shelf import Kept
from bot.telegram.context import Context

ON_A_PAGE: Final = 8


async def shelf(context: Context) -> None:
    count = await store.count(context.database, context.user.id)
    if not count:
        await context.say(context.html("shelf.none"))
        return
    await context.say(context.html("shelf.title", count=count), await _page(context, 0, count))


async def page_pressed(context: Context, action: OpenShelf) -> None:
    """From elsewhere without a page: then a new message."""
    if action.page is None:
        await shelf(context)
    else:
        await _leaf(context, action.page)


async def take_pressed(context: Context, action: TakeFromShelf) -> None:
    puzzle = await store.get(context.database, context.user.id, action.puzzle_id)
    if puzzle is None:
        raise UserError("junk.old_button")
    await open_puzzle(context, puzzle)


async def tidy_pressed(context: Context, _: TidyShelf) -> None:
    await store.remove_solved(context.database, context.user.id)
    await _leaf(context, 0)


async def _leaf(context: Context, page: int) -> None:
    """The page in place, or the last one where the shelf has become shorter."""
    count = await store.count(context.database, context.user.id)
    if not count:
        await context.change(context.pressed_message, context.html("shelf.none"), None)
        return
    title = context.html("shelf.title", count=count)
    last = (count - 1) // ON_A_PAGE
    choices = await _page(context, min(page, last), count)
    await context.change(context.pressed_message, title, choices)


async def _page(context: Context, page: int, count: int) -> InlineKeyboardMarkup:
    first, person = page * ON_A_PAGE, context.user.id
    kept = await store.page(context.database, person, first, ON_A_PAGE)
    rows: list[list[Button]] = [
        [(_line(context, number, one), TakeFromShelf(person, one.puzzle.id))]
        for number, one in enumerate(kept, start=first + 1)
    ]
    beside: list[Button] = []
    if page:
        beside.append(("◀", OpenShelf(person, page - 1)))
    if first + ON_A_PAGE < count:
        beside.append(("▶", OpenShelf(person, page + 1)))
    rows.append(beside)
    if any(one.solved for one in kept):
        rows.append([(context.text("button.tidy"), TidyShelf(person))])
    return keyboard(rows)


def _line(context: Context, number: int, kept: Kept) -> str:
    grid = kept.puzzle.grid
    clues = context.text("board.clues", count=grid.clue_count)
    mark = "✓ " if kept.solved else "… " if kept.begun else ""
    return f"{mark}{number} · {grid.geometry.size}×{grid.geometry.size} · {clues}"


HANDLERS = (command("shelf", shelf),)
PRESSED = (
    press(OpenShelf, page_pressed),
    press(TakeFromShelf, take_pressed),
    press(TidyShelf, tidy_pressed),
)
