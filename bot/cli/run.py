"""`tavoliere` without a command: the bot on Discord, or a word about what is missing."""

import asyncio

from bot.errors import Fault
from bot.settings import load_settings

MISSING = (
    "DISCORD_TOKEN is not set, so there is no Discord to connect to. Put the bot's token into the environment or into .env "
    "(see .env.example). Without it, this works now: tavoliere play controcorrente --seats bot,bot"
)


def run() -> None:
    """Connect to Discord and play until stopped."""
    settings = load_settings()
    if settings.discord_token is None or not settings.discord_token.get_secret_value().strip():
        raise Fault(MISSING)
    # Only here: the other commands start faster without Discord's library and the database.
    from bot.app import run as run_app
    from bot.log import set_up

    set_up(settings)
    asyncio.run(run_app(settings))
