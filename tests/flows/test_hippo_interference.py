"""Hippo: nothing that anybody is shown depends on what is hidden from them, through table, words and renderers."""

from typing import Any

import pytest

from bot.engine.core import Text
from bot.words.hippo import HippoWords
from tests.engine.hippo.secrets import twin
from tests.flows.interference import compare

pytestmark = pytest.mark.asyncio

PREFIXES = (
    "",
    "keep ",
    "keep c",
    "lap ",
    "lap H/",
    "lap H/+ H/+ H/+ H/+ ",
    "lap H/+ H/+ H/+ H/+ save:r lock:l",
    "rumour",
    "start",
)
MATCHES = 300


def options(seed: int) -> dict[str, Any]:
    return {"tempo": "phase"} if seed % 10 == 0 else {}


@pytest.mark.parametrize("seed", range(3))
async def test_a_few_matches_look_the_same_with_other_secrets(seed: int) -> None:
    count = await compare("hippo", seed, twin=twin, options=options(seed), seats=4, prefixes=PREFIXES)
    assert count.windows >= 3
    assert count.answers >= 4
    assert count.things > 100


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(MATCHES))
async def test_hundreds_of_matches_look_the_same_with_other_secrets(seed: int) -> None:
    await compare("hippo", seed, twin=twin, options=options(seed), seats=4, prefixes=PREFIXES)


@pytest.mark.parametrize("secret", ["answers", "hands", "deals"])
async def test_a_leak_would_be_seen(monkeypatch: pytest.MonkeyPatch, secret: str) -> None:
    def leaky(self: Any, game: Any, state: Any) -> Text:
        return Text("hippo.text.order", {"order": repr(getattr(state, secret))})

    monkeypatch.setattr(HippoWords, "progress", leaky)
    with pytest.raises(AssertionError):
        await compare("hippo", 1, twin=twin, options={}, seats=4, prefixes=())
