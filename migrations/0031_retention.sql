-- Why: an operator may want old games deleted (bot/store/retention.py). What a person was told of a
-- solved game hangs on its row, so that row stays without its turns; it must not be found again.

-- Whether nothing is left of a game that has ended but what its results need.
alter table games add column forgotten integer not null default 0;
-- The others by their end: the oldest ones are due first.
create index games_ended on games (finished_at) where state <> 'open' and forgotten = 0;
