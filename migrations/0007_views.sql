-- Why: a game may be shown in several places, and what every place owes to its people must outlive
-- a kill. Which boards are stale and which puzzles are being made was only in memory before.

-- Where a game is shown: one message of the bot in one chat and topic.
create table views (
    game_id integer not null references games (id) on delete cascade,
    chat_id bigint not null,
    topic_id bigint not null default 0,     -- 0: the general topic, or a chat without topics
    message_id bigint,                      -- null: nothing shows the game there yet
    stale text check (stale in ('send', 'redraw')), -- null: the message shows what is stored
    version integer not null default 0,     -- counts the marks, so that no later one is cleared
    marked_at bigint,                       -- the first mark since the view was last fresh
    primary key (game_id, chat_id, topic_id)
);
create index views_place on views (chat_id, topic_id);
create index views_stale on views (marked_at) where stale is not null;

insert into views (game_id, chat_id, message_id)
    select id, chat_id, message_id from games where message_id is not null;
alter table games drop column message_id;

-- Puzzles that are being made for somebody, behind a message that says so.
create table makings (
    chat_id bigint not null,
    topic_id bigint not null default 0,     -- as in views
    message_id bigint not null,             -- the message that says so
    user_id bigint not null references users (id) on delete cascade,
    bot_id bigint not null,
    update_id bigint not null,              -- what asked for it, as in the inbox
    wish text not null,                     -- JSON
    seed text not null,
    asked_at bigint not null,
    primary key (chat_id, topic_id, message_id)
);
create index makings_user on makings (user_id);
create index makings_bot on makings (bot_id, asked_at);
