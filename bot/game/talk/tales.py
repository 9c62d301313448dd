"""Clauses that only tell something of puzzles: `I finished the hardest`, `el 9x9 es más difícil`.

They hold the words of a wish and ask for nothing. The whole clause must have the form of a tale:
somebody who has played, or a size or a level that is harder or easier than another. `The one that I
played yesterday` names a game, `I never did the hard one` denies, and with any word that asks for
something the clause is a wish.
"""

import re
from typing import Final

from bot.game.talk.direction import CLAUSES, HAN_SPACE

_SIZED: Final = r"\d{1,2} ?[x×*] ?\d{1,2}s?"
_BEFORE: Final = (
    r"(?:(?:yesterday|last night|today|tonight|this morning|earlier|before|hey|hi|hello|so|well|but"
    r"|and|then|ok|okay|lol|haha|yay|btw|bro|dude|finally|actually|once|omg|wow|(?:at|around|on)"
    r" \S+(?: ?(?:am|pm|oclock))?) )*"
)
_WHO: Final = r"(?:i|ive|we|weve|he|hes|she|shes|they|theyve|(?:my|our) \w+)"
_PLAYED: Final = (
    r"(?:played|finished|solved|did(?! not)|done|beat|completed|cleared|cracked|nailed|won)"
)
_ANTES: Final = (
    r"(?:(?:ayer|anoche|anteayer|hoy|ya|yo|nosotros|hola|bueno|pues|oye|y|pero|jaja|por fin|al fin"
    r"|antes|esta (?:manana|tarde|noche)|el \w+ pasado|a las? \S+|de la (?:manana|tarde|noche)|me"
    r"|nos|mi \w+) )*"
)
_JUGADO: Final = (
    r"(?:(?:he|hemos|ha|han|habia) (?:hecho|jugado|terminado|acabado|resuelto|completado|ganado"
    r"|pasado|sacado|conseguido)|jugue|hice|termine|acabe|resolvi|gane|saque|jugaba|jugo|hizo"
    r"|resolvio|jugaron|hicimos|terminamos|resolvimos|(?<=me )pase)"
)
_HAN_PLAYED: Final = (
    r"(?:玩|做|解|打|刷|填|搞|通关?|完成)(?:完|过|出来?|好|掉|成)?"
    r"(?:[了过](?!的)|完[^的]{0,5}的?了$)"
)
_TOLD: Final = re.compile(
    rf"^\W*{_BEFORE}{_WHO}(?: (?:have|had|just|already|also|only|both|all))* {_PLAYED}\b"
    rf"|^\W*{_ANTES}{_JUGADO}\b|(?<!\bno )(?<!\bque )\bl[oa]s? {_JUGADO}\b"
    rf"|(?:^|[^没不])(?:我|他|她)[^没不的]{{0,8}}?{_HAN_PLAYED}|^[昨前]天[^没不的我]{{0,8}}?{_HAN_PLAYED}"
)
"""That somebody has played."""

_HARDER: Final = r"(?:harder|tougher|easier|simpler|trickier)"
_MAS: Final = r"(?:mas|menos) (?:dificil|facil|complicad|dur|sencill|simple|jodid|chung)\w*"
_COMPARED: Final = re.compile(
    rf"^\W*{_BEFORE}(?:(?:i think|i guess|i find) )?(?:(?:the|an?|your|those|these) )?"
    rf"(?:{_SIZED}|(?:\w+ )?levels?|dail(?:y|ies)|\w+ ones)(?: (?:one|puzzle|sudoku)s?)?"
    rf" (?:is|are|was|were|looks?|seems?|feels?) (?:\w+ ){{0,2}}{_HARDER}\b"
    rf"|^\W*{_ANTES}(?:(?:creo que|para mi) )?(?:el|los|un|las?) "
    rf"(?:(?:sudokus?|nivel(?:es)?) )?(?:de )?(?:{_SIZED}|diario|nivel \w+|\w+)"
    rf" (?:es|son|era|eran|fue|parecen?|resultan?) (?:\w+ ){{0,2}}{_MAS}"
    rf"|(?:{_SIZED}|每日)的?(?:比[^的]{{1,6}}|更|还)+(?:难|简单|容易)"
    r"(?:一?[点些]|得?多|很多)?[了啊呀呢]*$"
)
"""That a size or a level is harder or easier."""

_ONE: Final = rf"(?:{_SIZED}|(?:easy|medium|hard|expert|extreme|small|big|last) (?:one|level)s?)"
_FUN: Final = r"(?:nice|fun|good|great|cool|boring|ok|okay|lovely|awesome|meh)"
_UNO: Final = rf"(?:(?:de )?{_SIZED}|facil|dificil|medio|experto|extremo|de ayer|diario)"
_JUDGED: Final = re.compile(
    rf"^\W*{_BEFORE}(?:(?:the|that|your) {_ONE}|yesterdays(?: (?:one|daily|puzzle))?)"
    rf" (?:(?:was|were)\b|(?:is|are) (?:\w+ )?{_FUN}\b)"
    rf"|^\W*{_ANTES}(?:el|la|los) {_UNO} (?:fue|era|estuvo|estaba|me (?:gusto|encanto|aburrio))\b"
    rf"|^(?:{_SIZED}|昨天)的?(?:挺|真|很|好|太|还)*(?:好玩|不错|有意思|有趣|棒|无聊|难|简单)[的了啊呀]*$"
)
"""What somebody thinks of a puzzle that they know."""

_ASKED: Final = re.compile(
    r"\b(?:how|what|when|which|who|cuant[oa]s?|cual|cuando|donde|want|wanna|need|give|gimme|get"
    r"|another|again|please|pls|plz|can|could|would|show"
    r"|send|make|lets|now|next|new|instead|try|quiero|kiero|dame|ponme|pon|otro|otra|ahora|quisiera"
    r"|necesito|puedes|podrias|porfa|por favor|plis|manda\w*|enviame|muestra\w*|nuevo|vamos|dale"
    r"|venga|siguiente|haz|hazme|abre|repet\w+)\b"
    r"|多少|几|什么|啥|怎么|哪|谁|给我|来|再|想|要|换|请|帮|能不能|可以|[吧吗没]$|下一|新|开始"
)
"""Words with which a clause asks for something."""

_MARK: Final = re.compile(r"[?？]")


def told_in(folded: str) -> tuple[str, str]:
    """What the clauses of a folded text say that only tell something, and what the others say.

    Nothing is only told in a text that asks with its mark.
    """
    parts = [
        part for whole in CLAUSES.split(folded) for part in HAN_SPACE.split(whole) if part.strip()
    ]
    told = [] if _MARK.search(folded) else [part for part in parts if _is_told(part)]
    return ", ".join(told), ", ".join(part for part in parts if part not in told)


def _is_told(clause: str) -> bool:
    forms = (_TOLD, _COMPARED, _JUDGED)
    return any(form.search(clause) for form in forms) and not _ASKED.search(clause)
