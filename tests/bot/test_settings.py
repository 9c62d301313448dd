"""What an operator sets, and what the program says about a wrong setting."""

from pathlib import Path

import pytest

from bot.settings import SETTINGS, TELEGRAM, Address, SettingError, Settings
from bot.store.postgres.address import Server

TOKEN = "123456789:" + "A" * 35
METRICS_TOKEN = "0123456789abcdef"  # noqa: S105 - opens nothing


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
            "SUDOKU_BOT_METRICS_TOKEN": METRICS_TOKEN,
            "SUDOKU_BOT_WEBHOOK_URL": "https://example.org/sudoku",
            "SUDOKU_BOT_APP_URL": "https://example.org/touch/",
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
        metrics_token=METRICS_TOKEN,
        webhook_url="https://example.org/sudoku",
        app_url="https://example.org/touch",
    )
    # Both tokens can be set in two ways, and the database is a file or on a server.
    assert len(SETTINGS) == len(Settings.__slots__) + 1


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
        ("SUDOKU_BOT_METRICS_TOKEN", METRICS_TOKEN[1:]),
        ("SUDOKU_BOT_METRICS_TOKEN", "two words of a token"),
        ("SUDOKU_BOT_METRICS_TOKEN", "0123456789abcdéf"),
        ("SUDOKU_BOT_METRICS_TOKEN", "0123456789\nabcdef"),
        ("SUDOKU_BOT_METRICS_TOKEN_FILE", "/nowhere/at/all"),
        ("SUDOKU_BOT_TOKN", TOKEN),
    ],
)
def test_a_wrong_setting_is_named_in_one_line(name: str, value: str) -> None:
    with pytest.raises(SettingError, match=name) as wrong:
        Settings.from_environment({name: value})
    assert "\n" not in str(wrong.value)


def test_secrets_are_in_no_error_and_no_repr() -> None:
    given = {"TOKEN": TOKEN, "SECRET": "pepper", "METRICS_TOKEN": METRICS_TOKEN}
    settings = Settings.from_environment({f"SUDOKU_BOT_{k}": v for k, v in given.items()})
    for secret in given.values():
        assert secret not in repr(settings)
    with pytest.raises(SettingError) as wrong:
        Settings.from_environment({"SUDOKU_BOT_TOKEN": "123:verysecretbutshort"})
    assert "verysecret" not in str(wrong.value)
    with pytest.raises(SettingError) as wrong:
        Settings.from_environment({"SUDOKU_BOT_METRICS_TOKEN": "verysecret"})
    assert "verysecret" not in str(wrong.value)


