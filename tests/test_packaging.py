"""What pip installs is everything that the programs need, and the schema is inside `bot`."""

import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
NOT_INSTALLED = {".py", ".pyc", ".so", ".c", ".h", ".md"}
"""Modules come with their packages, the C core is compiled, and pages are for readers."""


def configuration() -> dict[str, Any]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    setuptools: dict[str, Any] = project["tool"]["setuptools"]
    return setuptools


def folder_of(package: str) -> Path:
    return ROOT / package.replace(".", "/")


def test_every_folder_with_modules_is_a_package_that_is_installed() -> None:
    modules = [path for top in ("bot", "engine") for path in (ROOT / top).rglob("*.py")]
    folders = {path.parent.relative_to(ROOT).as_posix().replace("/", ".") for path in modules}
    assert configuration()["packages"] == sorted(folders)


def test_every_file_that_is_read_at_run_time_is_installed() -> None:
    data = configuration()["package-data"]
    installed = {
        path
        for package, patterns in data.items()
        for pattern in patterns
        for path in folder_of(package).glob(pattern)
    } | {ROOT / script for script in configuration()["script-files"]}
    present = {
        path
        for folder in (ROOT / "bot", ROOT / "bot" / "migrations", ROOT / "engine")
        for path in folder.rglob("*")
        if path.is_file() and path.suffix not in NOT_INSTALLED
    }
    assert present == installed


def test_the_schema_is_installed_within_the_bot() -> None:
    assert (ROOT / "bot" / "migrations").is_symlink()
    assert (ROOT / "bot" / "migrations").samefile(ROOT / "migrations")
