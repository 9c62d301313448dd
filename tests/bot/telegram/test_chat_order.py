"""The updates of one chat in order, different chats concurrently."""

import asyncio
from datetime import UTC, datetime

import pytest
from telegram import CallbackQuery, Chat, Message, Update, User

from bot.ledger.ledger import UPDATES, Ledger
from bot.operate.limits import OwnAllowance
from bot.operate.metrics import Metrics
from bot.telegram.chat_order import (
    AT_ONCE,
    BYTES_A_CHARACTER,
    MOST_WAITING,
    SHARE_BURST,
    SHARE_SECONDS,
    UPDATE_BYTES,
    ChatOrder,
    KeptReplies,
)
from bot.telegram.shares import DividedAllowance


def update(number: int, chat_id: int, person: int | None = None) -> Update:
    sender = User(person or chat_id, "Ann", is_bot=False)
    now = datetime(2026, 1, 1, tzinfo=UTC)
    return Update(number, Message(number, now, Chat(chat_id, "private"), from_user=sender))


def press(number: int, chat_id: int, message_id: int) -> Update:
    sender, now = User(chat_id, "Ann", is_bot=False), datetime(2026, 1, 1, tzinfo=UTC)
    message = Message(message_id, now, Chat(chat_id, "private"))
    return Update(number, callback_query=CallbackQuery("1", sender, "x", message=message))


async def test_updates_of_a_chat_wait_for_each_other_and_others_do_not() -> None:
    order = ChatOrder(8, Metrics().update)
    held, done = asyncio.Event(), []

    async def work(name: str, *, waits: bool = False) -> None:
        if waits:
            await held.wait()
        done.append(name)

    first = asyncio.create_task(order.process_update(update(1, 7), work("slow", waits=True)))
    second = asyncio.create_task(order.process_update(update(2, 7), work("next")))
    other = asyncio.create_task(order.process_update(update(3, 8), work("other chat")))
    await other
    assert done == ["other chat"]
    held.set()
    await asyncio.gather(first, second)
    assert done == ["other chat", "slow", "next"]


async def test_a_failure_does_not_hold_the_chat() -> None:
    order = ChatOrder(8, Metrics().update)

    async def fails() -> None:
        raise ValueError

    async def works() -> None:
        done.set()

    done = asyncio.Event()
    results = await asyncio.gather(
        order.process_update(update(1, 7), fails()),
        order.process_update(update(2, 7), works()),
        return_exceptions=True,
    )
    assert isinstance(results[0], ValueError)
    assert done.is_set()


async def test_it_knows_which_boards_have_presses_that_wait() -> None:
    order, seen = ChatOrder(8, Metrics().update), []

    async def work() -> None:
        await asyncio.sleep(0)
        seen.append([order.press_waits((7, board)) for board in (10, 11)])

    presses = [press(1, 7, 10), press(2, 7, 11), press(3, 7, 10)]
    await asyncio.gather(*(order.process_update(one, work()) for one in presses))
    assert seen == [[True, True], [True, False], [False, False]]


def picture(number: int, chat_id: int, album: str) -> Update:
    chat = Chat(chat_id, "private")
    message = Message(number, datetime.now(UTC), chat, media_group_id=album)
    return Update(number, message=message)


async def test_it_knows_which_albums_have_pictures_that_wait() -> None:
    order, seen = ChatOrder(8, Metrics().update), []

    async def work() -> None:
        await asyncio.sleep(0)
        seen.append([order.album_waits((7, album)) for album in ("a", "b")])

    pictures = [picture(1, 7, "a"), picture(2, 7, "b"), picture(3, 7, "a")]
    await asyncio.gather(*(order.process_update(one, work()) for one in pictures))
    assert seen == [[True, True], [True, False], [False, False]]


async def test_an_album_that_was_let_in_is_let_in_whole() -> None:
    order, done, held = ChatOrder(8, Metrics().update), [], asyncio.Event()

    async def work(number: int) -> None:
        await held.wait()
        done.append(number)

    talk = [update(number, 7) for number in range(MOST_WAITING)]
    late = [*(picture(100 + number, 7, "a") for number in range(10)), update(200, 7)]
    working = [
        asyncio.create_task(order.process_update(one, work(one.update_id)))
        for one in (*talk, *late)
    ]
    await asyncio.sleep(0)
    held.set()
    await asyncio.gather(*working)
    assert done == [*range(MOST_WAITING), *range(100, 110)]


