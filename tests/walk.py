"""Three people and a group do anything at random, and everything must hold after every act.

    python -m tests.walk --actions 20000 --seed 1

The real Application runs in the pretend Telegram beside a model of the rules (`tests/model.py`). An
act is also given to the model where the rules decide what it does; where the bot may choose, as in
a hint, the model takes over what the bot did after checking that it is right.

The run prints the number of acts of each kind, or stops at the first act after which Telegram
refused a call, an error was logged, a press stayed unanswered, a board was too wide, not ASCII or
not what is stored, a hint was shown that nobody asked for or was missing, or a game was not what
the model says.
"""

import argparse
import asyncio
import logging
import random
import re
import sys
import tempfile
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from bot.game.game import Game
from bot.game.hint import state_key
from bot.game.move import Act, digits_of
from bot.game.place import Place
from bot.handlers import MENU
from bot.playground import ApiError, BotApi, Person
from bot.playground.chats import User
from bot.playground.parameters import Upload
from bot.pool.engine_pool import EnginePool
from bot.store import games, players, submissions, users
from bot.store.games import GameState, StoredGame
from engine import SYMBOLS, Geometry
from tests.bot.clock import Clock
from tests.bot.house import House, Talk, arrived
from tests.model import GameModel, No

WIDTH, WIDTH_ALONE = 25, 31
"""Columns of a phone 360 dp wide in a group, and in a chat with the bot."""

LARGEST_WITH_MARKS = 9
"""The largest size whose board has a column for marks; on others they are in blank cells."""
MARKS = "?*+-"
MINE = "@SudokuPlaygroundBot"
HARMLESS = ("message is not modified",)
WORDS = ("", "", "", "1", "nonsense", "2026-11-19", "9 diagonal", "6", "16 none 5", "<b>&", "五")
JUNK = (
    *("hello", "谢谢", "🎲", "<b>bold</b> & <pre>", "x" * 4096, "r99c1=5", "r1c1=99", "¿?"),
    *("\u202eabc", "12", "play chess?", "/nosuchcommand", "/newt 4", "//", "/ new", "4: 5"),
)
FORGED = ("", ":", "undo:1", "cell:1:99", "digit:0:0", "box::", "x" * 64, "switch:1", "pencil:1:7")


class BrokenError(AssertionError):
    """Raised when something that must hold does not."""


class WatchedApi(BotApi):
    """Records what was refused and drawn, and which messages have buttons.

    `asked` has the data of new buttons by which somebody agrees to give up, until they are taken
    out.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        super().__init__(clock=clock)
        self.refused: list[str] = []
        self.keyboards: dict[int, deque[int]] = {}
        self.asked: set[str] = set()
        self.edits = 0

    async def call(
        self,
        method: str,
        parameters: Mapping[str, Any] | None = None,
        files: Mapping[str, Upload] | None = None,
    ) -> Any:
        try:
            result = await super().call(method, parameters, files)
        except ApiError as error:
            if not any(text in error.description for text in HARMLESS):
                self.refused.append(f"{method}: {error.description}")
            raise
        self.edits += method.startswith("edit")
        if isinstance(result, dict) and "reply_markup" in result:
            known = self.keyboards.setdefault(result["chat"]["id"], deque(maxlen=12))
            if result["message_id"] not in known:
                known.append(result["message_id"])
            self.asked |= {data for data in data_below(result) if data.startswith("yesgiveup:")}
        if isinstance(result, dict) and "text" in result:
            self.refused += too_wide(result)
        return result


def data_below(message: Mapping[str, Any]) -> list[str]:
    """The data of a message's buttons."""
    rows = message.get("reply_markup", {}).get("inline_keyboard", ())
    return [key["callback_data"] for row in rows for key in row if "callback_data" in key]


def too_wide(message: Mapping[str, Any]) -> list[str]:
    """What is wrong with the boards of a message."""
    boards = [entity for entity in message.get("entities", ()) if entity["type"] == "pre"]
    lines = [line for board in boards for line in preformatted(message, board).splitlines()]
    widest = WIDTH_ALONE if message["chat"]["id"] > 0 else WIDTH
    return [f"drawn: {line!r}" for line in lines if len(line) > widest or not is_even(line)]


def is_even(line: str) -> bool:
    """Whether all signs of a line are known to stand in columns: ASCII, or Chinese weekdays."""
    return line.isascii() or set(line) <= set("一二三四五六日 ")


