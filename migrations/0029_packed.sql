-- Why: a game that has ended kept a row for each of its turns, which with their indexes were six
-- sevenths of all that it took, for ever. Now they are packed into its own row once it is over
-- (bot/store/packing.py), in the background, so that this script is quick however many games there
-- are. A replica of an earlier version would take a packed game for one without turns, so none is
-- packed while such a replica is there.

-- The turns of a game that has ended; null: not yet, they stand in `turns`; '': they stay there.
alter table games add column packed text;
create index games_unpacked on games (id) where state <> 'open' and packed is null;

-- Who made the turns of a packed game. The user is null once that user was deleted.
create table packed_players (
    game_id integer not null references games (id) on delete cascade,
    number integer not null,                -- as the packed turns name them, from 1 on
    user_id bigint references users (id) on delete set null,
    primary key (game_id, number)
);
create index packed_players_user on packed_players (user_id, game_id);

-- The schema of the program that a replica runs; null: of one before this script.
alter table replicas add column schema integer;
