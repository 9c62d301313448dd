"""What workers have from the process that they are forked from."""

import sys

import pytest

from bot.pool.worker import IS_FORKED, Limit
from bot.pool.workers import Workers

pytestmark = pytest.mark.xdist_group("processes")

LIMIT = Limit(60.0, 60.0)


def has_loaded(module: str) -> bool:
    return module in sys.modules


@pytest.mark.skipif(not IS_FORKED, reason="elsewhere each worker starts from nothing")
def test_a_worker_need_not_load_what_it_draws_and_searches_with() -> None:
    workers = Workers(1)
    workers.start()
    try:
        for module in ("bot.pool.preloaded", "bot.render.picture", "PIL.Image"):
            assert workers.submit(LIMIT, has_loaded, module).answer.result(60), module
        assert not workers.submit(LIMIT, has_loaded, "cv2").answer.result(60)
    finally:
        workers.stop()
