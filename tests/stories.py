"""Photographs the first ten minutes of nine people: `python -m tests.stories FOLDER`.

A beginner, an expert in a hurry and somebody with questions meet the bot in each language. The real
Application talks to a pretend person, whose chat page a real browser shows on a phone of 360x740;
clock and seeds are fixed. There is one picture of each moment and one sheet for each language.
Whatever a person would stumble over is printed, as `python -m tests.screenshots` does.
"""

import sys
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from playwright.async_api import Browser

from bot.playground import Person
from bot.pool.engine_pool import EnginePool
from tests.bot.clock import Clock
from tests.bot.house import Talk, open_house, right_moves, wrong_move
from tests.bot.playground.browsing import PHONE
from tests.montage import sheet
from tests.tour import PEOPLE, Tour, photographed, photographs

SAID: Final = {
    "en": {
        "rules": "how do i play this",
        "stuck": "i'm stuck",
        "why": "why is it a {digit} there",
        "thanks": "thank you!",
        "another": "one more",
        "hard": "hard 9x9",
        "notes": "fill in all notes",
        "check": "is everything right?",
        "undo": "take that back",
        "how_long": "how long did that take me",
        "can": "what can you do?",
        "free": "does it cost anything?",
        "technique": "what is an x-wing",
        "marks": "what do the marks mean?",
        "friends": "how can i play with a friend",
        "daily": "send me a puzzle every morning at 8",
        "progress": "how am i doing?",
    },
    "zh": {
        "rules": "这个怎么玩？",
        "stuck": "我卡住了",
        "why": "那里为什么是{digit}",
        "thanks": "谢谢",
        "another": "再来一局",
        "hard": "来一道困难的9x9",
        "notes": "帮我把笔记都填上",
        "check": "我填的都对吗？",
        "undo": "撤回上一步",
        "how_long": "我用了多久",
        "can": "你会做什么？",
        "free": "要钱吗？",
        "technique": "X翼是什么",
        "marks": "这些符号是什么意思",
        "friends": "怎么跟朋友一起玩",
        "daily": "每天早上8点给我发一道题",
        "progress": "我玩得怎么样？",
    },
    "es": {
        "rules": "¿cómo se juega?",
        "stuck": "estoy atascada",
        "why": "¿por qué va un {digit} ahí?",
        "thanks": "¡gracias!",
        "another": "otro más",
        "hard": "un 9x9 difícil",
        "notes": "rellena todas las notas",
        "check": "¿voy bien?",
        "undo": "deshaz eso",
        "how_long": "¿cuánto he tardado?",
        "can": "¿qué sabes hacer?",
        "free": "¿es gratis?",
        "technique": "¿qué es un x-wing?",
        "marks": "¿qué significan los signos?",
        "friends": "¿cómo juego con una amiga?",
        "daily": "mándame un sudoku cada mañana a las 8",
        "progress": "¿qué tal voy?",
    },
}
"""What the people write, in their own words."""


@dataclass
class Story(Tour):
    """One person's first ten minutes, moment by moment; without a page no pictures are taken."""

    name: str = ""
    moments: list[Path] = field(default_factory=list)

    async def asks(self, wish: str, **fields: object) -> None:
        """Writes a wish in the person's own words, and photographs the answer."""
        await self.says(SAID[self.language][wish].format(**fields))
        await self.snaps(wish)

    async def follows(self, moment: str, *starts: str) -> None:
        """Presses buttons of the newest message, and photographs what came of it."""
        await self.presses(*starts)
        await self.snaps(moment)

    async def snaps(self, moment: str) -> None:
        """Photographs the moment on a phone."""
        shot = f"{self.name}-{len(self.moments) + 1:02}-{moment}"
        await self.shoots(shot)
        self.moments.append(self.folder / f"{shot}-{self.language}-phone.png")


async def beginner(story: Story) -> None:
    """Somebody who has never seen a Sudoku, from /start to the second board."""
    talk = story.talk
    await story.says("/start")
    await story.snaps("hello")
    await story.follows("first", "first")
    await story.asks("rules")
    await story.says("/board")
    game = await talk.game()
    cell = game.puzzle.grid.blanks()[0]
    await story.follows("chosen", f"cell:{game.id}:{cell}")
    await story.follows("placed", f"digit:{game.id}:{game.puzzle.solution[cell]}")
    await story.says(wrong_move(game, 1))
    await story.snaps("wrong")
    await story.says("/undo")
    await story.asks("stuck")
    await story.follows("hint-why", "hint:")
    await story.follows("hint-move", "hint:")
    await story.follows("hint-done", "dohint:")
    await story.plays()
    await story.snaps("solved")
    await story.asks("another")
    await story.asks("thanks")


async def expert(story: Story) -> None:
    """Somebody who knows Sudoku and is in a hurry."""
    talk = story.talk
    await story.says("/start")
    await story.asks("hard")
    game = await talk.game()
    moves = right_moves(game)
    await story.says(" ".join(moves[:3]))
    await story.snaps("three-moves")
    await story.asks("notes")
    await story.says(wrong_move(game, 6))
    await story.asks("check")
    await story.asks("undo")
    await story.says("/hint", "/hint")
    await story.snaps("hint-why")
    await story.says("/hint")
    await story.snaps("hint-move")
    talk.house.clock.forward(minutes=6)
    await story.says(" ".join(moves[:-1]), moves[-1])
    await story.snaps("solved")
    await story.asks("how_long")
    await story.says("/stats")
    await story.snaps("stats")


async def asker(story: Story) -> None:
    """Somebody who writes questions before and while they play."""
    talk = story.talk
    await story.asks("can")
    await story.asks("free")
    await story.says("/daily")
    await story.snaps("daily-board")
    await story.asks("marks")
    moves = right_moves(await talk.game())
    await story.says(moves[0])
    await story.snaps("move")
    await story.asks("why", digit=moves[0][-1])
    await story.asks("technique")
    await story.asks("friends")
    await story.asks("daily")
    await story.asks("progress")
    await story.says("/help")
    await story.snaps("help")


STORIES: Final[tuple[Callable[[Story], Awaitable[None]], ...]] = (beginner, expert, asker)


async def photograph(
    folder: Path, language: str, engine: EnginePool, browser: Browser
) -> list[str]:
    """The three stories of a language, and their sheet; gives what people stumble over."""
    rows, stumbles = {}, []
    for tell in STORIES:
        async with AsyncExitStack() as stack:
            database = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "sudoku.db"
            house = await stack.enter_async_context(open_house(engine, Clock(), database))
            person = Person(house.api, PEOPLE[language])
            camera = photographed(house, browser, person, {"phone": PHONE})
            pages = await stack.enter_async_context(camera)
            story = Story(Talk(house, person), language, pages, folder, name=tell.__name__)
            await tell(story)
        rows[tell.__doc__ or story.name] = story.moments
        stumbles += story.stumbles
    sheet(rows).save(folder / f"stories-{language}.png", optimize=True)
    return stumbles


if __name__ == "__main__":
    sys.exit(photographs("tests.stories", photograph, sys.argv[1:]))
