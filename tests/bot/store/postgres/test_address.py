import pytest

from bot.store.postgres.address import BadAddress, Server


def test_a_file_is_no_server() -> None:
    for value in ("", "sudoku.db", "/var/lib/sudoku.db", r"C:\games\sudoku.db"):
        assert Server.of(value) is None


@pytest.mark.parametrize("scheme", ["postgresql", "postgres", "PostgreSQL"])
def test_an_address_is_told_without_user_and_password(scheme: str) -> None:
    server = Server.of(f"{scheme}://ann:p%40ss:word@[::1]:5432/games?sslmode=require")
    assert server is not None
    assert str(server) == "postgresql://[::1]:5432/games"
    assert "word" not in repr(server)


def test_a_socket_and_several_hosts_are_addresses() -> None:
    for url in ("postgresql:///games?host=/run/postgresql", "postgresql://ann@one:1,two:2/games"):
        assert Server.of(url) is not None


@pytest.mark.parametrize(
    "url",
    [
        "postgresql:://ann:secret@host/games",
        "postgresql:/ann:secret@host/games",
        "mysql://ann:secret@host/games",
        "postgresql://ann:se/cret@host/games",
        "postgresql://ann:se?cret@host/games",
        "postgresql://ann:se#cret@host/games",
        "postgresql://ann:secret",
        "postgresql://ann:x@host:secret/games",
        "postgresql://ann:secret@[host/games",
    ],
)
def test_what_cannot_be_read_is_refused_without_being_repeated(url: str) -> None:
    with pytest.raises(BadAddress) as refused:
        Server.of(url)
    assert "cret" not in str(refused.value)
