"""Profiles and servers' rules: stored whole, changed in one transaction, forgotten, and there after a migration."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from bot.errors import Refusal
from bot.match.model import Pace
from bot.match.people import GuildRules, Profile, Quiet
from bot.store.store import SqliteStore
from tests.store import samples
from tests.store.samples import ANNA, BRUNO, NOON
from tests.store.test_forget import dump

pytestmark = pytest.mark.asyncio

FULL = Profile(
    ANNA,
    lang="pt_BR",
    display="text",
    palette="tritanopia",
    notify="dm",
    quiet=Quiet(1350, 480, "Europe/Rome"),
    away_from=NOON,
    away_until=NOON + timedelta(days=3),
    year=2026,
    used=3,
)


async def test_nobody_has_chosen_anything_at_first(store: SqliteStore) -> None:
    assert await store.people.profile(ANNA) == Profile(ANNA)
    assert await store.people.rules(5) == GuildRules(5)
    assert await store.people.away(ANNA, NOON) is None
    assert await store.people.quiet_until(ANNA, NOON) is None


async def test_a_profile_comes_back_as_it_was_put(store: SqliteStore) -> None:
    assert await store.people.change(ANNA, lambda _: FULL) == FULL
    assert await store.people.profile(ANNA) == FULL
    await store.people.change(ANNA, lambda profile: replace(profile, quiet=None))
    assert await store.people.profile(ANNA) == replace(FULL, quiet=None)
    assert await store.people.profile(BRUNO) == Profile(BRUNO)


async def test_an_edit_that_refuses_changes_nothing(store: SqliteStore) -> None:
    await store.people.change(ANNA, lambda _: FULL)
    with pytest.raises(Refusal):
        await store.people.change(ANNA, lambda profile: profile.leaving(1, NOON))
    assert await store.people.profile(ANNA) == FULL


async def test_rules_come_back_as_they_were_put(store: SqliteStore) -> None:
    rules = GuildRules(5, lang="it", channels=(7, 3), threads="channel", pace=Pace.WEEK)
    await store.people.change_rules(5, lambda _: rules)
    assert await store.people.rules(5) == rules
    assert await store.people.rules(6) == GuildRules(6)


async def test_vacation_and_quiet_hours_are_told_to_who_watches_the_clocks(store: SqliteStore) -> None:
    await store.people.change(ANNA, lambda _: FULL)
    assert await store.people.away(ANNA, NOON) == (NOON, NOON + timedelta(days=3))
    assert await store.people.away(ANNA, NOON + timedelta(days=3)) is None
    night = NOON.replace(hour=22)
    assert await store.people.quiet_until(ANNA, night) == night + timedelta(hours=9)  # 23:00 in Rome, until 8:00
    assert await store.people.quiet_until(ANNA, NOON) is None


async def test_a_failed_message_is_remembered_for_those_who_have_a_profile(store: SqliteStore) -> None:
    await store.people.change(ANNA, lambda _: FULL)
    await store.people.dm_failed(ANNA)
    await store.people.dm_failed(BRUNO)
    assert (await store.people.profile(ANNA)).dm_failed
    assert await store.people.profile(BRUNO) == Profile(BRUNO)


async def test_everything_about_a_user_is_collected_and_forgotten(store: SqliteStore, path: Path) -> None:
    first = samples.first()
    await store.commit(first)
    await store.commit(samples.after(first.header))
    await store.people.change(ANNA, lambda _: FULL)
    about = await store.people.about(ANNA)
    assert about["user_id"] == ANNA
    assert about["hosted"] == ["K7M2QX"]
    assert str(about["profile"]).count("Europe/Rome") == 1
    assert [seat["code"] for seat in about["seats"]] == ["K7M2QX"]  # type: ignore[attr-defined] # JSON, read as such
    assert len(about["actions"]) == 1  # type: ignore[arg-type] # the same
    await store.people.forget(ANNA)
    assert await store.people.profile(ANNA) == Profile(ANNA)
    assert str(ANNA) not in dump(path)
    about = await store.people.about(ANNA)
    assert {key: value for key, value in about.items() if value} == {"user_id": ANNA}
