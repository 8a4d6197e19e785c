"""A local Discord for tests and for trying the bot without a token: REST v10, gateway and attachments on a loopback port.

An unpatched discord.py logs in over real sockets; the bot does not notice the difference.

    async with LocalDiscord() as local:                      # serves at local.url; one guild "Casa", one channel "tavolo"
        undo = redirect_to(local.url)                        # discord.py's addresses; tests undo it
        ...start the bot with local.token...
        anna = local.player("anna", locale="it")
        reply = await anna.slash(local.channel(), "controcorrente new", opponents=local.player("berta"))
        board = await local.channel().next_message()         # the bot's next public message, none missed
        reply = await anna.click(board, label="Roll")        # .failed .latency .type .message .text .followups .choices
        await local.quiet()                                  # the bot has nothing more to do

Where things are: `server` assembles; `world` holds the state; `people` acts for players; `moderation` deletes, forbids and
archives; `faults` plans failing requests, `gateway` drops and repeats deliveries; `clock` has the hand-turned clock;
`verify` is the door for a schema check. `web*` and `page/` are the page in the browser, put together in `web_open`; `keep*` keep
a world in a file. Problems (unknown routes, schema violations) fail the end of the context unless `local.expect(pattern)` named
them. `local.rest.refused` lists what the API refused, `local.transcript` what was said.
"""

from bot.playground.clock import Clock, ManualClock, SystemClock
from bot.playground.errors import CannotDo
from bot.playground.people import Player, Reply
from bot.playground.redirect import redirect_to
from bot.playground.server import LocalDiscord
from bot.playground.verify import Verifier

__all__ = ["CannotDo", "Clock", "LocalDiscord", "ManualClock", "Player", "Reply", "SystemClock", "Verifier", "redirect_to"]
