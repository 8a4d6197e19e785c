"""A client that sends what it is told to, for requests that discord.py would refuse to send."""

import io
import json
from types import TracebackType
from typing import Any, Self

import aiohttp

from bot.playground import LocalDiscord

Json = dict[str, Any]


class RawBot:
    """Speaks plain HTTP to a local Discord as its bot."""

    def __init__(self, local: LocalDiscord, *, token: str | None = None) -> None:
        self._local = local
        self._session = aiohttp.ClientSession(headers={"Authorization": f"Bot {token or local.token}"})

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self._session.close()

    async def ask(self, method: str, path: str, body: Any = None, files: dict[str, bytes] | None = None) -> tuple[int, Any]:
        """Give status and JSON of one request; with files as a multipart body."""
        url = f"{self._local.url}/api/v10{path}"
        if files is None:
            async with self._session.request(method, url, json=body) as response:
                return response.status, await response.json() if response.content_type == "application/json" else None
        form = aiohttp.FormData(quote_fields=False)
        form.add_field("payload_json", json.dumps(body))
        for number, (name, content) in enumerate(files.items()):
            form.add_field(f"files[{number}]", io.BytesIO(content), filename=name, content_type="application/octet-stream")
        async with self._session.request(method, url, data=form) as response:
            return response.status, await response.json()

    async def say(self, body: Json, files: dict[str, bytes] | None = None, channel: str = "tavolo") -> tuple[int, Any]:
        """Send a message to a channel by name."""
        return await self.ask("POST", f"/channels/{self._local.channel(channel).id}/messages", body, files)

    async def code(self, method: str, path: str, body: Any = None) -> int:
        """Give the error code of a request that must be refused, 0 when it was not."""
        status, payload = await self.ask(method, path, body)
        return payload["code"] if status >= 400 else 0