def preformatted(message: Mapping[str, Any], entity: Mapping[str, Any]) -> str:
    # Telegram counts the offsets of entities in units of UTF-16.
    units = str(message["text"]).encode("utf-16-le")
    start = 2 * int(entity["offset"])
    return units[start : start + 2 * int(entity["length"])].decode("utf-16-le")


def held_keys(message: Mapping[str, Any]) -> list[str]:
    """The buttons of cells and digits that are marked as selected."""
    rows = message.get("reply_markup", {}).get("inline_keyboard", ())
    held = re.compile(r"(cell|digit|pencil):")
    keys = [key for row in rows for key in row if held.match(key.get("callback_data", ""))]
    return [key["text"] for key in keys if key.get("style") == "primary" or key["text"][0] == "["]


def digits_drawn(board: str, size: int) -> list[int]:
    """The cells of a drawn board, row by row."""
    rows = re.findall(r"^ *\d+:?[ (](.*)$", board, re.MULTILINE)[-size:]
    blanks = "._"
    if size > LARGEST_WITH_MARKS:
        blanks += MARKS
        boxes = board.partition("\n")[0].strip().split("|")
        rows = [_without_marks_beside(row, boxes, size) for row in rows]
    symbols = [symbol for row in rows for symbol in row if symbol in SYMBOLS + blanks]
    return [SYMBOLS.index(symbol) + 1 if symbol in SYMBOLS else 0 for symbol in symbols]


def _without_marks_beside(row: str, boxes: Sequence[str], size: int) -> str:
    """A row of a large board without what stands beside its cells where these are two columns wide.

    `boxes` are the headings. In a narrow box a mark stands in a blank cell, and not beside it.
    """
    narrow = Geometry.of_size(size).box_columns
    parts = []
    # The last heading may be shorter than its box, which is what is left of the row.
    for box in boxes[:-1]:
        parts.append(row[: len(box)])
        row = row[len(box) + 1 :]
    return "".join(part[::2] if len(part) > narrow else part for part in (*parts, row))


