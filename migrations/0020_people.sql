-- Why: Telegram names one bot of its own, 1087968824, for the anonymous administrators of all groups,
-- and two accounts, 136817688 and 777000, for all channels that write in groups. Each of them was one
-- person: whoever wrote so was shown the puzzles of strangers. Now whoever writes in the name of a
-- chat is a person of that chat, whose number is 10^16 less that of the chat (bot/game/person.py).
--
-- What an anonymous administrator did in a game, or asked for in a group, becomes that of the
-- person of its chat. Of the rest nobody knows whose it is: choices, the shelf, drafts, lessons and
-- solutions seen. Nor does anybody know of which channel something is. All that goes, and moves and
-- help lose their name, as behind /deleteme. The seats lose the name of Telegram's bot.

insert into users (id, created_at, seen_at)
    select 10000000000000000 - there.chat_id, u.created_at, u.seen_at
    from users u cross join (
        select chat_id from games where started_by = 1087968824
            or id in (select game_id from turns where user_id = 1087968824)
            or id in (select game_id from players where user_id = 1087968824)
            or id in (select game_id from hands where user_id = 1087968824)
            or id in (select game_id from results where user_id = 1087968824)
            or id in (select game_id from submissions where user_id = 1087968824)
            or id in (select game_id from hints where user_id = 1087968824)
            or id in (select game_id from checks where user_id = 1087968824)
        union select chat_id from views where asked_by = 1087968824
        union select chat_id from makings where user_id = 1087968824
        union select chat_id from replies where user_id = 1087968824
        union select chat_id from subscriptions where user_id = 1087968824
    ) there
    where u.id = 1087968824;

update games set started_by = 10000000000000000 - chat_id where started_by = 1087968824;
update turns set user_id = 10000000000000000
    - (select g.chat_id from games g where g.id = turns.game_id) where user_id = 1087968824;
update players set name = null, user_id = 10000000000000000
    - (select g.chat_id from games g where g.id = players.game_id) where user_id = 1087968824;
update hands set user_id = 10000000000000000
    - (select g.chat_id from games g where g.id = hands.game_id) where user_id = 1087968824;
update results set user_id = 10000000000000000
    - (select g.chat_id from games g where g.id = results.game_id) where user_id = 1087968824;
update submissions set user_id = 10000000000000000
    - (select g.chat_id from games g where g.id = submissions.game_id) where user_id = 1087968824;
update hints set user_id = 10000000000000000
    - (select g.chat_id from games g where g.id = hints.game_id) where user_id = 1087968824;
update checks set user_id = 10000000000000000
    - (select g.chat_id from games g where g.id = checks.game_id) where user_id = 1087968824;
update views set asked_by = 10000000000000000 - chat_id where asked_by = 1087968824;
update makings set user_id = 10000000000000000 - chat_id where user_id = 1087968824;
update replies set user_id = 10000000000000000 - chat_id where user_id = 1087968824;
update subscriptions set user_id = 10000000000000000 - chat_id where user_id = 1087968824;
update inbox set user_id = 10000000000000000 - chat_id
    where user_id = 1087968824 and chat_id is not null;

update games set started_by = null where started_by in (136817688, 777000);
update turns set user_id = null where user_id in (136817688, 777000);
update hints set user_id = null where user_id in (136817688, 777000);
update checks set user_id = null where user_id in (136817688, 777000);
update views set asked_by = null where asked_by in (136817688, 777000);
update replies set user_id = null where user_id in (136817688, 777000);
update subscriptions set user_id = null where user_id in (136817688, 777000);
delete from makings where user_id in (136817688, 777000);
delete from players where user_id in (136817688, 777000);
delete from hands where user_id in (136817688, 777000);
delete from results where user_id in (136817688, 777000);
delete from submissions where user_id in (136817688, 777000);
delete from shelf where user_id in (1087968824, 136817688, 777000);
delete from drafts where user_id in (1087968824, 136817688, 777000);
delete from lessons where user_id in (1087968824, 136817688, 777000);
delete from exercises where user_id in (1087968824, 136817688, 777000);
delete from shown_solutions where viewer_id in (1087968824, 136817688, 777000);
delete from allowances where user_id in (1087968824, 136817688, 777000);
delete from users where id in (1087968824, 136817688, 777000);
