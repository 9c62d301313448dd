import sqlite3
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.store.seam.migrations import (
    MIGRATIONS,
    SchemaTooNew,
    SchemaTooOld,
    folder_of,
    require_current,
    scripts,
    statements,
)


def test_a_checkout_has_the_scripts_beside_the_package(tmp_path: Path) -> None:
    assert folder_of(tmp_path / "bot") == tmp_path / "migrations"


def test_an_installation_passes_over_what_another_package_brought(tmp_path: Path) -> None:
    installed = tmp_path / "bot" / "migrations"
    installed.mkdir(parents=True)
    (installed / "0001_initial.sql").write_text("create table saucers (name text primary key);")
    assert folder_of(tmp_path / "bot") == installed
    assert scripts(folder_of(tmp_path / "bot")) == (
        "create table saucers (name text primary key);",
    )


@pytest.mark.parametrize("names", [(), ("0002_b",), ("0001_a", "0003_c"), ("0001_a", "0001_b")])
def test_numbers_have_no_gap_and_no_double(tmp_path: Path, names: tuple[str, ...]) -> None:
    for name in names:
        (tmp_path / f"{name}.sql").touch()
    with pytest.raises(ValueError, match="not numbered"):
        scripts(tmp_path)


def test_only_the_newest_schema_is_current() -> None:
    newest = len(scripts(MIGRATIONS))
    require_current(newest)
    with pytest.raises(SchemaTooOld, match=rf"schema {newest - 1}, this program needs {newest}:"):
        require_current(newest - 1)
    with pytest.raises(SchemaTooNew, match=rf"schema {newest + 1}, .* up to {newest}:"):
        require_current(newest + 1)


@given(st.lists(st.sampled_from(["select ';';", "select 1;", "-- a; b\nselect 2;", "select\n3;"])))
def test_scripts_fall_into_their_statements(parts: list[str]) -> None:
    connection = sqlite3.connect(":memory:")
    try:
        found = [
            row
            for statement in statements("".join(parts))
            for row in connection.execute(statement).fetchall()
        ]
        expected = [row for part in parts for row in connection.execute(part).fetchall()]
    finally:
        connection.close()
    assert found == expected


def test_a_trigger_is_one_statement() -> None:
    trigger = "create trigger t after insert on a begin delete from b; delete from c; end;"
    assert [s.strip() for s in statements(trigger + "\nselect 1;")][:2] == [trigger, "select 1;"]


async def test_the_first_schema_says_why_and_is_portable(migrations: Path) -> None:
    first = scripts(migrations)[0].lower()
    assert first.startswith("-- why")
    for word in ("autoincrement", "without rowid", "strict", "datetime", "real", "blob"):
        assert f" {word}" not in "\n".join(
            line.partition("--")[0] for line in first.splitlines()
        ), word
