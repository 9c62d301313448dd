"""What is photographed of the bot: each view walks one person through some of it."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final

from bot.playground import Person
from bot.playground.chats import User
from engine.practice.position import positions
from engine.techniques.chains import XY_CHAIN
from tests.bot.house import Talk, right_moves, wrong_move
from tests.tour import Tour

PUZZLE: Final = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD: Final = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
"""Arto Inkala's puzzle of 2012."""
CHAIN: Final = str(positions(XY_CHAIN)[0].givens)
NO_PUZZLE: Final = "55" + PUZZLE[2:]


async def meeting(tour: Tour) -> None:
    """From /start to the first solved board, press by press; also README's animation."""
    await tour.says("/start")
    await tour.shoots("start")
    await tour.films()
    await tour.presses("first")
    await tour.shoots("board4")
    await tour.films()
    stored = await tour.talk.game()
    for cell in stored.puzzle.grid.blanks():
        digit = stored.puzzle.solution[cell]
        await tour.presses(f"cell:{stored.id}:{cell}", f"digit:{stored.id}:{digit}")
        await tour.films()
    await tour.shoots("won4")


async def help_pages(tour: Tour) -> None:
    """/help, and the pages that its buttons lead to."""
    await tour.says("/help")
    await tour.shoots("help")
    for number, data in enumerate(tour.data()):
        await tour.says("/help")
        await tour.presses(data)
        await tour.shoots(f"help{number}")


async def boards(tour: Tour) -> None:
    """Each size, with the states of its buttons."""
    await tour.says("/new 6 7")
    await tour.shoots("board6")
    await tour.says("/new 16 7")
    await tour.shoots("board16")
    await tour.presses("boxes:")
    await tour.shoots("boxes16")
    await tour.presses("hint:", "hint:")
    await tour.shoots("hint16")
    await tour.says("/new #7")
    await tour.shoots("board9")
    await tour.plays(0.3)
    await tour.says("/board")
    await tour.presses("box:", "pencil:")
    blank = await _blank(tour)
    await tour.presses(f"cell:{blank}", "digit:", "digit:")
    await tour.shoots("pencil9", live=".toasts p")
    await tour.presses("pencil:", "more:")
    await tour.shoots("more")
    await tour.presses("swap:", "digit:")
    await tour.shoots("armed9", live=".toasts p")
    await tour.presses("more:", "swap:", "more:", "fill:")
    await tour.shoots("filled9")
    await tour.says("/notes box 5")
    await tour.shoots("notes")


async def _blank(tour: Tour) -> str:
    """The game, and the first blank cell that has a button."""
    givens = (await tour.talk.game()).puzzle.grid
    cells = (data.split(":") for data in tour.data() if data.startswith("cell:"))
    return next(f"{game}:{cell}" for _, game, cell in cells if not givens[int(cell)])


async def help_in_play(tour: Tour) -> None:
    """Check, hint and the ways to leave a game."""
    await tour.says("/notes clear", "/check")
    await tour.shoots("check")
    await tour.says("/board")
    for stage in ("hint1", "hint2", "hint3"):
        await tour.presses("hint:")
        await tour.shoots(stage)
    await tour.presses("drawhint:")
    await tour.shoots("hint-picture")
    await tour.presses("board:")
    await tour.shoots("hint-back")
    game = await tour.talk.game()
    await tour.says(wrong_move(game, 30), "/check")
    await tour.shoots("check-wrong")
    await tour.says("/hint")
    await tour.shoots("hint-wrong")
    await tour.presses("hintcells:")
    await tour.shoots("hint-cells")
    await tour.says("/giveup")
    await tour.shoots("giveup")
    await tour.says("/undo", "/share")
    await tour.shoots("share")


async def looks(tour: Tour) -> None:
    """One board in every look."""
    await tour.says("/board compact")
    await tour.shoots("compact")
    await tour.says("/board speak")
    await tour.shoots("speak")
    await tour.says("/settings")
    await tour.shoots("settings")
    await tour.says("/board image")
    await tour.shoots("light")
    for theme in ("dark", "contrast"):
        await tour.says("/settings")
        await tour.presses("theme:")
        await tour.says("/board")
        await tour.shoots(theme)
    await tour.says("/board text")


