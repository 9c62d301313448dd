from pathlib import Path

import pytest

from bot.game.talk.details import Wanted
from bot.game.talk.reading import LONGEST
from tests.bot.game.talk.vocabulary import VOCABULARY


def read(text: str, language: str = "en", *, playing: bool = True) -> str:
    """The wishes of a text, with `=` in front if the reading is sure of the first."""
    reading = VOCABULARY.read(text, language, playing=playing)
    if reading is None:
        return ""
    wanted = ", ".join(f"{one.name} {one.rest}".strip() for one in reading.wanted)
    return f"{'=' if reading.is_sure else '?'} {wanted}"


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("give me a hard diagonal 6x6", "= new 6 diagonal hard"),
        ("show me the rules again", "= rules"),
        ("explain the hint", "= why hint"),
        ("explain the move", "= why"),
        ("vuelve a como estaba hace 3 jugadas", "= undo 3"),
        ("vuelve a como estaba", "= start_over"),
        ("the hardest 6x6 you have", "= new 6 expert"),
        ("最难的4x4", "= new 4 easy"),
        ("an extreme 6x6", "= new 6 extreme"),
        ("the hardest 16x16", "= new 16 extreme"),
        ("what are the rules of a 16x16", "= rules 16"),
        ("cómo se juega el de 6x6", "= rules 6"),
        ("4x4的规则", "= rules 4"),
        ("how does 6x6 work", "= rules 6"),
        ("wtf is a candidate", "= term candidate"),
        ("which technique do i use now", "= hint"),
        ("q tecnica uso aqui", "= hint"),
        ("ta muy facil dame algo q me haga sudar", "= harder"),
        ("hazlo en imagen q en texto no lo veo", "? hint, board image"),
        ("imagen no, texto", "= board full"),
        ("cómo funciona el 16x16", "= rules 16"),
        ("解释一下6x6", "= rules 6"),
        ("explain an x wing in a 6x6", "? learn x wing, new 6 with x wing"),
        ("same size but harder", "= harder"),
        ("not easier, harder", "= harder"),
        ("más fácil no, más difícil", "= harder"),
        ("it's not too hard, easier please", "= easier"),
        ("a 9x9 thats not hard", "= new 9 medium"),
        ("thats not hard", "= too_easy"),
        ("dont delete my data", "? leave"),
        ("i dont want a new one i wanna keep going", "= leave"),
        ("not a new one the old one", "= games"),
        ("Same level as yesterday, but a different puzzle.", "? new"),
        ("一样大但是难一点", "= harder"),
        ("bigger but easier", "= easier bigger"),
        ("más pequeño pero más difícil", "= harder smaller"),
        ("大一点但是简单点", "= easier bigger"),
        ("too big, an easier one", "? easier"),
        ("más grande para ver mejor", "= bigger"),
        ("the friday before last", "= daily friday-before"),
        ("am I still signed up?", "= dailies"),
        ("¿a qué hora tengo puesto el diario?", "= dailies"),
        ("我的每日几点发", "= dailies"),
        ("sign me up for the daily", "= subscribe"),
        ("why is it 6 in the hint", "= why hint"),
        ("¿por qué un 6 en la pista?", "= why hint"),
        ("凭啥刚那个提示说是6", "= why hint"),
        ("explain the technique of the last hint", "= why hint"),
        ("刚才提示用的什么技巧", "= why hint"),
        ("why is it 6", "= why"),
        ("just tell me the number of the hint", "= hint answer"),
        ("mucho texto, solo dime q numero es y ya", "= hint answer"),
        ("提示直接说填几", "= hint answer"),
        ("hint, but dont just tell me the number", "? hint"),
        ("otra pista, distinta de la anterior", "= hint"),
        ("stop filling in the notes for me", "= own_notes"),
        ("desactiva las notas automáticas", "= own_notes"),
        ("si me salgo pierdo todo lo q llevo?", "= pause"),
        ("先不玩了 领导来了", "= pause"),
        ("几点给我发的来着我忘了", "? dailies"),
        ("再退一步", "= undo"),
        ("quita todas mis cifras malas", "= check"),
        ("quita todas mis cifras", "= start_over"),
        ("me puedes dar la solucion paso a paso", "= hint"),
        ("一步一步解给我看", "= hint"),
        ("pon uno con pocas pistas", "= new hard"),
        ("deshaz otra vez", "= undo"),
        ("empieza otra vez", "= start_over"),
        ("再前进一步", "= redo"),
        ("un sudoku sencillito para una persona mayor", "= new easy"),
        ("un sudoku mayor", "= new 16"),
        ("给我大爷来一道简单的", "= new easy"),
        ("me quede pegado", "= hint"),
        ("退出的话现在这局会丢吗", "= pause"),
        ("completa la columna 1 por mi", "= one_unit"),
        ("pon las notas de la fila 3", "= notes row 3"),
        ("xq no me llego el de hoy", "= dailies"),
        ("今天那个咋没给我发", "= dailies"),
        ("borra la suscripcion esa", "= unsubscribe"),
        ("把订阅删了", "= unsubscribe"),
        ("no manches esta bien facil este, subele tantito", "= harder"),
        ("algo cortito mientras espero el micro", "= new 6"),
        ("多久能做完一般", "= time_taken"),
        ("来个一般的", "= new medium"),
        ("cuanto se tarda normalmente en hacer uno?", "= time_taken"),
        ("给我看图 文字看着累", "= board image"),
        ("删了我所有记录 别留", "= deleteme"),
        ("¿Tienes sudokus de 16x16?", "= sizes"),
        ("do you have 7x7 puzzles?", "= sizes"),
        ("有沒有六宮格的數獨？", "= sizes"),
        ("¿hay alguno de 6x6?", "= new 6"),
        ("resuélveme nomás la columna 9, lo demás lo hago yo", "= one_unit"),
        ("solve row 3 for me", "= one_unit"),
        ("把最下面那横排帮我填完", "? one_unit"),
        ("resuélvelo", "= giveup"),
        ("¿si abandono baja mis estadísticas?", "? uncounted"),
        ("放弃的话会算进统计吗", "= uncounted"),
        ("metí uno a lo loco jajaja le atiné??", "= check"),
        ("cual es mi record en nivel experto", "= stats"),
        ("puedes hacerme la tarea de mates jaja", "= chat"),
        ("我想看排行榜", "? leaders"),
        ("quiero ver el ranking", "= leaders"),
        ("mi puesto en el ranking", "= stats"),
        ("那个笔记咋弄啊 就是格子里的小数字", "= help notes"),
        ("不玩这个了 换个难的 太没意思", "= new hard"),
        ("别帮我标候选数", "= own_notes"),
        ("how do I write my own notes", "= help notes"),
        ("fill in the notes", "= notes"),
        ("order me a pizza", "= chat"),
        ("¿qué ponen en la tele?", "= chat"),
        ("帮我点个外卖", "= chat"),
        ("a mini one, 4x4, for my kid so easiest you got", "= new 4 easy"),
        ("this was the easiest, another one", "= new easy"),
        ("print two hard 6x6 puzzles", "= print 2 6 hard"),
        ("imprime dos sudokus de 16x16", "= print 2 16"),
        ("打印三道困难的", "= print 3 hard"),
        ("print two hard ones", "= print 2 hard"),
        ("imprime uno fácil de 6x6", "= print 1 6 easy"),
        ("quiero imprimir sudokus difíciles", "= print 4 hard"),
        ("print the hard one", "= print"),
        ("打印这道难的", "= print"),
        ("print todays hard one", "= print"),
        ("print this hard 9x9", "= print"),
        ("imprímeme cinco de una puñetera vez", "= print 5"),
        ("whats my fastest 9x9 ever", "= stats"),
        ("mi mejor tiempo en 9x9", "= stats"),
        ("Pon los mensajes en inglés a partir de ahora", "= language en"),
        ("put your messages in spanish from now on", "= language es"),
        ("以后消息用英文", "= language en"),
        ("bórrame del diario", "= unsubscribe"),
        ("sign me off the daily", "= unsubscribe"),
        ("把我从每日里退了", "= unsubscribe"),
        ("太难了吧 换个简单点的 大小别变", "= easier"),
        ("dame uno más perro", "= harder"),
        ("字体调大一点", "= sight"),
        ("make the digits on the board bigger", "= sight"),
        ("too hard, an easier one but the same size", "? easier"),
        ("a 12 by 12", "= new 12"),
        ("uno de 12 por 12", "= new 12"),
        ("a 6 by 6", "= new 6"),
        ("what sizes are there", "= sizes"),
        ("¿qué tamaños tienes?", "= sizes"),
        ("有哪些尺寸", "= sizes"),
        ("too big, a normal one", "? new medium"),
        ("too hard, a small one", "? new 6, too_hard"),
        ("muéstrame las reglas otra vez", "= rules"),
        ("再看一遍规则", "= rules"),
        ("a really hard one please", "= new expert"),
        ("a puzzle with naked pairs", "= new with naked pair"),
        ("what are naked pairs?", "= learn naked pair"),
        ("otro más fácil", "= easier"),
        ("hello, another one, thanks", "= new"),
        ("print 4 puzzles", "= print 4"),
        ("notas de la caja 5", "= notes box 5"),
        ("把笔记都清掉", "= notes clear"),
        ("每天早上八点发给我", "= subscribe 08.00"),
        ("noon in tokyo", "= subscribe 12.00 tokyo"),
        ("yesterday's", "= daily yesterday"),
        ("说西班牙语", "= language es"),
        ("show it as a picture", "= board image"),
        ("清空所有笔记", "= notes clear"),
        ("把我填的全部清空", "= start_over"),
        ("erase all notes pls", "= notes clear"),
        ("erase all", "= start_over"),
        ("erase the game", "= start_over"),
        ("delete a game", "= drop_games"),
        ("delete an old game", "= drop_games"),
        ("borrar una partida", "= drop_games"),
        ("borra mis partidas", "= drop_games"),
        ("删除一局游戏", "= drop_games"),
        ("Give up all my games", "= drop_games"),
        ("end all the games", "= drop_games"),
        ("abandona todas mis partidas", "= drop_games"),
        ("放弃所有游戏", "= drop_games"),
        ("give up this game", "= giveup"),
        ("quit this game and show me my other games", "? games, giveup"),
        ("deja la partida a medias", "? games"),
        ("再来一局", "= new"),
        ("¿Cómo se anotan los candidatos?", "= help notes"),
        ("how do I fill in notes", "= help notes"),
        ("整道变态难的", "= new extreme"),
        ("yo gimme smth brutal", "= new extreme"),
        ("weno mándame uno bien perro", "? new extreme"),
        ("this is brutal", "= too_hard"),
        ("我玩得怎么样", "= check"),
        ("what was my time on friday", "= stats"),
        ("cuánto tardé el viernes", "= stats"),
        ("上周五我用了多久", "= stats"),
        ("open friday's puzzle", "= daily friday"),
        ("整道变态难的 别糊弄我 上次那个十分钟就秒了", "? new extreme"),
        ("one for my ten minutes on the bus", "= new 6"),
        ("stop practice", "= stop_practice"),
        ("i want to practice", "= learn"),
        ("go back to the start", "= start_over"),
        ("que significa ala en x", "= learn x wing"),
    ],
)
def test_the_details_of_a_wish_stand_behind_it(text: str, wish: str) -> None:
    assert read(text) == wish


