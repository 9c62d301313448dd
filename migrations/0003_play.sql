-- Why: playing with buttons. What a player holds (a cell, a digit, the pencil) survives a restart;
-- how mistakes, pictures and the timer are shown is each person's choice; and the time of a game
-- is the time that was played, without the hours in which nothing happened.

create table hands (
    game_id integer not null references games (id) on delete cascade,
    user_id bigint not null references users (id) on delete cascade,
    box integer,                            -- seen large; null: where the puzzle begins
    cell integer,
    digit integer,                          -- chosen before the cell; 0 erases
    pencil integer not null default 0,      -- digits become notes
    primary key (game_id, user_id)
);
create index hands_user on hands (user_id);

alter table users add column policy text not null default 'conflicts';  -- which mistakes are shown
alter table users add column theme text not null default 'light';       -- of pictures
alter table users add column timer integer not null default 1;          -- is the time shown
alter table users add column digit_first integer not null default 0;

alter table games add column played integer not null default 0;         -- seconds
alter table games add column acted_at bigint;                           -- null: not since the start
update games set played = finished_at - started_at where finished_at is not null;
