import socket

import pytest

from bot.web.port import open_port


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_its_connections_send_at_once(host: str) -> None:
    with (
        open_port(host, 0) as listening,
        socket.create_connection(listening.getsockname()[:2]),
    ):
        connection, _ = listening.accept()
        with connection:
            assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_a_port_that_is_taken_is_an_error() -> None:
    with (
        open_port("127.0.0.1", 0) as taken,
        pytest.raises(OSError, match=r"[Aa]ddress"),
        open_port(*taken.getsockname()),
    ):
        pytest.fail("it must not open")
