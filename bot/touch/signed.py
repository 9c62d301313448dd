"""Who calls: what a page brings with it, and how far that is believed.

Telegram hands the page a text about its person, `initData`, signed with a key that only Telegram
and the bot can make (core.telegram.org/bots/webapps, "Validating data"). It is believed for an
hour, and opens a session of ours: the person, the instant, the name that they go by, and a proof.
A session is kept nowhere but on the page, so it outlives a restart and holds on every replica.
Calls renew it, and it ends SESSION_SECONDS after the last of them. It stands in a header, never in
an address, which servers log and people share.
"""

import hmac
import json
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import parse_qsl

from bot.game.person import CHATS_AS_PEOPLE
from bot.game.player import shown_name
from bot.game.proof import PROOF_LENGTH, is_proven, prove

LAUNCH_SECONDS: Final = 3_600
SESSION_SECONDS: Final = 86_400
RENEWED_SECONDS: Final = 60
"""The age from which on a session is renewed."""

SKEW_SECONDS: Final = 60
"""How far Telegram's clock, or another replica's, may be ahead of ours."""

MOST_FIELDS: Final = 32

_SESSION: Final = re.compile(
    rf"([1-9][0-9]{{0,15}})-([1-9][0-9]{{0,11}})-([\w-]{{0,256}})\.([\w-]{{{PROOF_LENGTH}}})",
    re.ASCII,
)
_LANGUAGE: Final = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,3}")
_HASH: Final = re.compile(r"[0-9a-f]{64}")
_INSTANT: Final = re.compile(r"[1-9][0-9]{0,11}", re.ASCII)


class NotSigned(ValueError):  # noqa: N818 - says what is
    """Raised for a text that Telegram has not signed for this bot, or that is no such text."""


class TooOld(ValueError):  # noqa: N818 - says what is
    """Raised for a text that Telegram has signed too long ago."""


@dataclass(frozen=True, slots=True)
class Launch:
    """Who has opened the page. `start` is what stood behind `startapp=` in a t.me link.

    `name` is one short line; None where nothing of it would be visible.
    """

    person: int
    name: str | None
    language: str | None
    start: str


@dataclass(frozen=True, slots=True)
class Session:
    """A person whose page may call, since `issued` (in seconds since 1970)."""

    person: int
    name: str | None
    issued: int

    def signed(self, secret: bytes) -> str:
        """The session as the page keeps it: `A-Z a-z 0-9 _ - .`."""
        name = urlsafe_b64encode((self.name or "").encode()).decode().rstrip("=")
        said = f"{self.person}-{self.issued}-{name}"
        return f"{said}.{prove(secret, _named(said))}"

    def renewed(self, now: int) -> "Session | None":
        """The session as it begins anew; None while it is fresh."""
        return replace(self, issued=now) if now - self.issued >= RENEWED_SECONDS else None

    def lasts(self, now: float) -> bool:
        """Whether it has not ended."""
        return now - self.issued <= SESSION_SECONDS


def read_session(secret: bytes, text: str, now: int) -> Session | None:
    """The session in a text; None for what is none of ours, and for one that has ended."""
    found = _SESSION.fullmatch(text)
    if found is None:
        return None
    said, _, shown = text.rpartition(".")
    if not is_proven(secret, _named(said), shown):
        return None
    person, issued, name = int(found[1]), int(found[2]), found[3]
    padded = name + "=" * (-len(name) % 4)
    session = Session(person, urlsafe_b64decode(padded).decode() or None, issued)
    return session if now - issued >= -SKEW_SECONDS and session.lasts(now) else None


def read_launch(token: str, text: str, now: int) -> Launch:
    """Reads what Telegram has signed with a bot's token; raises NotSigned and TooOld."""
    fields = _fields(text)
    shown = fields.pop("hash", "")
    lines = "\n".join(f"{name}={fields[name]}" for name in sorted(fields))
    if not _HASH.fullmatch(shown) or not hmac.compare_digest(shown, launch_hash(token, lines)):
        raise NotSigned("no hash, or another one")
    signed_at = fields.get("auth_date", "")
    if not _INSTANT.fullmatch(signed_at):
        raise NotSigned("no instant")
    if not -SKEW_SECONDS <= now - int(signed_at) <= LAUNCH_SECONDS:
        raise TooOld(signed_at)
    return _launch(fields)


def launch_hash(token: str, lines: str) -> str:
    """Telegram's hash of sorted `name=value` lines, in hexadecimal."""
    key = hmac.digest(b"WebAppData", token.encode(), "sha256")
    return hmac.new(key, lines.encode(), "sha256").hexdigest()


def _fields(text: str) -> dict[str, str]:
    try:
        # Half of a surrogate pair, which JSON can spell, is no text that anybody could sign.
        text.encode()
        pairs = parse_qsl(
            text,
            keep_blank_values=True,
            strict_parsing=True,
            errors="strict",
            max_num_fields=MOST_FIELDS,
        )
    except ValueError as error:
        raise NotSigned("not the fields of a launch") from error
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise NotSigned("a field stands there twice")
    return fields


def _launch(fields: Mapping[str, str]) -> Launch:
    # Telegram has signed it, but what is used as a number or stored is looked at all the same.
    try:
        user = json.loads(fields.get("user", ""))
        person, name, language = user["id"], user.get("first_name"), user.get("language_code")
    except (ValueError, RecursionError, LookupError, TypeError, AttributeError) as error:
        raise NotSigned("nobody") from error
    if type(person) is not int or not 0 < person < CHATS_AS_PEOPLE:
        raise NotSigned("nobody")
    spoken = isinstance(language, str) and _LANGUAGE.fullmatch(language)
    called = shown_name(name) if isinstance(name, str) else None
    return Launch(person, called, language if spoken else None, fields.get("start_param", ""))


def _named(said: str) -> str:
    return f"session {said}"
