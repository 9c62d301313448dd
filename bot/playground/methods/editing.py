"""editMessageText, -Caption, -Media, -ReplyMarkup; stopMessageLiveLocation; deleteMessage(s)."""

from typing import Any

from bot.playground.chats import Chat
from bot.playground.errors import refuse
from bot.playground.files import document, photo_sizes
from bot.playground.keyboards import read_inline_markup
from bot.playground.parameters import Json, Parameters
from bot.playground.text import read_caption, read_text
from bot.playground.world import World

DELETABLE_SECONDS = 48 * 3600
_CONTENT = ("text", "entities", "photo", "document", "caption", "caption_entities")


def edit_message_text(world: World, parameters: Parameters) -> Json:
    formatted = read_text(parameters)
    chat, message, markup = _editable(world, parameters)
    if "text" not in message:
        refuse("There is no text in the message to edit")
    return _replace(world, chat, message, formatted.to_json() | markup)


def edit_message_caption(world: World, parameters: Parameters) -> Json:
    caption = read_caption(parameters)
    chat, message, markup = _editable(world, parameters)
    if "text" in message:
        refuse("There is no caption in the message to edit")
    media = {name: message[name] for name in ("photo", "document") if name in message}
    return _replace(world, chat, message, media | caption.to_json("caption") | markup)


def edit_message_media(world: World, parameters: Parameters) -> Json:
    media = parameters.json("media", "Can't parse input media JSON object")
    content = _media(world, parameters, media)
    chat, message, markup = _editable(world, parameters)
    return _replace(world, chat, message, content | markup)


def edit_message_reply_markup(world: World, parameters: Parameters) -> Json:
    chat, message, markup = _editable(world, parameters)
    content = {name: message[name] for name in _CONTENT if name in message}
    return _replace(world, chat, message, content | markup)


def stop_message_live_location(world: World, parameters: Parameters) -> Json:
    """Always refused, since no bot sends a location here; says whether the message is its own."""
    _editable(world, parameters)
    refuse("There is no live location in the message to edit")


def delete_message(world: World, parameters: Parameters) -> bool:
    if not parameters.text("chat_id"):
        refuse("Chat identifier is not specified")
    message_id = parameters.integer("message_id")
    if not message_id:
        refuse("Message identifier is not specified")
    chat = world.chats.find_writable(parameters.text("chat_id"))
    message = world.messages.find(chat.id, message_id, "message to delete")
    _check_deletable(world, chat, message)
    world.remove(chat, message_id)
    return True


def delete_messages(world: World, parameters: Parameters) -> bool:
    ids = parameters.json("message_ids", "Can't parse message identifiers JSON object")
    if not ids:
        refuse("Message identifiers are not specified")
    if len(ids) > 100:
        refuse("Too many message identifiers specified")
    chat = world.chats.find_writable(parameters.text("chat_id"))
    messages = [m for i in ids if (m := world.messages.get(chat.id, int(i))) is not None]
    # All are checked before the first goes, so that all are deleted or none.
    for message in messages:
        _check_deletable(world, chat, message)
    for message in messages:
        world.remove(chat, message["message_id"])
    return True


def _check_deletable(world: World, chat: Chat, message: Json) -> None:
    own = message["from"]["id"] == world.me.id
    if chat.is_group and not own:
        refuse("message can't be deleted")
    if world.clock() - message["date"] > DELETABLE_SECONDS:
        refuse("message can't be deleted for everyone")


def _editable(world: World, parameters: Parameters) -> tuple[Chat, Json, Json]:
    markup = read_inline_markup(parameters)
    message_id = parameters.integer("message_id")
    if not parameters.text("chat_id") and not message_id:
        refuse("Message identifier is not specified")
    chat = world.chats.find_writable(parameters.text("chat_id"))
    message = world.messages.find(chat.id, message_id, "message to edit")
    if message["from"]["id"] != world.me.id:
        refuse("Message can't be edited")
    return chat, message, {"reply_markup": markup} if markup else {}


def _replace(world: World, chat: Chat, message: Json, content: Json) -> Json:
    parts = (*_CONTENT, "reply_markup")
    if content == {name: message[name] for name in parts if name in message}:
        refuse(
            "message is not modified: specified new message content and reply markup are exactly "
            "the same as a current content and reply markup of the message"
        )
    # The flood limits come last, since a call that is refused does not count.
    world.admit(chat)
    kept = {name: value for name, value in message.items() if name not in parts}
    edited = kept | content | {"edit_date": int(world.clock())}
    world.put(edited)
    return edited


def _media(world: World, parameters: Parameters, media: Any) -> Json:
    if not isinstance(media, dict):
        refuse("Can't parse InputMedia: expected an Object")
    kind = media.get("type")
    if kind not in {"photo", "document"}:
        refuse(f'Can\'t parse InputMedia: type "{kind}" is unsupported')
    caption = read_caption(Parameters(media))
    file = world.files.receive(parameters, "media", str(media.get("media") or ""), f"{kind}s")
    content = photo_sizes(file) if kind == "photo" else document(file)
    world.keep_file(file)
    return {str(kind): content} | caption.to_json("caption")


METHODS = {
    "editMessageText": edit_message_text,
    "editMessageCaption": edit_message_caption,
    "editMessageMedia": edit_message_media,
    "editMessageReplyMarkup": edit_message_reply_markup,
    "stopMessageLiveLocation": stop_message_live_location,
    "deleteMessage": delete_message,
    "deleteMessages": delete_messages,
}
