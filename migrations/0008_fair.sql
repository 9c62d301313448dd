-- Why: a result is worth what it says. What somebody was told about a game counts as help, a
-- zone that is changed counts from the next label on, and what was deleted is followed until no file
-- of the database holds it any more.

-- A state of a board, or an answer, that the bot has compared with the solution for somebody.
create table checks (
    game_id integer not null references games (id) on delete cascade,
    state text not null,                    -- a digest of the digits
    checked_at bigint not null,
    primary key (game_id, state)
);

-- `zone` counts from the label `zone_since` on, and `zone_before` for the labels before that; both
-- are null where the zone was never changed. `zone_at` is the instant at which that label begins
-- by the zone before.
alter table users add column zone_before text;
alter table users add column zone_since text;
alter table users add column zone_at bigint;

-- Deletions of which the log beside the file may hold traces still, one row for each.
create table erasures (
    id integer primary key
);
