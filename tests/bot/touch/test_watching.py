"""How many streams there are, and which of them end."""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from bot.ledger.ledger import STREAM_BYTES, STREAMS, Ledger
from bot.ledger.owner import Owner
from bot.touch.watching import GRACE_SECONDS, End, Stream, Watching

EACH = STREAMS.share // STREAM_BYTES
ALL = STREAMS.most // STREAM_BYTES


class Open:
    """Streams that are open at the same time, until the test ends."""

    def __init__(self, stack: ExitStack) -> None:
        self.ledger = Ledger()
        self.watching = Watching(self.ledger)
        self.hung_up: list[int] = []
        self._stack = stack

    def begins(self, person: int) -> Stream:
        owner = Owner(person, person)
        begun = self.watching.stream(owner, lambda: self.hung_up.append(person))
        return self._stack.enter_context(begun)


@pytest.fixture
def opened() -> Iterator[Open]:
    with ExitStack() as stack:
        yield Open(stack)


async def test_a_person_has_three_streams_and_a_fourth_ends_the_oldest(opened: Open) -> None:
    assert (EACH, ALL) == (3, 500)
    streams = [opened.begins(7) for _ in range(4)]
    assert [stream.end for stream in streams] == [End.NEWER, None, None, None]
    assert opened.ledger.reserved[STREAMS] == 3 * STREAM_BYTES == STREAMS.share


async def test_a_process_has_five_hundred_and_one_more_ends_the_oldest(opened: Open) -> None:
    streams = [opened.begins(person) for person in range(1, ALL + 1)]
    assert not any(stream.end for stream in streams)
    late = opened.begins(ALL + 1)
    assert [stream for stream in streams if stream.end] == [streams[0]]
    assert late.end is None
    assert opened.watching.count == ALL


async def test_who_has_one_ends_it_and_nobody_elses_in_a_crowd(opened: Open) -> None:
    streams = {person: opened.begins(person) for person in range(1, ALL + 1)}
    again = opened.begins(7)
    assert [person for person, stream in streams.items() if stream.end] == [7]
    assert again.end is None


@pytest.mark.long
async def test_a_stream_whose_page_does_not_read_is_cut_off_soon(opened: Open) -> None:
    stuck = opened.begins(7)
    with opened.watching.stream(Owner(8, 8), lambda: opened.hung_up.append(8)) as reading:
        stuck.ends(End.SESSION)
        reading.ends(End.SESSION)
    # It runs after whatever was to run by then.
    over = asyncio.get_running_loop().create_future()
    asyncio.get_running_loop().call_later(2 * GRACE_SECONDS, over.set_result, None)
    await over
    assert opened.hung_up == [7]


async def test_all_streams_end_when_the_server_stops_and_none_begins(opened: Open) -> None:
    streams = [opened.begins(person) for person in (7, 8)]
    opened.watching.close()
    late = opened.begins(9)
    assert {stream.end for stream in (*streams, late)} == {End.STOPPING}
    assert opened.ledger.reserved[STREAMS] == 0


async def test_what_a_stream_has_reserved_is_given_back_once() -> None:
    ledger = Ledger()
    watching = Watching(ledger)
    with watching.stream(Owner(7, 7), lambda: None):
        assert ledger.reserved[STREAMS] == STREAM_BYTES
        watching.close()
        assert ledger.reserved[STREAMS] == 0
    assert (ledger.reserved[STREAMS], watching.count) == (0, 0)
