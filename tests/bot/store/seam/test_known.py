from bot.store.seam.known import Known


def test_a_thing_is_known_for_exactly_its_version() -> None:
    known = Known()
    known.keep(7, 3, "third", 1)
    assert known.get(7, 3) == "third"
    assert known.get(7, 2) is known.get(7, 4) is known.get(8, 3) is None
    known.keep(7, 4, "fourth", 1)
    assert (known.get(7, 3), known.get(7, 4)) == (None, "fourth")
    known.forget()
    assert known.get(7, 4) is None


def test_what_was_used_last_stays_up_to_the_weight_of_all() -> None:
    known = Known(10)
    for number in range(5):
        known.keep(number, 1, str(number), 2)
    assert known.get(0, 1) == "0"
    known.keep(5, 1, "5", 3)
    assert [number for number in range(6) if known.get(number, 1)] == [0, 3, 4, 5]
    known.keep(3, 2, "lighter", 1)
    known.keep(6, 1, "6", 2)
    assert [number for number in range(7) if known.get(number, 1)] == [0, 4, 5, 6]
    assert known.get(3, 2) == "lighter"
    known.keep(4, 2, "too heavy for all of it", 11)
    assert known.get(4, 2) is known.get(4, 1) is None
    known.forget()
    known.keep(1, 1, "1", 10)
    assert known.get(1, 1) == "1"
