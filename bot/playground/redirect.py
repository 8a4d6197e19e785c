"""Points discord.py at a local Discord instead of discord.com, in one place, and back again.

Owns the three class attributes of discord.py that name its servers. It refuses any address but a loopback one, so a
production start can not be sent elsewhere by accident.
"""

import ipaddress
from collections.abc import Callable

import discord
import discord.asset
import discord.gateway
import discord.http
import yarl


def redirect_to(url: str) -> Callable[[], None]:
    """Send every discord.py client of this process to the local Discord at `url` (such as `http://127.0.0.1:8080`).

    Gives a function that undoes it. Raises ValueError when the url is not plain http on a loopback host with a port.
    """
    base = yarl.URL(url)
    if base.scheme != "http" or not _is_loopback(base.host) or base.explicit_port is None or base.path not in ("", "/"):
        raise ValueError(f"a local Discord has a url like http://127.0.0.1:8080, not {url!r}")
    before = (discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY, discord.asset.Asset.BASE)
    root = str(base.origin())
    discord.http.Route.BASE = f"{root}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = base.origin().with_scheme("ws") / "gateway"
    discord.asset.Asset.BASE = root

    def undo() -> None:
        """Put back what discord.py had before."""
        discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY, discord.asset.Asset.BASE = before

    return undo


def _is_loopback(host: str | None) -> bool:
    if host == "localhost":
        return True
    try:
        return host is not None and ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
