"""Who calls: Telegram's signature on a launch, and our own on a session."""

import json
from urllib.parse import parse_qsl, urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.player import shown_name
from bot.touch.signed import (
    LAUNCH_SECONDS,
    RENEWED_SECONDS,
    SESSION_SECONDS,
    SKEW_SECONDS,
    Launch,
    NotSigned,
    Session,
    TooOld,
    read_launch,
    read_session,
)
from tests.bot.touch.launching import launched

TOKEN = "5768337691:AAH5YkoiEuPk8-FZa32hStHTqXiLPtAEhx8"  # noqa: S105 - published as an example
NOW = 1_700_000_000
SECRET = b"secret"
ANN = {"id": 7, "first_name": "Ann", "language_code": "es"}


def test_a_launch_that_others_have_published_is_signed() -> None:
    """Of the tests of a validator by other people (init-data-golang), with its token."""
    published = (
        "query_id=AAHdF6IQAAAAAN0XohDhrOrc&user=%7B%22id%22%3A279058397%2C%22first_name%22%3A%22"
        "Vladislav%22%2C%22last_name%22%3A%22Kibenko%22%2C%22username%22%3A%22vdkfrost%22%2C%22"
        "language_code%22%3A%22ru%22%2C%22is_premium%22%3Atrue%7D&auth_date=1662771648&"
        "hash=c501b71e775f74ce10e377dea85a7ea24ecd640b223ea86dfe453e0eaed2e2b2"
    )
    found = read_launch(TOKEN, published, 1_662_771_648)
    assert found == Launch(279_058_397, "Vladislav", "ru", "")


def test_a_launch_names_the_person_and_what_its_link_said() -> None:
    text = launched(TOKEN, NOW, user=json.dumps(ANN), start_param="g7-1-x", signature="any")
    assert read_launch(TOKEN, text, NOW) == Launch(7, "Ann", "es", "g7-1-x")


def test_a_launch_is_believed_for_an_hour() -> None:
    text = launched(TOKEN, NOW, user=json.dumps(ANN))
    for now in (NOW - SKEW_SECONDS, NOW, NOW + LAUNCH_SECONDS):
        assert read_launch(TOKEN, text, now).person == 7
    for now in (NOW - SKEW_SECONDS - 1, NOW + LAUNCH_SECONDS + 1):
        with pytest.raises(TooOld):
            read_launch(TOKEN, text, now)


@pytest.mark.parametrize(
    "change",
    [
        {"auth_date": str(NOW + 1)},
        {"user": json.dumps(ANN | {"id": 8})},
        {"hash": "0" * 64},
        {"hash": "é" * 64},
        {"hash": ""},
        {"more": "1"},
    ],
)
def test_a_launch_that_was_changed_is_not_signed(change: dict[str, str]) -> None:
    fields = dict(parse_qsl(launched(TOKEN, NOW, user=json.dumps(ANN))))
    with pytest.raises(NotSigned):
        read_launch(TOKEN, urlencode(fields | change), NOW)


def test_a_launch_of_another_bot_is_not_signed() -> None:
    with pytest.raises(NotSigned):
        read_launch(TOKEN + "x", launched(TOKEN, NOW, user=json.dumps(ANN)), NOW)


@pytest.mark.parametrize(
    "user",
    [
        *("", "{}", "[]", "7", "[" * 5_000, '{"id": "7"}', '{"id": true}', '{"id": 0}'),
        *('{"id": -7}', '{"id": 1e3}', '{"id": 10000000000000001}', '{"id": ' + "9" * 5_000 + "}"),
    ],
    ids=lambda user: user[:9],
)
def test_a_signed_launch_without_a_person_is_refused(user: str) -> None:
    with pytest.raises(NotSigned):
        read_launch(TOKEN, launched(TOKEN, NOW, user=user), NOW)


@pytest.mark.parametrize("signed_at", ["", "soon", "-1", "1e9", "9" * 30, "１７"])
def test_a_signed_launch_without_an_instant_is_refused(signed_at: str) -> None:
    with pytest.raises(NotSigned):
        read_launch(TOKEN, launched(TOKEN, NOW, user=json.dumps(ANN), auth_date=signed_at), NOW)


def test_a_field_that_stands_there_twice_is_refused() -> None:
    text = launched(TOKEN, NOW, user=json.dumps(ANN))
    with pytest.raises(NotSigned):
        read_launch(TOKEN, f"{text}&user=%7B%22id%22%3A8%7D", NOW)


@given(st.text())
def test_no_other_text_is_a_launch_or_a_session(text: str) -> None:
    with pytest.raises(NotSigned):
        read_launch(TOKEN, text, NOW)
    assert read_session(SECRET, text, NOW) is None


def test_half_of_a_surrogate_pair_is_no_launch() -> None:
    with pytest.raises(NotSigned):
        read_launch(TOKEN, "user=\ud800&hash=" + "0" * 64, NOW)


def test_what_a_client_says_of_itself_is_stored_only_if_it_is_usual() -> None:
    strange = {"id": 7, "first_name": "\u202e\n", "language_code": "x" * 100}
    found = read_launch(TOKEN, launched(TOKEN, NOW, user=json.dumps(strange)), NOW)
    assert found == Launch(7, None, None, "")


@given(st.integers(1, 2**52), st.text())
def test_a_session_comes_back_as_it_was_signed(person: int, name: str) -> None:
    session = Session(person, shown_name(name), NOW)
    assert read_session(SECRET, session.signed(SECRET), NOW) == session


def test_a_session_ends_a_day_after_its_last_call() -> None:
    session = Session(7, "Ann", NOW)
    text = session.signed(SECRET)
    assert read_session(SECRET, text, NOW + SESSION_SECONDS) == session
    assert read_session(SECRET, text, NOW + SESSION_SECONDS + 1) is None
    assert read_session(SECRET, text, NOW - SKEW_SECONDS - 1) is None
    assert session.renewed(NOW + RENEWED_SECONDS - 1) is None
    assert session.renewed(NOW + RENEWED_SECONDS) == Session(7, "Ann", NOW + RENEWED_SECONDS)


def test_a_session_is_only_that_of_its_person() -> None:
    text = Session(7, "Ann", NOW).signed(SECRET)
    assert read_session(b"another", text, NOW) is None
    assert read_session(SECRET, text.replace("7-", "8-", 1), NOW) is None
    assert read_session(SECRET, text.replace(f"{NOW}", f"{NOW + 1}"), NOW) is None