async def test_a_press_that_was_given_up_no_longer_waits() -> None:
    order, held = ChatOrder(8, Metrics().update), asyncio.Event()

    async def work() -> None:
        await held.wait()

    async def never() -> None:
        raise AssertionError

    first = asyncio.create_task(order.process_update(press(1, 7, 10), work()))
    left = never()
    second = asyncio.create_task(order.process_update(press(2, 7, 10), left))
    for _ in range(5):
        await asyncio.sleep(0)
    assert order.press_waits((7, 10))
    second.cancel()
    await asyncio.gather(second, return_exceptions=True)
    assert not order.press_waits((7, 10))
    held.set()
    await first
    left.close()


async def test_a_chat_that_says_too_much_is_told_once_and_holds_up_nobody() -> None:
    order, gate = ChatOrder(64, Metrics().update), asyncio.Event()
    worked, left_out = list[int](), list[tuple[int, bool]]()

    async def leave_out(update: Update, is_first: bool) -> None:  # noqa: FBT001 - as LeaveOut
        left_out.append((update.update_id, is_first))

    async def work(number: int) -> None:
        await gate.wait()
        worked.append(number)

    order.leave_out = leave_out
    flood = [
        asyncio.create_task(order.process_update(update(number, 7), work(number)))
        for number in range(1_000)
    ]
    other = asyncio.create_task(order.process_update(update(5_000, 8), work(5_000)))
    await asyncio.sleep(0)
    gate.set()
    await asyncio.gather(other, *flood)
    kept = MOST_WAITING + 1
    assert [number for number in worked if number != 5_000] == list(range(kept))
    assert 5_000 in worked
    assert left_out == [(number, number == kept) for number in range(kept, 1_000)]


async def test_a_chat_that_is_quiet_again_is_heard_again() -> None:
    order, told = ChatOrder(64, Metrics().update), list[bool]()

    async def leave_out(_update: Update, is_first: bool) -> None:  # noqa: FBT001 - as LeaveOut
        told.append(is_first)

    async def work() -> None:
        await asyncio.sleep(0)

    order.leave_out = leave_out
    for _ in range(2):
        flood = [order.process_update(update(n, 7), work()) for n in range(MOST_WAITING + 3)]
        await asyncio.gather(*flood)
    assert told == [True, False, True, False]


class Barred:
    """The people whose updates are dropped, and the updates that were."""

    def __init__(self, order: ChatOrder) -> None:
        self.people = set[int]()
        self.dropped = list[int]()
        order.drops = lambda one: (
            one.effective_user is not None and (one.effective_user.id in self.people)
        )
        order.drop = lambda one: self.dropped.append(one.update_id)


async def test_who_is_barred_neither_waits_nor_is_counted_as_handled() -> None:
    metrics = Metrics()
    order, gate, worked = ChatOrder(64, metrics.update), asyncio.Event(), list[int]()
    barred = Barred(order)
    barred.people.add(8)

    async def work(number: int) -> None:
        await gate.wait()
        worked.append(number)

    first = asyncio.create_task(order.process_update(update(1, -7, 9), work(1)))
    await asyncio.sleep(0)
    # As many as a chat may have waiting, and more: they take no place of anybody.
    for number in range(2, MOST_WAITING + 10):
        await order.process_update(update(number, -7, 8), work(number))
    assert order.current_concurrent_updates == 1
    gate.set()
    await first
    await order.process_update(update(900, -7, 9), work(900))
    assert worked == [1, 900]
    assert barred.dropped == [*range(2, MOST_WAITING + 10)]
    assert b'sudoku_updates_total{command="none",outcome="answered"} 2.0' in metrics.text({}, {})


