"""The judge of an upgrade finds whatever was lost."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.crash import BrokenPromiseError
from tests.upgrade import all_games, check, fill, opened, pack

GAMES = 42


@pytest.mark.long
@pytest.mark.parametrize(
    ("keep", "harm"),
    [
        (0, ""),
        (20, ""),
        (20, "delete from turns where game_id = (select max(game_id) from turns) and number = 7"),
        (20, "update turns set made_at = made_at + 1 where game_id = 41 and number = 44"),
        (20, "update turns set user_id = (select min(id) from users) where game_id = 41"),
        (0, "update games set packed = (select packed from games where id = 3) where id = 4"),
        (0, "update games set done = done + 1 where id = 30"),
        (0, "delete from results where game_id = 5"),
    ],
)
async def test_what_is_lost_is_found(tmp_path: Path, keep: int, harm: str) -> None:
    file, games = tmp_path / "sudoku.db", all_games(GAMES)
    fill(file, games)
    async with opened(file):
        pass
    await pack(file, keep)
    if not harm:
        await check(file, games)
        return
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute(harm).rowcount
        connection.commit()
    with pytest.raises(BrokenPromiseError):
        await check(file, games)
