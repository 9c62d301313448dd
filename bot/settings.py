"""Everything an operator can set, read once from the environment."""

import difflib
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from typing import Final
from urllib.parse import SplitResult, urlsplit

from bot.store.postgres.address import BadAddress, Server

TELEGRAM: Final = "https://api.telegram.org"
LEVELS: Final = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
LOG_FORMATS: Final = ("text", "json")
LOOPBACK: Final = "127.0.0.1"
FILE: Final = Path("sudoku.db")
SHORTEST_METRICS_TOKEN: Final = 16
SHORTEST_SECRET: Final = 16
FEWEST_KEPT_DAYS: Final = 7

SETTINGS: Final = (
    "SUDOKU_BOT_TOKEN",
    "SUDOKU_BOT_TOKEN_FILE",
    "SUDOKU_BOT_API_URL",
    "SUDOKU_BOT_DATABASE",
    "SUDOKU_BOT_COPY_DAYS",
    "SUDOKU_BOT_KEEP_GAMES_DAYS",
    "SUDOKU_BOT_LOG_LEVEL",
    "SUDOKU_BOT_LOG_FORMAT",
    "SUDOKU_BOT_SECRET",
    "SUDOKU_BOT_PORT",
    "SUDOKU_BOT_WORKERS",
    "SUDOKU_BOT_LISTEN",
    "SUDOKU_BOT_METRICS_TOKEN",
    "SUDOKU_BOT_METRICS_TOKEN_FILE",
    "SUDOKU_BOT_WEBHOOK_URL",
    "SUDOKU_BOT_APP_URL",
)


class SettingError(ValueError):
    """Raised when a setting cannot be used; the text names it and never quotes a secret."""


@dataclass(frozen=True, slots=True)
class Address:
    """A host and a port to listen at."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one process; without a token it runs the playground.

    The database is at the `server` if there is one, otherwise in the file `database`. `copy_days`
    says for how long the operator keeps copies, `keep_games_days` for how long games that have
    ended are kept, None for ever. Health, metrics, the webhook and the touch board are served at
    `listen`, None for nowhere; who shows the `metrics_token` may read everything there. With a
    `webhook_url` or an `app_url` there is always such an address. Telegram calls the one instead of
    being polled, and opens the other.
    """

    token: str = field(default="", repr=False)
    api_url: str = TELEGRAM
    database: Path = FILE
    server: Server | None = None
    copy_days: int = 30
    keep_games_days: int | None = None
    log_level: str = "INFO"
    log_format: str = "text"
    secret: str = field(default="", repr=False)
    port: int = 8080
    workers: int = 2
    listen: Address | None = None
    metrics_token: str = field(default="", repr=False)
    webhook_url: str = ""
    app_url: str = ""

    @property
    def doubts(self) -> tuple[str, ...]:
        """What works and should be changed all the same, each in a line without a secret."""
        if not 0 < len(self.secret) < SHORTEST_SECRET:
            return ()
        few = f"SUDOKU_BOT_SECRET has fewer than {SHORTEST_SECRET} characters"
        return (f"{few}: whoever guesses it can compute tomorrow's puzzle",)

    @staticmethod
    def from_environment(environment: Mapping[str, str]) -> "Settings":
        """Read the settings; an empty value counts as not given.

        Raises SettingError for a value that cannot work and for a misspelt name.
        """
        given = {
            name.removeprefix("SUDOKU_BOT_"): value.strip()
            for name, value in environment.items()
            if name.startswith("SUDOKU_BOT_") and value.strip()
        }
        _refuse_unknown(given)
        api_url = _url(given.get("API_URL", TELEGRAM))
        webhook_url = _webhook_url(given.get("WEBHOOK_URL", ""), api_url)
        app_url = _app_url(given.get("APP_URL", ""))
        server = _server(given.get("DATABASE", ""))
        return Settings(
            token=_secret(given, "TOKEN", _checked_token),
            api_url=api_url,
            database=FILE if server else _database(given.get("DATABASE", str(FILE))),
            server=server,
            copy_days=_number("COPY_DAYS", given.get("COPY_DAYS", "30"), 1, 3650),
            keep_games_days=_keep_games_days(given.get("KEEP_GAMES_DAYS", "")),
            log_level=_level(given.get("LOG_LEVEL", "INFO")),
            log_format=_choice("LOG_FORMAT", given.get("LOG_FORMAT", "text"), LOG_FORMATS),
            secret=given.get("SECRET", ""),
            port=_number("PORT", given.get("PORT", "8080"), 1, 65535),
            workers=_number("WORKERS", given.get("WORKERS", "2"), 1, 64),
            listen=_address(given.get("LISTEN", "8080" if webhook_url or app_url else "")),
            metrics_token=_secret(given, "METRICS_TOKEN", _checked_metrics_token),
            webhook_url=webhook_url,
            app_url=app_url,
        )


def _refuse_unknown(given: Mapping[str, str]) -> None:
    for name in given:
        if f"SUDOKU_BOT_{name}" not in SETTINGS:
            known = [setting.removeprefix("SUDOKU_BOT_") for setting in SETTINGS]
            nearest = difflib.get_close_matches(name, known, 1)
            hint = f"perhaps SUDOKU_BOT_{nearest[0]}" if nearest else "bot/README.md lists them"
            raise SettingError(f"SUDOKU_BOT_{name} is not a setting; {hint}")