FOLDER = Path(__file__).parent
EASIER = {"easier", "too_hard", "new easy"}
HARDER = {"harder", "too_easy", "new hard", "new expert", "new extreme"}


def said_in(table: str) -> list[list[str]]:
    """The sentences of a table, each with its language and what is wanted."""
    lines = (FOLDER / table).read_text("utf-8").splitlines()
    return [line.split("|", 2) for line in lines if line and not line.startswith("#")]


@pytest.mark.parametrize("playing", [False, True])
def test_the_hour_is_that_of_the_whole_sentence(*, playing: bool) -> None:
    """An hour is taken only if it is the only one that may be meant, and is meant for every day."""
    wrong = []
    for language, wanted, text in said_in("hours.txt"):
        reading = VOCABULARY.read(text, language, playing=playing)
        offered = [one for one in reading.wanted if one.name == "subscribe"] if reading else []
        hours = {one.rest.split()[0].replace(".", ":") for one in offered if one.rest} or {"none"}
        is_taken = reading is not None and reading.is_sure and bool(offered)
        may_be_taken = not wanted.startswith("?") and len(hours) == 1
        is_right = is_taken <= may_be_taken and (is_taken or not wanted.startswith("="))
        if hours != set(wanted.lstrip("?=").split(",")) or not is_right:
            wrong.append((text, wanted, hours))
    assert not wrong


