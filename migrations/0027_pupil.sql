-- Why: what people know was told from practice and hints alone, so whoever solved expert puzzles was
-- still taught full houses. Now every move that was made without help counts as well, in strengths as
-- chess players have them (bot/game/pupil.py). And how long a puzzle takes is told from its givens.

-- What is believed of a person beyond single techniques.
create table pupils (
    user_id bigint primary key references users (id) on delete cascade,
    whole integer not null                  -- the strength in all techniques alike
);

alter table lessons add column points integer not null default 0;   -- the strength beyond that
alter table lessons add column alone integer not null default 0;    -- moves in games that showed it
alter table lessons add column said text;   -- known or not_yet, as the person said; null: nothing

-- Games that ended and whose moves are still to be read.
create table unread_games (
    game_id integer primary key references games (id) on delete cascade
);

-- What was found of an exercise that asks for several candidates, as cell.digit, separated by spaces.
alter table exercises add column found text not null default '';

-- How long a puzzle takes most people, in seconds; null: not told yet, 0: cannot be told.
alter table puzzles add column seconds integer;
