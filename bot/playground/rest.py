"""The HTTP side: reads the bot's requests, runs the route, answers exactly as Discord does.

Owns parsing, authorisation, planned faults, the record of requests and their check by a verifier. What a request means is
for the rest_* modules.
"""

import json
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from aiohttp import BodyPartReader, web

from bot.playground import rest_accounts, rest_channels, rest_interactions, rest_messages
from bot.playground.api_errors import ApiError, fail
from bot.playground.calls import Answer, Call, Handler, Routes, Site
from bot.playground.faults import Fault, Faults
from bot.playground.message_rules import Upload
from bot.playground.transcript import Transcript
from bot.playground.verify import Verifier

Json = dict[str, Any]

PREFIX = "/api/v10"
ROUTES: Routes = [*rest_accounts.ROUTES, *rest_channels.ROUTES, *rest_messages.ROUTES, *rest_interactions.ROUTES]
_OPEN = ("/interactions/", "/webhooks/", "/gateway")


@dataclass(frozen=True, slots=True)
class Refused:
    """A request the API answered with an error by its own rules (not by a planned fault)."""

    method: str
    route: str
    status: int
    code: int
    body: Any
    errors: Json | None


class Dropped(Exception):
    """A planned fault cuts this connection."""


class Rest:
    """Serves the API on an aiohttp application; counts what is in flight."""

    def __init__(
        self,
        site: Site,
        faults: Faults,
        transcript: Transcript,
        *,
        token: str,
        verifier: Verifier | None,
        note_problem: Callable[[str], None],
    ) -> None:
        self._site = site
        self._faults = faults
        self._transcript = transcript
        self._token = token
        self._verifier = verifier
        self._note_problem = note_problem
        self.in_flight = 0
        self.served = 0
        self.refused: list[Refused] = []
        self.calls: deque[Call] = deque(maxlen=500)

    def attach(self, app: web.Application) -> None:
        """Add every route, and a catch-all that turns an unknown one into a problem."""
        for method, route, handler in ROUTES:
            app.router.add_route(method, PREFIX + route, self._endpoint(route, handler))
        app.router.add_route("*", "/{anything:.*}", self._unknown)

    def _endpoint(self, route: str, handler: Handler) -> Callable[[web.Request], Any]:
        async def serve(request: web.Request) -> web.Response:
            self.in_flight += 1
            self._site.world.log.happened("request", method=request.method, route=route)
            try:
                return await self._serve(request, route, handler)
            except Dropped:
                if request.transport is not None:
                    request.transport.abort()
                return web.Response(status=500)
            finally:
                self.in_flight -= 1
                self.served += 1
                self._site.world.log.happened("served", method=request.method, route=route)

        return serve

    async def _serve(self, request: web.Request, route: str, handler: Handler) -> web.Response:
        began = time.perf_counter()
        try:
            call = await _read(request, route)
        except ApiError as error:
            return self._error(Call(request.method, route, request.match_info, request.query, None), error)
        self.calls.append(call)
        self._transcript.add("→", f"{call.method} {request.path_qs.removeprefix(PREFIX)}", _shown(call))
        faults = self._faults.take(call)
        planned = await self._strike([f for f in faults if not f.applied], call)
        if planned is not None:
            return planned
        response = self._run(request, call, handler)
        planned = await self._strike([f for f in faults if f.applied], call)
        took = (time.perf_counter() - began) * 1000
        self._transcript.add(
            "←", f"{(planned or response).status} {call.method} {call.route} in {took:.1f} ms", (planned or response).text
        )
        return planned or response

    def _run(self, request: web.Request, call: Call, handler: Handler) -> web.Response:
        try:
            if not call.route.startswith(_OPEN) and request.headers.get("Authorization") != f"Bot {self._token}":
                raise ApiError(401, 0, "401: Unauthorized")
            self._verify_request(call)
            answer = handler(self._site, call)
        except ApiError as error:
            return self._error(call, error)
        if self._verifier is not None:
            self._report(call, self._verifier.response(call.method, call.route, answer.status, answer.payload))
        return _json(answer)

    def _verify_request(self, call: Call) -> None:
        if self._verifier is not None:
            self._report(call, self._verifier.request(call.method, call.route, call.query, call.body))

    def _report(self, call: Call, problems: list[str]) -> None:
        for problem in problems:
            self._note_problem(f"{call.method} {call.route}: {problem}")

    def _error(self, call: Call, error: ApiError) -> web.Response:
        self.refused.append(Refused(call.method, call.route, error.status, error.code, call.body, error.errors))
        payload = error.payload()
        if self._verifier is not None:
            plain = {
                key: value for key, value in payload.items() if key != "errors"
            }  # its codes are words, whatever the document says
            self._report(call, self._verifier.response(call.method, call.route, error.status, plain))
        headers = {} if error.retry_after is None else {"Via": "1.1 local", "Retry-After": str(error.retry_after)}
        return _json(Answer(error.status, payload), headers)

    async def _strike(self, faults: list[Fault], call: Call) -> web.Response | None:
        for fault in faults:
            self._transcript.add("⚡", f"planned fault on {call.method} {call.route}")
            await fault.strike()
            if fault.seconds:
                await self._site.world.clock.sleep(fault.seconds)
            if fault.drops:
                raise Dropped
            if fault.status is not None:
                return _planned(fault)
        return None

    async def _unknown(self, request: web.Request) -> web.Response:
        self._note_problem(f"the local Discord does not know {request.method} {request.path}")
        self._transcript.add("→", f"{request.method} {request.path} is unknown")
        return _json(Answer(404, {"message": "404: Not Found", "code": 0}))


def _json(answer: Answer, headers: dict[str, str] | None = None) -> web.Response:
    if answer.payload is None:
        return web.Response(status=answer.status, headers=headers)
    body = json.dumps(answer.payload).encode()
    return web.Response(status=answer.status, body=body, content_type="application/json", headers=headers)


def _planned(fault: Fault) -> web.Response:
    if fault.status == 429 and not fault.via:
        return web.Response(status=429, text="error code: 1015")
    payload: Json = {"message": fault.message, "code": fault.code}
    headers = {}
    if fault.retry_after is not None:
        payload |= {"retry_after": fault.retry_after, "global": fault.is_global}
        headers = {"Via": "1.1 local", "Retry-After": str(fault.retry_after), "X-RateLimit-Scope": "shared"}
    return _json(Answer(fault.status or 500, payload), headers)


def _shown(call: Call) -> Any:
    if not call.files:
        return call.body
    return {"body": call.body, "files": [f"{f.filename} ({len(f.content)} bytes)" for f in call.files]}


async def _read(request: web.Request, route: str) -> Call:
    """Read a request's JSON, or the payload_json and files of a multipart body; raises 50109 for broken JSON."""
    body: Any = None
    files: list[Upload] = []
    if request.content_type == "multipart/form-data":
        async for part in await request.multipart():
            if not isinstance(part, BodyPartReader):
                continue
            content = bytes(await part.read(decode=False))
            if part.name == "payload_json":
                body = _parse(content)
            elif part.name is not None and part.name.startswith("files["):
                files.append(Upload(int(part.name[6:-1]), part.filename or "file", content))
    elif request.can_read_body:
        body = _parse(await request.read())
    return Call(request.method, route, request.match_info, request.query, body, tuple(files))


def _parse(content: bytes) -> Any:
    try:
        return json.loads(content) if content else None
    except ValueError:
        fail(50109)