@pytest.mark.parametrize("playing", [False, True])
def test_a_complaint_and_a_wish_point_the_same_way(*, playing: bool) -> None:
    wrong = []
    for language, wanted, text in said_in("directions.txt"):
        if "," in wanted:
            continue
        found = {one.removeprefix("new ") for one in wished(text, language, playing=playing)}
        if found != ({"easier", "harder"} if wanted == "both" else {wanted}):
            wrong.append((text, wanted, found))
    assert not wrong


@pytest.mark.parametrize("playing", [False, True])
def test_a_refused_level_is_neither_begun_nor_offered(*, playing: bool) -> None:
    wrong = []
    for language, wanted, text in said_in("directions.txt"):
        if "," not in wanted:
            continue
        reading = VOCABULARY.read(text, language, playing=playing)
        offered = [] if reading is None or reading.is_sure else [*reading.wanted]
        if offered != [Wanted("new", level) for level in wanted.split(",")]:
            wrong.append((text, wanted, reading))
    assert not wrong


def wished(text: str, language: str, *, playing: bool) -> set[str]:
    """What a sentence asks for in terms of difficulty."""
    reading = VOCABULARY.read(text, language, playing=playing)
    names = [f"{one.name} {one.rest}".strip() for one in reading.wanted] if reading else []
    ways = {"easier": EASIER | {"direction"}, "harder": HARDER | {"direction"}}
    found = {way for way, meant in ways.items() if meant & set(names)}
    return found or {name for name in names if name == "new medium"}


@pytest.mark.parametrize(
    "text", ["remind me today", "今天提醒我", "recuérdamelo hoy", "don't remind me today"]
)
def test_one_day_is_not_every_day(text: str) -> None:
    assert read(text).startswith("?")


def test_the_hour_that_it_is_now_is_no_wish() -> None:
    assert read("can i get the daily at 9 pm") == "= subscribe 21.00"
    assert read("can i get the daily? it's 9 pm") == "? subscribe 21.00"


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("not at 6, better at noon", "= subscribe 12.00"),
        ("the daily at 6am is too early, 9 in the morning is better", "= subscribe 09.00"),
        ("no me lo mandes a las 7, mejor a las 9 de la noche", "= subscribe 21.00"),
        ("不要六点发每日，中午发", "= subscribe 12.00"),
        ("每日改成早上七点一刻吧 现在太晚了", "= subscribe 07.15"),
        ("avísame a las diez de la noche si no he hecho el diario", "= evening 22.00"),
        ("if I haven't done the daily by ten at night remind me", "= evening 22.00"),
        ("要是九点晚上还没做就提醒我", "= evening 21.00"),
        ("no more reminders, but keep sending the daily", "= evening_off alone"),
        ("no quiero más avisos, el diario sí", "= evening_off alone"),
        ("No quiero avisos, con el diario me basta", "= evening_off alone"),
        ("mañana no me mandes nada", "? some_days"),
        ("don't send the daily tomorrow", "? some_days"),
        ("no daily tomorrow please", "= some_days"),
        ("stop the daily for a week", "? some_days"),
        ("明天不用发每日", "? some_days"),
        ("no me mandes nada por la mañana", "= unsubscribe"),
        ("stop the daily from tomorrow on", "= unsubscribe"),
        ("no quiero otro quiero seguir con este", "= leave"),
        ("olvídate de todo lo que sabes de mí", "= deleteme"),
        ("forget everything about me", "= deleteme"),
        ("cámbiame el diario a las 10 de la noche", "? subscribe 22.00"),
        ("envíame el diario a las 20 hora de méxico", "= subscribe 20.00 mexico"),
        ("no quiero mensajes, me basta el diario", "= evening_off alone"),
        ("no notifications, the daily is enough", "= evening_off alone"),
        ("别发通知了，每日一题就够了", "? evening_off alone"),
        ("no quiero avisos, el diario no me sirve", "= unsubscribe"),
        ("stop the daily, it's enough", "= unsubscribe"),
        ("no quiero avisos", "= unsubscribe"),
        ("don't bug me with reminders anymore but keep the daily coming", "= evening_off alone"),
        ("关掉提醒 但每日还要发", "= evening_off alone"),
        ("stop the reminders and the daily", "= unsubscribe"),
        ("提醒和每日都别发了", "= unsubscribe"),
        ("recuérdame el diario si no lo he hecho", "= evening"),
        ("send me reminders, not the daily", "? subscribe"),
        ("wipe everything of mine from your servers", "= deleteme"),
        ("borra todo lo mío de tus servidores", "= deleteme"),
        ("把我的东西全从你们服务器上删了", "= deleteme"),
        ("borra todo lo mío del tablero", "= start_over"),
        ("borra todo lo que puse", "= start_over"),
    ],
)
def test_what_is_to_go_on_or_to_change_is_told_from_what_is_to_end(text: str, wish: str) -> None:
    assert read(text).split(",")[0] == wish


