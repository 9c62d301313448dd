"""Tells the operator each minute who has reserved most memory and used most processor time."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from bot.ledger.ledger import KINDS, Ledger, Load
from bot.ledger.owner import NOBODY

TELL_SECONDS: Final = 60.0
MOST_TOLD: Final = 3
MOST_SHOWN: Final = 20

LARGE_BYTES: Final = 1_000_000
LONG_SECONDS: Final = 10.0
"""Who has less than both is not worth a line."""

log = logging.getLogger(__name__)


async def watch(ledger: Ledger, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
    """Tells each minute until it is cancelled."""
    while True:
        await sleep(TELL_SECONDS)
        tell(ledger)


def shown(ledger: Ledger) -> Mapping[str, object]:
    """What `sudoku-bot top` shows, as the page /top gives it."""
    return {
        "accounts": [
            {
                "account": load.owner.account,
                "chat": load.owner.chat,
                "bytes": load.count,
                "seconds": round(load.seconds, 1),
                "waiting": load.waiting,
            }
            for load in ledger.largest(MOST_SHOWN)
        ],
        "most_bytes": sum(kind.most for kind in KINDS),
        "reserved_bytes": sum(ledger.reserved.values()),
    }


def tell(ledger: Ledger) -> None:
    """Logs a line with the busiest accounts and chats, by number, unless nobody is busy."""
    busiest = [load for load in ledger.largest(MOST_TOLD + 1) if _is_busy(load)][:MOST_TOLD]
    if busiest:
        log.warning("busiest: %s", "; ".join(map(_words, busiest)))


def _is_busy(load: Load) -> bool:
    # What the bot does by itself, such as filling its stock, is nobody's attack.
    is_own = load.owner.account == NOBODY.account
    return not is_own and (load.count >= LARGE_BYTES or load.seconds >= LONG_SECONDS)


def _words(load: Load) -> str:
    account, chat = load.owner
    megabytes = load.count / 1_000_000
    return f"account {account} in chat {chat}, {megabytes:.1f} MB, {load.seconds:.0f} s"
