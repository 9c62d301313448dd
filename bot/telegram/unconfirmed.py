"""Messages of which nobody knows whether they arrived, looked for before they are sent again.

The problem: when a connection breaks, the lost call and the lost answer look the same. If the
message is left out, somebody may never be answered; if it is sent again, they may read it twice.
The Bot API has no key that makes a call take effect only once, and no method that lists messages.

What helps: Telegram numbers messages upwards (`bot.telegram.numbering`). So a message that arrived
has a number above all that the bot had sent before its call, and not one of those known since.
These are few, and each of them can be asked about:

1. `stopMessageLiveLocation` tells whether the message with a number is the bot's own. This bot
   never sends a location, so the call can change nothing. It is answered "message to edit not
   found" if the chat has no such message, "message can't be edited" if somebody else wrote it, and
   "there is no live location in the message to edit" if the bot did.
2. An own message that nobody knows can only be the one that is looked for. To be certain, it is
   edited to what was to be sent, which changes nothing: Telegram answers "message is not modified".
   Of a file only the caption is edited, and only that answer counts.

What holds:

- An answer is never left out. A message counts as arrived only if Telegram says that it is there
  and shows this. Everything else, an unexpected answer too, means that it is sent again.
- No message changes but one of the bot's own that no answer and no update has named. That would be
  one that an ended process had sent, which arrived seconds late.
- Only a repetition looks: a call that is retried at once (`FloodControl`), or a message that was
  kept (`Lane.KEPT`) with exactly the same content. What a handler sends is always new. A board that
  is owed (`Lane.OWED`) is drawn anew, perhaps with a later time; it is the same one if its buttons
  are, which name the game and its turns. If anything was asked of it meanwhile, it must stand below
  all that people have written (`bot.chat.owed`).
- Nothing is looked for while two messages of one chat are in doubt, for they could be exchanged.
- A call that goes well costs some look-ups in memory, and nothing on the wire. A search costs at
  most MOST_LOOKED_AT calls that read, and an edit in place of the message.
- A button that was pressed, or a message that was answered, proves without a call that the message
  with its number has arrived.
- All of it is in memory. After a kill, and in another replica, the message is sent again. What a
  process sends before it knows that all answers of its forerunner are below is sent again, too: it
  could take one of those for its own, and write over it.

What is certain: the order and the words of these answers are in the source of Telegram's server,
`process_edit_message_live_location_query` and `check_message` of Client.cpp in
github.com/tdlib/telegram-bot-api (01a3679, Bot API 10.0), and `edit_message_live_location` and
`can_edit_message` of MessagesManager.cpp in github.com/tdlib/td (022d602). It answers all three
without passing an edit on to Telegram; it only reads the message if it does not have it yet. For a
bot it neither remembers an absent number as deleted nor withholds the update of a message that was
read before its update came (`GetChannelMessagesQuery`, `add_message_to_dialog`).

What is not: that numbers have no gaps is written only in the documentation of clients ("Message
identifiers" of Pyrogram); with gaps, nothing is found. Whether identical content is always answered
"not modified" is up to a server whose source is not public. If it is not, the message is marked as
edited, and a file is sent again. How many such reads are allowed is published nowhere.
"""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from telegram import Message, Update
from telegram.error import BadRequest, NetworkError, TelegramError

from bot.telegram.connection import NOT_SENT
from bot.telegram.numbering import Numbering
from bot.telegram.sending import Answer, Sending

MOST_LOOKED_AT: Final = 3
"""The most numbers that are asked about before a message is sent again."""

MOST_FAILURES: Final = 30
"""Searches that may fail before a message is sent again without one.

If only this one method failed for ever, the message would never be sent.
"""

MOST_IN_DOUBT: Final = 10_000

log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Doubt:
    """A message that may have arrived in a chat, with a number above `after`.

    `heard` is the newest message that people have written there, `proven` one of the bot that they
    have pressed or answered. A board must stand `below` the message with that number. The doubt is
    `past` once another message has arrived after it. Without a `digest` it is not the only one
    there, and is not looked for.
    """

    digest: bytes | None
    buttons: bytes | None
    after: int
    heard: int = 0
    below: int = 0
    proven: int | None = None
    is_past: bool = False
    failures: int = 0

    def is_about(self, sending: Sending, *, is_board: bool) -> bool:
        """Whether the message in doubt is the one that is sent again."""
        if self.digest is None:
            return False
        if is_board and not self.is_past and self.buttons is not None:
            return self.buttons == sending.buttons
        return self.digest == sending.digest