def test_a_refusal_leaves_the_rest_of_a_wish() -> None:
    assert read("a 6x6, not a hard one") == "? new 6 easy, new 6 medium"
    assert read("not an easy one, not an extreme one") == "? new medium, new hard, new expert"
    assert read("not an easy one, a hard one") == "= new hard"


def test_what_nobody_explained_makes_it_a_guess() -> None:
    assert read("a hint") == "= hint"
    assert read("a hint about elephants") == "? hint"
    assert read("elephants giraffes zebras hint") == ""
    assert read("elephants, giraffes, zebras, hint") == "? hint"


@pytest.mark.parametrize(
    "text",
    ["don't undo", "no me des pistas", "不要提示", "i dont want a hint", "i dont speak english"],
)
def test_what_is_denied_is_never_done(text: str) -> None:
    assert not read(text).startswith("=")


@pytest.mark.parametrize(
    "text",
    [
        *("don't stop the daily", "please never stop the daily", "do not unsubscribe me"),
        *("i don't want you to stop the daily", "don't stop sending it at 8"),
        *("no quiero dejar de recibir el diario", "别取消每日", "不想取消订阅"),
    ],
)
def test_whoever_denies_the_end_of_the_dailies_keeps_them(text: str) -> None:
    assert read(text) == "? leave"


@pytest.mark.parametrize(
    "text",
    [
        *("don't send it, cancel the daily", "no, stop the daily", "i don't want it, stop it"),
        *("no more daily please", "不要再发了，取消", "no me mandes más el diario"),
    ],
)
def test_a_denial_beside_the_end_of_the_dailies_may_still_be_that_end(text: str) -> None:
    assert "leave" not in read(text)


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("cancel the reminder", "= evening_off"),
        ("stop reminding me at 8", "= evening_off"),
        ("别再提醒我了", "= evening_off"),
        ("stop the reminders, the daily is fine", "= evening_off alone"),
        ("I don't want reminders, I like the daily", "= evening_off alone"),
        ("别提醒了，每日挺好的", "= evening_off alone"),
        ("cancela el aviso", "= evening_off"),
        ("no me mandes más avisos", "= unsubscribe"),
        ("no daily, only the reminder", "= unsubscribe"),
        ("stop the messages and reminders", "= unsubscribe"),
        ("stop reminding me of the daily", "= unsubscribe"),
    ],
)
def test_who_wants_only_the_reminder_to_end_keeps_the_daily(text: str, wish: str) -> None:
    assert read(text).split(",")[0] == wish


@pytest.mark.parametrize(
    "text",
    [
        *("I usually play at 9 in the evening", "i play every day at 21:00", "我每天晚上九点玩"),
        *("not at 8 pm, I have dinner at 9 pm", "not at 20:00, my bus leaves at 21:00"),
        *("mi jefe llega a las 21:00", "mi diario llega a las 21:00"),
        *("no a las 20:00, mi autobús sale a las 21:00", "别在晚上八点，晚上九点我要睡觉"),
    ],
)
def test_an_hour_that_is_only_told_is_offered_however_like_a_wish_the_text_is(text: str) -> None:
    reading = VOCABULARY.read(text, "en", playing=True)
    assert reading is not None
    assert reading.wanted == (Wanted("subscribe", "21.00"),)
    assert not reading.is_sure
    assert not reading.is_likely


def test_a_no_to_what_was_before_denies_nothing() -> None:
    assert read("no, undo") == "= undo"


def test_thanks_for_a_hint_asks_for_none() -> None:
    assert read("thanks for the hint") == "= thanks"


def test_a_question_whether_it_is_hard_makes_no_puzzle() -> None:
    assert read("is this an expert puzzle?") == "= rate"
    assert read("this is hard") == "= too_hard"
    assert read("es fácil", "es") == "= too_easy"


def test_two_wishes_are_both_offered() -> None:
    assert read("check it or give me a hint") == "? check, hint"


@pytest.mark.parametrize(
    ("text", "person", "said"),
    [
        ("I am stuck", "zh", "en"),
        ("卡住了", "en", "zh"),
        ("estoy atascado", "en", "es"),
        ("undo", "zh", None),
        ("6x6", "es", None),
        ("hola", "es", None),
        ("ya me canse, chao", "es", None),
    ],
)
def test_the_language_is_that_of_the_words(text: str, person: str, said: str | None) -> None:
    reading = VOCABULARY.read(text, person, playing=True)
    assert reading is not None
    assert reading.language == said


@pytest.mark.parametrize("text", ["", "🙂", "asdfgh", "zebra", "??", "hint " * LONGEST])
def test_what_means_nothing_or_is_long_is_none(text: str) -> None:
    assert read(text) == ""


