"""A client of a Dask cluster: of one that runs already, or of one made of this machine's cores.

A Dask scheduler runs any code that a client sends. So the cluster of this machine listens on the
loopback only. Since programs of other people may run on the machine too, it also demands a
certificate, which is made for this one run. For a scheduler elsewhere the operator's certificates
come from Dask's configuration; without them `tcp://` is neither encrypted nor authenticated.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_address
from logging import CRITICAL
from typing import Final
from urllib.parse import urlsplit

import dask
from distributed import Client, LocalCluster, Security

from engine.search.threads import cores

LOCAL: Final = "local"
PATIENCE: Final = 10
"""Seconds to wait for a scheduler's answer."""


class Unreachable(RuntimeError):  # noqa: N818 - it says what cannot be reached
    """Raised when no scheduler answers at an address, or when it refuses this client."""


_NO_PAGES: Final = {"dashboard": False, "dashboard_address": "127.0.0.1:0"}
"""The scheduler listens for browsers all the same; a fixed port would be taken by another run."""

UNWATCHED: Final = {
    "distributed.admin.system-monitor.gil.enabled": False,
    "distributed.admin.system-monitor.interval": "5s",
    "distributed.admin.tick.interval": "1s",
    "distributed.scheduler.active-memory-manager.start": False,
    "distributed.worker.memory.monitor-interval": "1s",
    "distributed.worker.profile.enabled": False,
}
"""Settings of Dask, which otherwise samples these for its web pages; nobody looks at them here.

engine/README.md gives them to a scheduler and workers that are started by hand.
"""

_DEAF: Final = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)"
"""A terminal sends Ctrl-C to all of its processes; the workers leave it to the client."""


@contextmanager
def connect(address: str, *, patience: float = PATIENCE) -> Iterator[Client]:
    """A client of the scheduler at `tcp://...` or `tls://...`, or of this machine for `local`.

    The cluster of this machine has one process for each core. Raises Unreachable when it cannot
    start, or when no scheduler answers within `patience` seconds.
    """
    if address == LOCAL:
        with (
            _of_this_machine() as cluster,
            Client(cluster, set_as_default=False) as client,
        ):
            yield client
        return
    with _client(address, patience) as client:
        yield client


def is_exposed(address: str) -> bool:
    """Whether others on the network could read the traffic of a scheduler or send it work."""
    url = urlsplit(address)
    if url.scheme != "tcp" or url.hostname == "localhost":
        return False
    try:
        return not ip_address(url.hostname or "").is_loopback
    except ValueError:
        # A name instead of a number, which may be a machine anywhere.
        return True


def _of_this_machine() -> LocalCluster:
    try:
        with dask.config.set(UNWATCHED):
            return LocalCluster(
                n_workers=cores(),
                threads_per_worker=1,
                host="127.0.0.1",
                scheduler_kwargs=_NO_PAGES,
                security=Security.temporary(),
                silence_logs=CRITICAL,
                preload=[_DEAF],
            )
    except (OSError, RuntimeError) as error:
        raise Unreachable(f"no cluster on this machine: {_first_line(error)}") from error


def _client(address: str, patience: float) -> Client:
    if address.startswith("tls:") and not _certificates():
        raise Unreachable(f"{address}: Dask's configuration names no certificates for TLS")
    try:
        return Client(address, timeout=patience, set_as_default=False)
    except (OSError, ValueError, RuntimeError, TypeError) as error:
        raise Unreachable(f"no scheduler at {address}: {_first_line(error)}") from error


def _certificates() -> object:
    return Security().get_tls_config_for_role("client")["ca_file"]


def _first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
