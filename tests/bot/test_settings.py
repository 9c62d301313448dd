"""What an operator sets, and what a wrong setting says."""

from pathlib import Path

import pytest

from bot.settings import SETTINGS, TELEGRAM, SettingError, Settings

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
        }
    )
    assert settings == Settings(
        TOKEN, "http://127.0.0.1:8081", tmp_path / "games.db", "DEBUG", "pepper", 9000, 4
    )
    assert len(SETTINGS) == len(Settings.__slots__)


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
