-- Why: one process could serve a database. Several may share one on PostgreSQL, so each has a row
-- here, and who handles which chat is a row as well. On SQLite these tables stay empty.

-- The processes that serve the bot now. A number is never given out twice.
create table replicas (
    id integer primary key,
    bot_id integer not null,                -- all serve the same bot
    name text not null,                     -- for logs
    until integer not null                  -- alive until then: milliseconds of the server's clock
);

-- The chats that a replica handles; what is no chat's is its person's, or a row of its own.
create table leases (
    chat_id bigint primary key,
    holder integer not null references replicas (id) on delete cascade
);
create index leases_holder on leases (holder);

-- Who does what must be done by one of them.
create table leaders (
    role text primary key,
    holder integer not null references replicas (id) on delete cascade
);
create index leaders_holder on leaders (holder);

-- Which replica has taken the update in to handle it, also where that one has ended; null: none.
alter table inbox add column holder integer;
create index inbox_waiting on inbox (bot_id, coalesce(chat_id, user_id, update_id))
    where payload is not null;