class Walk:
    """One walk: who takes part, what was seen, and what the model says."""

    def __init__(self, house: House, api: WatchedApi, seed: int) -> None:
        self.house, self.api, self.random = house, api, random.Random(seed)
        ana = Talk(house, Person(api, User(1003, "Ana", "es")))
        people = [house.alice, house.ming, ana]
        self.talks = [*people, house.in_club(house.alice), house.in_club(house.ming)]
        self.games: dict[int, GameModel] = {}
        self.questions: dict[str, str] = {}
        self.unnamed: dict[tuple[int, int], int] = {}
        self.kinds: Counter[str] = Counter()
        self.errors: list[str] = []
        self.story: deque[str] = deque(maxlen=12)

    async def step(self) -> None:
        """Does one act, and checks everything that must hold after it."""
        talk = self.random.choice(self.talks)
        acts: list[tuple[float, Callable[[Talk], Awaitable[None]]]] = [
            (40, self.press_any),
            (22, self.press_cell_and_digit),
            (12, self.type_moves),
            (10, self.command),
            (5, self.junk),
            (2, self.answer),
            (2, self.new_game),
            (2, self.press_quickly),
            (1, self.wait),
            (0.2, self.restart),
        ]
        weights = [weight for weight, _ in acts]
        (act,) = self.random.choices([act for _, act in acts], weights)
        self.kinds[act.__name__] += 1
        self.story.append(f"{talk.person.user.first_name} in {talk.chat_id}: {act.__name__}")
        await act(talk)
        await self.check(talk)

    async def deliver(self, update: dict[str, Any] | None) -> None:
        if update is not None:
            application = self.house.application
            await application.process_update(arrived(update, application.bot))

    async def say(self, talk: Talk, text: str) -> None:
        self.story.append(text[:80])
        await self.deliver(talk.person.say(text, talk.chat))

    # Acts -------------------------------------------------------------------------------------

    async def press_any(self, talk: Talk) -> None:
        messages = list(self.api.keyboards.get(talk.chat_id, ()))
        if messages:
            newest = self.random.random() < 0.7
            await self.press_on(talk, messages[-1] if newest else self.random.choice(messages))

    async def press_on(self, talk: Talk, message_id: int) -> None:
        message = self.api.world.messages.get(talk.chat_id, message_id) or {}
        data = data_below(message)
        if self.random.random() < 0.03:
            data = list(FORGED[1:])
        if data:
            await self.press(talk, message_id, self.random.choice(data))

    async def press_cell_and_digit(self, talk: Talk) -> None:
        """What players do most: press a visible cell and then a digit, often the right one."""
        stored = await games.current(self.house.database, Place(talk.chat_id))
        if stored is None or stored.message_id is None or stored.state is not GameState.OPEN:
            await self.press_any(talk)
            return
        message = self.api.world.messages.get(talk.chat_id, stored.message_id) or {}
        data = data_below(message)
        cells = [one for one in data if one.startswith("cell:")]
        digits = [one for one in data if one.startswith("digit:")]
        if not cells or not digits:
            await self.press_on(talk, stored.message_id)
            return
        cell = self.random.choice(cells)
        right = f"digit:{stored.id}:{stored.puzzle.solution[int(cell.split(':')[2])]}"
        digit = right if self.random.random() < 0.7 else self.random.choice(digits)
        for chosen in (cell, digit, cell)[: self.random.choice((2, 2, 3))]:
            # The board of a solved game is deleted when its end is shown.
            if self.api.world.messages.get(talk.chat_id, stored.message_id) is not None:
                await self.press(talk, stored.message_id, chosen)

    async def press(self, talk: Talk, message_id: int, data: str) -> None:
        self.story.append(f"presses {data} below {message_id}")
        await self.expect_press(talk, message_id, data)
        await self.deliver(talk.person.forge(message_id, data, talk.chat))
        if data.startswith("dohint:"):
            await self.follow_hint(int(data.split(":")[1]), talk.person.id)
        if data.startswith("hint:") and not self.is_refused(talk):
            await self.expect_hint(talk)

    async def press_quickly(self, talk: Talk) -> None:
        """Several presses that arrive together, handled in the order of the chat."""
        stored = await games.current(self.house.database, Place(talk.chat_id))
        if stored is None or stored.message_id is None or stored.state is not GameState.OPEN:
            return
        application, updates = self.house.application, []
        blanks = stored.puzzle.grid.blanks()
        for _ in range(self.random.randint(2, 6)):
            cell = self.random.choice(blanks)
            digit = self.random.randint(0, stored.puzzle.grid.geometry.size)
            for data in (f"cell:{stored.id}:{cell}", f"digit:{stored.id}:{digit}"):
                await self.expect_press(talk, stored.message_id, data)
                update = talk.person.forge(stored.message_id, data, talk.chat)
                updates.append(arrived(update, application.bot))
        # All arrive before the first is handled; the chat's order must keep them apart.
        order = application.update_processor
        await asyncio.gather(
            *(order.process_update(u, application.process_update(u)) for u in updates)
        )

    async def type_moves(self, talk: Talk) -> None:
        stored = await games.current(self.house.database, Place(talk.chat_id))
        if stored is None or stored.state is not GameState.OPEN:
            await self.say(talk, self.addressed(talk, "r1c1=1"))
            return
        person = await users.get(self.house.database, talk.person.id)
        if person and person.exercise_at is not None and stored.acted_at <= person.exercise_at:
            # What is typed in this state may be an answer to the position that they practise on.
            await self.press_any(talk)
            return
        model, geometry = self.known(stored), stored.puzzle.grid.geometry
        acts, texts = [], []
        for _ in range(self.random.choice((1, 1, 1, 2, 5))):
            cell = self.random.randrange(geometry.cell_count)
            digit = self.random.randint(1, geometry.size)
            if self.random.random() < 0.6:
                digit = stored.puzzle.solution[cell]
            act, form = self.random.choice(
                [
                    ("place", "={}"),
                    ("place", " {}"),
                    ("erase", "="),
                    ("add", " +{}"),
                    ("remove", " -{}"),
                ]
            )
            acts.append((act, cell, digit if act != "erase" else 0))
            texts.append(geometry.name(cell) + form.format(SYMBOLS[digit - 1]))
        with suppress(No):
            model.turn(talk.person.id, acts)
        await self.say(talk, self.addressed(talk, ", ".join(texts)))

    async def command(self, talk: Talk) -> None:
        name, words = self.random.choice(list(MENU)), self.random.choice(WORDS)
        words = self.random.choice(("", "clear", "box 1")) if name == "notes" else words
        await self.expect_command(talk, name, words)
        await self.say(talk, f"/{name} {words}".strip())

    async def expect_command(self, talk: Talk, name: str, words: str) -> None:
        """What a command, or a button that does the same, does to the game that is played."""
        stored = await games.current(self.house.database, Place(talk.chat_id))
        if stored is None or stored.state is not GameState.OPEN:
            return
        model, person = self.known(stored), talk.person.id
        fill, rub = partial(model.fill, person), partial(model.rub, person)
        done: dict[str, Callable[[], None]] = {
            "undo": partial(model.undo, person, int(words) if words in {"1", "6"} else 1),
            "redo": model.redo,
            "notes": {"": fill, "clear": rub}.get(words, lambda: None),
        }
        done.get(name, lambda: None)()

    async def new_game(self, talk: Talk) -> None:
        size = self.random.choice((4, 4, 4, 4, 6, 6, 9, 9, 9, 16))
        await self.say(talk, f"/new {size} none {self.random.randint(20, 25)}")

    async def answer(self, talk: Talk) -> None:
        """The whole solution, or the solution with a mistake."""
        stored = await games.current(self.house.database, Place(talk.chat_id))
        if stored is None or stored.state is not GameState.OPEN or self.random.random() < 0.3:
            await self.junk(talk)
            return
        values = list(stored.puzzle.solution.values)
        if self.random.random() < 0.5:
            cell = self.random.choice(stored.puzzle.grid.blanks())
            values[cell] = values[cell] % stored.puzzle.grid.geometry.size + 1
        if values == list(stored.puzzle.solution.values):
            acts = [("place", cell, value) for cell, value in enumerate(values)]
            self.known(stored).turn(talk.person.id, acts)
        text = "".join(SYMBOLS[value - 1] for value in values)
        await self.say(talk, self.addressed(talk, text))

    async def junk(self, talk: Talk) -> None:
        person, chat = talk.person, talk.chat
        kind = self.random.randrange(6)
        if kind == 0:
            await self.deliver(person.send_sticker(chat=chat))
        elif kind == 1:
            await self.deliver(person.send_document("a.bin", b"\0\xff" * 50, chat=chat))
        elif kind == 2:
            await self.deliver(person.send_voice(3, chat=chat))
        else:
            await self.say(talk, self.addressed(talk, self.random.choice(JUNK))[:4096])

    async def wait(self, _talk: Talk) -> None:
        self.house.clock.forward(seconds=self.random.choice((1, 60, 4000, 90_000)))

    async def restart(self, _talk: Talk) -> None:
        await self.house.stops()
        await self.house.starts()

    def addressed(self, talk: Talk, text: str) -> str:
        if talk.chat is None or text.startswith("/") or self.random.random() < 0.1:
            return text if talk.chat is None or text.startswith("/") else f"{text} {MINE}"
        return f"{MINE} {text}"

    # What the model says -----------------------------------------------------------------------

    async def expect_press(self, talk: Talk, message_id: int, data: str) -> None:
        if data.startswith(f"want:{talk.person.id}:"):
            _, _, name, *words = data.split(":")
            await self.expect_wish(talk, name, "".join(words))
        else:
            await self.expect_button(talk, message_id, data)

    async def expect_wish(self, talk: Talk, name: str, words: str) -> None:
        if name == "place_answer":
            await self.expect_answer(talk, int(words))
        elif name == "drop_games" and words.startswith("yes ") and talk.chat is None:
            newest = int(words.removeprefix("yes "))
            for stored in await games.open_games(self.house.database, Place(talk.chat_id)):
                if stored.id <= newest:
                    self.known(stored).is_open = False
        else:
            await self.expect_command(talk, name, words)

    async def expect_answer(self, talk: Talk, number: int) -> None:
        """An answer that was checked is written over the board of its game."""
        kept = await submissions.get(self.house.database, number)
        if kept is None or kept.user_id != talk.person.id:
            return
        stored = await games.get(self.house.database, kept.game_id, Place(talk.chat_id))
        if stored is None or stored.chat_id != talk.chat_id or stored.state is not GameState.OPEN:
            return
        now = await games.current(self.house.database, Place(talk.chat_id))
        if now is not None and now.state is GameState.OPEN and now.id != stored.id:
            return
        blanks = stored.puzzle.grid.blanks()
        acts = [("place", cell, kept.answer[cell]) for cell in blanks if kept.answer[cell]]
        self.known(stored).turn(talk.person.id, acts)

    async def expect_button(self, talk: Talk, message_id: int, data: str) -> None:
        action, *rest = data.split(":")
        numbers = [int(one) for one in rest if one.isdecimal()]
        if data == f"yesdelete:{talk.person.id}":
            for model in self.games.values():
                model.forgets(talk.person.id)
        stored = (
            await games.get(self.house.database, numbers[0], Place(talk.chat_id))
            if numbers
            else None
        )
        if stored is None or stored.chat_id != talk.chat_id:
            return
        model, person = self.known(stored), talk.person.id
        if not model.is_open or stored.state is GameState.GIVEN_UP:
            return
        if action == "yesgiveup":
            is_asked = self.questions.get(data) == state_key(stored.game)
            model.is_open = not (is_asked and await self.has_part(talk, stored))
        elif len(rest) != len(numbers):
            return
        elif action == "right":
            model.back_to_right(person)
        elif await self.is_live(stored, message_id):
            user = await users.get(self.house.database, person)
            digit_first = user is not None and user.digit_first
            was_pencil = model.selection(person).pencil
            with suppress(No):
                expect_on_board(model, action, person, numbers[1:], digit_first=digit_first)
            if action == "pencil" and talk.chat is not None and numbers[1:] in ([0], [1]):
                # The button is the same for everybody, so it switches the person's own pencil.
                model.selection(person).pencil = not was_pencil

    async def has_part(self, talk: Talk, stored: StoredGame) -> bool:
        """Whether somebody takes part in a game, or is alone with the bot."""
        person = talk.person.id
        seated = await players.of_game(self.house.database, stored.id)
        is_seated = any(player.user_id == person for player in seated)
        return talk.chat is None or stored.started_by == person or is_seated

    async def note_questions(self) -> None:
        """Records the state of each game about which somebody was asked whether they give up.

        Agreeing counts only in that state: after a later move the question is out of date.
        """
        while self.api.asked:
            data = self.api.asked.pop()
            game_id = int(data.split(":")[1])
            if stored := await games.get(self.house.database, game_id, Place(0)):
                self.questions.setdefault(data, state_key(stored.game))

    async def follow_hint(self, game_id: int, player: int) -> None:
        """The engine chooses what a hint does, but it must not remove anything right."""
        stored = await games.get(self.house.database, game_id, Place(0))
        if stored is None or stored.game.done != self.known(stored).at + 1:
            return
        model, acts = self.known(stored), list[tuple[str, int, int]]()
        for move in stored.game.turns[stored.game.done - 1].moves:
            right = model.solution[move.cell]
            if move.act is Act.NOTES and right in digits_of(move.value):
                noted = digits_of(move.value)
                for digit in range(1, model.size + 1):
                    acts.append(("add" if digit in noted else "remove", move.cell, digit))
            elif move.act is Act.PLACE and move.value == right:
                acts.append(("place", move.cell, right))
            else:
                raise BrokenError(f"a hint of game {game_id} is wrong: {move}")
        model.turn(player, acts)

    def is_refused(self, talk: Talk) -> bool:
        """Whether the newest press was answered with words; a hint that is shown needs none."""
        return bool(talk.person.answers and talk.person.answers[-1].get("text"))

    async def expect_hint(self, talk: Talk) -> None:
        """A hint that was not refused must be on the board."""
        stored = await games.current(self.house.database, Place(talk.chat_id))
        if stored is None or stored.hint is None:
            raise BrokenError(f"no hint is shown in {talk.chat_id}")

    async def is_live(self, stored: StoredGame, message_id: int) -> bool:
        now = await games.current(self.house.database, Place(stored.chat_id))
        elsewhere = now is not None and now.state is GameState.OPEN and now.id != stored.id
        return not elsewhere and stored.message_id in {None, message_id}

    def known(self, stored: StoredGame) -> GameModel:
        """The model of a stored game, created when the game is first seen."""
        if stored.id not in self.games:
            grid = stored.puzzle.grid
            if stored.game.turns:
                raise BrokenError(f"game {stored.id} began with turns")
            self.games[stored.id] = GameModel(
                grid.geometry.size,
                grid.geometry.box_rows,
                list(grid.values),
                list(stored.puzzle.solution.values),
            )
        return self.games[stored.id]

    # What must hold ----------------------------------------------------------------------------

    async def check(self, talk: Talk) -> None:
        problems = [*self.api.refused, *self.errors]
        problems += [f"unanswered: {query}" for query in self.api.world.queries.unanswered]
        if problems:
            raise BrokenError("\n".join(problems))
        await self.draw_owed()
        await self.note_questions()
        stored = await games.current(self.house.database, Place(talk.chat_id))
        if stored is not None:
            self.check_game(stored)
            await self.check_board(stored)

    async def draw_owed(self) -> None:
        """Draws what the background would draw, such as boards that name a deleted person."""
        if self.house.application.stale_views.is_set():
            await self.house.draws()

    async def check_all(self) -> None:
        """Checks every game that still exists."""
        for game_id in self.games:
            stored = await games.get(self.house.database, game_id, Place(0))
            if stored is not None:
                self.check_game(stored)

    def check_game(self, stored: StoredGame) -> None:
        model = self.known(stored)
        game = Game(stored.puzzle.grid, stored.puzzle.solution, stored.game.turns, stored.game.done)
        notes = [set(digits_of(mask)) for mask in game.notes]
        found = list(zip(game.values.values, notes, strict=True))
        wanted = list(zip(model.now.values, model.visible_notes, strict=True))
        if found != wanted:
            differing = [
                f"{stored.puzzle.grid.geometry.name(cell)}: {here}, not {there}"
                for cell, (here, there) in enumerate(zip(found, wanted, strict=True))
                if here != there
            ]
            raise BrokenError(
                f"game {stored.id} is not what the model says: {'; '.join(differing)}"
            )
        if Counter(map(game.placed_by, placed_cells(game))) != model.placed_by():
            raise BrokenError(f"the digits of game {stored.id} are not whose the model says")
        if (stored.state is GameState.OPEN) != model.is_open:
            raise BrokenError(f"game {stored.id} is {stored.state}")

    def check_hint(self, stored: StoredGame, message: Mapping[str, Any]) -> None:
        """A hint is for the board as it stands, and its message shows it, not the buttons."""
        if stored.hint is not None and stored.hint.state != state_key(stored.game):
            raise BrokenError(f"game {stored.id} shows a hint for another board")
        data = data_below(message)
        has_keys = any(one.startswith(("cell:", "box:", "fill:")) for one in data)
        if data and has_keys == (stored.hint is not None):
            raise BrokenError(f"message {stored.message_id}: {stored.hint}, but {data}")

    async def check_board(self, stored: StoredGame) -> None:
        message = self.api.world.messages.get(stored.chat_id, stored.message_id or 0) or {}
        if stored.state is GameState.OPEN:
            self.check_hint(stored, message)
        boards = [e for e in message.get("entities", ()) if e["type"] == "pre"]
        if stored.chat_id < 0 and (held := held_keys(message)):
            raise BrokenError(f"message {stored.message_id} shows what somebody holds: {held}")
        if stored.chat_id < 0 and stored.state is GameState.OPEN and stored.hint is None:
            await self.check_names(stored, str(message.get("text") or message.get("caption") or ""))
        if stored.state is GameState.OPEN and boards:
            size = stored.puzzle.grid.geometry.size
            drawn = digits_drawn(preformatted(message, boards[0]), size)
            known = self.known(stored).now.values
            if stored.hint is not None:
                # Candidates that the hint mentions are drawn in blank cells.
                drawn = [digit if kept else 0 for digit, kept in zip(drawn, known, strict=True)]
            if drawn != known:
                raise BrokenError(f"message {stored.message_id} does not show game {stored.id}")

    async def check_names(self, stored: StoredGame, text: str) -> None:
        """A group's board counts the digits of each person by name, whatever its language.

        Where lines are short, a name may be cut, but not its first character. A person who pressed
        before the bot knew whether they are anonymous has only a letter, until the board changes.
        """
        names = {talk.person.id: _cut_or_not(talk.person.user.first_name) for talk in self.talks}
        for player in await players.of_game(self.house.database, stored.id):
            seat = stored.id, player.user_id
            if player.name is None:
                self.unnamed[seat] = stored.version
            if self.unnamed.get(seat) == stored.version:
                by_name = names[player.user_id] if player.name else "[A-H]"
                names[player.user_id] = f"(?:[A-H]|{by_name})"
        for who, number in self.known(stored).placed_by().items():
            name = names.get(who or 0, "(somebody|alguien|某人)")
            if not re.search(rf"{name}\u2069? {number}\b", text):
                raise BrokenError(f"game {stored.id} does not say {name} {number}: {text}")


