"""How far each player has read, and so what is new and how many mentions wait.

Owns the marks. They are kept with the world through the `read` event.
"""

from bot.playground.world import Channel, User, World


class Marks:
    """The newest message each player has seen in each channel."""

    def __init__(self, world: World, marks: dict[tuple[int, int], int]) -> None:
        self._world = world
        self._marks = marks

    def read(self, user: User, channel: Channel) -> None:
        """Note that the player has seen all there is in the channel now."""
        newest = max((m.id for m in channel.all_messages.values() if not m.ephemeral), default=0)
        if newest > self.mark(user, channel):
            self._marks[user.id, channel.id] = newest
            marks = [[where, mark] for (who, where), mark in self._marks.items() if who == user.id]
            self._world.log.happened("read", user=user, channel=channel, marks=marks)

    def mark(self, user: User, channel: Channel) -> int:
        """Give the newest message seen; 0 for none."""
        return self._marks.get((user.id, channel.id), 0)

    def has_new(self, user: User, channel: Channel) -> bool:
        """Say whether somebody else's message waits in the channel."""
        mark = self.mark(user, channel)
        return any(m.id > mark and m.author is not user for m in channel.messages)

    def mentions(self, user: User, channel: Channel) -> int:
        """Count the notifications in the channel since the player read it."""
        mark = self.mark(user, channel)
        return sum(
            n.user is user and n.message.channel is channel and n.message.id > mark and not n.message.deleted
            for n in self._world.notifications
        )

    def all_mentions(self, user: User) -> int:
        """Count the notifications that wait anywhere."""
        return sum(
            n.user is user
            and n.message.id > self.mark(user, n.message.channel)
            and not n.message.deleted
            and not n.message.channel.deleted
            for n in self._world.notifications
        )
