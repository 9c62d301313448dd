-- Why: the first schema. It holds everything a person did, so that the bot can be killed at any
-- moment and go on where the person saw it stop.
--
-- The SQL runs on SQLite and PostgreSQL alike. Times are whole seconds UTC. Telegram's ids need
-- bigint. Our own ids come from `counters` and not from the database's own numbering, because that
-- is spelled differently everywhere and SQLite gives the id of a deleted last row away again: a
-- button of a deleted game must never act on another one.

create table counters (
    name text primary key,
    value bigint not null
);

-- Things that the service remembers about itself, such as the secret behind the dailies.
create table facts (
    name text primary key,
    value text not null
);

create table users (
    id bigint primary key,
    language text,                          -- chosen with /language
    client_language text,                   -- what the Telegram client said last
    letters text not null default 'row',    -- does D5 mean row D or column D
    board text not null default 'full',     -- the form of the text board
    zone text,                              -- IANA key
    created_at bigint not null,
    seen_at bigint not null
);

create table puzzles (
    id integer primary key,
    box_rows integer not null,
    box_columns integer not null,
    givens text not null,                   -- one symbol a cell, row by row, '.' for a blank
    solution text not null,
    symmetry text,
    seed text,
    origin text not null check (origin in ('new', 'daily', 'import')),
    unique (givens, box_rows, box_columns)
);

create table dailies (
    label text primary key,                 -- an ISO date
    puzzle_id integer not null references puzzles (id)
);
create index dailies_puzzle on dailies (puzzle_id);

-- A game belongs to a chat; in a private chat the chat's id is the user's id.
create table games (
    id integer primary key,
    chat_id bigint not null,
    puzzle_id integer not null references puzzles (id),
    daily_label text references dailies (label),
    started_by bigint references users (id) on delete set null,
    state text not null default 'open' check (state in ('open', 'solved', 'given_up')),
    started_at bigint not null,
    finished_at bigint,
    done integer not null default 0,        -- how many turns are applied; the rest can be redone
    message_id bigint,                      -- the live board
    unique (chat_id, daily_label)
);
create index games_chat_state on games (chat_id, state);
create index games_puzzle on games (puzzle_id);
create index games_started_by on games (started_by);

create table current_games (
    chat_id bigint primary key,
    game_id integer not null references games (id) on delete cascade
);
create index current_games_game on current_games (game_id);

-- What one message or one press did. The player is null once that user was deleted.
create table turns (
    game_id integer not null references games (id) on delete cascade,
    number integer not null,                -- from 0 on
    user_id bigint references users (id) on delete set null,
    made_at bigint not null,
    moves text not null,                    -- JSON: [[act, cell, value], ...]
    primary key (game_id, number)
);
create index turns_user on turns (user_id);

create table results (
    user_id bigint not null references users (id) on delete cascade,
    game_id integer not null references games (id) on delete cascade,
    daily_label text references dailies (label),
    seconds integer not null,
    mistakes integer not null,
    in_time boolean not null,               -- finished while the label counted, in the zone of then
    finished_at bigint not null,
    primary key (user_id, game_id),
    unique (user_id, daily_label)
);
create index results_game on results (game_id);

-- `next_label` is kept beside `next_due`: in a gap at midnight the due instant of a label falls on
-- the next date. `last_label` outlives a stop, so that no label is sent twice.
create table subscriptions (
    chat_id bigint primary key,
    user_id bigint references users (id) on delete set null,
    zone text not null,
    minute integer not null check (minute between 0 and 1439),
    next_due bigint not null,
    next_label text not null,
    last_label text,
    state text not null default 'active' check (state in ('active', 'stopped', 'unreachable'))
);
create index subscriptions_due on subscriptions (state, next_due);
create index subscriptions_user on subscriptions (user_id);

create table outbox (
    id integer primary key,
    chat_id bigint not null references subscriptions (chat_id) on delete cascade,
    label text not null,
    state text not null default 'pending'
        check (state in ('pending', 'sending', 'sent', 'maybe_sent', 'failed')),
    attempts integer not null default 0,
    not_before bigint not null,
    expires_at bigint not null,
    changed_at bigint not null,
    reason text,                            -- of the last attempt that did not succeed
    unique (chat_id, label)
);
create index outbox_due on outbox (state, not_before);
create index outbox_age on outbox (state, changed_at);

-- Whole boards that were handed in for checking, right or wrong.
create table submissions (
    id integer primary key,
    game_id integer not null references games (id) on delete cascade,
    user_id bigint not null references users (id) on delete cascade,
    answer text not null,                   -- as puzzles.givens
    submitted_at bigint not null
);
create index submissions_game on submissions (game_id);
create index submissions_user on submissions (user_id);