def placed_cells(game: Game) -> list[int]:
    return [cell for cell in game.givens.blanks() if game.values[cell]]


def expect_on_board(
    model: GameModel, action: str, person: int, numbers: list[int], *, digit_first: bool
) -> None:
    """What a press on the live board of a game does to the model."""
    selection, cells, number = (
        model.selection(person),
        len(model.givens),
        next(iter(numbers), 10**9),
    )
    match action:
        case "cell" if number < cells and digit_first and selection.digit is not None:
            if not selection.digit or model.now.values.count(selection.digit) < model.size:
                expect_written(model, person, number, selection.digit)
        case "cell" if number < cells and not digit_first and not model.givens[number]:
            selection.cell = number
        case "digit" if number <= model.size:
            expect_digit(model, person, number, digit_first=digit_first)
        case "pencil" if number < 2:
            selection.pencil = bool(number)
        case "swap":
            selection.digit = selection.cell = None
        case "box" if number < model.size:
            selection.cell = None
        case "undo" | "redo" | "fill" | "rub" if number == model.version:
            expect_of_turns(model, action, person)


def expect_of_turns(model: GameModel, action: str, person: int) -> None:
    """What the keys do that go along the turns of a game, or make one of many notes."""
    if action == "redo":
        model.redo()
    else:
        {"undo": model.undo, "fill": model.fill, "rub": model.rub}[action](person)


