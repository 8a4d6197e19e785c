"""Thirty matches under way when the process is killed: none is lost, none is played twice, every button still works."""

import asyncio
from pathlib import Path

import pytest

from bot.playground.world import Channel
from tests.flows.test_crash import mortal, newest, public

pytestmark = pytest.mark.asyncio

MATCHES = 30


@pytest.mark.parametrize("answered", [0, 12])
async def test_thirty_matches_survive_a_kill_in_the_middle_of_thirty_presses(tmp_path: Path, answered: int) -> None:
    """The kill comes when so many of thirty presses have been answered, wherever the others are."""
    async with mortal(tmp_path) as bot:
        anna, bruno = bot.local.player("anna"), bot.local.player("bruno")
        channel = bot.local.channel()
        await asyncio.gather(*(anna.slash(channel, "controcorrente new", players=2) for _ in range(MATCHES)))
        await bot.settled()
        lobbies = public(channel)
        await asyncio.gather(*(bruno.click(lobby, label="Join") for lobby in lobbies))
        await bot.settled()
        threads: list[Channel] = [lobby.thread for lobby in lobbies if lobby.thread is not None]
        assert len(threads) == MATCHES
        players = {anna.id: anna, bruno.id: bruno}
        boards = [newest(thread) for thread in threads]
        movers = [players[int(board.content.rpartition("<@")[2].rstrip(">"))] for board in boards]
        mark = bot.local.mark
        presses = [
            asyncio.create_task(mover.click(board, label="Roll the die")) for mover, board in zip(movers, boards, strict=True)
        ]
        seen = 0

        def enough(kind: str) -> bool:
            nonlocal seen
            seen += kind == "interaction_acknowledged"
            return (kind == "interaction" and answered == 0) or seen >= answered > 0

        await bot.local.wait_for(lambda event: enough(event.kind), since=mark)
        await bot.die()
        for press in presses:
            press.cancel()
        await asyncio.gather(*presses, return_exceptions=True)
        await bot.start()
        await bot.settled()
        bot.check()
        played = bot.rows("SELECT code, COUNT(*) FROM records WHERE seq > 1 AND actor IS NOT NULL GROUP BY code")
        assert all(count == 1 for _, count in played)
        assert len(played) >= answered
        for thread in threads:
            board = newest(thread)
            mover = players[int(board.content.rpartition("<@")[2].rstrip(">"))]
            assert (await mover.click(board, label=board.labels[0])).acknowledged
        await bot.settled()
        bot.check()
