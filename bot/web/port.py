"""Ports to serve on."""

import socket


def open_port(host: str, port: int) -> socket.socket:
    """A listening socket whose connections send at once what there is to send; close it.

    asyncio sees to that only where a socket names its protocol, and those of `create_server` do
    not: an answer in two parts then waits 40 ms for the other side to acknowledge the first.
    Raises OSError when the port is taken.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.create_server((host, port), family=family)
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening
