"""What a player does on the page: write, command, complete, press, choose, dismiss, read, change language.

Owns the routes that take it. Each speaks for the player of its session and touches only what that player sees; what a Discord
client would not let one do is answered with 422.
"""

from typing import Any

from aiohttp import web

from bot.playground import messages
from bot.playground.api_errors import ApiError
from bot.playground.command_input import BOOLEAN, CHANNEL, INTEGER, NUMBER, ROLE, USER
from bot.playground.errors import CannotDo
from bot.playground.people import Player, Reply
from bot.playground.web_site import LOCALES, PageSite, answer, body_of, number, refuse
from bot.playground.world import Channel

Json = dict[str, Any]

PAGE = 50  # messages given at a time


class Acts:
    """The players' routes."""

    def __init__(self, site: PageSite) -> None:
        self._site = site

    def attach(self, app: web.Application) -> None:
        """Add the routes."""
        app.router.add_get("/api/messages/{channel}", self._messages)
        for name, act in (
            ("say", self._say),
            ("slash", self._slash),
            ("complete", self._complete),
            ("press", self._press),
            ("choose", self._choose),
            ("dismiss", self._dismiss),
            ("read", self._read),
            ("language", self._language),
        ):
            app.router.add_post(f"/api/{name}", act)

    async def _messages(self, request: web.Request) -> web.Response:
        player = self._site.player(request)
        channel = self._site.channel(player, request.match_info["channel"])
        before = number(request.query["before"]) if "before" in request.query else None
        found = self._site.eyes(player.user).messages(channel, before=before, limit=PAGE + 1)
        return answer({"messages": found[-PAGE:], "more": len(found) > PAGE})

    async def _say(self, request: web.Request) -> web.Response:
        player, body = self._site.player(request), await body_of(request)
        channel = self._site.channel(player, body.get("channel"))
        text = str(body.get("text", "")).strip()
        if not text or not self._site.eyes(player.user).channel(channel)["may_say"]:
            refuse(422, "cannot")
        try:
            said = await player.say(channel, text)
        except ApiError as error:
            refuse(422, "cannot", error.message)
        self._site.marks.read(player.user, channel)
        return answer({"message": str(said.id)})

    async def _slash(self, request: web.Request) -> web.Response:
        player, body = self._site.player(request), await body_of(request)
        channel = self._site.channel(player, body.get("channel"))
        command = str(body.get("command", ""))
        try:
            options = self._options(player, channel, command, body.get("options"))
            return _told(await player.slash(channel, command, wait=False, **options))
        except CannotDo as error:
            refuse(422, "cannot", str(error))

    async def _complete(self, request: web.Request) -> web.Response:
        player, body = self._site.player(request), await body_of(request)
        channel = self._site.channel(player, body.get("channel"))
        command, focused = str(body.get("command", "")), str(body.get("focused", ""))
        try:
            options = self._options(player, channel, command, body.get("options"))
            options.pop(focused, None)
            reply = await player.autocomplete(channel, command, focused=focused, value=str(body.get("value", "")), **options)
        except CannotDo as error:
            refuse(422, "cannot", str(error))
        locale = player.user.locale
        named = [
            {"name": (c.get("name_localizations") or {}).get(locale) or c["name"], "value": c["value"]} for c in reply.choices
        ]
        return answer({"failed": reply.failed, "choices": named})

    async def _press(self, request: web.Request) -> web.Response:
        player, body = self._site.player(request), await body_of(request)
        message = self._site.message(player, body)
        try:
            return _told(await player.click(message, custom_id=str(body.get("id")), wait=False))
        except CannotDo as error:
            refuse(422, "cannot", str(error))

    async def _choose(self, request: web.Request) -> web.Response:
        player, body = self._site.player(request), await body_of(request)
        message = self._site.message(player, body)
        which, values = str(body.get("id")), body.get("values")
        if not isinstance(values, list):
            refuse(400, "not_json")
        menu = next((item for item in message.controls if item.get("custom_id") == which), None)
        wanted: list[Any] = [str(value) for value in values]
        if menu is not None and menu["type"] == 5:
            wanted = [Player(self._site.local, self._site.local.world.users[number(v)]) for v in wanted if self._is_user(v)]
        try:
            return _told(await player.select(message, which, wanted, wait=False))
        except CannotDo as error:
            refuse(422, "cannot", str(error))

    def _is_user(self, value: object) -> bool:
        return number(value) in self._site.local.world.users

    async def _dismiss(self, request: web.Request) -> web.Response:
        player, body = self._site.player(request), await body_of(request)
        message = self._site.message(player, body)
        if message.ephemeral_for != player.id:
            refuse(422, "cannot")
        messages.delete(message)
        return answer({})

    async def _read(self, request: web.Request) -> web.Response:
        player, body = self._site.player(request), await body_of(request)
        self._site.marks.read(player.user, self._site.channel(player, body.get("channel")))
        return answer({})

    async def _language(self, request: web.Request) -> web.Response:
        player, body = self._site.player(request), await body_of(request)
        if body.get("locale") not in LOCALES:
            refuse(422, "cannot")
        player.user.locale = str(body["locale"])
        self._site.local.world.log.happened("language", user=player.user)
        return answer({})

    def _options(self, player: Player, channel: Channel, command: str, given: object) -> dict[str, Any]:
        """Read the option values a page sends, each by the type the command gives it; raises CannotDo."""
        if given is None:
            return {}
        if not isinstance(given, dict):
            raise CannotDo("options are an object")
        offered = channel.parent if channel.parent is not None else channel
        found = next((c for c in self._site.eyes(player.user).commands(offered) if c["name"] == command), None)
        if found is None:
            raise CannotDo(f"there is no /{command} here")
        kinds = {option["name"]: option["type"] for option in found["options"]}
        return {name: self._value(player, kinds.get(name), value) for name, value in given.items()}

    def _value(self, player: Player, kind: int | None, value: Any) -> Any:
        world = self._site.local.world
        if kind == USER:
            return number(value)
        if kind == CHANNEL:
            return self._site.channel(player, value)
        if kind == ROLE:
            return next(
                (role for guild in world.guilds.values() for role in guild.roles.values() if role.id == number(value)), None
            )
        if kind == BOOLEAN and isinstance(value, bool):
            return value
        if kind in (INTEGER, NUMBER) and not isinstance(value, bool):
            return _number_of(kind, value)
        if isinstance(value, str):
            return value
        raise CannotDo(f"no option takes {value!r} here")


def _number_of(kind: int, value: object) -> int | float:
    try:
        return int(str(value)) if kind == INTEGER else float(str(value))
    except ValueError as error:
        raise CannotDo(f"{value!r} is no number") from error


def _told(reply: Reply) -> web.Response:
    """Tell the page how an interaction went; what the bot said comes as messages."""
    return answer({"failed": reply.failed, "type": reply.type})
