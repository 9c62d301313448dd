-- Why: a game is also played on a page beside the chat. What a page does names the version of the
-- game on which it was done, so each game has one; it rises with every turn, undo, redo and the end.
-- What a page sends twice happens once: for each device of a person stands here which of its acts
-- was the last. A board that a page has changed may rest for a few seconds before it is redrawn.

alter table games add column version bigint not null default 0;
-- The buttons that are out there name the number of turns.
update games set version = done;
alter table views add column not_before bigint;   -- null: as soon as there is room
create table devices (
    user_id bigint not null references users (id) on delete cascade,
    device text not null,                   -- a name that the page gave itself
    number bigint not null,                 -- of its last act that changed something
    seen_at bigint not null,
    primary key (user_id, device)
);
create index devices_seen on devices (seen_at);
