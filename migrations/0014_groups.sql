-- Why: a group's board followed whoever pressed last, and nobody saw who had placed what. Now the
-- board has settings of its own, and each of its players a letter and a name.

-- How a group sees its boards, at first as whoever began its first game.
create table groups (
    chat_id bigint primary key,
    language text,                          -- as users.language, or as a client says it
    board text not null,                    -- these as in users
    policy text not null,
    theme text not null,
    timer integer not null
);
insert into groups (chat_id, language, board, policy, theme, timer)
    select g.chat_id, coalesce(u.language, u.client_language), u.board, u.policy, u.theme, u.timer
    from games g join users u on u.id = g.started_by
    where g.chat_id < 0 and g.id = (
        select min(first.id) from games first
        where first.chat_id = g.chat_id and first.started_by is not null
    );

-- Who has a part in a group's game.
create table players (
    game_id integer not null references games (id) on delete cascade,
    user_id bigint not null references users (id) on delete cascade,
    seat integer not null,                  -- 0 is the letter A
    name text,                              -- null: forgotten, or never known
    primary key (game_id, user_id)
);
create index players_user on players (user_id);
create index players_named on players (game_id) where name is not null;
insert into players (game_id, user_id, seat)
    select t.game_id, t.user_id,
        row_number() over (partition by t.game_id order by min(t.number)) - 1
    from turns t join games g on g.id = t.game_id
    where g.chat_id < 0 and t.user_id is not null group by t.game_id, t.user_id;

-- The box that a group's keys show, to all of its people.
alter table views add column box integer;

-- Who took the help.
alter table hints add column user_id bigint references users (id) on delete set null;
create index hints_user on hints (user_id) where user_id is not null;
alter table checks add column user_id bigint references users (id) on delete set null;
create index checks_user on checks (user_id) where user_id is not null;
