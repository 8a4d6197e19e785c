"""Who is mentioned and whose device rings: only by the content of a new message, only as allowed."""

from typing import Any

import pytest

from bot.playground import LocalDiscord, moderation
from tests.playground.raw import RawBot
from tests.playground.table_bot import TableBot

pytestmark = pytest.mark.asyncio

Json = dict[str, Any]


async def say(raw: RawBot, content: str, allowed: Json | None = None, **more: Any) -> Json:
    body = {"content": content, **more}
    if allowed is not None:
        body["allowed_mentions"] = allowed
    status, sent = await raw.say(body)
    assert status == 200
    result: Json = sent
    return result


async def test_a_new_message_rings_those_it_mentions(timed: LocalDiscord, raw: RawBot) -> None:
    anna, berta = timed.player("anna"), timed.player("berta")
    sent = await say(raw, f"{anna.mention}, then <@!{berta.id}>, then {anna.mention}")
    assert [who["id"] for who in sent["mentions"]] == [str(anna.id), str(berta.id)]
    assert len(anna.notifications) == len(berta.notifications) == 1


@pytest.mark.parametrize(
    ("allowed", "rings"),
    [
        (None, True),
        ({"parse": ["users"]}, True),
        ({"parse": []}, False),
        ({"parse": ["roles", "everyone"]}, False),
        ({"parse": [], "users": ["anna"]}, True),
        ({"parse": [], "users": ["5"]}, False),
    ],
)
async def test_allowed_mentions_open_and_close(timed: LocalDiscord, raw: RawBot, allowed: Json | None, *, rings: bool) -> None:
    anna = timed.player("anna")
    if allowed is not None and "users" in allowed:
        allowed = {**allowed, "users": [str(anna.id) if name == "anna" else name for name in allowed["users"]]}
    sent = await say(raw, f"hello {anna.mention}", allowed)
    assert bool(sent["mentions"]) is rings
    assert bool(anna.notifications) is rings


async def test_code_embeds_edits_and_silent_messages_do_not_ring(timed: LocalDiscord, raw: RawBot) -> None:
    anna = timed.player("anna")
    await say(raw, f"`{anna.mention}` and ```\n{anna.mention}\n```")
    await say(raw, "see below", embeds=[{"description": anna.mention}])
    sent = await say(raw, "soon")
    path = f"/channels/{timed.channel().id}/messages/{sent['id']}"
    _, edited = await raw.ask("PATCH", path, {"content": anna.mention})
    assert [who["id"] for who in edited["mentions"]] == [str(anna.id)]
    await say(raw, anna.mention, flags=1 << 12)
    assert anna.notifications == []


async def test_everyone_needs_the_permission(timed: LocalDiscord, raw: RawBot) -> None:
    anna, berta = timed.player("anna"), timed.player("berta")
    assert (await say(raw, "@everyone"))["mention_everyone"] is True
    assert len(anna.notifications) == len(berta.notifications) == 1
    assert (await say(raw, "@here", {"parse": ["users"]}))["mention_everyone"] is False
    moderation.revoke(timed.guild, "mention_everyone")
    assert (await say(raw, "@everyone"))["mention_everyone"] is False
    await anna.say(timed.channel(), "@everyone")
    assert len(berta.notifications) == 1


async def test_roles_ring_their_members(timed: LocalDiscord, raw: RawBot) -> None:
    admin, anna = timed.player("admin", grants=("manage_guild",)), timed.player("anna")
    role = admin.member().roles[0]
    assert (await say(raw, f"<@&{role}>"))["mention_roles"] == [str(role)]
    assert (len(admin.notifications), len(anna.notifications)) == (1, 0)
    moderation.revoke(timed.guild, "mention_everyone")
    assert (await say(raw, f"<@&{role}>"))["mention_roles"] == []


async def test_a_reply_rings_unless_told_not_to(timed: LocalDiscord, raw: RawBot) -> None:
    anna = timed.player("anna")
    asked = await anna.say(timed.channel(), "whose turn?")
    await say(raw, "yours", {"parse": [], "replied_user": False}, message_reference={"message_id": str(asked.id)})
    assert anna.notifications == []
    sent = await say(raw, "yours", message_reference={"message_id": str(asked.id)})
    assert sent["referenced_message"]["content"] == "whose turn?"
    assert sent["type"] == 19
    assert len(anna.notifications) == 1


async def test_those_who_can_not_see_do_not_hear(timed: LocalDiscord, raw: RawBot) -> None:
    anna, berta = timed.player("anna"), timed.player("berta")
    moderation.deny(timed.channel(), "view_channel", member=anna.member())
    moderation.remove_member(timed.guild, berta.user)
    await say(raw, f"{anna.mention} {berta.mention}")
    assert (anna.notifications, berta.notifications) == ([], [])
    assert anna.sees(timed.channel()) == []


async def test_the_bot_reads_foreign_words_only_when_addressed(local: LocalDiscord, bot: TableBot) -> None:
    anna = local.player("anna")
    await anna.say(local.channel(), "secret")
    await anna.say(local.channel(), f"<@{local.world.bot.id}> hello")
    await local.quiet()
    assert bot.seen == ["message ", f"message <@{local.world.bot.id}> hello"]
