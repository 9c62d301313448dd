-- Why: the pictures of an album are one request. Each of them is answered once, also after a
-- restart, and what was read in several of them is summed up at the end.

alter table drafts add column album text;           -- Telegram's name for the album of the picture
alter table drafts add column message_id integer;   -- the message with the picture of an album
alter table drafts add column answer_id integer;    -- the message that answered it; 0: kept for later
alter table drafts add column summary_id integer;   -- the message that sums the album up; 0: the same
