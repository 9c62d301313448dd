-- Why: what somebody types is meant for the game of their topic, or for the board from a photo that
-- they have just looked at.

-- The game that a place started or switched to last. Replicas of the version before write
-- current_games, which nothing reads any more.
create table place_games (
    chat_id bigint not null,
    topic_id bigint not null,
    game_id integer not null references games (id) on delete cascade,
    primary key (chat_id, topic_id)
);
create index place_games_game on place_games (game_id);

-- A chat's topics had one game together: it goes on in all that show it.
insert into place_games
    select c.chat_id, coalesce(v.topic_id, 0), c.game_id from current_games c
    left join views v on v.game_id = c.game_id and v.chat_id = c.chat_id;

-- Where a draft was read; null: before this was kept.
alter table drafts add column chat_id bigint;
alter table drafts add column topic_id bigint;
create index drafts_chat on drafts (chat_id);

-- Which draft a person has looked at last, and when: what they type may correct it. Null: none.
alter table users add column draft_id integer;
alter table users add column draft_at bigint;
