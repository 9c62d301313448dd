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


@pytest.fixture(scope="session")
def bucket() -> Iterator[str]:
    """The address of an empty bucket of a server that speaks S3 over HTTP.

    The server and s3fs are not among the packages of the tests; `.ci/run` installs them apart.
    """
    pytest.importorskip("s3fs")
    from fsspec.core import url_to_fs  # noqa: PLC0415 - as above

    served = pytest.importorskip("moto.server").ThreadedMotoServer("127.0.0.1", 0)
    served.start()
    host, port = served.get_host_and_port()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AWS_ENDPOINT_URL", f"http://{host}:{port}")
        for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
            patch.setenv(name, "testing")
        patch.setenv("AWS_DEFAULT_REGION", "us-east-1")
        url_to_fs("s3://puzzles")[0].mkdir("puzzles")
        yield "s3://puzzles"
    served.stop()
