"""The rules by which the concepts of a plain text become a wish.

A rule lists the concepts that a text must hold. Bars separate alternatives, and a concept that ends
with a colon stands for its whole table (`size:` for `size:6`). Behind `+` stand further concepts
that the wish explains, behind `!` those that the text must not hold. The first rule that fits gives
the wish. Anything in the text that the rule does not explain makes the wish a guess, and a guess is
offered instead of being carried out.

The order is the order of precedence: wishes about something particular (messages, data, a
technique, notes) come before the plain verbs, those before a new puzzle, and small talk last, so
that "hi, another one please, thanks" is a wish for a puzzle.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final

SOFT: Final = frozenset(
    {
        "filler",
        "want",
        "show",
        "this",
        "puzzle",
        "one",
        "level",
        "which",
        "hello",
        "thanks",
        "ok",
        "question",
    }
)
"""Concepts that every wish explains."""


@dataclass(frozen=True, slots=True)
class Rule:
    """Which concepts make a wish; `playing` is None where it does not matter."""

    wish: str
    needs: tuple[frozenset[str], ...]
    explains: frozenset[str]
    forbids: frozenset[str]
    playing: bool | None = None

    def fits(self, concepts: Collection[str], *, playing: bool) -> bool:
        """Whether these concepts make the wish, for somebody who plays a game or does not."""
        if self.playing is not None and self.playing is not playing:
            return False
        is_told = all(any(one in concepts for one in group) for group in self.needs)
        return is_told and not any(one in concepts for one in self.forbids)

    @property
    def used(self) -> frozenset[str]:
        """All concepts that the wish explains."""
        return self.explains.union(*self.needs)


def _rule(wish: str, pattern: str, *, playing: bool | None = None) -> Rule:
    parts = pattern.split()
    needs = tuple(frozenset(part.split("|")) for part in parts if part[0] not in "+!")
    explains = _listed(part for part in parts if part[0] == "+")
    forbids = _listed(part for part in parts if part[0] == "!")
    return Rule(wish, needs, explains, forbids, playing)


def _listed(parts: Iterable[str]) -> frozenset[str]:
    return frozenset(name for part in parts for name in part[1:].split(","))


_HARD = "difficulty:hard|difficulty:expert|difficulty:extreme"
_PUZZLE = "new|difficulty:|size:|symmetry:|small|big|kids"
_OF_PUZZLE = (
    "+new,more,play,very,rather,number:,with,difficulty:,size:,symmetry:,small,big,bored,nice,kids"
)
_OF_DAILY = "+every,usually,once,when,today,new,me,part:"

_ASKED = "+explain,this,is,not,have,help,show,last,time,all,can_you,every,number:,cell,board"
"""What may stand in a question beside what it is about."""

_STOPPED = (
    "!question !how !how_do +exercise,stop_practice,learn,stop,giveup,enough,refuse,not,technique:,"
    "more,want,continue,today,once,this,bored,bad"
)
"""What may stand beside practice that is to end."""

_KEPT = (
    "!usually +more,all,every,send,me,continue,today,broken,bad,once,puzzle,remind,stop,not,part:"
)
"""What may stand beside reminders that are to end while the daily goes on."""

_DROPPED: Final = (
    "!data !me !remind !send !hint !notes !new !show !answer !continue !undo "
    "+all,fill,play,last,number:,more"
)
"""What may stand beside games that are to be given up."""

RULES: Final = (
    _rule("term", f"term: !number: !technique: +play,puzzle,rules {_ASKED}"),
    _rule(
        "erasing",
        "erasing !data !language: !language !setting !settings !notes !difficulty: !level !send "
        "!remind !me !part: !stats !time_taken !hint "
        f"+digit,wrong,undo,clear,delete,change,stuck,redo,play {_ASKED}",
    ),
    _rule(
        "measured", f"measured +level,difficulty:,want,judged,hard_is,rather,easier,harder {_ASKED}"
    ),
    _rule(
        "stop_practice",
        f"exercise|stop_practice stop|giveup|enough|stop_practice {_STOPPED}",
    ),
    _rule("stop_practice", f"exercise refuse|not {_STOPPED}"),
    _rule("origin", f"origin +play,rules,chat,who,when {_ASKED}"),
    _rule("fewest", f"fewest +digit,fair,answer,rules,solve,puzzle {_ASKED}"),
    _rule("quiet", f"quiet +stop,chat,hint,send,not,want,play,new,pester,bad,once,ok {_ASKED}"),
    _rule(
        "hint",
        f"next_step +learn,technique:,hint,continue,stuck,want,difficulty:,work,use {_ASKED}",
        playing=True,
    ),
    _rule(
        "why",
        "hint learn last|explain|continue|why|how|how_do|which !new !want "
        f"+confused,technique: {_ASKED}",
        playing=True,
    ),
    _rule("rate", f"harder|easier yesterday question !want !new +play,done {_ASKED}"),
    _rule("variant", f"variant !technique: +new,play,with,more,rules,difficulty:,puzzle {_ASKED}"),
    _rule("foreign", f"foreign +language,language:,speak,change {_ASKED}"),
    _rule("evening_off", f"kept remind|unsubscribe|pester stop|not|unsubscribe|bad {_KEPT}"),
    _rule("broken", f"broken !hint !stuck +wrong,bad,rather,very,done,continue,setting {_ASKED}"),
    _rule("free", f"free +play,new,hint {_ASKED}"),
    _rule("maths", f"maths +bad,play,rules,chat {_ASKED}"),
    _rule("offline", f"offline +play,time,chat,new,puzzle,broken {_ASKED}"),
    _rule("install", f"install !data !delete !export +play,new,me,chat {_ASKED}"),
    _rule("limits", f"limits +play,time,wrong,hint,stop,pause {_ASKED}"),
    _rule("dailies", f"dailies +today,new,when,once,time,every {_ASKED}"),
    _rule("dailies", f"today when question !remind !send !want +new,play {_ASKED}"),
    _rule("sizes", f"sizes +want,new,play,puzzle {_ASKED}"),
    _rule(
        "sizes",
        "question have several size: !print !difficulty: !new !every !today "
        f"+want,play,puzzle {_ASKED}",
    ),
    _rule("levels", f"levels +level,difficulty:,want,new,play,puzzle {_ASKED}"),
    _rule(
        "chat",
        "chat !new !hint !remind !send !data !size: !difficulty: "
        f"+play,explain,today,nice,is,very,part:,once {_ASKED}",
    ),
    _rule("pause", f"pause setting|undo +stop,play {_ASKED}"),
    _rule("photo", f"photo +solve,import,send,new,play,look:,puzzle {_ASKED}"),
    _rule("solve", f"solve|answer import +this,all,play,new {_ASKED}"),
    _rule(
        "signs", f"meaning colour|marked|notes|last|small !technique: !difficulty: +looks {_ASKED}"
    ),
    _rule("signs", f"signs +notes,digit,hint,looks {_ASKED}"),
    _rule("fair", f"fair +answer,solve,check,wrong,right,hard_is,new,stuck,play {_ASKED}"),
    _rule("stats", f"time_taken|stats yesterday !remind !send +play,done,today,puzzle {_ASKED}"),
    _rule(
        "stats", f"time_taken|stats weekday: !remind !send +play,done,today,puzzle,last {_ASKED}"
    ),
    _rule(
        "check", f"done check|asks_wrong !stats !time_taken +right,wrong,answer,nice,ok {_ASKED}"
    ),
    _rule("time_taken", f"time_taken !remind !send +play,done,stats,today,new {_ASKED}"),
    _rule(
        "leaders", f"leaders !against !friend !friends +today,friend,time,play,stats,wrong {_ASKED}"
    ),
    _rule(
        "whats_left",
        f"whats_left !remind !notes +play,more,rather,done,unit:,stats,games,solve {_ASKED}",
    ),
    _rule("against", f"against +play,friend,friends,new,share,today {_ASKED}"),
    _rule("share", "share friends +friend,send,all,play"),
    _rule("friends", f"friends !send +play,friend,new,share {_ASKED}"),
    *(
        _rule(
            "one_unit",
            f"solve|answer|fill {unit} !notes !hint !check !why !import {others} "
            f"+fill,stop,done,clear {_ASKED}",
            playing=True,
        )
        for unit, others in (
            ("unit:row", "!unit:column !unit:box"),
            ("unit:column", "!unit:row !unit:box"),
            ("unit:box", "!unit:row !unit:column"),
        )
    ),
    _rule("check", f"why wrong {_ASKED}"),
    _rule(
        "why",
        f"why !technique: !difficulty: !too_hard !games +undo,hint,right,confused,stuck {_ASKED}",
    ),
    _rule(
        "weekday",
        "weekday: !time !part: !remind !send !every !stop !unsubscribe "
        "+last,one,today,once,play,yesterday,calendar,new,games,continue",
    ),
    _rule("own_notes", f"own_notes !how !how_do +notes,fill,clear,all,stop,want {_ASKED}"),
    _rule(
        "only_asked",
        f"only_asked !pester +hint,stop,more,unsubscribe,help,bad,answer,refuse,solve,too {_ASKED}",
    ),
    _rule("board", "repeated +last,undo,delete,clear,confused,send,new,time,once", playing=True),
    _rule("only_asked", "unsubscribe hint !send !remind +stop,not,more,bad"),
    _rule("only_asked", f"too_many hint !hard_is +bad,stop,more,refuse {_ASKED}"),
    _rule("unsubscribe", f"too_many send|remind|pester !hint +stop,more,bad {_OF_DAILY}"),
    _rule(
        "once_a_day",
        f"often !undo +send,remind,want,{_OF_DAILY[1:]},part:,time,not,play,one,number:",
    ),
    _rule("some_days", f"some_days +send,remind,play,want,{_OF_DAILY[1:]},part:,weekday:,not,stop"),
    _rule("leave", "held +notes,all,this,last,play,board,digit,number:,data,cell", playing=True),
    _rule(
        "afterwards",
        "afterwards|later new|want|one|puzzle|size:|difficulty:|easier|harder !remind !hint !check "
        f"!board !print !pause !continue {_OF_PUZZLE},today,can_you,continue,once,bye,send",
    ),
    _rule("bye", "giveup|stop bye !answer !solve !send +play,today,thanks,more,part:,nice,not,new"),
    _rule("uncounted", f"giveup stats !answer !solve +stop,bad,new,maths {_ASKED}", playing=True),
    _rule("thanks", "thanks hint|help|answer|nice|check !want !new !more !show !stuck"),
    _rule("evening_off", "unsubscribe part:evening|part:night !send +stop,not,remind,more,all"),
    _rule("evening_off", "stop|not remind part:evening|part:night !lapse !time +more,all"),
    _rule("unsubscribe", f"stop|not pester +more,all,{_OF_DAILY[1:]}"),
    _rule("unsubscribe", f"unsubscribe +stop,not,send,remind,more,all {_OF_DAILY}"),
    _rule("unsubscribe", f"stop|not send|remind !time +more,all {_OF_DAILY}"),
    _rule("unsubscribe", f"stop send|remind time !not +more,all {_OF_DAILY}"),
    _rule("evening", f"remind|send lapse +time,place,stats,not,play,done,last {_OF_DAILY}"),
    _rule("evening", "remind stats !time +part:,every,once,when,today,me,place,play"),
    _rule("evening", "remind part:evening|part:night !every !time +send,play,today,me,usually"),
    _rule("subscribe", f"remind !unit: +time,place,send,play,change {_OF_DAILY}"),
    _rule("subscribe", f"time every|usually|send|place +play,remind,change,speak {_OF_DAILY}"),
    _rule("subscribe", f"time today want !is !play {_OF_DAILY}"),
    _rule("subscribe", f"time today want when +is {_OF_DAILY}"),
    _rule("subscribe", f"every|usually send|today|want|play !stats {_OF_DAILY}"),
    _rule("drop_games", "drop_games"),
    _rule("drop_games", f"giveup games {_DROPPED}"),
    _rule("drop_games", f"stop games all|fill {_DROPPED}"),
    _rule(
        "drop_games",
        "delete|clear one_game|games !data !me !notes !board "
        "+all,last,yesterday,puzzle,number:,one",
    ),
    _rule("deleteme", "delete|clear|stop data|me !number: !notes !board +all,privacy,account"),
    _rule("export", "export +data,all,me,send"),
    _rule("privacy", "privacy|data +explain,me,all,delete,not"),
    _rule("language", "language: +language,speak,change,right,board"),
    _rule("language", "language +change,speak,new"),
    _rule("new", f"technique: with puzzle|want|{_PUZZLE}|play !explain !learn {_OF_PUZZLE}"),
    _rule(
        "rate",
        "technique: have !explain !learn !new !want !puzzle !show !how !how_do !hint !with "
        f"+question,harder,easier {_ASKED}",
        playing=True,
    ),
    _rule("learn", "technique: +explain,learn,with,play,new,hint,confused,number:,use,work,rules"),
    _rule(
        "rules",
        f"how_do play !look: !today !friend !friends !against !time !photo +size:,small {_ASKED}",
    ),
    _rule(
        "rules",
        "how_do|explain size: !new !want !send !technique: !hint !print !stats !time_taken !games "
        f"!today !level !hard_is !difficulty: !leaders !variant !notes !check {_ASKED}",
    ),
    _rule(
        "noting",
        "notes how|how_do|erasing !fill !all !clear !delete !stop "
        f"+digit,unit:,size:,small {_ASKED}",
    ),
    _rule(
        "noting",
        "notes how_do fill|speak !all !clear !delete !stop "
        f"+digit,unit:,size:,small,marked {_ASKED}",
    ),
    _rule(
        "help", f"how !learn !language: !setting +clear,delete,undo,change,new,notes,fill {_ASKED}"
    ),
    _rule(
        "help",
        "how_do cell|last|fill !learn !language: !setting !wrong !check !undo !notes "
        f"+digit {_ASKED}",
    ),
    _rule("notes clear", "notes clear|delete|stop +all,number:,last"),
    _rule("notes clear", "notes not|too_many !fill !want +all,number:,last,more"),
    _rule("notes", "notes unit: number: +cell,all,fill"),
    _rule(
        "notes",
        "notes all|whats_left !unit: !number: +fill,cell,small,change,auto,new,play",
    ),
    _rule("notes", "notes +fill,all,change,new,auto,play"),
    _rule("settings", "setting look:speak +stop,change,not,board,can_you,sight,too,bad,want,time"),
    _rule("settings", "setting +stop,change,not,settings,board,help,language,clear,all"),
    _rule(
        "settings", "colour board|looks|change|want|have|setting|settings|show +not,bad,too,sight"
    ),
    _rule("games", "games undo|continue +last,new"),
    _rule("redo", "redo !restart +last,undo,number:,more"),
    _rule("undo", "clear|delete|stop last !all +undo,number:,wrong"),
    _rule("check", "answer check|right|asks_wrong|wrong +all,explain"),
    _rule("giveup", "giveup +answer,solve,stop,play,restart,all", playing=True),
    _rule("check", "asks_wrong +wrong,all,number:,right,last,explain,clear,check"),
    _rule("undo", "undo restart number: last !all !board !new"),
    _rule("undo", "undo !restart !board +last,wrong,number:,stop,clear,bye,new,time,more"),
    _rule(
        "start_over",
        "restart !hint !stuck !new !show +all,board,clear,delete,play,undo,stop,last,bye",
    ),
    _rule("start_over", "clear|delete all|board|puzzle !hint +last,this,play,number:"),
    _rule("check", "check !stats +right,wrong,all,number:,last,board,explain"),
    _rule("rate", "hard_is +difficulty:,very,rather,explain,number:"),
    _rule("rate", "question this difficulty: !want !new !play +with,level"),
    _rule("rate", "level explain|this !difficulty: !want"),
    _rule("print", "print +number:,all,new,send,difficulty:,size:,play,answer,today"),
    _rule("share", "share +friend,send,all,play"),
    _rule("share", "send friend|this +all"),
    _rule("import", "import +play,new"),
    _rule("shelf", "shelf +all"),
    _rule(
        "stats",
        "stats +explain,all,today,every,time,number:,size:,more,last,done,check,difficulty:,is",
    ),
    _rule("giveup", "answer|solve +all,explain,wrong,right,this", playing=True),
    _rule("solve", "solve|answer +all,explain,this", playing=False),
    _rule(
        "hint",
        "hint|stuck|at_once !learn !sight "
        "+at_once,confused,explain,last,new,more,help,number:,play,wrong,bad,rather,very,all",
    ),
    _rule("check", "right this|all|last|answer +number:"),
    _rule("check", "wrong +last,number:,all,explain"),
    _rule("check", f"right unit: is !want !new !fill !hint !notes !undo {_ASKED}"),
    _rule("calendar", "calendar +play,all,explain,not"),
    _rule("games", "games +play,change,all,new,last,continue,explain,board,restart"),
    _rule("new", f"size: change|speak !setting !look: !language: {_OF_PUZZLE},change,speak"),
    _rule("new", f"refused {_OF_PUZZLE},too_hard,too_easy,easier,harder,change,level"),
    _rule("rate", f"easier harder question this|is|puzzle !want !new !play +yesterday {_ASKED}"),
    _rule("direction", f"too_hard|easier too_easy|harder {_OF_PUZZLE},change,can_you,help"),
    _rule("direction", f"judged want|new|one !too_hard !too_easy {_OF_PUZZLE},is,judged,nice,bad"),
    _rule("direction", f"too_hard want|new|one {_HARD} {_OF_PUZZLE}"),
    _rule("direction", f"too_easy want|new|one difficulty:easy {_OF_PUZZLE}"),
    _rule("new", f"harder difficulty:extreme !too_easy !not {_OF_PUZZLE}"),
    _rule("easier", f"easier {_OF_PUZZLE},too_hard,easier,change,make,level,hard_is"),
    _rule("harder", f"harder {_OF_PUZZLE},too_easy,harder,change,make,level"),
    _rule("new", f"too_hard difficulty:easy|difficulty:medium {_OF_PUZZLE}"),
    _rule("new", f"too_easy {_HARD}|difficulty:medium {_OF_PUZZLE}"),
    _rule("too_hard", "too_hard +new,can_you,help,difficulty:,very,rather"),
    _rule("too_easy", "too_easy +new,difficulty:,very,rather"),
    _rule("too_hard", f"rather {_HARD} !want !new !play !one"),
    _rule("too_hard", f"this|is {_HARD} !want !new !play !question !level"),
    _rule("too_easy", "this|is difficulty:easy !want !new !play !question !level"),
    _rule("too_easy", "rather|very difficulty:easy !want !new !play !one", playing=True),
    _rule("games", f"continue yesterday !today +last,new,play,whats_left,done {_ASKED}"),
    _rule("yesterday", "yesterday +today,play,new,calendar,number:"),
    _rule("daily", "today !difficulty: +play,new,number:,every,continue,time"),
    _rule("new", f"big new|puzzle|one|size:|difficulty: !board +sight {_OF_PUZZLE}"),
    _rule("bigger", "sight big !board !look: +change,can_you,make,rather,very"),
    _rule(
        "sight", "sight !look: +board,looks,change,not,bad,rather,very,too_hard,number:,setting,all"
    ),
    _rule("board", "look: +board,looks,change,all,not,with,play,sight"),
    _rule(
        "pause",
        "pause !want !show !new !board !time !help !how +play,stop,continue,puzzle,lapse,bye,nice,"
        "not,done,one,part:",
        playing=True,
    ),
    _rule("start_over", "board restart !show", playing=True),
    _rule("board", "board|continue !rules +play,last,explain,looks,new,all,time,restart"),
    _rule("learn", "learn +explain,new,puzzle,rules,hint,more,play,all,difficulty:,very,rather,is"),
    _rule(
        "rules", "rules +board,explain,help,how,play,new,confused,not,all,show,restart,once,size:"
    ),
    _rule("help", "can_you|who +help,explain"),
    _rule("help", "help explain +play"),
    _rule("help", "how +explain,help,play,new,all,confused"),
    _rule("stuck", "help +confused,not,bad", playing=True),
    _rule("help", "help +confused,not,explain,play,new", playing=False),
    _rule("confused", "confused +not,explain,help,all,rules,number:"),
    _rule("settings", "settings +change"),
    _rule(
        "erasing",
        "clear|delete !number: !unit: !cell !last !this !all !data !me !board !notes !puzzle "
        "!games",
    ),
    _rule("stop", "not play|continue +more,time"),
    _rule("new", f"{_PUZZLE} !cell {_OF_PUZZLE}"),
    _rule("play", "play|puzzle !explain +with,want,time,today,more,number:,nice", playing=True),
    _rule("new", f"play {_OF_PUZZLE},time", playing=False),
    _rule("new", f"want one {_OF_PUZZLE}"),
    _rule("new", f"puzzle !explain {_OF_PUZZLE},continue,time", playing=False),
    _rule(
        "new",
        f"number:4|number:6|number:8|number:9|number:16 !explain !cell !early {_OF_PUZZLE}",
        playing=False,
    ),
    _rule("rate", "level +explain", playing=True),
    _rule("looks", "looks +change,board,new"),
    _rule("bored", "bored"),
    _rule("pause", "pause +play,time,stop"),
    _rule("stop", "stop|giveup +not,play"),
    _rule("done", "done +play,all"),
    _rule("hello", "hello +part:"),
    _rule("thanks", "thanks +nice,hint,all"),
    _rule("bye", "bye +nice,thanks,more,today,part:"),
    _rule("nice", "nice +play,very,rather,all,time,new,difficulty:"),
    _rule("bad", "bad +not,rather,very"),
    _rule("yes", "yes"),
    _rule("ok", "ok|right|yes +not"),
)
"""All rules, in the order of precedence."""

SMALL_TALK: Final = frozenset({"hello", "thanks", "bye", "nice", "bad", "yes", "ok"})
"""The wishes that are answered with a friendly word."""
