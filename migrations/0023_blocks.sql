-- Why: whoever floods the bot could only be limited. An operator may block an account or a chat, and
-- what it sends is dropped until it is unblocked.

create table blocks (
    id bigint primary key,                  -- an account, as in users, or a chat
    blocked_at bigint not null
);
