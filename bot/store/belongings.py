"""Everything that is stored about one person."""

from collections.abc import AsyncIterator, Sequence
from typing import Final

from bot.store import erasures, inbox, players, puzzles, turns
from bot.store.seam.source import Row, Source, Store, Value

Section = list[dict[str, Value]]

PAGE: Final = 200
"""Rows that are read at once; somebody may have made very many moves."""

_PLAYED: Final = (
    "select puzzle_id from games where chat_id = $1"
    " union select puzzle_id from shelf where user_id = $1"
    " union select g.puzzle_id from games g join results r on r.game_id = g.id"
    " where r.user_id = $1"
    " union select puzzle_id from games"
    " where id in (select game_id from turns where user_id = $1"
    " union select game_id from packed_players where user_id = $1)"
)

MOVES: Final = "moves"

SECTIONS: Final = {
    "settings": (
        """id language client_language letters board zone zone_before zone_since zone_at
        created_at seen_at policy theme timer digit_first exercise_at draft_id
        draft_at offered_in tall""",
        "users where id = $1",
    ),
    "games": (
        """id puzzle_id daily_label started_by state started_at finished_at done played
        acted_at version forgotten""",
        "games where chat_id = $1 order by id",
    ),
    "current_games": ("topic_id game_id", "place_games where chat_id = $1 order by topic_id"),
    "views": (
        """game_id topic_id message_id is_picture stale version marked_at hint hint_stage
        hint_passage box not_before comment_id""",
        "views where chat_id = $1 order by game_id, topic_id",
    ),
    "devices": ("device number seen_at", "devices where user_id = $1 order by device"),
    "makings": (
        "chat_id topic_id message_id bot_id update_id wish seed asked_at",
        "makings where user_id = $1 order by asked_at, update_id",
    ),
    "to_be_told": (
        """id chat_id topic_id message_id reply_to html keyboard file_name size kept_at""",
        "replies where user_id = $1 order by id",
    ),
    "drafts": (
        """id chat_id topic_id box_rows box_columns digits doubtful repaired by_hand read_at
        picture album message_id answer_id summary_id""",
        "drafts where user_id = $1 order by id",
    ),
    "puzzles": (
        "id box_rows box_columns givens symmetry seed origin difficulty seconds",
        f"puzzles where id in ({_PLAYED}) order by id",
    ),
    "ways": (
        "puzzle_id cost steps hardest",
        f"ways where puzzle_id in ({_PLAYED}) order by puzzle_id",
    ),
    MOVES: (" ".join(turns.Made._fields), "turns"),
    "seats": ("game_id seat name", "players where user_id = $1 order by game_id"),
    "in_hand": ("game_id box cell digit pencil", "hands where user_id = $1 order by game_id"),
    "lessons": (
        "technique card due_at served correct wrong helped points alone said",
        "lessons where user_id = $1 order by technique",
    ),
    "strength": ("whole", "pupils where user_id = $1"),
    "exercise": (
        "chat_id topic_id message_id technique number stage wrong is_done found",
        "exercises where user_id = $1",
    ),
    "hints": (
        "game_id state stage technique",
        """hints where user_id = $1
        union select h.game_id, h.state, h.stage, h.technique
        from games g join hints h on h.game_id = g.id where g.chat_id = $1
        order by game_id, state""",
    ),
    "checks": (
        "game_id state checked_at",
        """checks where user_id = $1
        union select c.game_id, c.state, c.checked_at
        from games g join checks c on c.game_id = g.id where g.chat_id = $1
        order by game_id, state""",
    ),
    "answers": ("id game_id answer submitted_at", "submissions where user_id = $1 order by id"),
    "results": (
        "game_id daily_label seconds mistakes in_time finished_at standing",
        "results where user_id = $1 order by finished_at, game_id",
    ),
    "started_elsewhere": (
        "id puzzle_id daily_label state started_at finished_at",
        "games where started_by = $1 and chat_id <> $1 order by id",
    ),
    "subscriptions": (
        """chat_id topic_id zone minute next_due next_label last_label state
        evening evening_due evening_label evening_last""",
        "subscriptions where user_id = $1 or chat_id = $1 order by chat_id",
    ),
    "dailies_sent": (
        "id label state attempts not_before expires_at changed_at reason",
        "outbox where chat_id = $1 order by id",
    ),
    "shelf": ("puzzle_id added_at", "shelf where user_id = $1 order by added_at, puzzle_id"),
    "asked_of_late": ("name full_at", "allowances where user_id = $1 order by name"),
    "blocked": ("id blocked_at", "blocks where id = $1"),
    "messages_not_read": (
        "received_at fault",
        "inbox where user_id = $1 and fault is not null order by received_at, update_id",
    ),
    "solutions_seen": (
        "solution way shown_at",
        "shown_solutions where viewer_id = $1 order by shown_at, solution",
    ),
}
"""What a section is called, its columns, and where they come from.

The solutions of puzzles are left out: whoever is still playing would learn them too early. So are
the texts of messages that could not be read, in which others may be quoted, and the files that wait
to be sent, which come by themselves. Moves are those of `turns.made_by`, packed or not; a game that
was `forgotten` (`retention`) has none any more.
"""


