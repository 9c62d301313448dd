-- Why: to find that no solved puzzle wants its way any more, every puzzle was looked at, each few
-- seconds. What wants one stands here now, from its first result until the way is known.

create table unweighed (
    puzzle_id integer primary key references puzzles (id) on delete cascade
);
insert into unweighed (puzzle_id)
    select p.id from puzzles p
    where exists (select 1 from results r join games g on g.id = r.game_id where g.puzzle_id = p.id)
    and not exists (select 1 from ways w where w.puzzle_id = p.id);
