"""Who may talk to the page's server: this machine's browser, from the page itself, and nobody else.

Owns the checks every request passes and the headers every answer carries. A page of another server that the same browser shows
can neither read nor press anything here: it cannot name us as `Host`, its `Origin` is not ours, and it may not frame us.
"""

from collections.abc import Awaitable, Callable

import yarl
from aiohttp import web

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

OWN_NAMES = frozenset({"127.0.0.1", "localhost", "::1"})
LARGEST_BODY = 64 * 1024  # bytes; a message is at most 2,000 characters
_READING = frozenset({"GET", "HEAD"})
_OWN_SITES = frozenset({"same-origin", "none"})

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "SAMEORIGIN",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cache-Control": "no-store",
}


def policy(host: str) -> str:
    """Give the Content-Security-Policy for the page at `host` (name and port)."""
    return "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self'",
            f"connect-src 'self' ws://{host}",
            "frame-src 'self'",
            "frame-ancestors 'self'",
            "base-uri 'none'",
            "form-action 'none'",
            "require-trusted-types-for 'script'",
        )
    )


@web.middleware
async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuse (403) another host name, another page's requests, and (415) bodies that a plain form could send."""
    if not named_here(request):
        raise web.HTTPForbidden(text="This server answers to 127.0.0.1 and localhost alone.")
    origin, opens_socket = request.headers.get("Origin"), "Upgrade" in request.headers
    if origin is not None and origin != f"http://{request.host}":
        raise web.HTTPForbidden(text="Another page may not use this server.")
    if request.method not in _READING or opens_socket:
        if origin is None:
            raise web.HTTPForbidden(text="A request that changes something must say which page it comes from.")
        if not opens_socket and request.content_type != "application/json":
            raise web.HTTPUnsupportedMediaType(text="Only JSON is taken here.")
    if request.headers.get("Sec-Fetch-Site", "none") not in _OWN_SITES and request.headers.get("Sec-Fetch-Dest") != "document":
        raise web.HTTPForbidden(text="Another page may not use this server.")
    return await handler(request)


@web.middleware
async def only_the_bot(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuse (403) browsers at the local Discord's own port: they send an `Origin`, or another `Host`; the bot never does."""
    if not named_here(request) or "Origin" in request.headers or "Sec-Fetch-Site" in request.headers:
        raise web.HTTPForbidden(text="This port is for the bot.")
    return await handler(request)


async def add_headers(request: web.Request, response: web.StreamResponse) -> None:
    """Put the headers on an answer about to be sent, whatever it is."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if named_here(request):
        response.headers["Content-Security-Policy"] = policy(request.host)


def named_here(request: web.Request) -> bool:
    """Say whether the request was sent to this machine by one of its own names, not by a name that points here for a moment."""
    try:
        return yarl.URL(f"http://{request.host}").host in OWN_NAMES
    except ValueError:
        return False
