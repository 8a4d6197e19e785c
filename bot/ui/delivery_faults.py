"""What Discord's refusals mean for a message that has to be sent: not now, not there, or never.

Owns the codes. Refuses to do anything about them (`bot.ui.deliver`).
"""

from typing import Final

import discord

from bot.errors import DeliveryFault

FIRST_PAUSE: Final = 5.0  # seconds after a first failure

UNKNOWN_CHANNEL: Final = 10003
UNKNOWN_MESSAGE: Final = 10008
TOO_LARGE: Final = 40005
MISSING_ACCESS: Final = 50001
MISSING_PERMISSIONS: Final = 50013
THREAD_ARCHIVED: Final = 50083
THREAD_ALREADY_OPEN: Final = 160004
THREAD_LOCKED: Final = 160005

# The picture may be what is refused: too large, or Attach Files is missing. The same in text may get through.
PICTURE_REFUSED: Final = frozenset({TOO_LARGE, MISSING_PERMISSIONS})
# The message cannot be changed where it stands, but a new one may get through.
NOT_EDITABLE: Final = frozenset({UNKNOWN_MESSAGE, THREAD_ARCHIVED})
# A thread in which nothing can be said any more: gone, closed to the bot, or locked.
LOST: Final = frozenset({UNKNOWN_CHANNEL, MISSING_ACCESS, MISSING_PERMISSIONS, THREAD_ARCHIVED, THREAD_LOCKED})
# Refusals with a code of their own that pass: slow mode, too many edits or writes, an overloaded service, an unverified account.
_PASSING: Final = frozenset({20016, 20022, 20028, 20029, 30046, 40002, 40062, 130000})
# HTTP: the bot's own token is refused, the request took too long, too many requests. None of them is about this message.
_NOT_THE_MESSAGE: Final = frozenset({401, 408, 429})


def fault_of(error: Exception) -> DeliveryFault:
    """Judge what Discord answered: an error for good, or one to try again after a while.

    For good is only what Discord itself says of this very message: an error with a code, or a body it cannot read. An answer
    without a code comes from something in between.
    """
    match error:
        case discord.RateLimited(retry_after=seconds):
            return DeliveryFault(str(error), retry_after=seconds)
        case discord.HTTPException() if _is_final(error):
            return DeliveryFault(f"{error.status} {error.code}: {error.text or type(error).__name__}", permanent=True)
        case _:
            return DeliveryFault(f"{type(error).__name__}: {error}", retry_after=FIRST_PAUSE)


def _is_final(error: discord.HTTPException) -> bool:
    if not 400 <= error.status < 500 or error.status in _NOT_THE_MESSAGE or error.code in _PASSING:
        return False
    return error.code != 0 or error.status in (400, 413)
