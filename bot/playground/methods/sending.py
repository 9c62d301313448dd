"""sendMessage, sendPhoto, sendDocument, sendChatAction."""

from bot.playground.chats import Chat
from bot.playground.errors import refuse
from bot.playground.files import document, photo_sizes
from bot.playground.keyboards import read_markup
from bot.playground.parameters import Json, Parameters
from bot.playground.text import FormattedText, read_caption, read_text
from bot.playground.topics import threaded
from bot.playground.world import World

EFFECTS = frozenset(
    {
        "5046509860389126442", "5104841245755180586", "5107584321108051014", "5159385139981059251",
        "5104858069142078462", "5046589136895476101",
    }
)  # fmt: skip
"""The message effects that everybody may use: 🎉 🔥 👍 ❤ 👎 💩, in this order."""

ACTIONS = frozenset(
    {
        "typing", "upload_photo", "record_video", "upload_video", "record_voice", "upload_voice",
        "upload_document", "choose_sticker", "find_location", "record_video_note",
        "upload_video_note",
    }
)  # fmt: skip


def send_message(world: World, parameters: Parameters) -> Json:
    formatted = read_text(parameters)
    return _send(world, parameters, formatted.to_json())


def send_photo(world: World, parameters: Parameters) -> Json:
    caption = read_caption(parameters)
    file = world.files.receive(parameters, "photo", parameters.text("photo"), "photos")
    sizes = photo_sizes(file)
    world.keep_file(file)
    return _send(world, parameters, {"photo": sizes} | _captioned(caption))


def send_document(world: World, parameters: Parameters) -> Json:
    caption = read_caption(parameters)
    file = world.files.receive(parameters, "document", parameters.text("document"), "documents")
    world.keep_file(file)
    return _send(world, parameters, {"document": document(file)} | _captioned(caption))


def send_chat_action(world: World, parameters: Parameters) -> bool:
    if parameters.text("action") not in ACTIONS:
        refuse("Wrong parameter action in request")
    chat = world.chats.find_writable(parameters.text("chat_id"))
    threaded(world.messages, chat, parameters.integer("message_thread_id"), None)
    world.show("action", chat=chat.id, action=parameters.text("action"))
    return True


def _captioned(caption: FormattedText) -> Json:
    return caption.to_json("caption")


def _send(world: World, parameters: Parameters, content: Json) -> Json:
    markup = read_markup(parameters)
    chat = world.chats.find_writable(parameters.text("chat_id"))
    topic, replied = parameters.integer("message_thread_id"), _replied(world, chat, parameters)
    content |= threaded(world.messages, chat, topic, replied) | _effect(chat, parameters)
    # The flood limits come last, since a call that is refused does not count.
    world.admit(chat)
    return world.new_message(chat, world.me, content | ({"reply_markup": markup} if markup else {}))


def _effect(chat: Chat, parameters: Parameters) -> Json:
    chosen = parameters.text("message_effect_id")
    if not chosen:
        return {}
    if chat.is_group:
        refuse("can't use message effects in the chat")
    if chosen not in EFFECTS:
        refuse("EFFECT_ID_INVALID")
    return {"effect_id": chosen}


def _replied(world: World, chat: Chat, parameters: Parameters) -> Json | None:
    complaint = "Can't parse reply parameters JSON object"
    reply = parameters.json("reply_parameters", complaint)
    if reply is None:
        legacy = parameters.integer("reply_to_message_id")
        lenient = parameters.flag("allow_sending_without_reply")
        reply = {"message_id": legacy, "allow_sending_without_reply": lenient}
    if not isinstance(reply, dict):
        refuse("Object expected as reply parameters")
    if not reply.get("message_id"):
        return None
    there = world.messages.get(chat.id, int(reply["message_id"]))
    if there is None and reply.get("allow_sending_without_reply"):
        return None
    return world.messages.find(chat.id, int(reply["message_id"]), "message to be replied")


METHODS = {
    "sendMessage": send_message,
    "sendPhoto": send_photo,
    "sendDocument": send_document,
    "sendChatAction": send_chat_action,
}
