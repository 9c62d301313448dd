"""/print: a PDF of puzzles, with their solutions at the end."""

from typing import Final

from bot import messages
from bot.chat import meaning
from bot.chat.drawing import drawn
from bot.game.days import day_of
from bot.game.wish import UnknownWish, Vocabulary, Wish, parse_wish
from bot.handlers.routes import command, press
from bot.play import games
from bot.play.errors import UserError
from bot.play.print_ import print_fresh, print_game
from bot.render.buttons.action import Button
from bot.render.buttons.playing import PrintGame
from bot.render.buttons.puzzles import PrintNew
from bot.render.keyboard import keyboard
from bot.render.pdf import LAYOUTS, PdfTexts, PerPage, Sheet, puzzles_pdf
from bot.store.games import StoredGame
from bot.store.puzzles import PuzzleRow
from bot.telegram.context import Context

PER_PAGE: Final[tuple[PerPage, ...]] = (1, 2, 4, 6)
USUAL: Final = 4


async def print_(context: Context) -> None:
    game_id = await meaning.game_replied_to(context)
    if game_id is not None and not context.words:
        await print_pressed(context, PrintGame(game_id))
        return
    stored = await games.find_current(context.visit)
    if context.words or stored is None:
        await _print_fresh(context, *_wish(context.words))
    else:
        await _ask(context, stored)


async def print_pressed(context: Context, action: PrintGame) -> None:
    stored = await games.numbered(context.visit, action.game_id)
    if action.solution is None and stored.is_open:
        await _ask(context, stored)
    else:
        await _print_game(context, stored, solution=action.solution is not False)


async def fresh_pressed(context: Context, action: PrintNew) -> None:
    if action.count not in LAYOUTS:
        raise UserError("junk.old_button")
    await _print_fresh(context, action.count, Wish())


def _wish(words: list[str]) -> tuple[int, Wish]:
    """Reads how many puzzles are wanted and which kind; both may be left out."""
    first = "".join(words[:1])
    count = int(first) if first.isdecimal() and len(first) < 3 else 0
    if count > max(LAYOUTS) or (first.isdecimal() and not count):
        raise UserError("print.usage", most=max(LAYOUTS))
    try:
        vocabulary = Vocabulary(
            messages.vocabulary("symmetry"),
            messages.vocabulary("difficulty"),
            sizes=messages.vocabulary("size"),
            fillers=messages.vocabulary("filler"),
        )
        wish = parse_wish(words[1:] if count else words, vocabulary)
    except UnknownWish:
        raise UserError("print.usage", most=max(LAYOUTS)) from None
    return count or USUAL, wish


async def _ask(context: Context, stored: StoredGame) -> None:
    """Asks whether to print the solution too, after which the game's time no longer counts."""
    buttons: list[list[Button]] = [
        [(context.text("button.print_bare"), PrintGame(stored.id, solution=False))],
        [(context.text("button.print_solved"), PrintGame(stored.id, solution=True))],
    ]
    await context.say(context.html("print.ask"), keyboard(buttons))


async def _print_game(context: Context, stored: StoredGame, *, solution: bool) -> None:
    puzzle = await print_game(context.visit, stored, solution=solution)
    caption = context.html("print.untimed" if stored.is_open else "print.done")
    if not solution:
        caption = context.html("print.bare")
    name = day_of(stored.daily_label) if stored.daily_label else f"#{stored.id}"
    await _send(context, [_sheet(context, puzzle, name, solution=solution)], 1, caption)
    choices: list[Button] = [(f"{count} 🖨", PrintNew(count)) for count in PER_PAGE[1:]]
    await context.say(context.html("print.more"), keyboard([choices]))


async def _print_fresh(context: Context, count: int, wish: Wish) -> None:
    await context.show_typing()
    puzzles = await print_fresh(context.visit, wish, count)
    sheets = [
        _sheet(context, puzzle, str(number)) for number, puzzle in enumerate(puzzles, start=1)
    ]
    per_page = next(layout for layout in PER_PAGE if layout >= count)
    await _send(context, sheets, per_page, context.html("print.done"))


def _sheet(context: Context, puzzle: PuzzleRow, name: str, *, solution: bool = True) -> Sheet:
    size = puzzle.grid.geometry.size
    parts = [
        name,
        f"{size}×{size}",
        *messages.difficulty_parts(context.language, puzzle.difficulty),
        context.text("board.clues", count=puzzle.grid.clue_count),
    ]
    return Sheet(puzzle.grid, puzzle.solution if solution else None, " · ".join(parts), name)


async def _send(context: Context, sheets: list[Sheet], per_page: PerPage, caption: str) -> None:
    texts = PdfTexts(context.text("print.title"), context.text("print.solutions"))
    pdf = await drawn(context.visit, puzzles_pdf, sheets, per_page, texts)
    await context.send_file("sudoku.pdf", pdf, caption)


HANDLERS = (command("print", print_),)
PRESSED = (press(PrintGame, print_pressed), press(PrintNew, fresh_pressed))
