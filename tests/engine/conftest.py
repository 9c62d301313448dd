"""Fixtures: properties without a deadline on busy machines, and a cluster in this process."""

from collections.abc import Iterator

import pytest
from hypothesis import settings

settings.register_profile("patient", settings.default, deadline=None)
settings.load_profile("patient")


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    """The address of a scheduler with two workers.

    Its threads draw random numbers, which Hypothesis does not allow beside its own tests. So the
    cluster ends with its module.
    """
    # Imported here because the import takes a second, and most tests need no cluster.
    from distributed import LocalCluster  # noqa: PLC0415

    with LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=False,
        protocol="tcp",
        host="127.0.0.1",
        scheduler_kwargs={"dashboard": False, "dashboard_address": "127.0.0.1:0"},
    ) as cluster:
        yield cluster.scheduler_address
