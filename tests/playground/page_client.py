"""A playground with the small bot in it, and panes that speak to its page's server as the scripts of the page do."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp

from bot.cli.playground import page_words
from bot.playground import redirect_to
from bot.playground.web import Page
from bot.playground.web_open import opened_page
from bot.playground.world import Channel, User
from tests.playground.fixtures import running_bot
from tests.playground.table_bot import TableBot

Json = dict[str, Any]

TOKEN = "the-bots-token"
NAMES = ("anna", "bruno")
PATIENCE = 5.0  # seconds


@asynccontextmanager
async def playground(folder: Path, *, names: tuple[str, ...] = NAMES, bot: bool = True) -> AsyncIterator[Page]:
    """Open a playground kept in a folder, with the small bot logged in unless told otherwise."""
    async with opened_page(folder / "world.discord.db", names=names, token=TOKEN, words=page_words()) as page:
        local = page.site.local
        undo = redirect_to(local.url)
        try:
            if bot:
                # The bot logs in with the server's token; `running_bot` takes it from the server.
                async with running_bot(TableBot(syncs=not local.commands.scopes), local):
                    yield page
            else:
                yield page
        finally:
            undo()
        assert local.problems == []


class Pane:
    """One player's pane, or with the desk's token the desk: requests, and the news of a socket in order."""

    def __init__(self, page: Page, session: aiohttp.ClientSession, token: str) -> None:
        self.page = page
        self.session = session
        self.token = token
        self.heard: list[Json] = []
        self._socket: aiohttp.ClientWebSocketResponse | None = None

    @property
    def headers(self) -> dict[str, str]:
        return {"Origin": self.page.url, "Authorization": f"Bearer {self.token}"}

    async def post(self, path: str, status: int = 200, **body: Any) -> Json:
        """Post JSON and give the answer; the status must be as told."""
        async with self.session.post(f"{self.page.url}{path}", json=body, headers=self.headers) as response:
            assert response.status == status, await response.text()
            answer: Json = await response.json()
            return answer

    async def get(self, path: str, status: int = 200) -> Json:
        async with self.session.get(f"{self.page.url}{path}", headers=self.headers) as response:
            assert response.status == status, await response.text()
            answer: Json = await response.json()
            return answer

    async def listen(self, path: str = "/api/live") -> Json:
        """Open the socket and give its first message."""
        self._socket = await self.session.ws_connect(f"{self.page.url}{path}", headers={"Origin": self.page.url})
        await self._socket.send_json({"token": self.token})
        return await self.next()

    async def send(self, **message: Any) -> None:
        assert self._socket is not None
        await self._socket.send_json(message)

    async def next(self) -> Json:
        """Give the next news."""
        assert self._socket is not None
        news: Json = await self._socket.receive_json(timeout=PATIENCE)
        self.heard.append(news)
        return news

    async def until(self, kind: str, **facts: Any) -> Json:
        """Pass over news until one of this kind with these facts."""
        while True:
            news = await self.next()
            if news["kind"] == kind and facts.items() <= news.items():
                return news

    async def close(self) -> None:
        if self._socket is not None:
            await self._socket.close()


def user(page: Page, name: str) -> User:
    """Find a player's account."""
    return next(who for who in page.site.players() if who.name == name)


@asynccontextmanager
async def pane(page: Page, name: str) -> AsyncIterator[Pane]:
    """Open a player's pane; `desk` is the desk."""
    token = page.site.sessions.desk_token() if name == "desk" else page.site.sessions.token(user(page, name).id)
    async with aiohttp.ClientSession() as session:
        opened = Pane(page, session, token)
        try:
            yield opened
        finally:
            await opened.close()


def place(page: Page, name: str = "tavolo") -> Channel:
    """Find a channel."""
    return page.site.local.channel(name)
