-- Why: a group's board followed whoever pressed last. Now it has settings of its own.

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

-- The box that a group's keys show, to all of its people.
alter table views add column box integer;
