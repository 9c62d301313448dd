-- Why: a board that is owed below a post of a channel must reply to the comment that asked for it.
-- Until now only the process that was asked knew that comment, so after a restart the board came
-- outside the comments.

-- The comment below which a new message is owed; none outside comments.
alter table views add column comment_id integer;
