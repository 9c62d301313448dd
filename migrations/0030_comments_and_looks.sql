-- Why: a board below a post of a channel must reply to a comment, and only the first comments of a
-- thread say that it is one. After a restart the bot has to know it all the same.

-- A thread of a group that holds the comments below the post with this number.
create table comments (
    chat_id bigint not null,
    thread_id integer not null,
    primary key (chat_id, thread_id)
);

-- Replicas of the version before do not know the look `tall`, and would draw no board. They read
-- `board`, which is `full` for it.
alter table users add column tall integer not null default 0;
alter table groups add column tall integer not null default 0;
update users set board = 'full', tall = 1 where board = 'tall';
update groups set board = 'full', tall = 1 where board = 'tall';