async def test_who_becomes_barred_is_let_go_at_work_and_waiting() -> None:
    """In the middle of a handler too, so that whatever it waits for is no longer wanted."""
    order, gate, worked = ChatOrder(64, Metrics().update), asyncio.Event(), list[int]()
    barred, ended = Barred(order), list[int]()

    async def work(number: int) -> None:
        try:
            await gate.wait()
            worked.append(number)
        finally:
            ended.append(number)

    people = {1: 8, 2: 8, 3: 9, 4: 8}
    tasks = [
        asyncio.create_task(order.process_update(update(number, -7, person), work(number)))
        for number, person in people.items()
    ]

    async def serve_elsewhere() -> int:
        await order.process_update(update(5, -6, 8), work(5))
        task = asyncio.current_task()
        return task.cancelling() if task else -1

    elsewhere = asyncio.create_task(serve_elsewhere())
    for _ in range(3):
        await asyncio.sleep(0)
    order.let_go()
    barred.people.add(8)
    order.let_go()
    order.let_go()
    await asyncio.gather(tasks[0], tasks[1], tasks[3], elsewhere)
    assert await elsewhere == 0, "its task goes on as if nobody had cancelled it"
    assert sorted(barred.dropped) == [1, 2, 4, 5]
    assert sorted(ended) == [1, 5], "the others had not begun"
    gate.set()
    await tasks[2]
    assert worked == [3]
    assert not order.is_at_work(-7)
    assert order.current_concurrent_updates == 0


async def test_an_end_of_the_process_is_not_taken_for_a_drop() -> None:
    order = ChatOrder(64, Metrics().update)
    barred = Barred(order)
    task = asyncio.create_task(order.process_update(update(1, 8), asyncio.Event().wait()))
    await asyncio.sleep(0)
    assert await order.abandon() == 1
    with pytest.raises(asyncio.CancelledError):
        await task
    assert barred.dropped == []


async def test_what_goes_on_behind_a_handler_takes_its_turn_too() -> None:
    order, told = ChatOrder(8, Metrics().update), list[str]()

    async def tell(what: str) -> None:
        told.append(what)

    async with order.turn(7):
        waiting = asyncio.create_task(order.process_update(update(1, 7), tell("next")))
        await order.process_update(update(2, 8), tell("other chat"))
        await tell("behind")
    await waiting
    assert told == ["other chat", "behind", "next"]


async def test_who_waits_for_a_turn_or_for_room_takes_no_slot() -> None:
    """A busy chat, or one whose answers wait for Telegram, leaves the slots to the others."""
    order, ran_out, room = ChatOrder(2, Metrics().update), list[int](), asyncio.Event()
    order.ran_out = lambda: ran_out.append(1)

    async def waits(chat_id: int) -> None:
        if chat_id == 8:
            await room.wait()

    async def work(gate: asyncio.Event) -> None:
        await gate.wait()

    order.room = waits
    gate = asyncio.Event()
    lively = [asyncio.create_task(order.process_update(update(n, 7), work(gate))) for n in range(9)]
    full = [asyncio.create_task(order.process_update(update(n, 8), work(gate))) for n in range(9)]
    open_gate = asyncio.Event()
    open_gate.set()
    for number in range(20):
        others = order.process_update(update(100 + number, 100 + number), work(open_gate))
        await asyncio.wait_for(others, 30)
    assert (order.at_work, order.waiting) == (1, 17)
    assert ran_out == []
    gate.set()
    room.set()
    await asyncio.gather(*lively, *full)
    assert (order.at_work, order.waiting) == (0, 0)


async def test_it_is_told_when_the_slots_run_out_and_all_chats_get_one_in_turn() -> None:
    order, ran_out, done = ChatOrder(2, Metrics().update), list[int](), list[int]()
    order.ran_out = lambda: ran_out.append(1)

    async def work(chat_id: int) -> None:
        await asyncio.sleep(0)
        done.append(chat_id)

    asked = [chat for chat in range(1, 6) for _ in range(4)]
    await asyncio.gather(
        *(order.process_update(update(n, c), work(c)) for n, c in enumerate(asked))
    )
    assert ran_out
    assert sorted(done[:5]) == [1, 2, 3, 4, 5], "each chat once before any one twice"


async def test_a_person_is_worked_for_in_a_few_chats_at_once() -> None:
    order, gate, begun = ChatOrder(1_000, Metrics().update), asyncio.Event(), list[int]()

    async def work(number: int) -> None:
        begun.append(number)
        await gate.wait()

    attack = [
        asyncio.create_task(order.process_update(update(n, -n, person=7), work(n)))
        for n in range(1, 31)
    ]
    other = asyncio.create_task(order.process_update(update(50, 8), work(50)))
    while 50 not in begun:
        await asyncio.sleep(0)
    assert len(begun) == AT_ONCE + 1
    gate.set()
    await asyncio.gather(other, *attack)
    assert len(begun) == 31


