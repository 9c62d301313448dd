-- Why: a streak ends without a word. Who asks for it is reminded in the evening, once, and only on a
-- day on which their streak would end. A row of outbox whose label ends in -evening is such a
-- reminder, so that it goes out exactly as a daily does.

alter table subscriptions add column evening integer;       -- the minute of the day; null: not asked for
alter table subscriptions add column evening_due bigint;    -- null: the chat was unreachable
alter table subscriptions add column evening_label text;    -- the day of the next one
alter table subscriptions add column evening_last text;     -- the day that was handed to outbox last
create index subscriptions_evening on subscriptions (evening_due) where evening_due is not null;

-- The game below whose end the reminder was offered; null: it was not yet.
alter table users add column offered_in integer;
