-- Why: a result is worth what it says. What somebody was told about a game counts as help.

-- A state of a board, or an answer, that the bot has compared with the solution for somebody.
create table checks (
    game_id integer not null references games (id) on delete cascade,
    state text not null,                    -- a digest of the digits
    checked_at bigint not null,
    primary key (game_id, state)
);
