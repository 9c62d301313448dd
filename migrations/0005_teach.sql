-- Why: hints are taken in three steps and counted, and puzzles of every kind lie ready.

-- One hint of a game: what was asked for at one state of its board. `state` is a digest of the
-- digits and notes, so that a hint goes on where it was after an undo, too.
create table hints (
    game_id integer not null references games (id) on delete cascade,
    state text not null,
    stage integer not null check (stage between 1 and 3),
    message_id bigint,                      -- the message that tells it
    primary key (game_id, state)
);

-- Puzzles that nobody has played yet; one that is taken is deleted here.
create table stock (
    id integer primary key,
    box_rows integer not null,
    box_columns integer not null,
    symmetry text not null,
    difficulty text not null,
    givens text not null,                   -- as puzzles.givens
    solution text not null,
    seed text not null
);
create index stock_kind on stock (box_rows, box_columns, symmetry, difficulty);
