"""One person's visit, and the way to answer it in its place.

Every answer reaches its place: what Telegram does not take now is kept in the database
(`bot.store.replies`), and `bot.background.replying` sends it when it may, also what an earlier
process has kept. A handler never waits for that. Boards go through `post` and `edit` instead, which
raise what Telegram raises, because the store knows by itself which boards are owed
(`bot.store.views`).
"""

import json
import logging
from base64 import b64encode
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, Final, cast

from telegram import InlineKeyboardMarkup, InputMediaPhoto, PhotoSize, ReplyParameters
from telegram.constants import ChatAction
from telegram.error import BadRequest, NetworkError, TelegramError
from telegram.ext import ExtBot
from telegram.request import BaseRequest

from bot.game.keyboard import Key, Keyboard
from bot.game.person import NOBODY, User
from bot.game.place import Place
from bot.ledger.ledger import DRAWINGS, NothingReserved, reserved_here
from bot.play.visit import Visit, group_of
from bot.store.games import StoredGame
from bot.store.replies import NoRoom, Reply
from bot.store.seam.not_stored import NotStored
from bot.store.seam.reading import is_reading_only
from bot.telegram.application import SudokuApplication
from bot.telegram.early import TOLD_SECONDS, Record
from bot.telegram.flood import is_transient
from bot.telegram.gate import Lane
from bot.telegram.inbox_bot import InboxBot
from bot.telegram.language import Speaking, language_of

PATIENT_SECONDS: Final = 30.0
LONG_WAIT: Final = 5.0
"""Seconds of waiting from which on a group is told of it."""

Give = Callable[[str, bytes], Awaitable[object]]
"""Takes a file that was made: its name and its bytes."""

Make = Callable[[Give], Awaitable[None]]
"""Makes a file, and gives it in one part or several."""

Footer = Callable[[StoredGame | None], Key | None]
"""The button below an answer, or above the board of the game that is the answer."""

MOST_BUTTONS: Final = 100
"""Buttons that a message may have (the Bot API)."""

log = logging.getLogger(__name__)


def link_to(username: str, payload: str) -> str:
    """The link that says `/start payload` to the bot of that name."""
    return f"https://t.me/{username}?start={payload}"