def _secret(given: Mapping[str, str], name: str, checked: Callable[[str, str], str]) -> str:
    """A secret that is given itself or in a file; `checked` gets the setting and the value."""
    in_file = f"{name}_FILE"
    if in_file not in given:
        return checked(name, given.get(name, ""))
    if name in given:
        raise SettingError(f"SUDOKU_BOT_{name} and SUDOKU_BOT_{in_file} are both set: choose one")
    try:
        content = Path(given[in_file]).expanduser().read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as unreadable:
        reason = getattr(unreadable, "strerror", None) or "it is no text"
        raise SettingError(f"SUDOKU_BOT_{in_file} cannot be read: {reason}") from None
    if not content:
        raise SettingError(f"SUDOKU_BOT_{in_file} names an empty file")
    return checked(in_file, content)


def _checked_token(name: str, value: str) -> str:
    number, colon, rest = value.partition(":")
    if value and not (number.isdecimal() and colon and len(rest) >= 20 and value.isascii()):
        raise SettingError(f"SUDOKU_BOT_{name} does not look like a token from @BotFather")
    return value


def _checked_metrics_token(name: str, value: str) -> str:
    """Refuse what could be guessed, or could not be sent in a header."""
    is_sendable = value.isascii() and value.isprintable() and " " not in value
    if value and not (is_sendable and len(value) >= SHORTEST_METRICS_TOKEN):
        raise SettingError(
            f"SUDOKU_BOT_{name} must have at least {SHORTEST_METRICS_TOKEN} letters, digits and"
            " signs of ASCII, without spaces"
        )
    return value


def _url(value: str) -> str:
    _split("API_URL", value)
    return value.rstrip("/")


def _webhook_url(value: str, api_url: str) -> str:
    """Refuse an address that cannot be called: Telegram itself calls https only."""
    if not value:
        return ""
    parts = _split("WEBHOOK_URL", value)
    if parts.scheme == "http" and api_url == TELEGRAM:
        raise SettingError("SUDOKU_BOT_WEBHOOK_URL must begin with https: Telegram calls no other")
    if not parts.path.strip("/") or parts.query or parts.fragment:
        raise SettingError(
            "SUDOKU_BOT_WEBHOOK_URL must have a path of its own, such as https://example.org/sudoku"
        )
    return value


def _app_url(value: str) -> str:
    """Refuse an address that Telegram would not open: it opens https only."""
    if not value:
        return ""
    parts = _split("APP_URL", value)
    if parts.scheme == "http" and not is_loopback(parts.hostname or ""):
        raise SettingError("SUDOKU_BOT_APP_URL must begin with https: Telegram opens no other")
    if parts.query or parts.fragment:
        raise SettingError(
            "SUDOKU_BOT_APP_URL must end with its path, as in https://example.org/touch"
        )
    return value.rstrip("/")


def is_loopback(host: str) -> bool:
    """Whether a host is this machine, and can be reached from it alone."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _split(name: str, value: str) -> SplitResult:
    parts = urlsplit(value)
    if parts.scheme not in {"http", "https"} or not parts.netloc:
        raise SettingError(f"SUDOKU_BOT_{name} must be an http or https address, not '{value}'")
    return parts


def _address(value: str) -> Address | None:
    """`8080`, `0.0.0.0:8080` or `[::]:8080`; a port alone, also `:8080`, is on loopback."""
    if not value:
        return None
    host, _, port = value.rpartition(":")
    if not port.isdecimal() or not 1 <= int(port) <= 65535:
        raise SettingError(
            "SUDOKU_BOT_LISTEN must be PORT or HOST:PORT, with a port from 1 to 65535,"
            f" not '{value}'"
        )
    return Address(host.removeprefix("[").removesuffix("]") or LOOPBACK, int(port))


def _server(value: str) -> Server | None:
    try:
        return Server.of(value)
    except BadAddress as wrong:
        raise SettingError(f"SUDOKU_BOT_DATABASE: {wrong}") from None


def _database(value: str) -> Path:
    path = Path(value).expanduser()
    if not path.parent.is_dir():
        raise SettingError(f"SUDOKU_BOT_DATABASE: there is no folder '{path.parent}'")
    if path.is_dir():
        raise SettingError(f"SUDOKU_BOT_DATABASE: '{path}' is a folder, not a file")
    return path


def _keep_games_days(value: str) -> int | None:
    # By the fewest all is long over that reads a game after its end: its card, the names in it.
    return _number("KEEP_GAMES_DAYS", value, FEWEST_KEPT_DAYS, 3650) if value else None


def _level(value: str) -> str:
    level = _choice("LOG_LEVEL", value.upper(), LEVELS)
    return logging.getLevelName(logging.getLevelNamesMapping()[level])


def _choice(name: str, value: str, choices: tuple[str, ...]) -> str:
    if value not in choices:
        raise SettingError(f"SUDOKU_BOT_{name} must be one of {', '.join(choices)}, not '{value}'")
    return value


def _number(name: str, value: str, least: int, most: int) -> int:
    if not value.isdecimal() or not least <= int(value) <= most:
        raise SettingError(f"SUDOKU_BOT_{name} must be a number from {least} to {most}")
    return int(value)
