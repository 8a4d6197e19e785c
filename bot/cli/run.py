"""`tavoliere` without a command: the bot on Discord, or without a token the playground."""

import asyncio

from bot.cli.playground import playground
from bot.settings import load_settings

WELCOME = "DISCORD_TOKEN is not set (see .env.example), so this is the playground: a Discord of your own in the browser."


def run() -> None:
    """Connect to Discord and play until stopped; without a token, open the playground."""
    settings = load_settings()
    if settings.discord_token is None or not settings.discord_token.get_secret_value().strip():
        print(WELCOME, flush=True)
        playground()
        return
    # Only here: the other commands start faster without Discord's library and the database.
    from bot.app import run as run_app
    from bot.log import set_up

    set_up(settings)
    asyncio.run(run_app(settings))
