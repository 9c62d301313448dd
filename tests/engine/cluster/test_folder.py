from hashlib import sha256
from pathlib import Path
from uuid import uuid4

import pytest
from fsspec.implementations.local import LocalFileSystem

from engine.cluster.folder import (
    COMMAND,
    MANIFEST,
    TOGETHER,
    Facts,
    Folder,
    OtherCommand,
    Spoiled,
    chunk_name,
)

COUNT = {"command": "count", "limit": "2"}


def facts_of(answers: bytes) -> Facts:
    return Facts(len(answers), sha256(answers).hexdigest(), 1, 1, 0, [])


@pytest.fixture(params=["disk", "object store", "S3"])
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Folder:
    match request.param:
        case "disk":
            return Folder.at(str(tmp_path / "to"))
        case "S3":
            return Folder.at(f"{request.getfixturevalue('bucket')}/{uuid4().hex}")
        case _:
            return Folder.at(f"memory://{uuid4().hex}")


def test_a_folder_belongs_to_one_command(folder: Folder) -> None:
    assert not folder.is_claimed(COUNT)
    folder.claim(COUNT)
    folder.claim(COUNT)
    assert folder.is_claimed(COUNT)
    with pytest.raises(OtherCommand, match=r'another command: limit is "2" there, not "3"$'):
        folder.claim({**COUNT, "limit": "3"})
    with pytest.raises(OtherCommand, match=r'another command: box is null there, not "3x2"$'):
        folder.claim({**COUNT, "box": "3x2"})
    with pytest.raises(OtherCommand, match=r'another command: limit is "2" there, not null$'):
        folder.is_claimed({"command": "count"})


def test_hidden_files_belong_to_nobody(folder: Folder) -> None:
    folder.system.makedirs(folder.path, exist_ok=True)
    folder.system.pipe_file(f"{folder.path}/.DS_Store", b"1")
    assert not folder.is_claimed(COUNT)
    folder.claim(COUNT)
    assert folder.is_claimed(COUNT)


def test_a_thousand_chunks_share_a_folder(folder: Folder) -> None:
    assert TOGETHER == 1000
    for number in (0, 999, 1000, 2001):
        folder.keep(number, b"1\n", facts_of(b"1\n"))
        name = f"{folder.path}/{number // 1000:06}/{number:09}"
        assert folder.system.cat_file(f"{name}.txt") == b"1\n"
        assert folder.system.exists(f"{name}.json")
    assert sum(folder.kept(5000)) == 4
    assert len(list(folder.kept(1001))) == 1001


def test_a_folder_of_other_things_is_left_alone(folder: Folder) -> None:
    folder.system.makedirs(folder.path, exist_ok=True)
    folder.system.pipe_file(f"{folder.path}/thesis.txt", b"chapter one")
    with pytest.raises(OtherCommand, match=r"is not empty and holds no chunks$"):
        folder.claim(COUNT)
    assert not folder.system.exists(f"{folder.path}/{COMMAND}")


def test_a_chunk_is_there_when_both_of_its_files_are(folder: Folder) -> None:
    chunks, made = 2 * TOGETHER + 5, {0, TOGETHER - 1, TOGETHER, 2 * TOGETHER + 4}
    assert not any(folder.kept(chunks))
    for number in made:
        folder.keep(number, b"1\n", facts_of(b"1\n"))
    folder.system.rm_file(f"{folder.path}/{chunk_name(0)}")
    kept = {number for number, is_kept in enumerate(folder.kept(chunks)) if is_kept}
    assert kept == made - {0}


def test_chunks_sort_by_name_as_by_number() -> None:
    numbers = [0, 9, 10, 999, 1000, 123_456_789]
    names = [chunk_name(number) for number in numbers]
    assert names == sorted(names)


def test_only_a_disk_is_written_aside(folder: Folder) -> None:
    """On a disk a file appears by being renamed; an object store has no other names at any time."""
    names = list[str]()
    write = folder.system.pipe_file

    class Told(type(folder.system)):  # type: ignore[misc]  # of either kind
        cachable = False

        def pipe_file(self, path: str, value: bytes, **more: object) -> None:
            names.append(path.rpartition("/")[2])
            write(path, value, **more)

    told = Folder(Told(), folder.path)
    told.keep(7, b"1\n", facts_of(b"1\n"))
    is_on_disk = isinstance(folder.system, LocalFileSystem)
    assert [name.startswith(".") for name in names] == [is_on_disk] * 2
    assert list(folder.kept(8)) == [False] * 7 + [True]


def test_what_the_killed_left_aside_goes_at_the_end(folder: Folder) -> None:
    folder.keep(0, b"1\n", facts_of(b"1\n"))
    left = f"{folder.path}/000000/.000000000.txt.killed"
    folder.system.pipe_file(left, b"hal")
    assert [facts.answers for facts in folder.facts(1)] == [1]
    assert not folder.system.exists(left)


@pytest.mark.parametrize("name", ["000000000.txt", "000000000.json"])
def test_a_chunk_that_was_cut_off_is_made_again(name: str, folder: Folder) -> None:
    folder.keep(0, b"12\n34\n", facts_of(b"12\n34\n"))
    folder.system.pipe_file(f"{folder.path}/000000/{name}", b"12")
    with pytest.raises(Spoiled, match="chunk 0"):
        list(folder.facts(1))
    assert list(folder.kept(1)) == [False]


def test_the_manifest_is_as_long_as_it_must_be(folder: Folder) -> None:
    folder.claim(COUNT)
    assert folder.seal(f"{number}\n" for number in range(3)) == f"{folder.url}/{MANIFEST}"
    assert folder.system.cat_file(f"{folder.path}/{MANIFEST}") == b"0\n1\n2\n"
    names = {each.rpartition("/")[2] for each in folder.system.ls(folder.path, detail=False)}
    assert names == {COMMAND, MANIFEST}


def test_no_manifest_is_begun_that_cannot_be_ended(folder: Folder) -> None:
    folder.claim(COUNT)
    folder.keep(0, b"1\n", facts_of(b"2222\n"))
    with pytest.raises(Spoiled):
        folder.seal(f"{facts.sha256}\n" for facts in folder.facts(1))
    assert not folder.system.exists(f"{folder.path}/{MANIFEST}")


@pytest.mark.parametrize(
    "url", ["nonsense://somewhere", "abfs://container/path", "ftp://me:secret@127.0.0.1:9/path"]
)
def test_a_url_that_leads_nowhere_is_refused_without_its_password(url: str) -> None:
    with pytest.raises(ValueError, match=r"\w") as refused:
        Folder.at(url)
    assert "secret" not in str(refused.value)
