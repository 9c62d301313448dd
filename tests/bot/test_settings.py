"""What an operator sets, and what the program says about a wrong setting."""

from pathlib import Path

import pytest

from bot.settings import SETTINGS, TELEGRAM, Address, SettingError, Settings
from bot.store.postgres.address import Server

TOKEN = "123456789:" + "A" * 35


def test_nothing_set_is_the_playground_beside_where_it_runs() -> None:
    settings = Settings.from_environment({})
    assert (settings.token, settings.api_url, settings.port) == ("", TELEGRAM, 8080)
    assert settings.database == Path("sudoku.db")


def test_every_setting_is_read(tmp_path: Path) -> None:
    settings = Settings.from_environment(
        {
            "SUDOKU_BOT_TOKEN": TOKEN,
            "SUDOKU_BOT_API_URL": "http://127.0.0.1:8081/",
            "SUDOKU_BOT_DATABASE": str(tmp_path / "games.db"),
            "SUDOKU_BOT_LOG_LEVEL": "debug",
            "SUDOKU_BOT_SECRET": "pepper",
            "SUDOKU_BOT_PORT": "9000",
            "SUDOKU_BOT_WORKERS": "4",
            "SUDOKU_BOT_LOG_FORMAT": "json",
            "SUDOKU_BOT_LISTEN": "0.0.0.0:9090",
            "SUDOKU_BOT_WEBHOOK_URL": "https://example.org/sudoku",
        }
    )
    assert settings == Settings(
        token=TOKEN,
        api_url="http://127.0.0.1:8081",
        database=tmp_path / "games.db",
        log_level="DEBUG",
        log_format="json",
        secret="pepper",  # noqa: S106
        port=9000,
        workers=4,
        listen=Address("0.0.0.0", 9090),  # noqa: S104
        webhook_url="https://example.org/sudoku",
    )
    # The token can be set in two ways, and the database is a file or on a server.
    assert len(SETTINGS) == len(Settings.__slots__)


def test_a_database_may_be_at_a_server() -> None:
    url = "postgresql://ann:secret@localhost/games"
    settings = Settings.from_environment({"SUDOKU_BOT_DATABASE": url})
    assert settings.server == Server(url)
    assert settings.database == Path("sudoku.db")
    assert "secret" not in repr(settings)


def test_an_address_that_cannot_be_one_is_refused_without_its_password() -> None:
    for url in ("postgresql:/ann:secret@localhost/games", "postgresql://ann:se/cret@localhost/x"):
        with pytest.raises(SettingError, match="SUDOKU_BOT_DATABASE") as refused:
            Settings.from_environment({"SUDOKU_BOT_DATABASE": url})
        assert "cret" not in str(refused.value)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SUDOKU_BOT_TOKEN", "not-a-token"),
        ("SUDOKU_BOT_TOKEN", "123:short"),
        ("SUDOKU_BOT_API_URL", "api.telegram.org"),
        ("SUDOKU_BOT_DATABASE", "/nowhere/at/all/sudoku.db"),
        ("SUDOKU_BOT_LOG_LEVEL", "LOUD"),
        ("SUDOKU_BOT_PORT", "0"),
        ("SUDOKU_BOT_PORT", "eighty"),
        ("SUDOKU_BOT_WORKERS", "-1"),
        ("SUDOKU_BOT_LOG_FORMAT", "xml"),
        ("SUDOKU_BOT_LISTEN", "127.0.0.1"),
        ("SUDOKU_BOT_LISTEN", "127.0.0.1:0"),
        ("SUDOKU_BOT_WEBHOOK_URL", "http://example.org/sudoku"),
        ("SUDOKU_BOT_WEBHOOK_URL", "https://example.org"),
        ("SUDOKU_BOT_WEBHOOK_URL", "example.org/sudoku"),
        ("SUDOKU_BOT_TOKEN_FILE", "/nowhere/at/all"),
        ("SUDOKU_BOT_TOKN", TOKEN),
    ],
)
def test_a_wrong_setting_is_named_in_one_line(name: str, value: str) -> None:
    with pytest.raises(SettingError, match=name) as wrong:
        Settings.from_environment({name: value})
    assert "\n" not in str(wrong.value)


def test_secrets_are_in_no_error_and_no_repr() -> None:
    settings = Settings.from_environment({"SUDOKU_BOT_TOKEN": TOKEN, "SUDOKU_BOT_SECRET": "pepper"})
    assert TOKEN not in repr(settings)
    assert "pepper" not in repr(settings)
    with pytest.raises(SettingError) as wrong:
        Settings.from_environment({"SUDOKU_BOT_TOKEN": "123:verysecretbutshort"})
    assert "verysecret" not in str(wrong.value)


def test_the_token_may_lie_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text(f"{TOKEN}\n")
    assert Settings.from_environment({"SUDOKU_BOT_TOKEN_FILE": str(file)}).token == TOKEN


@pytest.mark.parametrize("content", ["", "no token\n", "\udcff"])
def test_a_file_without_a_token_is_named_but_not_quoted(tmp_path: Path, content: str) -> None:
    file = tmp_path / "token"
    file.write_bytes(content.encode("utf-8", "surrogateescape"))
    with pytest.raises(SettingError, match="SUDOKU_BOT_TOKEN_FILE") as wrong:
        Settings.from_environment({"SUDOKU_BOT_TOKEN_FILE": str(file)})
    assert not content.strip() or content.strip() not in str(wrong.value)


def test_two_tokens_are_one_too_many(tmp_path: Path) -> None:
    given = {"SUDOKU_BOT_TOKEN": TOKEN, "SUDOKU_BOT_TOKEN_FILE": str(tmp_path / "token")}
    with pytest.raises(SettingError, match="choose one"):
        Settings.from_environment(given)


@pytest.mark.parametrize(
    ("value", "address"),
    [
        ("9090", Address("127.0.0.1", 9090)),
        (":9090", Address("127.0.0.1", 9090)),
        ("[::1]:9090", Address("::1", 9090)),
    ],
)
def test_listening_is_on_loopback_unless_told_otherwise(value: str, address: Address) -> None:
    assert Settings.from_environment({"SUDOKU_BOT_LISTEN": value}).listen == address


def test_nothing_listens_unless_it_is_asked_for_or_telegram_calls() -> None:
    assert Settings.from_environment({}).listen is None
    called = Settings.from_environment({"SUDOKU_BOT_WEBHOOK_URL": "https://example.org/sudoku"})
    assert called.listen == Address("127.0.0.1", 8080)


def test_a_bot_api_server_of_ones_own_may_call_without_https() -> None:
    settings = Settings.from_environment(
        {
            "SUDOKU_BOT_API_URL": "http://127.0.0.1:8081",
            "SUDOKU_BOT_WEBHOOK_URL": "http://127.0.0.1:9000/sudoku",
        }
    )
    assert settings.webhook_url == "http://127.0.0.1:9000/sudoku"
