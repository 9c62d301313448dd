-- Why: with getUpdates a batch is confirmed before its handlers have run, so that a killed bot
-- forgot what people had said. Every update now lies here before anything else happens to it.
--
-- What people wrote is wiped once it is dealt with; the bare numbers stay for an hour, so that an
-- update that comes twice is still one.

create table inbox (
    bot_id bigint not null,                 -- another bot numbers its updates anew
    update_id bigint not null,
    received_at bigint not null,
    user_id bigint,                         -- of whom it tells, until it is dealt with
    chat_id bigint,
    payload text,                           -- Telegram's JSON; null once it is dealt with
    attempts integer not null default 0,    -- how many processes took it up again
    took_effect boolean not null default false,
    game_id integer references games (id) on delete set null, -- on which game
    primary key (bot_id, update_id)
);
create index inbox_age on inbox (received_at);
create index inbox_game on inbox (game_id);