@pytest.mark.parametrize("piece", ["hnit ", "难", "new york 8 ", "a", "r4c5 "])
def test_the_longest_text_is_read_without_error(piece: str) -> None:
    longest = (piece * LONGEST)[:LONGEST]
    for language in ("en", "zh", "es"):
        reading = VOCABULARY.read(longest, language, playing=False)
        assert reading is None or reading.wanted


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("a small one", "= new 6"),
        ("a big one", "= new 16"),
        ("one for kids", "= new 6"),
        ("a hard one for kids", "= new hard"),
        ("a small one, 9x9", "= new 9"),
        ("a very hard one", "= new expert"),
        ("a very easy one", "= new easy"),
        ("print 1 puzzle", "= print"),
        ("notes for row 3", "= notes row 3"),
        ("notes for box", "? notes"),
        ("what is an x wing and a naked single", "= learn naked single"),
        ("what is a naked single and an x wing", "= learn naked single"),
    ],
)
def test_what_is_left_open_is_the_usual(text: str, wish: str) -> None:
    assert read(text) == wish


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        # A single Latin letter is a slip of the finger and not a strange word.
        ("x y z hint", "? hint"),
        ("ab cd hint", "? hint"),
        ("ab cd ef hint", ""),
        ("提示 鲸 鱼", "? hint"),
        ("提示 鲸 鱼 鹅", ""),
        # Small talk is answered only where little else was said.
        ("thanks elephants", "? thanks"),
        ("thanks elephants giraffes", ""),
    ],
)
def test_a_text_may_be_strange_up_to_two_thirds(text: str, wish: str) -> None:
    assert read(text, "zh" if text.startswith("提") else "en") == wish


def test_a_text_of_the_greatest_length_is_read() -> None:
    assert read("hint".ljust(LONGEST)) == "= hint"
    assert read("hint".ljust(LONGEST + 1)) == ""
    assert LONGEST == 200


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("too bad, easy one", "? new easy"),
        ("i dont like it, hard one", "? new hard"),
        ("not today, an easy one", "? new easy"),
    ],
)
def test_what_is_denied_in_one_clause_is_not_denied_in_the_next(text: str, wish: str) -> None:
    assert read(text) == wish


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("stop sending it at 8", "= unsubscribe"),
        ("stop sending it at 8 today", "? unsubscribe"),
        ("stop sending elephants at 8", "? unsubscribe"),
    ],
)
def test_an_hour_may_be_the_end_of_the_dailies(text: str, wish: str) -> None:
    assert read(text) == wish


def test_words_of_other_languages_are_understood_too() -> None:
    assert read("来个hard的", "zh") == "= new hard"
    assert read("来个dificil的", "zh") == "= new hard"
    assert read("每天早上8点 send", "zh") == "= subscribe 08.00"


def test_a_word_with_a_slip_tells_less_about_the_language_than_a_right_one() -> None:
    reading = VOCABULARY.read("pista difficut", "zh", playing=True)
    assert reading is not None
    assert reading.language == "es"


@pytest.mark.parametrize(("text", "is_talk"), [("thanks", True), ("hello", True), ("hint", False)])
def test_small_talk_is_no_wish(text: str, *, is_talk: bool) -> None:
    reading = VOCABULARY.read(text, "en", playing=True)
    assert reading is not None
    assert reading.is_small_talk is is_talk


@pytest.mark.parametrize(
    ("text", "wish"), [("no notes please", "= notes clear"), ("not nice", ""), ("not hello", "")]
)
def test_a_denial_belongs_to_some_wishes_and_ends_small_talk(text: str, wish: str) -> None:
    assert read(text) == wish


@pytest.mark.parametrize(("text", "wish"), [("new 6", "= new 6"), ("new 26", "= new")])
def test_a_number_is_a_size_where_puzzles_of_it_are_made(text: str, wish: str) -> None:
    assert read(text) == wish


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("can i play with a picture board instead of text", "= board image"),
        ("make the board bigger", "= sight"),
        ("字太小了看不清", "= sight"),
        ("can i have a bigger one", "= new 16"),
        ("skip the easy ones, will you", "? new medium, new hard, new expert"),
        ("anything as long as it's not hard", "= new medium"),
        ("cualquier cosa menos uno fácil", "? new medium, new hard, new expert"),
        ("专家难度就算了吧", "? new easy, new medium, new hard"),
        ("How do you solve hard ones?", "= learn"),
        ("not bad", "= nice"),
        ("it is not ok", "= bad"),
        ("i don't want a hint", "? leave"),
        ("a hint, but don't tell me the number", "= hint"),
        ("take back the last 3 moves", "= undo 3"),
        ("撤两步", "= undo 2"),
        ("last sundays one", "= daily sunday"),
        ("easier than this", "= easier"),
        ("来一局吧", "= new"),
        ("erase that", "= undo"),
        ("killer sudoku", "= variant"),
        ("怎么跟朋友一起玩", "? friends"),
        ("how long did that take me", "= time_taken"),
        ("这道题是不是只有一个答案?", "= fair"),
        ("🔥 hint", "= hint"),
        ("💡", "= hint"),
        ("ping me at 6am but not on sunday", "? subscribe 06.00"),
    ],
)
def test_kinds_of_wishes_that_were_once_read_as_something_else(text: str, wish: str) -> None:
    assert read(text) == wish


def test_what_is_only_named_beside_strange_words_is_likely() -> None:
    likely = VOCABULARY.read("zebra stats", "en", playing=True)
    assert likely is not None
    assert (likely.is_sure, likely.is_likely) == (False, True)
    denied = VOCABULARY.read("zebra no stats", "en", playing=True)
    assert denied is None or not denied.is_likely


def test_a_text_that_is_misspelt_beyond_a_slip_is_offered() -> None:
    assert read("calandarr archvie") == "? calendar"


