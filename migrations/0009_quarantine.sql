-- Why: an update that the bot could not read ended all reading. Now it is set aside with the reason,
-- and the others go on. Its text stays for some days, so that somebody can find out what it was.

alter table inbox add column fault text; -- null: nothing is wrong with it
create index inbox_fault on inbox (received_at) where fault is not null;
