-- Why: an answer that Telegram does not take now was lost, or held up its handler for a minute.
-- What a person must still be told is kept, and outlives a kill.

-- Messages that are still to be sent or edited, and show more than a view does.
create table replies (
    id integer primary key,
    chat_id bigint not null,
    topic_id bigint not null default 0,     -- as in views
    user_id bigint references users (id) on delete cascade, -- who is answered
    message_id bigint,                      -- what is edited; null: a new message
    reply_to bigint,                        -- the message that a new one answers
    html text not null,                     -- the text, or what stands below a file
    keyboard text,                          -- Telegram's JSON
    file text,                              -- base64; null: a text
    file_name text,                         -- null: the file is a picture
    kept_at bigint not null
);
create index replies_chat on replies (chat_id);
create index replies_user on replies (user_id);

-- Whose settings and selection a stale view is drawn with; null: those of who began the game.
alter table views add column asked_by bigint references users (id) on delete set null;
create index views_asked_by on views (asked_by) where asked_by is not null;

-- The topic of a forum in which the daily was subscribed to, and comes.
alter table subscriptions add column topic_id bigint not null default 0;
