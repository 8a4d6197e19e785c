"""The bot in its house, and two people who play."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.playground.people import Player
from tests.flows.house import House, running_house


@pytest_asyncio.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    """The whole bot in a local Discord."""
    async with running_house(tmp_path / "tavoliere.db") as house:
        yield house


@pytest.fixture
def anna(house: House) -> Player:
    """Somebody who reads English."""
    return house.local.player("anna")


@pytest.fixture
def bruno(house: House) -> Player:
    """Somebody who reads Italian."""
    return house.local.player("bruno", locale="it")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave slow tests out unless a marker expression chooses."""
    if not config.getoption("markexpr"):
        slow = {item for item in items if item.get_closest_marker("slow")}
        config.hook.pytest_deselected(items=list(slow))
        items[:] = [item for item in items if item not in slow]
