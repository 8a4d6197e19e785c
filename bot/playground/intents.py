"""Gateway intents: which session hears which event, and how much of it.

Owns that table alone.
"""

from typing import Any

Json = dict[str, Any]

GUILDS, MEMBERS, PRESENCES, GUILD_MESSAGES, DIRECT_MESSAGES, MESSAGE_CONTENT = 1, 1 << 1, 1 << 8, 1 << 9, 1 << 12, 1 << 15
PRIVILEGED = MEMBERS | PRESENCES | MESSAGE_CONTENT
_CONTENT_KEYS: Json = {"content": "", "embeds": [], "attachments": [], "components": []}


def wants(intents: int, event: str, data: Json) -> bool:
    """Say whether a session with these intents hears an event."""
    if event.startswith("MESSAGE_"):
        return bool(intents & (GUILD_MESSAGES if "guild_id" in data else DIRECT_MESSAGES))
    if event.startswith("GUILD_MEMBER_"):
        return bool(intents & MEMBERS)
    if event.startswith(("GUILD_", "CHANNEL_", "THREAD_")):
        return bool(intents & GUILDS)
    return True


def visible_part(intents: int, event: str, data: Json, bot_id: int) -> Json:
    """Give what a session may read of an event: other people's words need the content intent, a mention or a DM."""
    if event not in ("MESSAGE_CREATE", "MESSAGE_UPDATE") or intents & MESSAGE_CONTENT or "guild_id" not in data:
        return data
    about_bot = data["author"]["id"] == str(bot_id) or any(who["id"] == str(bot_id) for who in data["mentions"])
    return data if about_bot else {**data, **_CONTENT_KEYS}
