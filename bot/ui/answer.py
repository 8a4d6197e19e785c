"""The answer to one interaction: announced when it takes long, then given, at most once.

Owns Discord's answer types and what its refusals of an answer mean. Refuses to know what is answered.
"""

import io
from collections.abc import Coroutine
from typing import Any, Final

import aiohttp
import discord
import structlog

from bot.ui.ask import Done, Page, Reply

log = structlog.get_logger(__name__)

NOBODY: Final = discord.AllowedMentions.none()
BADLY_MADE: Final = (400, 413)  # HTTP: the body is refused, or too large
TOO_LATE: Final = {
    10008: "the message is gone",
    10015: "the token is gone",
    10062: "the interaction is unknown: it came too late",
    40060: "the interaction was answered before",
    50027: "the token has expired",
}


class Answer:
    """What has been answered so far."""

    def __init__(self, interaction: discord.Interaction[Any]) -> None:
        self._interaction = interaction
        self._announced = False
        self._closed = interaction.response.is_done()
        self._pressed = interaction.type is discord.InteractionType.component
        message = interaction.message
        self._private = self._pressed and message is not None and message.flags.ephemeral

    async def announce(self) -> None:
        """Acknowledge what takes long: for a press nothing changes yet, for a command a private answer is promised."""
        self._announced = await self._try(self._interaction.response.defer(ephemeral=True))

    async def give(self, reply: Reply) -> bool:
        """Answer; False only when Discord finds the answer badly made, so that a plainer one may still be given."""
        if not self._closed:
            page = reply.page if isinstance(reply, Done) else reply
            if isinstance(reply, Done) and self._pressed and not self._private:
                call = self._keep() if reply.keeps else self._strip()
            elif self._private and not page.fresh:
                call = self._edit(page)
            else:
                call = self._send(page)
            self._closed = await self._try(call) or self._closed
        return self._closed

    async def suggest(self, choices: list[discord.app_commands.Choice[Any]]) -> None:
        """Answer a request for completions."""
        if not self._closed:
            await self._try(self._interaction.response.autocomplete(choices))

    async def _keep(self) -> None:
        if not self._announced:
            await self._interaction.response.defer()

    async def _strip(self) -> None:
        if self._announced:
            await self._interaction.edit_original_response(view=None, allowed_mentions=NOBODY)
        else:
            await self._interaction.response.edit_message(view=None, allowed_mentions=NOBODY)

    async def _edit(self, page: Page) -> None:
        edit: Any = self._interaction.edit_original_response if self._announced else self._interaction.response.edit_message
        await edit(content=page.content, view=page.view, attachments=_files(page), allowed_mentions=NOBODY)

    async def _send(self, page: Page) -> None:
        if self._announced and not self._pressed:
            await self._edit(page)
            return
        send: Any = self._interaction.followup.send if self._announced else self._interaction.response.send_message
        shown: dict[str, Any] = {} if page.view is None else {"view": page.view}
        await send(page.content, ephemeral=True, files=_files(page), allowed_mentions=NOBODY, **shown)

    async def _try(self, call: Coroutine[Any, Any, object]) -> bool:
        try:
            await call
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
            self._note(error)
            return False
        return True

    def _note(self, error: Exception) -> None:
        """Log what became of an answer; whatever was done stands, and the match's messages are sent all the same."""
        code = error.code if isinstance(error, discord.HTTPException) else 0
        if code in TOO_LATE:
            log.info("answer_too_late", code=code, why=TOO_LATE[code])
        elif isinstance(error, discord.HTTPException) and error.status in BADLY_MADE:
            log.error("answer_badly_made", code=code, error=str(error))
            return
        else:
            log.warning("answer_lost", code=code, error=f"{type(error).__name__}: {error}")
        self._closed = True


def _files(page: Page) -> list[discord.File]:
    if page.attachment is None:
        return []
    file = page.attachment
    return [discord.File(io.BytesIO(file.content), filename=file.name, description=file.description or None)]