def expect_digit(model: GameModel, person: int, digit: int, *, digit_first: bool) -> None:
    """What a digit's button does: nothing once all are placed."""
    selection = model.selection(person)
    cell = selection.cell
    if digit and model.now.values.count(digit) >= model.size:
        return
    if digit_first:
        selection.digit = digit
    elif cell is not None:
        expect_written(model, person, cell, digit)


def expect_written(model: GameModel, person: int, cell: int, digit: int) -> None:
    """What a digit that is pressed does to a cell; placing one releases the chosen cell."""
    before, selection = model.now.values[cell], model.selection(person)
    model.press_digit(person, cell, digit)
    if digit and not selection.pencil and before != digit:
        selection.cell = None


class _Listener(logging.Handler):
    def __init__(self, heard: list[str]) -> None:
        super().__init__(logging.ERROR)
        self._heard = heard

    def emit(self, record: logging.LogRecord) -> None:
        self._heard.append(f"logged: {self.format(record)}")


def _cut_or_not(name: str) -> str:
    """A pattern of a name, and of its beginnings with an ellipsis."""
    beginnings = (f"{re.escape(name[:length])}…" for length in range(1, len(name)))
    return f"(?:{'|'.join([re.escape(name), *beginnings])})"


async def walk(folder: Path, actions: int, seed: int, engine: EnginePool) -> Counter[str]:
    """Walks, and gives the number of acts of each kind; raises BrokenError with the last acts."""
    clock, seeds = Clock(), count(1)
    api = WatchedApi(clock.seconds)
    house = House(engine, clock, folder / "sudoku.db", api, lambda: str(next(seeds) % 40))
    await house.starts()
    stroll = Walk(house, api, seed)
    listener = _Listener(stroll.errors)
    logging.getLogger().addHandler(listener)
    try:
        for number in range(actions):
            try:
                await stroll.step()
                if number % 200 == 199:
                    await stroll.check_all()
            except Exception as error:
                told = "\n".join([f"act {number} of seed {seed}", *stroll.story, str(error)])
                raise BrokenError(told) from error
    finally:
        logging.getLogger().removeHandler(listener)
        await house.stops()
    return stroll.kinds


async def _run(arguments: argparse.Namespace) -> Iterable[tuple[str, int]]:
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        engine = await stack.enter_async_context(EnginePool(1))
        kinds = await walk(Path(folder), arguments.actions, arguments.seed, engine)
        return sorted(kinds.items())


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.walk", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--actions", type=int, default=20_000, help="how many acts (20000)")
    parser.add_argument("--seed", type=int, default=1, help="of the dice (1)")
    for name, number in asyncio.run(_run(parser.parse_args())):
        sys.stdout.write(f"{number:6} {name}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
