"""The locked requirements are those of pyproject.toml, with hashes and without an index."""

import re
import tomllib
from collections.abc import Iterator

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tests.structure import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
LOCKS = {
    "requirements.txt": ("build", "photo", "postgres"),
    "requirements-test.txt": ("build", "photo", "postgres", "test", "lint"),
}


def wanted(extras: tuple[str, ...]) -> Iterator[Requirement]:
    """The requirements that the project itself lists, also for some extras."""
    for line in [*PROJECT["dependencies"], *(line for extra in extras for line in EXTRAS[extra])]:
        requirement = Requirement(line)
        if requirement.name != PROJECT["name"]:
            yield requirement


def locked(name: str) -> dict[str, Version]:
    lines = (ROOT / name).read_text("utf-8").splitlines()
    pins = [line.partition("==") for line in lines if re.match(r"[a-z]", line)]
    return {package: Version(version.split()[0]) for package, _, version in pins}


@pytest.mark.parametrize("requirement", [*wanted(tuple(EXTRAS))], ids=str)
def test_every_dependency_has_a_lower_bound(requirement: Requirement) -> None:
    """With certifi 0.0.1 installed the bot does not start, so the lowest versions matter."""
    assert any(bound.operator in {"~=", ">=", "=="} for bound in requirement.specifier)


@pytest.mark.parametrize(("name", "extras"), LOCKS.items())
def test_what_is_locked_is_what_may_be_installed(name: str, extras: tuple[str, ...]) -> None:
    versions = locked(name)
    for requirement in wanted(extras):
        assert versions[canonicalize_name(requirement.name)] in requirement.specifier


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_has_hashes_and_no_addresses(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    for package in re.split(r"\n(?=[a-z])", text)[1:]:
        assert "--hash=sha256:" in package, package
    assert "://" not in text
    assert "index-url" not in text


@pytest.mark.xdist_group("requirements")
def test_tests_of_a_group_go_to_one_worker(request: pytest.FixtureRequest) -> None:
    """pytest-xdist 3.8 ignores the groups under pytest 9.2, and says nothing."""
    if not request.config.getoption("loadgroup", default=False):
        pytest.skip("there are groups with --dist loadgroup only")
    assert request.node.nodeid.endswith("@requirements")
