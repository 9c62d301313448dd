"""getUpdates and the webhook methods, getFile, answerCallbackQuery."""

import re

from bot.playground.entities import utf16_length
from bot.playground.errors import ApiError, refuse
from bot.playground.files import LARGEST_DOWNLOAD
from bot.playground.parameters import Json, Parameters
from bot.playground.world import Webhook, World

LONGEST_POLL = 50
LONGEST_ANSWER = 200


async def get_updates(world: World, parameters: Parameters) -> list[Json]:
    if world.webhook is not None:
        raise ApiError(
            409,
            "Conflict: can't use getUpdates method while webhook is active; "
            "use deleteWebhook to delete the webhook first",
        )
    complaint = "Can't parse allowed updates JSON object"
    allowed = parameters.json("allowed_updates", complaint)
    if allowed is not None:
        world.updates.allowed = frozenset(allowed)
    world.confirm(parameters.integer("offset"))
    limit = min(max(parameters.integer("limit", 100), 1), 100)
    timeout = min(max(parameters.integer("timeout"), 0), LONGEST_POLL)
    return await world.updates.ask(limit, timeout)


def set_webhook(world: World, parameters: Parameters) -> bool:
    url, secret = parameters.text("url"), parameters.text("secret_token")
    if not url:
        return delete_webhook(world, parameters)
    if not re.fullmatch(r"[\w-]{0,256}", secret, re.ASCII):
        refuse("secret token contains unallowed characters")
    world.webhook = Webhook(url, secret)
    _drop(world, parameters)
    return True


def delete_webhook(world: World, parameters: Parameters) -> bool:
    world.webhook = None
    _drop(world, parameters)
    return True


def _drop(world: World, parameters: Parameters) -> None:
    if parameters.flag("drop_pending_updates") and (pending := world.updates.pending()):
        world.confirm(pending[-1]["update_id"] + 1)


def get_webhook_info(world: World, _: Parameters) -> Json:
    return {
        "url": world.webhook.url if world.webhook else "",
        "has_custom_certificate": False,
        "pending_update_count": len(world.updates),
    }


def get_file(world: World, parameters: Parameters) -> Json:
    if not parameters.text("file_id"):
        refuse("file_id not specified")
    file = world.files.get(parameters.text("file_id"))
    if len(file.upload.content) > LARGEST_DOWNLOAD:
        refuse("file is too big")
    return file.to_json() | {"file_path": file.path}


def answer_callback_query(world: World, parameters: Parameters) -> bool:
    text = parameters.text("text")
    if utf16_length(text) > LONGEST_ANSWER:
        refuse("MESSAGE_TOO_LONG")
    query = world.queries.close(parameters.text("callback_query_id"))
    world.show(
        "answer",
        person=query.user_id,
        chat=query.chat_id,
        message_id=query.message_id,
        text=text,
        show_alert=parameters.flag("show_alert"),
        url=parameters.text("url"),
    )
    return True


METHODS = {
    "getUpdates": get_updates,
    "setWebhook": set_webhook,
    "deleteWebhook": delete_webhook,
    "getWebhookInfo": get_webhook_info,
    "getFile": get_file,
    "answerCallbackQuery": answer_callback_query,
}
