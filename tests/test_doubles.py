"""What `python -m tests.doubles` counts, and that few messages come twice."""

import json
import random
from typing import Any

import pytest

from bot.playground import BotApi
from tests.doubles import PLACES, ROOT, Town, breaking, counted, measure, quiet
from tests.faults import Done, Fault, Kind


@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES)
def test_each_place_has_people_who_ask(place: Town) -> None:
    askers = place(BotApi(), random.Random(1))
    assert len({(asker.chat or asker.person.private).id for asker in askers}) == len(askers)


async def test_messages_that_came_again_are_counted() -> None:
    api = BotApi()
    (asker,) = quiet(api, random.Random(1))
    asker.asked += ["zz1x0", "zz1x1"]
    asker.person.say("/learn zz1x0")
    done = []
    for word, fault in (
        ("zz1x0", Fault(Kind.CUT_AFTER)),
        ("zz1x0", None),
        ("zz1x1", Fault(Kind.CUT_BEFORE)),
        ("zz1x1", None),
        ("else", Fault(Kind.CUT_AFTER)),
    ):
        sent: dict[str, Any] = {"chat_id": asker.person.id, "text": f"What is “{word}”?"}
        if fault is None or fault.hides:
            await api.call("sendMessage", sent)
        done.append(Done("sendMessage", json.dumps(sent).encode(), fault))
    assert str(counted([asker], done)) == "1 of 1 came twice"


@pytest.mark.long
@pytest.mark.xdist_group("processes")
async def test_few_messages_come_twice_where_only_connections_break() -> None:
    figures = await measure(PLACES["busy"], breaking, 5.0, ROOT, 1)
    # Without a look for them nearly all would; on a slow machine other things go wrong as well.
    assert figures.lost > 0
    assert figures.doubled <= figures.lost // 4
