"""getChat, getChatMember, getChatMemberCount, getChatAdministrators, leaveChat."""

from bot.playground.chats import Chat
from bot.playground.errors import refuse
from bot.playground.parameters import Json, Parameters
from bot.playground.world import World

_GIFTS = (
    "unlimited_gifts",
    "limited_gifts",
    "unique_gifts",
    "premium_subscription",
    "gifts_from_channels",
)

_RIGHTS = (
    *("can_manage_chat", "can_delete_messages", "can_manage_video_chats", "can_restrict_members"),
    *("can_promote_members", "can_change_info", "can_invite_users", "can_post_stories"),
    *("can_edit_stories", "can_delete_stories", "can_pin_messages", "can_manage_topics"),
)


def get_chat(world: World, parameters: Parameters) -> Json:
    chat = world.chats.find(parameters.text("chat_id"))
    return chat.to_json() | {
        "accent_color_id": 0,
        "max_reaction_count": 11,
        "accepted_gift_types": dict.fromkeys(_GIFTS, False),
    }


def get_chat_member(world: World, parameters: Parameters) -> Json:
    chat = world.chats.find(parameters.text("chat_id"))
    user_id = parameters.integer("user_id")
    if user_id <= 0:
        refuse("Invalid user_id specified")
    if user_id == world.me.id:
        return {"status": chat.bot_status, "user": world.me.to_json()}
    if user_id in chat.members:
        return _member(chat, user_id)
    stranger = world.chats.get(user_id)
    if stranger is None:
        refuse("user not found")
    return {"status": "left", "user": stranger.members[user_id].to_json()}


def get_chat_member_count(world: World, parameters: Parameters) -> int:
    chat = world.chats.find(parameters.text("chat_id"))
    return len(chat.members) + 1


def get_chat_administrators(world: World, parameters: Parameters) -> list[Json]:
    chat = world.chats.find(parameters.text("chat_id"))
    if not chat.is_group:
        refuse("there are no administrators in the private chat")
    administrators = (each for each in chat.members if each in chat.administrators)
    return [_member(chat, each) for each in (chat.owner, *administrators)]


def leave_chat(world: World, parameters: Parameters) -> bool:
    chat = world.chats.find_writable(parameters.text("chat_id"))
    if not chat.is_group:
        refuse("chat member status can't be changed in private chats")
    world.set_status(chat, "left")
    return True


def _member(chat: Chat, user_id: int) -> Json:
    user = chat.members[user_id].to_json()
    is_anonymous = user_id in chat.anonymous
    if chat.is_group and user_id == chat.owner:
        return {"status": "creator", "user": user, "is_anonymous": is_anonymous}
    if user_id in chat.administrators:
        member = {"status": "administrator", "user": user, "is_anonymous": is_anonymous}
        return member | {"can_be_edited": False} | dict.fromkeys(_RIGHTS, True)
    return {"status": "member", "user": user}


METHODS = {
    "getChat": get_chat,
    "getChatMember": get_chat_member,
    "getChatMemberCount": get_chat_member_count,
    "getChatAdministrators": get_chat_administrators,
    "leaveChat": leave_chat,
}
