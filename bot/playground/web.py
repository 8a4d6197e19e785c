"""The playground's page: a second server on loopback, beside the local Discord, for browsers.

Owns the assembly: the guard in front, static files, players' files, routes and sockets. `async with Page(...) as page` serves at
`page.url`.
"""

import mimetypes
import socket
from pathlib import Path
from types import TracebackType
from typing import Self

from aiohttp import web

from bot.playground.web_acts import Acts
from bot.playground.web_desk import Desk
from bot.playground.web_guard import LARGEST_BODY, add_headers, guard
from bot.playground.web_live import Live
from bot.playground.web_site import PageSite, number

FOLDER = Path(__file__).parent / "page"
FILES = {file.name: file for file in sorted(FOLDER.iterdir()) if file.suffix in (".css", ".html", ".js", ".svg")}
LOOPBACK = "127.0.0.1"


class PortTaken(Exception):
    """Another program listens on the port that was asked for."""


class Page:
    """The page's server; `port` 0 takes any free one."""

    def __init__(self, site: PageSite, *, port: int = 0) -> None:
        self.site = site
        self._port = port
        self._runner: web.AppRunner | None = None
        self._live = Live(site)
        self._desk = Desk(site)
        self.url = ""

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=LARGEST_BODY, middlewares=[guard])
        app.on_response_prepare.append(add_headers)
        app.router.add_get("/", self._index)
        app.router.add_get("/page/{name}", self._static)
        app.router.add_get("/files/{user}/{file}/{key}/{name}", self._file)
        app.router.add_get("/api/live", self._live.handle)
        Acts(self.site).attach(app)
        self._desk.attach(app)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, LOOPBACK, self._port).start()
        except OSError as error:
            await self._runner.cleanup()
            raise PortTaken(f"port {self._port} on {LOOPBACK} cannot be used: {error.strerror}") from error
        self.url = f"http://{LOOPBACK}:{self._runner.addresses[0][1]}"
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self._live.close()
        await self._desk.close()
        if self._runner is not None:
            await self._runner.cleanup()

    async def _index(self, request: web.Request) -> web.StreamResponse:
        return self._give("desk.html")

    async def _static(self, request: web.Request) -> web.StreamResponse:
        return self._give(request.match_info["name"])

    def _give(self, name: str) -> web.StreamResponse:
        if name not in FILES:
            raise web.HTTPNotFound
        kind = "text/javascript" if name.endswith(".js") else mimetypes.guess_type(name)[0] or "application/octet-stream"
        return web.Response(body=FILES[name].read_bytes(), content_type=kind, charset="utf-8")

    async def _file(self, request: web.Request) -> web.Response:
        """Give a file of a message to the player whose key it is, while that player sees the message."""
        place = request.match_info
        user_id, file_id = number(place["user"]), number(place["file"])
        who = self.site.local.world.users.get(user_id)
        if who is None or not self.site.sessions.opens_file(place["key"], user_id, file_id):
            raise web.HTTPNotFound
        file = self.site.eyes(who).file(file_id)
        if file is None or file.filename != place["name"]:
            raise web.HTTPNotFound
        headers = {"Cache-Control": "private, max-age=86400, immutable"}
        if not file.content_type.startswith("image/"):
            headers["Content-Disposition"] = "attachment"
        return web.Response(body=file.content, content_type=file.content_type, headers=headers)


def is_free(port: int) -> bool:
    """Say whether nobody listens on the port yet."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOOPBACK, port))
        except OSError:
            return False
    return True