@pytest.mark.parametrize(
    ("text", "language", "wish"),
    [
        ("cn u giv me a hnt plz", "en", "= hint"),
        ("komo se juega esto", "es", "= rules"),
        ("给个提式呗", "zh", "? hint"),
        ("sta facilisimo dame algo", "es", "= too_easy"),
        ("this is easy, give me a real one", "en", "= harder"),
        ("i would love 2 send this 2 my cousin", "en", "= share"),
        ("how do I write small numbers", "en", "= help notes"),
        ("我想挑战一下最高难度", "zh", "= new extreme"),
        ("los numeritos chiquitos como se ponen", "es", "= help notes"),
        ("怎么写笔记", "zh", "= help notes"),
        ("carry on with the puzzle from last night", "en", "= games"),
        ("a qué hora mandas el sudoku del día", "es", "= dailies"),
    ],
)
def test_what_is_typed_on_phones_is_read(text: str, language: str, wish: str) -> None:
    assert read(text, language) == wish


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("so easy, another one", "en"),
        ("very hard, another please", "en"),
        ("muy fácil dame otro", "es"),
        ("好难 换一个", "zh"),
        ("很简单 再来一个", "zh"),
    ],
)
def test_a_level_before_a_wish_may_judge_the_board_so_the_bot_asks(
    text: str, language: str
) -> None:
    assert read(text, language) in {"= direction", "? direction"}


@pytest.mark.parametrize(
    ("text", "language", "wish"),
    [
        ("a really hard one please", "en", "= new expert"),
        ("很难的来一个", "zh", "= new expert"),
        ("好难啊，给我个简单的", "zh", "= new easy"),
    ],
)
def test_a_level_that_is_wished_for_is_no_judgement(text: str, language: str, wish: str) -> None:
    assert read(text, language) == wish


@pytest.mark.parametrize(
    ("text", "language", "wish"),
    [
        ("en español no, english please", "en", "? language"),
        ("inglés no, español", "es", "? language"),
        ("英文不要，中文", "zh", "? language"),
        ("english isn't my language, spanish please", "en", "? language es"),
        ("english, not spanish", "en", "? language en"),
        ("please don't speak spanish, english", "en", "? language en"),
        ("不要英文，说中文", "zh", "? language zh"),
    ],
)
def test_no_language_is_taken_that_may_be_the_unwanted_one(
    text: str, language: str, wish: str
) -> None:
    assert read(text, language) == wish


@pytest.mark.parametrize(
    ("text", "language", "wish"),
    [
        ("hello 可以中文吗 my english not good", "zh", "= language zh"),
        ("in english, i dont speak spanish", "en", "? language en"),
        ("a small one, smaller than the usual 9x9", "en", "? new 6"),
        ("one for my 4 year old", "en", "= new 6"),
        ("every day at 6 45 am", "en", "= subscribe 06.45"),
        ("不玩了拜拜", "zh", "= bye"),
        ("stop with the hints", "en", "= only_asked"),
        ("send it every day at 7 am but not on sundays", "en", "? some_days, subscribe 07.00"),
        ("do i need maths for this", "en", "= maths"),
        ("每个人的题都一样吗", "zh", "? dailies"),
        ("¿hay límite de tiempo?", "es", "? limits"),
    ],
)
def test_what_is_denied_or_compared_with_is_not_wanted(text: str, language: str, wish: str) -> None:
    assert read(text, language) == wish


@pytest.mark.parametrize(
    ("text", "language"),
    [
        *((text, "en") for text in ("don't delete my notes", "do not undo that", "don't check it")),
        *((text, "en") for text in ("Do not show me the solution.", "no, don't show the answer")),
        *((text, "en") for text in ("dont restart", "don't give me a new one yet", "hands off")),
        *((text, "zh") for text in ("不要删我的笔记", "别撤销", "别清空啊", "先别换", "不要重来")),
        *((text, "es") for text in ("no borres mis notas", "no lo deshagas", "no empieces otro")),
    ],
)
def test_what_is_forbidden_is_left_alone(text: str, language: str) -> None:
    assert read(text, language) in {"= leave", "? leave"}


@pytest.mark.parametrize(
    ("text", "language", "wish"),
    [
        ("dont remind me at 8, remind me at 9 pm", "en", "= subscribe 21.00"),
        ("less notes please", "en", "= notes clear"),
        ("why did you start a new game", "en", "= games"),
        ("怎么换题了，我没让你换", "zh", "= games"),
        ("我不想放弃", "zh", "= leave"),
        ("todavía no me rindo", "es", "= leave"),
        ("never mind, don't bother", "en", "= leave"),
        ("don't bother me with messages", "en", "= unsubscribe"),
    ],
)
def test_what_looks_like_the_opposite_is_not_done(text: str, language: str, wish: str) -> None:
    assert read(text, language).split(",")[0] == wish


@pytest.mark.parametrize(
    ("text", "language", "wish"),
    [
        ("wait, undo that", "en", "= undo"),
        ("espera, deshaz eso", "es", "= undo"),
        ("等等，撤销", "zh", "= undo"),
        ("wait!", "en", "= pause"),
        ("wait, brb", "en", "= pause"),
        ("get off the bus, brb, dont lose my game", "en", "= pause"),
        ("is this one easier or harder than yesterday?", "en", "? rate"),
    ],
)
def test_who_only_waits_takes_nothing_back(text: str, language: str, wish: str) -> None:
    assert read(text, language) == wish


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("why don't you undo that?", "why"),
        ("no undo that", "undo"),
        ("i don't get the hint", "hint"),
        ("no notes please", "notes clear"),
    ],
)
def test_not_every_denial_forbids(text: str, wish: str) -> None:
    assert wish in read(text, "en").split(" ", 1)[1]


