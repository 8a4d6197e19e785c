"""The messages Discord itself writes into a channel.

Owns nothing but their creation. Readers of a channel's `messages` never see them; the API's history has them.
"""

from bot.playground import objects
from bot.playground.world import Channel, Message, User

RENAMED, THREAD_OPENED, THREAD_STARTER = 4, 18, 21


def write_system(channel: Channel, author: User, kind: int, content: str = "", *, refers_to: Message | None = None) -> Message:
    """Put a message that tells of a rename (4), a new thread without a message (18) or a thread's starter (21)."""
    world = channel.world
    message = Message(world.new_id(), channel, author, content, world.clock.now(), type=kind, refers_to=refers_to)
    channel.all_messages[message.id] = message
    world.dispatch("MESSAGE_CREATE", objects.message_event(message), channel)
    return message
