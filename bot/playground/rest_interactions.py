"""Routes about application commands and about answering interactions.

Owns no rule: commands and interactions do.
"""

from bot.playground import interactions, messages, objects
from bot.playground.api_errors import fail
from bot.playground.calls import NOTHING, Answer, Call, Routes, Site


def _scope(site: Site, call: Call) -> int | None:
    if call.id("application_id") != site.world.application_id:
        fail(10002)
    return site.guild(call).id if "guild_id" in call.path else None


def _list_commands(site: Site, call: Call) -> Answer:
    scope = _scope(site, call)
    full = call.query.get("with_localizations") in ("1", "true", "True")
    return Answer(200, site.commands.listed(scope, localized=full))


def _put_commands(site: Site, call: Call) -> Answer:
    scope = _scope(site, call)
    listed = site.commands.overwrite(scope, call.body)
    site.world.log.happened("commands_synced", guild_id=scope, count=len(listed))
    return Answer(200, listed)


def _callback(site: Site, call: Call) -> Answer:
    world = site.world
    token = call.path["interaction_token"]
    interaction = interactions.respond(world, call.id("interaction_id"), token, call.form, list(call.files))
    if call.query.get("with_response") in ("1", "true", "True"):
        return Answer(200, interactions.callback_answer(interaction))
    return NOTHING


def _follow_up(site: Site, call: Call) -> Answer:
    interaction = interactions.by_token(site.world, call.id("webhook_id"), call.path["webhook_token"])
    return Answer(200, objects.message(interactions.follow_up(interaction, call.form, list(call.files))))


def _which(call: Call) -> str:
    return call.path.get("message_id", "@original")


def _get_own(site: Site, call: Call) -> Answer:
    interaction = interactions.by_token(site.world, call.id("webhook_id"), call.path["webhook_token"])
    return Answer(200, objects.message(interactions.own_message(interaction, _which(call))))


def _edit_own(site: Site, call: Call) -> Answer:
    interaction = interactions.by_token(site.world, call.id("webhook_id"), call.path["webhook_token"])
    return Answer(200, objects.message(interactions.edit_own(interaction, _which(call), call.form, list(call.files))))


def _delete_own(site: Site, call: Call) -> Answer:
    interaction = interactions.by_token(site.world, call.id("webhook_id"), call.path["webhook_token"])
    messages.delete(interactions.own_message(interaction, _which(call)))
    return NOTHING


ROUTES: Routes = [
    ("GET", "/applications/{application_id}/commands", _list_commands),
    ("PUT", "/applications/{application_id}/commands", _put_commands),
    ("GET", "/applications/{application_id}/guilds/{guild_id}/commands", _list_commands),
    ("PUT", "/applications/{application_id}/guilds/{guild_id}/commands", _put_commands),
    ("POST", "/interactions/{interaction_id}/{interaction_token}/callback", _callback),
    ("POST", "/webhooks/{webhook_id}/{webhook_token}", _follow_up),
    ("GET", "/webhooks/{webhook_id}/{webhook_token}/messages/@original", _get_own),
    ("PATCH", "/webhooks/{webhook_id}/{webhook_token}/messages/@original", _edit_own),
    ("DELETE", "/webhooks/{webhook_id}/{webhook_token}/messages/@original", _delete_own),
    ("GET", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}", _get_own),
    ("PATCH", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}", _edit_own),
    ("DELETE", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}", _delete_own),
]
