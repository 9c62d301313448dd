-- Why: statistics by difficulty. It is a property of a puzzle that takes time to find, so it is
-- found when the engine has nothing better to do; puzzles from before are graded in the same way.
-- And a hint that goes on in its message must know whether that is a text or a picture.

-- Null: not graded yet. 'unrated': it took longer than a grade is worth.
alter table puzzles add column difficulty text;
create index puzzles_ungraded on puzzles (id) where difficulty is null;

alter table hints add column is_picture integer not null default 0;
