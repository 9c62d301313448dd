"""setMessageReaction."""

from typing import Any

from bot.playground.errors import refuse
from bot.playground.parameters import Parameters
from bot.playground.world import World

EMOJI = frozenset(
    [
        *"❤👍👎🔥🥰👏😁🤔🤯😱🤬😢🎉🤩🤮💩🙏👌🕊🤡🥱🥴😍🐳🌚🌭💯🤣⚡🍌🏆💔🤨😐🍓🍾💋🖕😈😴😭🤓👻👀🎃",
        *"🙈😇😨🤝✍🤗🫡🎅🎄☃💅🤪🗿🆒💘🙉🦄😘💊🙊😎👾🤷😡",
        *("❤\u200d🔥", "👨\u200d💻", "🤷\u200d♂", "🤷\u200d♀"),
    ]
)
"""The reactions that everybody may choose (Bot API, ReactionTypeEmoji)."""


def set_message_reaction(world: World, parameters: Parameters) -> bool:
    """Set the bot's one reaction to a message; an empty list takes it away."""
    chosen = parameters.json("reaction", "Can't parse reaction types JSON object")
    if chosen is not None and not isinstance(chosen, list):
        refuse("Expected an Array of ReactionType")
    emoji = [_emoji(one) for one in chosen or []]
    if len(emoji) > 1:
        refuse("REACTIONS_TOO_MANY")
    chat = world.chats.find_writable(parameters.text("chat_id"))
    message_id = parameters.integer("message_id")
    world.messages.find(chat.id, message_id, "message to react")
    world.react(chat, message_id, "".join(emoji))
    return True


def _emoji(reaction: Any) -> str:
    kind = reaction.get("type") if isinstance(reaction, dict) else None
    if kind not in {"emoji", "custom_emoji", "paid"}:
        refuse("Can't parse reaction types: unknown type")
    if kind != "emoji" or reaction.get("emoji") not in EMOJI:
        # Bots may not pay, and nobody here has put a custom emoji on a message.
        refuse("REACTION_INVALID")
    return str(reaction["emoji"])


METHODS = {"setMessageReaction": set_message_reaction}
