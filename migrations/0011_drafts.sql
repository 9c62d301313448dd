-- Why: what was read from a photo is played or solved only after its sender has looked at it, which
-- may be after a restart. The photo itself is kept nowhere.

create table drafts (
    id integer primary key,
    user_id bigint not null references users (id) on delete cascade,
    box_rows integer not null,
    box_columns integer not null,
    digits text not null,                   -- one symbol a cell, `.` for a blank
    doubtful text not null,                 -- cells, the most doubtful first: `40 3 71`
    repaired text not null,                 -- cells that were changed to fit the rules
    by_hand text not null,                  -- cells whose digit was filled in by a person
    read_at bigint not null
);
create index drafts_user on drafts (user_id, id);
