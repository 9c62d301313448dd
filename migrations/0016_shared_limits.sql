-- Why: Telegram's limits and what a person may ask are those of the bot, however many replicas serve
-- it, and a daily belongs to the replica that sends it. On SQLite these tables stay empty.

-- Each is the right to send one message in any second, of all that Telegram allows.
create table permits (
    number integer primary key,
    holder integer references replicas (id) on delete set null,     -- null: free
    free_at integer not null                -- milliseconds of the server's clock
);
create index permits_holder on permits (holder);

-- How many permits each replica has use for.
create table demands (
    replica integer primary key references replicas (id) on delete cascade,
    wanted integer not null,
    is_halted boolean not null              -- Telegram told so many chats to wait that it may be all
);

-- What people have asked for of late; a row says nothing once its time has passed.
create table allowances (
    name text not null,
    user_id bigint not null,
    full_at integer not null,               -- milliseconds of the server's clock
    primary key (name, user_id)
);
create index allowances_user on allowances (user_id);

-- Which replica sends it.
alter table outbox add column sender integer;
