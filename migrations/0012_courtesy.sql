-- Why: a board that only does not show yet what somebody has selected had no mark, so that where
-- Telegram's limits left no room nobody drew it before the next move. It is owed less than a move.

create table views_with_courtesy (
    game_id integer not null references games (id) on delete cascade,
    chat_id bigint not null,
    topic_id bigint not null default 0,     -- 0: the general topic, or a chat without topics
    message_id bigint,                      -- null: nothing shows the game there yet
    is_picture integer not null default 0,  -- which cannot be edited to a text, nor the other way
    stale text check (stale in ('send', 'redraw', 'courtesy')), -- null: it shows what is stored
    version integer not null default 0,     -- counts the marks, so that no later one is cleared
    marked_at bigint,                       -- the first mark since the view was last fresh
    asked_by bigint references users (id) on delete set null, -- whose settings the board follows
    primary key (game_id, chat_id, topic_id)
);
insert into views_with_courtesy
    (game_id, chat_id, topic_id, message_id, is_picture, stale, version, marked_at, asked_by)
    select game_id, chat_id, topic_id, message_id, is_picture, stale, version, marked_at, asked_by
    from views;
drop table views;
alter table views_with_courtesy rename to views;
create index views_place on views (chat_id, topic_id);
create index views_stale on views (marked_at) where stale is not null;
create index views_asked_by on views (asked_by) where asked_by is not null;
