"""Workers with another engine beside those that have the right one, each a process of its own."""

from dataclasses import replace
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import cast

import pytest
from distributed import Client

from engine.cluster.crew import Crew
from engine.cluster.job import engine_here
from engine.search.accelerate import ACCELERATED
from tests.engine.cluster.processes import PATIENCE, Run, cluster_of
from tests.engine.cluster.test_job import JOB
from tests.structure import ROOT

PUZZLES, CHUNK = 400, 10


@pytest.fixture
def without_core(tmp_path: Path) -> Path:
    """Sources of an engine that has no C core."""
    ignored = ignore_patterns("*.so", "__pycache__")
    copytree(ROOT / "engine", tmp_path / "without_core/engine", ignore=ignored)
    return tmp_path / "without_core"


@pytest.fixture
def without_engine(tmp_path: Path) -> Path:
    """A package of the same name that is another one."""
    (tmp_path / "strange/engine").mkdir(parents=True)
    (tmp_path / "strange/engine/__init__.py").touch()
    return tmp_path / "strange"


def test_workers_with_the_same_engine_are_not_told_of(scheduler: str) -> None:
    with Client(scheduler, set_as_default=False) as client:
        crew = Crew(client, JOB)
        assert crew.look() == {}
        assert (crew.threads, crew.among, crew.can_help) == (2, None, True)


def test_where_all_workers_have_another_engine_nobody_can_help(scheduler: str) -> None:
    with Client(scheduler, set_as_default=False) as client:
        crew = Crew(client, replace(JOB, version="0.0.1"))
        version, _ = engine_here()
        core = "with" if ACCELERATED else "without"
        told = {f"has engine {version} {core} the C core"}
        assert set(crew.look().values()) == told
        assert not crew.can_help
        assert crew.look() == {}, "each is told of once"


class OneGoesAway:
    """A client of two workers, of which one goes away before it can answer."""

    def nthreads(self) -> dict[str, int]:
        return {"tcp://stays": 2, "tcp://goes": 2}

    def run(self, *_: object, workers: list[str], on_error: str) -> dict[str, object]:
        assert on_error == "return"
        return {each: OSError(each) if "goes" in each else engine_here() for each in workers}


def test_a_worker_that_goes_away_before_it_answers_is_not_told_of() -> None:
    crew = Crew(cast("Client", OneGoesAway()), JOB)
    assert crew.look() == {}
    assert (crew.threads, crew.among, crew.can_help) == (2, None, True)


@pytest.mark.long
@pytest.mark.skipif(not ACCELERATED, reason="without the C core there is no other engine")
def test_a_run_sets_aside_the_workers_that_have_another_engine(
    tmp_path: Path, without_core: Path, without_engine: Path
) -> None:
    with cluster_of(1) as cluster:
        cluster.joined(without_core)
        with Client(cluster.address, timeout=PATIENCE, set_as_default=False) as client:
            client.wait_for_workers(2)
            run = Run(cluster.address, tmp_path / "to", PUZZLES, CHUNK)
            run.comes_to(3)
            with cluster.halted():
                # The last worker that can help dies, one that cannot comes, and then one that can.
                cluster.workers[0].kill()
                cluster.joined(without_engine)
                client.wait_for_workers(2)
                cluster.joined()
            said = run.ends(status=0)
    assert said.count("is set aside: it has engine") == 1
    assert said.count("is set aside: it cannot load this engine") == 1
    made = "".join(path.read_text() for path in sorted((tmp_path / "to").glob("*/*.txt")))
    alone = Run("local", tmp_path / "alone", PUZZLES, PUZZLES)
    alone.ends(status=0)
    assert made == next((tmp_path / "alone").glob("*/*.txt")).read_text()
