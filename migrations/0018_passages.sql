-- Why: the reason of a hard step is told in passages, and people turn from one to the next.

alter table views add column hint_passage integer;      -- which passage is shown, from 0; null without a hint
