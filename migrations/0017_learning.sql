-- Why: practice takes answers now. What somebody knows of each technique is remembered, so that its
-- lesson comes again before it is forgotten, and how hard a way was can be compared with how long
-- people took for it.

-- What a person knows of a technique.
create table lessons (
    user_id bigint not null references users (id) on delete cascade,
    technique text not null,
    card text,                              -- the scheduler's, as JSON; null: nothing is known yet
    due_at integer,                         -- when it is to be practised again; null with card
    served integer not null,                -- positions that were shown for practice
    correct integer not null,               -- of them answered rightly
    wrong integer not null,                 -- answers that were not right
    helped integer not null,                -- hints in games that named it
    primary key (user_id, technique)
);

-- The position that a person practises on; one for each person.
create table exercises (
    user_id bigint primary key references users (id) on delete cascade,
    chat_id bigint not null,
    topic_id bigint not null,
    message_id bigint,                      -- null: not sent yet, or kept as a reply
    technique text not null,
    number integer not null,
    stage integer not null,                 -- how much of its hint was told, as hints.stage; 0 at first
    wrong integer not null,                 -- answers so far that were not right
    is_done boolean not null
);

-- Since when what this person types may answer an exercise; null: they have none.
alter table users add column exercise_at integer;

-- Of what a hint told; null: told before this was kept.
alter table hints add column technique text;

-- What the short way to the solution of a puzzle costs a person, in hundredths (engine/cost.py).
-- What people took is in results and hints.
create table ways (
    puzzle_id integer primary key references puzzles (id) on delete cascade,
    cost integer,                           -- null: no way was found in time
    steps integer not null,                 -- without singles
    hardest text                            -- the costliest technique; null: singles alone
);
