"""getMe, the bot's picture and descriptions, its command menus, and its farewells."""

from collections.abc import Callable

from bot.playground.errors import refuse
from bot.playground.files import photo_sizes
from bot.playground.menus import read_commands, read_language, read_scope
from bot.playground.parameters import Json, Parameters
from bot.playground.world import PROFILE, World

_LONGEST = {"name": 64, "description": 512, "short_description": 120}


def get_me(world: World, _: Parameters) -> Json:
    return world.me.to_json() | {
        "can_join_groups": True,
        "can_read_all_group_messages": False,
        "supports_inline_queries": False,
    }


def set_my_profile_photo(world: World, parameters: Parameters) -> bool:
    photo = parameters.json("photo", "Can't parse InputProfilePhoto JSON object")
    if not isinstance(photo, dict) or photo.get("type") != "static":
        refuse("Can't parse InputProfilePhoto: unsupported type specified")
    reference = str(photo.get("photo") or "")
    if not reference.startswith("attach://"):
        # Profile photos can only be uploaded as a new file.
        refuse("profile photo must be uploaded")
    file = world.files.receive(parameters, "photo", reference, PROFILE)
    photo_sizes(file)
    world.keep_file(file)
    world.show("photo", photo=file.id)
    return True


def get_user_profile_photos(world: World, parameters: Parameters) -> Json:
    photo = world.photo if parameters.integer("user_id") == world.me.id else None
    photos = [photo_sizes(photo)] if photo else []
    return {"total_count": len(photos), "photos": photos}


def set_my_commands(world: World, parameters: Parameters) -> bool:
    commands = read_commands(parameters.json("commands", "Can't parse commands JSON object"))
    world.menus.set(*_place(parameters), commands)
    world.show("menu")
    return True


def get_my_commands(world: World, parameters: Parameters) -> list[Json]:
    return world.menus.get(*_place(parameters))


def delete_my_commands(world: World, parameters: Parameters) -> bool:
    world.menus.delete(*_place(parameters))
    world.show("menu")
    return True


def farewell(_: World, __: Parameters) -> bool:
    return True


def _place(parameters: Parameters) -> tuple[str, str]:
    scope = parameters.json("scope", "Can't parse BotCommandScope JSON object")
    return read_scope(scope), read_language(parameters.text("language_code"))


def _setter(name: str) -> Callable[[World, Parameters], bool]:
    def set_text(world: World, parameters: Parameters) -> bool:
        text = parameters.text(name)
        if len(text) > _LONGEST[name]:
            refuse(f"BOT_{name.upper()}_TOO_LONG")
        world.descriptions[name, read_language(parameters.text("language_code"))] = text
        return True

    return set_text


def _getter(name: str) -> Callable[[World, Parameters], Json]:
    def get_text(world: World, parameters: Parameters) -> Json:
        language = read_language(parameters.text("language_code"))
        text = world.descriptions.get((name, language)) or world.descriptions.get((name, ""), "")
        return {name: text}

    return get_text


METHODS = {
    "getMe": get_me,
    "setMyProfilePhoto": set_my_profile_photo,
    "getUserProfilePhotos": get_user_profile_photos,
    "setMyCommands": set_my_commands,
    "getMyCommands": get_my_commands,
    "deleteMyCommands": delete_my_commands,
    "setMyName": _setter("name"),
    "getMyName": _getter("name"),
    "setMyDescription": _setter("description"),
    "getMyDescription": _getter("description"),
    "setMyShortDescription": _setter("short_description"),
    "getMyShortDescription": _getter("short_description"),
    "logOut": farewell,
    "close": farewell,
}