def test_the_tokens_may_lie_in_files(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text(f"{TOKEN}\n")
    assert Settings.from_environment({"SUDOKU_BOT_TOKEN_FILE": str(file)}).token == TOKEN
    file.write_text(f"{METRICS_TOKEN}\n")
    settings = Settings.from_environment({"SUDOKU_BOT_METRICS_TOKEN_FILE": str(file)})
    assert settings.metrics_token == METRICS_TOKEN


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
    names = ("SUDOKU_BOT_METRICS_TOKEN", "SUDOKU_BOT_METRICS_TOKEN_FILE")
    with pytest.raises(SettingError, match="METRICS_TOKEN_FILE are both set: choose one"):
        Settings.from_environment(dict.fromkeys(names, METRICS_TOKEN))


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


@pytest.mark.parametrize("value", ["abc", "127.0.0.1", ":0", "0.0.0.0:65536", "[::1]", "a:b"])
def test_where_to_listen_is_a_port_with_or_without_a_host(value: str) -> None:
    told = "SUDOKU_BOT_LISTEN must be PORT or HOST:PORT, with a port from 1 to 65535, not "
    with pytest.raises(SettingError) as wrong:
        Settings.from_environment({"SUDOKU_BOT_LISTEN": value})
    assert str(wrong.value) == f"{told}'{value}'"


@pytest.mark.parametrize(("length", "count"), [(0, 0), (1, 1), (15, 1), (16, 0)])
def test_a_secret_that_can_be_guessed_is_warned_of(length: int, count: int) -> None:
    doubts = Settings.from_environment({"SUDOKU_BOT_SECRET": "§" * length}).doubts
    assert len(doubts) == count
    assert all("SUDOKU_BOT_SECRET" in doubt and "§" not in doubt for doubt in doubts)


def test_nothing_listens_unless_it_is_asked_for_or_telegram_calls() -> None:
    assert Settings.from_environment({}).listen is None
    called = Settings.from_environment({"SUDOKU_BOT_WEBHOOK_URL": "https://example.org/sudoku"})
    assert called.listen == Address("127.0.0.1", 8080)


def test_the_touch_board_is_served_over_https_or_on_this_machine() -> None:
    here = Settings.from_environment({"SUDOKU_BOT_APP_URL": "http://localhost:8080/touch"})
    assert here.listen == Address("127.0.0.1", 8080)
    for url, complaint in (
        ("http://example.org/touch", "must begin with https"),
        ("example.org/touch", "must be an http or https address"),
        ("https://example.org/touch?game=1", "must end with its path"),
        ("https://example.org/touch#here", "must end with its path"),
    ):
        with pytest.raises(SettingError, match=f"SUDOKU_BOT_APP_URL {complaint}"):
            Settings.from_environment({"SUDOKU_BOT_APP_URL": url})


def test_a_bot_api_server_of_ones_own_may_call_without_https() -> None:
    settings = Settings.from_environment(
        {
            "SUDOKU_BOT_API_URL": "http://127.0.0.1:8081",
            "SUDOKU_BOT_WEBHOOK_URL": "http://127.0.0.1:9000/sudoku",
        }
    )
    assert settings.webhook_url == "http://127.0.0.1:9000/sudoku"


def test_what_is_not_set_has_these_values() -> None:
    settings = Settings.from_environment({})
    assert settings == Settings()
    assert (settings.copy_days, settings.workers, settings.port) == (30, 2, 8080)
    assert (settings.log_level, settings.log_format) == ("INFO", "text")
    assert settings.keep_games_days is None


@pytest.mark.parametrize(
    ("name", "field", "least", "most"),
    [
        ("COPY_DAYS", "copy_days", 1, 3650),
        ("KEEP_GAMES_DAYS", "keep_games_days", 7, 3650),
        ("PORT", "port", 1, 65535),
        ("WORKERS", "workers", 1, 64),
        ("LISTEN", "listen", 1, 65535),
    ],
)
def test_a_number_is_within_its_bounds(name: str, field: str, least: int, most: int) -> None:
    for number in (least, most):
        settings = Settings.from_environment({f"SUDOKU_BOT_{name}": str(number)})
        found = getattr(settings, field)
        assert (found.port if isinstance(found, Address) else found) == number
    for text in (str(least - 1), str(most + 1), "²", "1.5"):
        with pytest.raises(SettingError, match=f"SUDOKU_BOT_{name}"):
            Settings.from_environment({f"SUDOKU_BOT_{name}": text})


@pytest.mark.parametrize(
    "token",
    [
        "123456789:" + "A" * 19,
        "123456789" + "A" * 35,
        ":" + "A" * 35,
        "12345678X:" + "A" * 35,
        "١٢٣:" + "A" * 35,
        "123456789:" + "Ä" * 35,
    ],
)
def test_what_does_not_look_like_a_token_is_refused(token: str) -> None:
    with pytest.raises(SettingError, match="SUDOKU_BOT_TOKEN does not look like a token"):
        Settings.from_environment({"SUDOKU_BOT_TOKEN": token})


def test_a_token_has_a_number_and_a_secret_of_twenty_characters() -> None:
    shortest = "1:" + "A" * 20
    assert Settings.from_environment({"SUDOKU_BOT_TOKEN": f" {shortest} "}).token == shortest


@pytest.mark.parametrize(
    "url",
    [
        "https://example.org/",
        "https://example.org/sudoku?token=1",
        "https://example.org/sudoku#top",
        "ftp://example.org/sudoku",
        "https:///sudoku",
    ],
)
def test_a_webhook_needs_an_address_with_a_path_and_nothing_behind_it(url: str) -> None:
    with pytest.raises(SettingError, match="SUDOKU_BOT_WEBHOOK_URL"):
        Settings.from_environment({"SUDOKU_BOT_WEBHOOK_URL": url})


@pytest.mark.parametrize("url", ["ftp://127.0.0.1", "https://", "//127.0.0.1"])
def test_the_bot_api_is_at_an_http_address(url: str) -> None:
    with pytest.raises(SettingError, match="SUDOKU_BOT_API_URL"):
        Settings.from_environment({"SUDOKU_BOT_API_URL": url})


def test_a_database_is_a_file_in_a_folder_that_exists(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    assert Settings.from_environment({"SUDOKU_BOT_DATABASE": str(file)}).database == file
    for wrong in (tmp_path, tmp_path / "none" / "games.db"):
        with pytest.raises(SettingError, match="SUDOKU_BOT_DATABASE"):
            Settings.from_environment({"SUDOKU_BOT_DATABASE": str(wrong)})


def test_a_misspelt_name_is_refused_and_an_empty_value_is_none() -> None:
    with pytest.raises(SettingError, match=r"BEES is not a setting; bot/README"):
        Settings.from_environment({"SUDOKU_BOT_BEES": "x"})
    with pytest.raises(SettingError, match=r"_TOKENS is not a setting; perhaps SUDOKU_BOT_TOKEN$"):
        Settings.from_environment({"SUDOKU_BOT_TOKENS": TOKEN})
    empty = Settings.from_environment({"SUDOKU_BOT_TOKENS": " ", "PATH": "/bin", "TOKEN": TOKEN})
    assert empty == Settings()


def test_an_address_prints_as_it_is_written_in_a_url() -> None:
    assert str(Address("127.0.0.1", 8080)) == "127.0.0.1:8080"
    assert str(Address("::1", 8080)) == "[::1]:8080"


def test_the_file_of_a_token_may_be_empty_or_unreadable(tmp_path: Path) -> None:
    (tmp_path / "empty").write_text(" \n")
    for name, said in (("empty", "empty file"), ("none", "cannot be read: No such file")):
        with pytest.raises(SettingError, match=said):
            Settings.from_environment({"SUDOKU_BOT_TOKEN_FILE": str(tmp_path / name)})