async def test_what_a_person_says_in_many_chats_is_left_out_above_a_limit() -> None:
    order, gate, left_out = ChatOrder(1_000, Metrics().update), asyncio.Event(), list[int]()

    async def leave_out(update: Update, is_first: bool) -> None:  # noqa: FBT001 - as LeaveOut
        assert is_first
        left_out.append(update.update_id)

    order.leave_out = leave_out
    order.length_of = lambda number: 0 if number <= 50 else UPDATE_BYTES // BYTES_A_CHARACTER
    fitting = 50 + (UPDATES.share // UPDATE_BYTES - 50) // 2
    attack = [
        asyncio.create_task(order.process_update(update(n, -n, person=7), gate.wait()))
        for n in range(1, fitting + 11)
    ]
    other = asyncio.create_task(order.process_update(update(900, -5, person=8), gate.wait()))
    await asyncio.sleep(0)
    gate.set()
    await asyncio.gather(other, *attack)
    assert left_out == list(range(fitting + 1, fitting + 11)), "twice as large, so half as many"
    await order.process_update(update(1_000, -7, person=7), gate.wait())
    assert left_out[-1] == fitting + 10


async def test_what_all_people_say_is_left_out_when_there_is_no_memory_for_it() -> None:
    """Each of these people fills their own share; what they have said is given back later."""
    ledger, gate, left_out = Ledger(), asyncio.Event(), list[int]()
    order = ChatOrder(1_000, Metrics().update, ledger=ledger)

    async def leave_out(update: Update, is_first: bool) -> None:  # noqa: FBT001 - as LeaveOut
        assert is_first
        left_out.append(update.update_id)

    order.leave_out = leave_out
    order.length_of = lambda _number: (UPDATES.share - UPDATE_BYTES) // BYTES_A_CHARACTER
    people = UPDATES.most // UPDATES.share
    said = [
        asyncio.create_task(order.process_update(update(n, n), gate.wait()))
        for n in range(1, people + 3)
    ]
    await asyncio.sleep(0)
    assert left_out == [people + 1, people + 2]
    assert ledger.reserved[UPDATES] == UPDATES.most
    gate.set()
    await asyncio.gather(*said)
    assert ledger.reserved[UPDATES] == 0


async def test_a_person_has_a_share_however_many_chats_they_write_in() -> None:
    now, done = 1_000.0, list[tuple[float, int]]()

    async def sleep(seconds: float) -> None:
        nonlocal now
        now += seconds
        await asyncio.sleep(0)

    async def work(number: int) -> None:
        done.append((now - 1_000, number))

    order = ChatOrder(100, Metrics().update, OwnAllowance(3, 0.5, lambda: now), sleep=sleep)
    for number in range(1, 8):
        await order.process_update(update(number, -number, person=7), work(number))
    assert [at for at, _ in done] == [0, 0, 0, 0.5, 1, 1.5, 2]
    await order.process_update(update(8, 8), work(8))
    assert done[-1] == (2, 8)


async def test_people_who_write_in_the_names_of_two_groups_have_two_shares() -> None:
    async def never(_seconds: float) -> None:
        raise AssertionError("nobody has to wait")

    async def work() -> None:
        return

    order = ChatOrder(100, Metrics().update, OwnAllowance(2, 60.0, lambda: 1_000.0), sleep=never)
    now, everybody = datetime(2026, 1, 1, tzinfo=UTC), User(7, "Group", is_bot=True)
    for number in range(4):
        chat = Chat(-1 - number % 2, "supergroup")
        message = Message(number, now, chat, from_user=everybody, sender_chat=chat)
        await order.process_update(Update(number, message), work())


async def test_with_other_processes_fewer_updates_of_a_person_are_at_work() -> None:
    order, gate, done = ChatOrder(100, Metrics().update), asyncio.Event(), list[int]()

    async def work(number: int) -> None:
        done.append(number)
        await gate.wait()

    for count, most in ((1, AT_ONCE), (3, AT_ONCE // 3), (100, 1)):
        order.divide(count)
        done.clear()
        gate.clear()
        several = [
            asyncio.create_task(order.process_update(update(n, -n, person=7), work(n)))
            for n in range(1, AT_ONCE + 2)
        ]
        for _ in range(10):
            await asyncio.sleep(0)
        assert len(done) == most
        gate.set()
        await asyncio.gather(*several)
        assert len(done) == AT_ONCE + 1


def test_the_limits_of_chats_and_people_are_those_of_the_pages() -> None:
    """bot/README.md: eight updates of a person at work, five a second, two hundred waiting."""
    assert (AT_ONCE, UPDATES.share // UPDATE_BYTES, MOST_WAITING) == (8, 200, 60)
    assert (SHARE_BURST, 1 / SHARE_SECONDS) == (15, 5)


def test_the_answers_that_each_chat_is_owed_are_counted() -> None:
    kept = KeptReplies()
    assert (kept.count(7), kept.total, kept.begun, kept.news.is_set()) == (0, 0, 0, False)
    kept.now(7, 3)
    kept.now(8, 1)
    assert (kept.count(7), kept.count(8), kept.total) == (3, 1, 4)
    assert not kept.news.is_set()
    for left in (2, 1, 1):
        kept.one_less(7)
        assert kept.count(7) == left, "the last one is set by `now`"
    kept.now(7, 0)
    kept.one_less(7)
    assert (kept.count(7), kept.total) == (0, 1)
    kept.found(9, 5)
    assert (kept.count(9), kept.news.is_set()) == (5, True)


async def test_a_chat_that_is_owed_twenty_answers_waits_until_one_is_sent() -> None:
    kept = KeptReplies()
    kept.now(7, 19)
    await kept.room(7)
    kept.now(7, 20)
    waiting = [asyncio.create_task(kept.room(7)) for _ in range(3)]
    await kept.room(8)
    kept.now(7, 21)
    kept.one_less(7)
    await asyncio.sleep(0)
    assert not any(one.done() for one in waiting)
    kept.one_less(7)
    await asyncio.gather(*waiting)
    assert kept.count(7) == 19


async def test_slots_are_all_used_before_anybody_waits_for_one() -> None:
    order, gate, ran_out = ChatOrder(2, Metrics().update), asyncio.Event(), list[int]()
    order.ran_out = lambda: ran_out.append(order.at_work)

    async def work() -> None:
        await gate.wait()

    several = [asyncio.create_task(order.process_update(update(n, n), work())) for n in (1, 2)]
    for _ in range(5):
        await asyncio.sleep(0)
    assert (order.at_work, order.waiting, ran_out) == (2, 0, [])
    assert sorted(order.busy) == [1, 2]
    several.append(asyncio.create_task(order.process_update(update(3, 3), work())))
    for _ in range(5):
        await asyncio.sleep(0)
    assert (order.at_work, order.waiting, ran_out) == (2, 1, [2])
    gate.set()
    await asyncio.gather(*several)
    assert (order.at_work, order.waiting, order.busy) == (0, 0, ())


async def test_what_is_abandoned_ends_and_nothing_begins_after_it() -> None:
    order, done = ChatOrder(8, Metrics().update), list[int]()

    async def work(number: int) -> None:
        await asyncio.Event().wait()
        done.append(number)

    several = [asyncio.create_task(order.process_update(update(n, 7), work(n))) for n in (1, 2, 3)]
    for _ in range(5):
        await asyncio.sleep(0)
    assert await order.abandon() == 3
    assert all(one.cancelled() for one in several)
    assert (order.at_work, order.is_at_work(7)) == (0, False)
    await order.process_update(update(4, 7), work(4))
    assert (done, await order.abandon()) == ([], 0)


async def test_what_has_ended_is_not_abandoned() -> None:
    order = ChatOrder(8, Metrics().update)
    await asyncio.gather(*(order.process_update(update(n, n), asyncio.sleep(0)) for n in (1, 2)))
    assert await order.abandon() == 0


async def test_a_share_is_divided_with_the_processes() -> None:
    slept = list[float]()

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        raise asyncio.CancelledError

    rest = OwnAllowance(1, 1_000.0, lambda: 0.0)
    share = DividedAllowance(8, 5.0, rest, lambda: 0.0)
    order = ChatOrder(8, Metrics().update, share, sleep=sleep)
    order.divide(2)
    for number in range(3):
        await order.process_update(update(number, 7), asyncio.sleep(0))
    with pytest.raises(asyncio.CancelledError):
        await order.process_update(update(4, 7), asyncio.sleep(0))
    assert slept == [20], "two of its own, and one of the rest"


async def test_what_is_of_no_chat_waits_for_nobody() -> None:
    order, done = ChatOrder(8, Metrics().update), list[str]()

    async def tell(what: str) -> None:
        done.append(what)

    async with order.turn(7):
        await order.process_update(Update(1), tell("no chat"))
        await order.process_update("no update", tell("no update"))
    assert done == ["no chat", "no update"]