@dataclass(slots=True)
class Delivery:
    """A call that sends a message, made anew by each `await delivery()`.

    If it `is_repeated`, an earlier call may have brought the message there, and it is looked for.
    """

    unconfirmed: "Unconfirmed"
    sending: Sending
    call: Callable[[], Awaitable[Answer]]
    is_repeated: bool
    is_board: bool

    async def __call__(self) -> Answer:
        """Telegram's answer, of which a message that was found has only the number and the chat.

        Raises TelegramError.
        """
        return await self.find() or await self._send()

    async def find(self) -> Answer | None:
        """The message if this call is repeated and it has arrived, else None.

        Raises TelegramError where that cannot be found out now.
        """
        if not self.is_repeated:
            return None
        return await self.unconfirmed.find(self.sending, is_board=self.is_board)

    async def _send(self) -> Answer:
        chat_id = self.sending.chat_id
        after = self.unconfirmed.numbering.current(chat_id)
        try:
            answer = await self.call()
        except TelegramError as error:
            if may_have_arrived(error):
                self.unconfirmed.lose(self.sending, after)
                self.is_repeated = True
            raise
        if isinstance(answer, dict):
            self.unconfirmed.confirm(chat_id, answer["message_id"], answer["date"])
        return answer


class Unconfirmed:
    """The messages in doubt of all chats, at most one in each."""

    def __init__(self) -> None:
        self.numbering = Numbering()
        self._doubts: dict[int, _Doubt] = {}

    @property
    def in_doubt(self) -> int:
        """In how many chats a message may have arrived."""
        return len(self._doubts)

    def arrived(self, update: Update) -> None:
        """Learns from an update: of its message, and of a button or a message of the bot."""
        if (message := update.message) is not None:
            written_at = message.date.timestamp()
            self.numbering.note(message.chat_id, message.message_id, written_at)
            if doubt := self._doubts.get(message.chat_id):
                doubt.heard = max(doubt.heard, message.message_id)
                if (replied := message.reply_to_message) and _is_own(replied):
                    self._prove(doubt, message.chat_id, replied.message_id)
        elif (query := update.callback_query) is not None and (pressed := query.message):
            doubt = self._doubts.get(pressed.chat.id)
            if doubt is not None:
                self._prove(doubt, pressed.chat.id, pressed.message_id)

    def must_stand_below(self, chat_id: int) -> None:
        """Requires that a board of the chat in doubt is below all that people have written there.

        Otherwise it is sent again.
        """
        if doubt := self._doubts.get(chat_id):
            doubt.below = doubt.heard

    def confirm(self, chat_id: int, number: int, sent_at: float) -> None:
        """Notes Telegram's answer to a message: its number, and when it was sent."""
        self.numbering.note_sent(chat_id, number, sent_at)
        if doubt := self._doubts.get(chat_id):
            doubt.is_past = True

    def lose(self, sending: Sending, after: int | None) -> None:
        """Notes that a message may have arrived, after the current number when it was sent."""
        chat_id = sending.chat_id
        other = self._doubts.pop(chat_id, None)
        if other is not None and not other.is_past:
            self._doubts[chat_id] = _Doubt(None, None, other.after)
        elif after is not None:
            self._doubts[chat_id] = _Doubt(sending.digest, sending.buttons, after)
        if len(self._doubts) > MOST_IN_DOUBT:
            del self._doubts[next(iter(self._doubts))]

    async def find(self, sending: Sending, *, is_board: bool) -> Answer | None:
        """The message of a repeated call if it has arrived, else None; then it is sent again."""
        chat_id = sending.chat_id
        doubt = self._doubts.get(chat_id)
        if doubt is None or not doubt.is_about(sending, is_board=is_board):
            return None
        if is_board:
            doubt.after = max(doubt.after, doubt.below)
        number = await self._number(doubt, sending)
        self._doubts.pop(chat_id, None)
        if number is None:
            return None
        log.info("telegram: a message had arrived, although its answer was lost")
        self.numbering.note(chat_id, number)
        chat = {"id": chat_id, "type": "private" if chat_id > 0 else "supergroup"}
        return {"message_id": number, "date": 0, "chat": chat}

    async def _number(self, doubt: _Doubt, sending: Sending) -> int | None:
        numbers = self.numbering.unknown(sending.chat_id, doubt.after, MOST_LOOKED_AT)
        if doubt.proven is not None and self._is_new(doubt, sending.chat_id, doubt.proven):
            if doubt.digest == sending.digest:
                return doubt.proven
            numbers = (doubt.proven,)
        try:
            for number in numbers:
                if await sending.is_own(number) and await sending.is_shown_by(number):
                    return number
        except TelegramError as error:
            # Where no connection was made, the message could not have been sent either.
            doubt.failures += not isinstance(error.__cause__, NOT_SENT)
            if doubt.failures < MOST_FAILURES:
                raise
        return None

    def _prove(self, doubt: _Doubt, chat_id: int, number: int) -> None:
        if self._is_new(doubt, chat_id, number):
            doubt.proven = number

    def _is_new(self, doubt: _Doubt, chat_id: int, number: int) -> bool:
        return number > doubt.after and not self.numbering.is_known(chat_id, number)


def may_have_arrived(error: TelegramError) -> bool:
    """Whether a call that failed so may have taken effect."""
    # The library makes BadRequest a NetworkError, although Telegram has refused the call.
    if isinstance(error, BadRequest) or isinstance(error.__cause__, NOT_SENT):
        return False
    return isinstance(error, NetworkError)


def _is_own(message: Message) -> bool:
    """Whether the bot itself wrote a message."""
    return message.from_user is not None and message.from_user.id == message.get_bot().id
