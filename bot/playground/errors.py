"""What the local Discord raises towards its users: tests and the page.

Owns the exception of a player who tries what no Discord client would send.
"""


class CannotDo(AssertionError):
    """The player's client would not let this happen: no such command, a disabled button, a hidden channel."""
