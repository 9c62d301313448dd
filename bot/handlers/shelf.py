"""/shelf: the puzzles that a person brought, page by page, each with a button to play it."""

from markupsafe import Markup

from bot import messages
from bot.chat.opening import open_puzzle
from bot.game.keyboard import Keyboard
from bot.handlers.routes import command, press
from bot.play import shelf as shelves
from bot.play.shelf import Page
from bot.render.buttons.action import Button
from bot.render.buttons.personal import OpenShelf, TakeFromShelf, TidyShelf
from bot.render.keyboard import keyboard
from bot.store.shelf import Kept
from bot.telegram.context import Context


async def shelf(context: Context) -> None:
    await context.say(*_shown(context, await shelves.page(context.visit, 0)))


async def page_pressed(context: Context, action: OpenShelf) -> None:
    """Turns the message to another page; buttons elsewhere name no page and send a message."""
    if action.page is None:
        await shelf(context)
    else:
        await _leaf(context, action.page)


async def take_pressed(context: Context, action: TakeFromShelf) -> None:
    await open_puzzle(context, await shelves.take(context.visit, action.puzzle_id))


async def tidy_pressed(context: Context, _: TidyShelf) -> None:
    await shelves.tidy(context.visit)
    await _leaf(context, 0)


async def _leaf(context: Context, number: int) -> None:
    """Edits the pressed message to show a page."""
    page = await shelves.page(context.visit, number)
    await context.change(context.pressed_message, *_shown(context, page))


def _shown(context: Context, page: Page) -> tuple[Markup, Keyboard | None]:
    if not page.count:
        return context.html("shelf.none"), None
    person = context.user.id
    buttons: list[list[Button]] = [
        [(_line(context, number, one), TakeFromShelf(person, one.puzzle.id))]
        for number, one in enumerate(page.kept, start=page.first + 1)
    ]
    back: list[Button] = [("◀", OpenShelf(person, page.number - 1))] if page.number else []
    on: list[Button] = [] if page.is_last else [("▶", OpenShelf(person, page.number + 1))]
    buttons.append(back + on)
    if any(one.solved for one in page.kept):
        buttons.append([(context.text("button.tidy"), TidyShelf(person))])
    return context.html("shelf.title", count=page.count), keyboard(buttons)


def _line(context: Context, number: int, kept: Kept) -> str:
    grid = kept.puzzle.grid
    about = [
        *messages.difficulty_parts(context.language, kept.puzzle.difficulty),
        context.text("board.clues", count=grid.clue_count),
    ]
    mark = "✓ " if kept.solved else "… " if kept.begun else ""
    return f"{mark}{number} · {grid.geometry.size}×{grid.geometry.size} · {' · '.join(about)}"


HANDLERS = (command("shelf", shelf, may_overtake=True),)
PRESSED = (
    press(OpenShelf, page_pressed, may_overtake=True),
    press(TakeFromShelf, take_pressed),
    press(TidyShelf, tidy_pressed),
)
