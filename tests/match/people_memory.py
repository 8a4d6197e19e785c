"""What people have chosen, kept in memory by the contract of `bot.match.people.People`."""

from collections.abc import Callable

from bot.match.people import GuildRules, Profile


class MemoryPeople:
    """Profiles and rules in two dictionaries."""

    def __init__(self) -> None:
        self.profiles: dict[int, Profile] = {}
        self.guilds: dict[int, GuildRules] = {}

    async def profile(self, user_id: int) -> Profile:
        """Give a profile."""
        return self.profiles.get(user_id, Profile(user_id))

    async def change(self, user_id: int, edit: Callable[[Profile], Profile]) -> Profile:
        """Change a profile."""
        self.profiles[user_id] = edit(await self.profile(user_id))
        return self.profiles[user_id]

    async def dm_failed(self, user_id: int) -> None:
        """Nobody is written to here."""

    async def rules(self, guild_id: int) -> GuildRules:
        """Give a server's rules."""
        return self.guilds.get(guild_id, GuildRules(guild_id))

    async def change_rules(self, guild_id: int, edit: Callable[[GuildRules], GuildRules]) -> GuildRules:
        """Change a server's rules."""
        self.guilds[guild_id] = edit(await self.rules(guild_id))
        return self.guilds[guild_id]

    async def about(self, user_id: int) -> dict[str, object]:
        """Tell nothing beside the id."""
        return {"user_id": user_id}

    async def forget(self, user_id: int) -> None:
        """Forget a profile."""
        self.profiles.pop(user_id, None)