@pytest.mark.parametrize(
    ("text", "language", "wish"),
    [
        ("too many hints!", "en", "= only_asked"),
        ("ugh too many hints stop babying me", "en", "? only_asked"),
        ("提示太多了", "zh", "= only_asked"),
        ("demasiadas pistas", "es", "= only_asked"),
        ("not enough hints", "en", "= hint"),
        ("提示太少", "zh", "= hint"),
        ("hint please but not the answer", "en", "= hint"),
        ("Too many numbers are missing, this is not fun.", "en", "= too_hard"),
        ("pocas pistas", "es", "= hint"),
        ("too many messages", "en", "= unsubscribe"),
        ("消息太多了", "zh", "= unsubscribe"),
        ("demasiados mensajes", "es", "= unsubscribe"),
        ("too many pencil marks", "en", "= notes clear"),
        ("too many empty cells for me", "en", "= too_hard"),
        ("空格太多", "zh", "= too_hard"),
        ("there are too many numbers already filled in", "en", "= too_easy"),
    ],
)
def test_too_much_of_something_is_a_wish_for_less(text: str, language: str, wish: str) -> None:
    assert read(text, language) == wish


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("when I finish this one give me a harder one", "en"),
        ("after this one i want an easy one", "en"),
        ("give me another one later", "en"),
        ("做完这题再来一道", "zh"),
        ("等我做完再给我一道难的", "zh"),
        ("cuando termine este dame otro", "es"),
        ("después de este quiero uno difícil", "es"),
    ],
)
def test_what_is_wanted_after_this_one_is_not_begun_now(text: str, language: str) -> None:
    assert read(text, language) == "= afterwards"


@pytest.mark.parametrize(
    ("text", "language"),
    [
        *(
            (text, "en")
            for text in ("off to bed, back tomorrow", "going to sleep, see you tomorrow")
        ),
        *((text, "zh") for text in ("我要睡了 明天再来", "困了，改天再来")),
        *((text, "es") for text in ("mañana vuelvo", "me voy a la cama, nos vemos mañana")),
    ],
)
def test_who_goes_to_bed_wants_no_puzzle(text: str, language: str) -> None:
    assert read(text, language) == "= bye"


@pytest.mark.parametrize(
    ("text", "language", "wish"),
    [
        ("speak english please, why is everything in spanish", "es", "language en"),
        ("háblame en español, no entiendo nada de inglés", "en", "language es"),
        ("怎么全是英文，我看不懂，说中文", "en", "language zh"),
        ("stop talking spanish", "es", "language"),
        ("deja de hablarme en inglés", "en", "language"),
        ("别跟我说英语了", "en", "language"),
        ("can you mix english and spanish", "en", "language"),
        ("chinese, not english please", "es", "language zh"),
    ],
)
def test_the_language_that_is_not_wanted_is_never_the_one_that_is_offered(
    text: str, language: str, wish: str
) -> None:
    reading = VOCABULARY.read(text, language, playing=False)
    assert reading is not None
    told = [f"{one.name} {one.rest}".strip() for one in reading.wanted]
    assert [one for one in told if one.startswith("language")] == [wish]


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("done, is everything right?", "= check"),
        ("ya terminé, ¿está todo bien?", "= check"),
        ("做完了，帮我检查一下", "= check"),
        ("how long did I take yesterday", "= stats"),
        ("cuánto tardé en el de ayer", "= stats"),
        ("昨天那道我用了多久", "= stats"),
        ("another hint, that one didn't help", "= hint"),
        ("otra pista, esa no me sirvió", "= hint"),
        ("再给个提示，刚才那个没用", "= hint"),
        ("send the daily at 8 in the evening instead", "= subscribe 20.00"),
        ("换成早上七点半发题", "= subscribe 07.30"),
        ("fill notes into all the empty cells", "= notes"),
        ("pon las notas en todas las casillas vacías", "= notes"),
        ("每个空格的候选数都标出来", "= notes"),
    ],
)
def test_two_things_that_go_together_are_one_wish(text: str, wish: str) -> None:
    assert read(text).partition(",")[0] == wish


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("I don't want this one, another please", "= new"),
        ("don't like this puzzle. a new one please", "= new"),
        ("ya no quiero jugar este, dame otro", "= new"),
        ("这道题我不想做了，换一道", "= new"),
        ("no new one, I'm playing this", "? stop"),
        ("I don't like my sister, another please", "? new"),
        ("no quiero otro, quiero este", "= leave"),
    ],
)
def test_a_puzzle_that_is_refused_gives_way_to_another(text: str, wish: str) -> None:
    assert read(text).partition(",")[0] == wish


def test_who_is_to_be_reminded_of_a_row_wants_no_hour() -> None:
    assert read("别告诉我数字，提醒我看第几行就行", "zh").partition(",")[0] != "= subscribe"


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("new 12", "= new 12"),
        ("new 5", "= new 5"),
        ("a new 20 please", "= new 20"),
        ("new 7 hard", "= new 7 hard"),
        ("new 9", "= new 9"),
        ("nuevo 12", "= new 12"),
        ("otro de 7", "= new 7"),
        ("新的 12", "= new 12"),
        # What counts something else, or is no size at all, names none.
        ("new 2026", "= new"),
        ("another 5 rounds", "= new"),
        ("a new one for my kids, 7 and 5", "= new 6"),
    ],
)
def test_a_size_that_is_not_made_is_read_all_the_same(text: str, wish: str) -> None:
    assert read(text) == wish


