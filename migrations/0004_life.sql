-- Why: daily life around the games. A person keeps puzzles of their own on a shelf; and a result
-- only says something when nobody had looked at the solution, and nobody's pen was too quick.

-- How far a result counts: 'timed' everywhere; 'untimed' as solved and for the streak, not for
-- times; 'seen' not at all, because the solution had been shown before.
alter table results add column standing text not null default 'timed'
    check (standing in ('timed', 'untimed', 'seen'));
create index results_label on results (daily_label, standing);

-- Whom the bot has shown which solution: a person, or a whole group, by the chat's id.
create table shown_solutions (
    viewer_id bigint not null,
    solution text not null,                 -- a digest, not the digits
    way text not null check (way in ('asked', 'printed')),
    shown_at bigint not null,
    primary key (viewer_id, solution)
);

create table shelf (
    user_id bigint not null references users (id) on delete cascade,
    puzzle_id integer not null references puzzles (id),
    added_at bigint not null,
    primary key (user_id, puzzle_id)
);
create index shelf_puzzle on shelf (puzzle_id);
