"""Everything an operator can set, read once from the environment."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

TELEGRAM: Final = "https://api.telegram.org"
LEVELS: Final = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")

SETTINGS: Final = (
    "SUDOKU_BOT_TOKEN",
    "SUDOKU_BOT_API_URL",
    "SUDOKU_BOT_DATABASE",
    "SUDOKU_BOT_LOG_LEVEL",
    "SUDOKU_BOT_SECRET",
    "SUDOKU_BOT_PORT",
    "SUDOKU_BOT_WORKERS",
)


class SettingError(ValueError):
    """A setting cannot be used; the text names it and never quotes a secret."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How one process runs; without a token it is the playground."""

    token: str = field(default="", repr=False)
    api_url: str = TELEGRAM
    database: Path = Path("sudoku.db")
    log_level: str = "INFO"
    secret: str = field(default="", repr=False)
    port: int = 8080
    workers: int = 2

    @staticmethod
    def from_environment(environment: Mapping[str, str]) -> "Settings":
        """Reads the settings; an empty value counts as not given.

        Raises SettingError for a value that cannot work and for a misspelt name.
        """
        given = {
            name.removeprefix("SUDOKU_BOT_"): value.strip()
            for name, value in environment.items()
            if name.startswith("SUDOKU_BOT_") and value.strip()
        }
        _refuse_unknown(given)
        return Settings(
            token=_token(given.get("TOKEN", "")),
            api_url=_url(given.get("API_URL", TELEGRAM)),
            database=_database(given.get("DATABASE", "sudoku.db")),
            log_level=_level(given.get("LOG_LEVEL", "INFO")),
            secret=given.get("SECRET", ""),
            port=_number("PORT", given.get("PORT", "8080"), 1, 65535),
            workers=_number("WORKERS", given.get("WORKERS", "2"), 1, 64),
        )


def _refuse_unknown(given: Mapping[str, str]) -> None:
    for name in given:
        if f"SUDOKU_BOT_{name}" not in SETTINGS:
            known = ", ".join(SETTINGS)
            raise SettingError(f"SUDOKU_BOT_{name} is not a setting; there are {known}")


def _token(value: str) -> str:
    number, colon, rest = value.partition(":")
    if value and not (number.isdecimal() and colon and len(rest) >= 20 and value.isascii()):
        raise SettingError("SUDOKU_BOT_TOKEN does not look like a token from @BotFather")
    return value


def _url(value: str) -> str:
    parts = urlsplit(value)
    if parts.scheme not in {"http", "https"} or not parts.netloc:
        raise SettingError(f"SUDOKU_BOT_API_URL must be an http or https address, not '{value}'")
    return value.rstrip("/")


def _database(value: str) -> Path:
    path = Path(value).expanduser()
    if not path.parent.is_dir():
        raise SettingError(f"SUDOKU_BOT_DATABASE: there is no folder '{path.parent}'")
    if path.is_dir():
        raise SettingError(f"SUDOKU_BOT_DATABASE: '{path}' is a folder, not a file")
    return path


def _level(value: str) -> str:
    if value.upper() not in LEVELS:
        choices = ", ".join(LEVELS)
        raise SettingError(f"SUDOKU_BOT_LOG_LEVEL must be one of {choices}, not '{value}'")
    return logging.getLevelName(logging.getLevelNamesMapping()[value.upper()])


def _number(name: str, value: str, least: int, most: int) -> int:
    if not value.isdecimal() or not least <= int(value) <= most:
        raise SettingError(f"SUDOKU_BOT_{name} must be a number from {least} to {most}")
    return int(value)