@pytest.mark.parametrize(
    ("language", "text", "wish"),
    [
        ("en", "what is a box?", "= term box"),
        ("en", "what's a row", "= term row"),
        ("en", "what does column mean", "= term column"),
        ("en", "what are candidates?", "= term candidate"),
        ("en", "what is a given", "= term given"),
        ("en", "what is a cell in sudoku", "= term cell"),
        ("es", "¿qué es una caja?", "= term box"),
        ("es", "qué significa fila", "= term row"),
        ("es", "qué es un candidato", "= term candidate"),
        ("es", "¿qué es una cifra inicial?", "= term given"),
        ("zh", "什么是宫？", "= term box"),
        ("zh", "候选数是什么意思", "= term candidate"),
        ("zh", "什么是单元格", "= term cell"),
    ],
)
def test_who_asks_for_a_word_gets_that_word(language: str, text: str, wish: str) -> None:
    assert read(text, language) == wish


def test_a_numbered_row_is_no_question_for_the_word() -> None:
    assert "term" not in read("第3行是什么", "zh")


@pytest.mark.parametrize(
    "text", ["mark all candidates", "pencil in all candidates", "marca todos los candidatos"]
)
def test_marking_candidates_fills_in_the_notes(text: str) -> None:
    assert read(text) == "= notes"


VERBS = {
    "undo": "deshacer deshaz deshaga deshazlo deshágalo volver vuelve vuelva",
    "redo": "rehacer rehaz rehaga rehazlo rehágalo",
    "help erase": "borrar borra borre eliminar elimina elimine limpiar limpia limpie",
    "check": "revisar revisa revise comprobar comprueba compruebe verificar verifica verifique",
    "pause": "pausar pausa pause",
    "play": "empezar empieza empiece comenzar comienza comience jugar juega juegue",
    "done": "terminar termina termine",
    "board": "repetir repite repita seguir sigue siga continuar continúa continúe",
    "start_over": "reiniciar reinicia reinicie",
    "giveup": "resolver resuelve resuelva rendirse",
    "print": "imprimir imprime imprima",
    "share": "compartir comparte comparta",
    "export": "exportar exporta exporte",
    "import": "importar importa importe",
    "rate": "puntuar puntúa puntúe",
    "stop": "parar pare cancelar cancela cancele",
    "stuck": "ayudar ayuda ayude ayúdame ayúdeme",
    "subscribe": "suscribir suscríbeme suscríbame recuérdame recuérdeme",
}


@pytest.mark.parametrize(("wish", "forms"), VERBS.items())
def test_spanish_verbs_are_known_as_infinitives_and_to_friends_and_strangers(
    wish: str, forms: str
) -> None:
    assert {form: read(form, "es") for form in forms.split()} == dict.fromkeys(
        forms.split(), f"= {wish}"
    )


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "how do I get rid of the reminder"),
        ("es", "cómo quito el recordatorio"),
        ("zh", "怎么取消订阅"),
    ],
)
def test_who_asks_how_to_get_rid_of_messages_is_offered_no_more_of_them(
    language: str, text: str
) -> None:
    assert read(text, language) == "? unsubscribe, evening_off"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        *(("en", text) for text in ("stop practice", "stop practising", "end practice")),
        *(("en", text) for text in ("no more practice", "I am done practicing", "leave practice")),
        *(("en", text) for text in ("I don't want to practise any more", "quit practice mode")),
        *(("en", text) for text in ("cancel training please", "stop practising x-wings")),
        *(("es", text) for text in ("dejar de practicar", "no quiero practicar más")),
        *(("es", text) for text in ("terminar la práctica", "termina el ejercicio")),
        *(("es", text) for text in ("ya no quiero practicar", "basta de práctica")),
        *(("es", text) for text in ("para la práctica", "salir de la práctica")),
        *(("es", text) for text in ("quiero dejar el ejercicio", "cancela el entrenamiento")),
        *(("zh", text) for text in ("停止练习", "不练了", "结束练习", "不想练了", "别练了")),
        *(
            ("zh", text)
            for text in ("退出练习", "我不想再练习了", "练够了", "今天不练了", "取消训练")
        ),
    ],
)
def test_practice_ends_for_whoever_says_so(language: str, text: str) -> None:
    for playing in (True, False):
        assert read(text, language, playing=playing) == "= stop_practice"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        *(("en", text) for text in ("I want some practice", "I'm done, let me practise")),
        *(("en", text) for text in ("stop the hints, I want to practise", "how do I practise?")),
        *(("es", text) for text in ("quiero practicar", "no sé jugar, quiero practicar")),
        *(("zh", text) for text in ("我想练习", "没练过", "不会，我要练习")),
    ],
)
def test_whoever_wants_practice_does_not_end_it(language: str, text: str) -> None:
    assert "stop_practice" not in read(text, language)


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("is there an x-wing in this puzzle", "rate"),
        ("u got an x-wing in here somewhere?", "rate"),
        ("any naked pairs here?", "rate"),
        ("what is an x-wing", "learn"),
        ("is there a lesson on x-wings", "learn"),
        ("have you got a puzzle with an x-wing", "new"),
        ("am i screwing this up yet??", "check"),
        ("lucky guess or nah", "check"),
        ("do the daily ones get harder on weekends", "dailies"),
        ("which day has the easiest daily", "dailies"),
    ],
)
def test_rough_questions_about_a_puzzle(text: str, wish: str) -> None:
    found = VOCABULARY.read(text, "en", playing=True)
    assert found is not None
    assert found.wanted[0].name == wish


def test_who_wants_nothing_held_back_wants_no_pause() -> None:
    found = VOCABULARY.read("hardest u got. dont hold back 😈", "en", playing=False)
    assert found is not None
    assert (found.wanted, found.is_sure) == ((Wanted("new", "extreme"),), True)