async def of_user(source: Source, user_id: int) -> AsyncIterator[tuple[str, Section]]:
    """Every row that is about a person, and none about anybody else, section by section.

    Each section comes with its name, a long one in several pages. Rows may change between pages.
    """
    for name, (columns, rows) in SECTIONS.items():
        names = columns.split()
        if name == MOVES:
            pages: AsyncIterator[Sequence[Row]] = turns.made_by(source, user_id, PAGE)
        else:
            pages = _pages(source, user_id, f"{', '.join(names)} from {rows}")
        async for lines in pages:
            yield name, [dict(zip(names, line, strict=True)) for line in lines]


async def _pages(source: Source, user_id: int, selected: str) -> AsyncIterator[Sequence[Row]]:
    """All rows, page by page; they are few enough to be counted from the first each time."""
    first = 0
    while True:
        lines = await source.all(f"select {selected} limit {PAGE} offset $2", user_id, first)
        yield lines
        if len(lines) < PAGE:
            return
        first += PAGE


async def delete_user(store: Store, user_id: int, now: int) -> bool:
    """Delete a person and everything of theirs, also from the bytes of the files.

    False if a reader of the files keeps traces of them for a while; `erasures` remembers that.

    Deleted are their private chat with its games, views, subscription and outbox, their results
    everywhere, and the puzzles they brought that nobody else uses. In groups, games and
    subscriptions stay, without the name of this person, and boards that name them become stale. A
    block stays as well (`blocks`).
    """
    async with store.transaction() as transaction:
        brought = await transaction.all(
            "select puzzle_id from games where chat_id = $1"
            " union select puzzle_id from shelf where user_id = $1",
            user_id,
        )
        # First, while the seats of the person still say which boards name them.
        await players.mark_boards(transaction, user_id, now)
        await transaction.all("delete from shown_solutions where viewer_id = $1", user_id)
        await transaction.all("delete from games where chat_id = $1", user_id)
        await transaction.all("delete from views where chat_id = $1", user_id)
        await transaction.all("delete from replies where chat_id = $1", user_id)
        await transaction.all("delete from subscriptions where chat_id = $1", user_id)
        await transaction.all("delete from allowances where user_id = $1", user_id)
        await turns.lose_player(transaction, user_id)
        transaction.afterwards(store.known.forget)
        await transaction.all("delete from users where id = $1", user_id)
        # The inbox names people without a reference, so it does not follow a row of `users`.
        await inbox.forget_user(transaction, user_id)
        await puzzles.drop_unused(transaction, (puzzle_id for (puzzle_id,) in brought))
        await erasures.begin(transaction)
    return await erasures.finish(store)
