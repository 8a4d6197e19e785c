"""Who gets past the door of the page's server, and what every answer carries."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest
import pytest_asyncio

from bot.playground.web import FILES, Page
from tests.playground.page_client import playground

pytestmark = pytest.mark.asyncio


@pytest_asyncio.fixture
async def page(tmp_path: Path) -> AsyncIterator[Page]:
    async with playground(tmp_path, bot=False) as page:
        yield page


@pytest_asyncio.fixture
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session


async def status(session: aiohttp.ClientSession, method: str, url: str, **headers: str) -> int:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    async with session.request(method, url, headers=named, json=None if method == "GET" else {}) as response:
        return response.status


async def test_pages_come_with_a_strict_policy(page: Page, session: aiohttp.ClientSession) -> None:
    for path in ("/", "/page/seat.html", "/page/desk.js", "/page/theme.css", "/page/icon.svg", "/nothing", "/page/nothing.js"):
        async with session.get(f"{page.url}{path}") as response:
            rules = dict(rule.split(" ", 1) for rule in response.headers["Content-Security-Policy"].split("; "))
            assert rules == {
                "default-src": "'none'",
                "script-src": "'self'",
                "style-src": "'self'",
                "img-src": "'self'",
                "connect-src": f"'self' ws://127.0.0.1:{page.url.rsplit(':', 1)[1]}",
                "frame-src": "'self'",
                "frame-ancestors": "'self'",
                "base-uri": "'none'",
                "form-action": "'none'",
                "require-trusted-types-for": "'script'",
            }
            assert response.headers["X-Content-Type-Options"] == "nosniff"
            assert response.headers["Cross-Origin-Resource-Policy"] == "same-origin"
            assert response.headers["Referrer-Policy"] == "no-referrer"
            assert (response.status == 404) == ("nothing" in path)


async def test_every_file_has_its_type(page: Page, session: aiohttp.ClientSession) -> None:
    types = {".js": "text/javascript", ".css": "text/css", ".html": "text/html", ".svg": "image/svg+xml"}
    for name, file in FILES.items():
        async with session.get(f"{page.url}/page/{name}") as response:
            assert (response.status, response.content_type) == (200, types[file.suffix])


async def test_only_own_names_are_answered(page: Page, session: aiohttp.ClientSession) -> None:
    port = page.url.rsplit(":", 1)[1]
    for host, expected in (
        (f"127.0.0.1:{port}", 200),
        (f"localhost:{port}", 200),
        (f"[::1]:{port}", 200),
        (f"evil.example:{port}", 403),
        ("127.0.0.1.evil.example", 403),
        ("10.0.0.1", 403),
        ("[", 403),
    ):
        assert await status(session, "GET", f"{page.url}/", Host=host) == expected, host


async def test_other_pages_cannot_act(page: Page, session: aiohttp.ClientSession) -> None:
    url = f"{page.url}/desk/open"
    assert await status(session, "POST", url, Origin=page.url) == 200
    assert await status(session, "POST", url) == 403
    for origin in ("http://evil.example", "http://127.0.0.1:1", "null", page.url.replace("http", "https")):
        assert await status(session, "POST", url, Origin=origin) == 403
        assert await status(session, "GET", f"{page.url}/", Origin=origin) == 403


async def test_other_pages_cannot_load_or_frame(page: Page, session: aiohttp.ClientSession) -> None:
    url = f"{page.url}/page/seat.html"
    assert await status(session, "GET", url, Sec_Fetch_Site="cross-site", Sec_Fetch_Dest="iframe") == 403
    assert await status(session, "GET", url, Sec_Fetch_Site="same-site", Sec_Fetch_Dest="script") == 403
    assert await status(session, "GET", url, Sec_Fetch_Site="same-origin", Sec_Fetch_Dest="iframe") == 200
    assert await status(session, "GET", f"{page.url}/", Sec_Fetch_Site="cross-site", Sec_Fetch_Dest="document") == 200


async def test_plain_forms_are_not_taken(page: Page, session: aiohttp.ClientSession) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        headers = {"Origin": page.url, "Content-Type": kind}
        async with session.post(f"{page.url}/desk/open", data=b"{}", headers=headers) as response:
            assert response.status == 415


@pytest.mark.parametrize("path", ["/api/live", "/desk/live"])
async def test_sockets_need_the_own_origin(page: Page, session: aiohttp.ClientSession, path: str) -> None:
    for headers in ({}, {"Origin": "http://evil.example"}):
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await session.ws_connect(f"{page.url}{path}", headers=headers)
        assert refused.value.status == 403


async def test_the_bots_port_is_closed_to_browsers(page: Page, session: aiohttp.ClientSession) -> None:
    url = f"{page.site.local.url}/api/v10/gateway"
    assert await status(session, "GET", url) == 200
    assert await status(session, "GET", url, Origin=page.url) == 403
    assert await status(session, "GET", url, Sec_Fetch_Site="none") == 403
    assert await status(session, "GET", url, Host="evil.example") == 403


async def test_both_servers_listen_on_loopback_alone(page: Page) -> None:
    for url in (page.url, page.site.local.url):
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+", url)