class Conversation(Speaking):
    """Says things in the person's language in their place, and in its topic.

    `reply` refers to the message that asked, where several people might have; below a channel's
    post, where that `is_comment`, boards reply to it as well. `footer` makes the button of what is
    said or shown next. `newest_at` is the message that shows a game here as it is stored, as far as
    this conversation knows. `lane` is None for what people wait for. A conversation that
    `is_patient` waits PATIENT_SECONDS for Telegram to confirm a message: retried after each
    shorter timeout, the message would come again and again.
    """

    sudoku: SudokuApplication
    reply: ReplyParameters | None = None
    footer: Footer | None = None
    newest_at: int | None = None
    lane: Lane | None = None
    is_patient: bool = False
    is_comment: bool = False

    @classmethod
    async def of(
        cls,
        sudoku: SudokuApplication,
        user: User | None,
        place: Place,
        lane: Lane | None = None,
    ) -> "Conversation":
        """A conversation without an update; `user` is the person whose settings count."""
        person = user or NOBODY
        services = sudoku.services
        group = await group_of(services.database, place, person)
        conversation = Conversation()
        conversation.sudoku = sudoku
        conversation.visit = Visit(
            services, person, place, services.clock(), language_of(person, group), group=group
        )
        conversation.lane = lane
        return conversation

    @property
    def comment(self) -> ReplyParameters | None:
        """The comment below a channel's post that this conversation answers."""
        return self.reply if self.is_comment else None

    @property
    def comment_id(self) -> int | None:
        """The number of that comment."""
        return self.comment.message_id if self.comment else None

    def stay_below(self, comment_id: int | None) -> None:
        """Has what comes later reply to the comment that asked for it, if one did."""
        if comment_id is not None:
            self.reply = ReplyParameters(comment_id, allow_sending_without_reply=True)
            self.is_comment = True

    @property
    def _bot(self) -> ExtBot[Lane]:
        return self.sudoku.bot

    def link(self, payload: str) -> str:
        """The link that says `/start payload` to this bot."""
        return link_to(self._bot.username, payload)

    def page_link(self, reference: str) -> str:
        """The link that opens the page of this bot with a game."""
        return f"https://t.me/{self._bot.username}?startapp={reference}"

    async def say(self, html: str, keyboard: Keyboard | None = None) -> int | None:
        """Sends a message, in a group as a reply to the one that asked.

        Returns its number, or None where it is kept for later.
        """
        below, self.footer = self._with_footer(keyboard), None
        return await self._tell(html, below)

    def _with_footer(self, keyboard: Keyboard | None) -> Keyboard | None:
        """A keyboard with the button that belongs below the answer, if there is room for it."""
        button = self.footer(None) if self.footer else None
        rows = keyboard["inline_keyboard"] if keyboard else []
        if button is None or sum(map(len, rows)) >= MOST_BUTTONS:
            return keyboard
        return {"inline_keyboard": [*rows, [button]]}

    async def send_picture(
        self, png: bytes, caption: str = "", keyboard: Keyboard | None = None
    ) -> int | None:
        """Sends a picture; returns the number of its message, or None where it is kept."""
        return await self._tell(caption, keyboard, png)

    async def send_file(self, name: str, content: bytes, caption: str = "") -> None:
        """Sends a file."""
        await self._tell(caption, None, content, name)

    async def send_export(self, name: str, make: Make, caption: str) -> None:
        """Sends a file that is made when it can be sent; until then only its name is kept."""
        await self._tell(caption, None, None, name, make=make)

    async def change(self, message_id: int, html: str, keyboard: Keyboard | None) -> None:
        """Edits a text of the bot; one that would not change stays as it is."""
        await self._tell(html, keyboard, message_id=message_id)

    async def change_picture(
        self, message_id: int, png: bytes, caption: str, keyboard: Keyboard | None
    ) -> None:
        """Edits a picture of the bot, as `change` does a text."""
        await self._tell(caption, keyboard, png, message_id=message_id)

    async def record(self, game_id: int, write: Record) -> None:
        """Writes that a message shows a game here, or later if nothing can be stored now.

        The message was sent and cannot be taken back, so that is no reason to begin again. For an
        update that is not stored it is written when the update is.
        """
        if is_reading_only() and self.visit.update is not None:
            self.sudoku.inbox.early.record(self.visit.update.update_id, write)
            return
        late = self.sudoku.late_records
        try:
            await write(self.database.unhurried)
        except NotStored as refusal:
            if self.database.is_shared:
                # By then the chat may be another replica's.
                raise
            log.warning("which message shows game %d is stored later: %s", game_id, refusal)
            late[game_id, self.place] = write
        else:
            late.pop((game_id, self.place), None)

    async def post(
        self,
        html: str,
        keyboard: Keyboard | None = None,
        file: bytes | None = None,
        file_name: str | None = None,
        effect: str | None = None,
        *,
        is_answer: bool = True,
    ) -> int:
        """Sends a message now and returns its number. Raises what Telegram raises.

        A file with a name is a document, one without is a picture. `effect` is the number of a
        message effect, which only private chats have. What is meant for all people there is not an
        answer (`is_answer`), and replies to the message that asked only among comments, which would
        not show it otherwise.
        """
        options: dict[str, Any] = {
            "reply_markup": keyboard,
            "reply_parameters": self.reply if is_answer else self.comment,
            "message_thread_id": self.visit.place.topic_id or None,
            "message_effect_id": effect,
        }
        if file is None:
            bot = cast("InboxBot", self._bot)
            number = await bot.send_text(
                self.chat_id, html, self.lane, self._read_timeout, **options
            )
        else:
            number = await self._post_file(file, file_name, html or None, options)
        self.sudoku.note_message(self.chat_id, number)
        return number

    async def _post_file(
        self, file: bytes, name: str | None, caption: str | None, options: Mapping[str, Any]
    ) -> int:
        send: Any = self._bot.send_photo
        content: dict[str, Any] = {"photo": file}
        if name is not None:
            send, content = self._bot.send_document, {"document": file, "filename": name}
        with self._held(file):
            sent = await send(
                self.chat_id,
                **content,
                **options,
                caption=caption,
                rate_limit_args=self.lane,
                read_timeout=self._read_timeout,
            )
        return int(sent.message_id)

    async def edit(
        self,
        message_id: int,
        html: str,
        keyboard: Keyboard | None,
        picture: bytes | None = None,
    ) -> None:
        """Edits a message now, a text or a picture as it was. Raises what Telegram raises.

        One that would not change stays as it is.
        """
        change: Any = self._bot.edit_message_text
        content: dict[str, Any] = {"text": html}
        if picture is not None:
            change = self._bot.edit_message_media
            content = {"media": InputMediaPhoto(picture, caption=html)}
        try:
            with self._held(picture):
                await change(
                    **content,
                    chat_id=self.chat_id,
                    message_id=message_id,
                    reply_markup=keyboard,
                    rate_limit_args=self.lane,
                    read_timeout=self._read_timeout,
                )
        except BadRequest as refusal:
            # Telegram refuses an edit that changes nothing, and that is what was wanted.
            if "not modified" not in refusal.message:
                raise

    async def remove(self, message_id: int) -> None:
        """Deletes a message of the bot, or where Telegram refuses that, its buttons; a courtesy."""
        try:
            await self._bot.delete_message(self.chat_id, message_id)
        except TelegramError:
            await self.remove_keyboard(message_id)

    async def remove_keyboard(self, message_id: int) -> None:
        """Takes the buttons below a message away; a courtesy, skipped where it would wait."""
        await self.change_keyboard(message_id, None)

    async def change_keyboard(self, message_id: int, keyboard: Keyboard | None) -> None:
        """Puts other buttons below a message; a courtesy, skipped where it would wait."""
        if not self.sudoku.must_keep(self.chat_id):
            with suppress(TelegramError):
                markup = cast("InlineKeyboardMarkup | None", keyboard)
                await self._bot.edit_message_reply_markup(
                    self.chat_id, message_id, reply_markup=markup
                )

    async def _tell(
        self,
        html: str,
        keyboard: Keyboard | None,
        file: bytes | None = None,
        file_name: str | None = None,
        *,
        message_id: int | None = None,
        make: Make | None = None,
    ) -> int | None:
        """Sends or edits now, or keeps it; raises only what Telegram refuses for good."""
        # An edit that is made again does no harm; a new message would come twice.
        if self.visit.update is not None and message_id is None:
            self.sudoku.inbox.tells(self.visit.update.update_id, self.chat_id)
        await self.wait_early()
        if not self.sudoku.must_keep(self.chat_id):
            try:
                if make is not None:
                    await make(lambda name, part: self.post(html, keyboard, part, name))
                    return None
                if message_id is None:
                    return await self.post(html, keyboard, file, file_name)
                await self.edit(message_id, html, keyboard, file)
            except TelegramError as error:
                if not is_transient(error):
                    raise
                log.warning("telegram: an answer is kept: %s", error)
            else:
                return None
        await self._keep(
            Reply(
                self.place,
                str(html),
                self.user.id,
                message_id,
                self.reply.message_id if self.reply else None,
                json.dumps(keyboard) if keyboard else None,
                None if file is None else b64encode(file).decode(),
                file_name,
            )
        )
        await self.tell_of_wait()
        return None

    async def wait_early(self, *, for_board: bool = False) -> None:
        """Waits a little for the chat's limits where an answer can be neither kept nor owed."""
        flood = self.sudoku.flood
        if flood is None or not is_reading_only():
            return
        wait = flood.wait_for_board if for_board else flood.wait
        # A sleep may end a moment too early.
        for _ in range(3):
            if 0 < (seconds := wait(self.chat_id)) <= TOLD_SECONDS:
                await self.sudoku.sleep(seconds)

    async def _keep(self, reply: Reply) -> None:
        """Keeps an answer; in place of one that is too large, a request to ask for it again."""
        try:
            await self.sudoku.keep(reply)
        except NoRoom:
            words = str(self.html("junk.not_kept"))
            await self.sudoku.keep(Reply(self.place, words, reply.user_id, reply_to=reply.reply_to))

    @contextmanager
    def _held(self, file: bytes | None) -> Iterator[None]:
        """Reserves what sending a file takes; raises NetworkError where there is no room now.

        So it is kept or owed like everything else that cannot be sent now. What has reserved enough
        already, such as an export, is not counted again.
        """
        count = 2 * len(file or b"")
        if count <= reserved_here():
            yield
            return
        try:
            with self.visit.services.ledger.reserve(DRAWINGS, self.visit.owner, count):
                yield
        except NothingReserved as full:
            raise NetworkError("no memory to send a file now") from full

    async def tell_of_wait(self) -> None:
        """Tells a group once that it has to wait for its answers, if it has to wait for long."""
        flood = self.sudoku.flood
        wait = flood.wait(self.chat_id) if flood else 0.0
        if wait >= LONG_WAIT and self.sudoku.tells_of_wait(self.chat_id, wait):
            with suppress(TelegramError):
                await self._bot.send_message(
                    self.chat_id,
                    self.note("junk.wait", count=round(wait)),
                    message_thread_id=self.visit.place.topic_id or None,
                    rate_limit_args=Lane.LAST_WORD,
                )

    def sent_before(self, name: str) -> PhotoSize:
        """A picture that the bot has sent, by Telegram's name for it; its size is not known."""
        picture = PhotoSize(name, name, 0, 0)
        picture.set_bot(self._bot)
        return picture

    async def show_typing(self) -> None:
        """Shows that the bot is typing; a failure does not matter."""
        with suppress(TelegramError):
            await self._bot.send_chat_action(
                self.chat_id,
                ChatAction.TYPING,
                message_thread_id=self.visit.place.topic_id or None,
            )

    @property
    def _read_timeout(self) -> Any:
        return PATIENT_SECONDS if self.is_patient else BaseRequest.DEFAULT_NONE