async def whole(tour: Tour) -> None:
    """A played board with notes of each size that has to be whole, as a text and as a picture.

    Below it is a key for its page, as where pages are served; the last board has the most notes.
    """
    await tour.serves_pages("https://example.org/touch")
    for size in (4, 6, 8, 9):
        for look in ("image", "text"):
            await tour.says(f"/board {look}", f"/new {size}")
            await tour.shoots(f"{look}{size}-new")
        await tour.says(f"/new {size} 7")
        await tour.plays(0.2)
        await tour.says("/notes")
        for look in ("text", "image"):
            await tour.says(f"/board {look}")
            await tour.shoots(f"{look}{size}")
    await tour.says("/board text", HARD)
    await tour.presses("open:")
    await tour.says("/notes", "/board")
    await tour.shoots("noted9")
    await tour.serves_pages("")


async def played(tour: Tour) -> None:
    """Whole games of each size by their keys, as texts and as pictures."""
    for size in (4, 6, 8, 9):
        for look in ("text", "image"):
            await _played(tour, look, size)
    await tour.says("/board text")


async def tall(tour: Tour) -> None:
    """The keys for a tall phone: offered, a 9x9 from begin to end, one with notes in every cell."""
    await tour.serves_pages("https://example.org/touch")
    await tour.says("/board text", "/new 9 7")
    stored = await tour.talk.game()
    for cell in stored.puzzle.grid.blanks()[:2]:
        await tour.enters(stored, cell)
    await tour.shoots("tall-offered")
    await tour.says("/tall")
    await tour.shoots("tall-taken")
    await _played(tour, "tall", 9)
    await tour.says(HARD)
    await tour.presses("open:")
    await tour.says("/notes", "/board")
    await tour.shoots("tall-noted9")
    await tour.says("/board text")
    await tour.serves_pages("")


async def heard(tour: Tour) -> None:
    """Whole games by their keys as they are for a screen reader."""
    for size in (4, 6, 9):
        await _played(tour, "speak", size)
    await tour.says("/board text")


