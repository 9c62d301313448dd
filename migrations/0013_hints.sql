-- Why: a hint is shown on the board itself, so it has to outlive a redraw and a restart with it.

-- What a view shows of the hint for its game: for which state (as hints.state), and how much of it.
-- A turn takes it away in all views.
alter table views add column hint text;                 -- null: the board alone
alter table views add column hint_stage integer;        -- 1 to 3; of a mistake from 2 on its cells

-- Hints were messages of their own; the board tells them now.
alter table hints drop column message_id;
alter table hints drop column is_picture;
