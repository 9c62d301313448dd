from typing import Final

import dask
import pytest
from distributed import Client

from engine.cluster.client import UNWATCHED, Unreachable, connect, is_exposed
from tests.structure import ROOT

README: Final = ROOT / "engine/README.md"


@pytest.mark.parametrize(
    ("address", "exposed"),
    [
        ("local", False),
        ("tcp://127.0.0.1:8786", False),
        ("tcp://127.9.9.9:8786", False),
        ("tcp://[::1]:8786", False),
        ("tcp://localhost:8786", False),
        ("tcp://10.0.0.5:8786", True),
        ("tcp://scheduler:8786", True),
        ("tls://scheduler:8786", False),
    ],
)
def test_beyond_the_loopback_only_tls_guards(address: str, exposed: bool) -> None:  # noqa: FBT001
    assert is_exposed(address) is exposed


def test_a_scheduler_that_runs_is_met(scheduler: str) -> None:
    with connect(scheduler) as client:
        assert isinstance(client, Client)
        assert len(client.nthreads()) == 2


def test_where_nobody_listens_there_is_no_scheduler() -> None:
    with (
        pytest.raises(Unreachable, match=r"^no scheduler at tcp://127\.0\.0\.1:9: "),
        connect("tcp://127.0.0.1:9", patience=0.1),
    ):
        pass


def test_tls_takes_certificates() -> None:
    with pytest.raises(Unreachable, match="no certificates"), connect("tls://127.0.0.1:9"):
        pass


def test_the_readme_gives_scheduler_and_workers_the_settings_of_local() -> None:
    lines = README.read_text("utf-8").splitlines()
    exports = (line.removeprefix("export ") for line in lines if line.startswith("export DASK_"))
    told = dask.config.collect_env(dict(line.split("=") for line in exports))
    assert {name: dask.config.get(name, config=told) for name in UNWATCHED} == UNWATCHED