async def _played(tour: Tour, look: str, size: int) -> None:
    await tour.says(f"/board {look}", f"/new {size} 7")
    stored = await tour.talk.game()
    blanks = stored.puzzle.grid.blanks()
    stops = {0: "begun", len(blanks) // 2: "half", len(blanks) - 1: "nearly"}
    for number, cell in enumerate(blanks):
        if number in stops:
            await tour.shoots(f"{look}{size}-{stops[number]}")
        await tour.enters(stored, cell)
    await tour.shoots(f"{look}{size}-won")


async def sizes(tour: Tour) -> None:
    """A board of each other size, begun, in every look."""
    for size in (4, 6, 8, 16):
        await tour.says(f"/new {size} 7")
        await tour.plays(0.2)
        for look in ("text", "compact", "image", "speak"):
            await tour.says(f"/board {look}")
            await tour.shoots(f"begun-{look}{size}")
    await tour.says("/board text")


async def touched(tour: Tour) -> None:
    """The touch board: begun, with a hint, and after the end."""
    await tour.says("/new 9 none 7")
    await tour.plays(0.4)
    await tour.opens_page("touch", "[data-cell='40']")
    # The page goes on where the chat has stopped.
    await tour.says("/hint", "/hint", "/hint")
    await tour.opens_page("touch-hint", ".tool.hint", "#panel .words")
    await tour.plays()
    await tour.opens_page("touch-won", "#panel h2")
    await tour.opens_page("touch-way", "#panel .keys button >> nth=0", "#panel .words")


async def days(tour: Tour) -> None:
    """The daily and another level of it, solved; then the statistics about them."""
    await tour.says("/new easy 9")
    await tour.plays(each=11)
    await tour.shoots("won9")
    await tour.presses("new")
    await tour.shoots("choose")
    await tour.says("/daily")
    await tour.shoots("daily")
    await tour.plays(each=9)
    await tour.shoots("won-daily")
    await tour.says("/daily")
    await tour.shoots("daily-again")
    await tour.presses("daily:")
    await tour.shoots("level")
    await tour.plays(each=8)
    await tour.shoots("won-level")
    for each in (12, 8, 10, 6, 9):
        await tour.says("/new easy 9")
        await tour.plays(each=each)
    await tour.says("/stats")
    await tour.shoots("stats")
    await tour.presses(f"stats:{tour.talk.person.id}:9")
    await tour.shoots("stats9")
    await tour.presses("chart:")
    await tour.shoots("chart")
    await tour.says("/calendar")
    await tour.shoots("calendar")
    await tour.says("/subscribe")
    await tour.shoots("subscribe")
    await tour.says("/subscribe 8:00 Madrid")
    await tour.shoots("subscribed")


async def own_puzzles(tour: Tour) -> None:
    """Puzzles that a person imports, and the bot's answers."""
    await tour.says("/games")
    await tour.shoots("games")
    await tour.says(PUZZLE)
    await tour.shoots("pasted")
    await tour.says(f"/import {PUZZLE}\n1.34341221434321\n{NO_PUZZLE}\n{PUZZLE[:-1]}\nhello")
    await tour.shoots("import")
    await tour.says("/shelf")
    await tour.shoots("shelf")
    await tour.says(f"/solve {PUZZLE}")
    await tour.shoots("solve")
    await tour.presses("steps:")
    await tour.shoots("steps")
    await tour.says(f"/solve {CHAIN}")
    await tour.presses("steps:")
    await tour.skips()
    await tour.shoots("steps-hard")
    await tour.presses("drawstep:")
    await tour.shoots("steps-picture")
    await tour.says(f"/solve {NO_PUZZLE}")
    await tour.shoots("solve-none")
    await tour.says(f"/rate {PUZZLE}")
    await tour.shoots("rate")
    await tour.says("/print 4")
    await tour.shoots("print")
    tour.saves("print")


async def lessons(tour: Tour) -> None:
    """The techniques, and a message about everything else."""
    await tour.says("/learn")
    await tour.shoots("learn")
    await tour.says("/learn x-wing")
    await tour.shoots("learn-one")
    for word in ("/privacy", "/language", "/deleteme", "/nosuch", "hm?"):
        await tour.says(word)
        await tour.shoots(word.strip("/?"))


async def groups(tour: Tour) -> None:
    """A group with two languages on one board, in every look, until the end."""
    house = tour.talk.house
    friends = [
        Talk(house, Person(house.api, user))
        for user in (User(3001, "Bob", "en"), User(3002, "李雷", "zh"), User(3003, "ليلى", "ar"))
    ]
    people = [tour.talk, *friends]
    title = f"Club {tour.language}"
    members = (talk.person.user for talk in people)
    chat = house.api.world.chats.add_group(-1003000000001, title, members)
    club = replace(tour, talk=replace(tour.talk, chat=chat))
    await club.says("/new 9 none 7")
    moves = right_moves(await club.talk.game())
    for number, talk in enumerate(people):
        some = " ".join(moves[10 * number : 10 * number + 7 - number])
        await replace(talk, chat=chat).sends(f"@SudokuPlaygroundBot {some}")
    await replace(friends[0], chat=chat).sends(f"@SudokuPlaygroundBot {moves[-1]}")
    await club.shoots("group")
    await club.says("/board")
    await club.shoots("group-board")
    await club.says("/settings")
    await club.shoots("group-settings")
    for look in ("image", "compact", "speak"):
        await club.says(f"/board {look}")
        await club.shoots(f"group-{look}")
    await club.says("/board text", "/hint", f"@SudokuPlaygroundBot {' '.join(moves)}")
    await club.shoots("group-won")


VIEWS: Final[tuple[Callable[[Tour], Awaitable[None]], ...]] = (
    meeting,
    help_pages,
    boards,
    help_in_play,
    looks,
    whole,
    played,
    tall,
    heard,
    sizes,
    touched,
    days,
    own_puzzles,
    lessons,
    groups,
)
