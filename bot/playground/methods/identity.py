"""getMe, the bot's descriptions, its command menus, and its farewells."""

from collections.abc import Callable

from bot.playground.errors import refuse
from bot.playground.menus import read_commands, read_language, read_scope
from bot.playground.parameters import Json, Parameters
from bot.playground.world import World

_LONGEST = {"name": 64, "description": 512, "short_description": 120}


def get_me(world: World, _: Parameters) -> Json:
    return world.me.to_json() | {
        "can_join_groups": True,
        "can_read_all_group_messages": False,
        "supports_inline_queries": False,
    }


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
