-- Why: an export that was kept held the bytes of the exports kept before it, and grew until no memory
-- was large enough. Now it is made when it can be sent, and what is kept for a chat has a limit.

-- Their files are not even read: any of them may be larger than the memory.
delete from replies where file_name in ('sudoku.json', 'sudoku-results.csv');

-- Bytes of html, keyboard and file; null: kept by a program without a limit.
alter table replies add column size integer;
create index replies_size on replies (chat_id, size);

-- The moves of a person are read page by page, in this order.
create index turns_person on turns (user_id, game_id, number);
drop index turns_user;
