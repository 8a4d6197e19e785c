"""A client may be sent to a local Discord on this machine, and nowhere else."""

import discord.http
import pytest

from bot.client import redirect_to


@pytest.mark.parametrize(
    "url",
    ["https://127.0.0.1:8080", "http://127.0.0.1", "http://example.org:80", "http://10.0.0.1:80", "http://127.0.0.1:80/api", "x"],
)
def test_only_this_machine(url: str) -> None:
    before = discord.http.Route.BASE
    with pytest.raises(ValueError, match="local Discord"):
        redirect_to(url)
    assert before == discord.http.Route.BASE


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]"])
def test_there_and_back(host: str) -> None:
    before = discord.http.Route.BASE
    undo = redirect_to(f"http://{host}:8123")
    try:
        assert f"http://{host}:8123/api/v10" == discord.http.Route.BASE
    finally:
        undo()
    assert before == discord.http.Route.BASE
