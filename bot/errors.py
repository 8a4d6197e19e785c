"""What can go wrong, in two trees.

    TavoliereError
    ├── Refusal                expected: somebody asked for what the rules or rights forbid; private, translated, state untouched
    │   ├── ParseError         the text is no notation
    │   ├── AmbiguousAction    the text fits several actions
    │   ├── IllegalAction      a notation, but not allowed here; names the rule
    │   ├── NotYourTurn  NotSeated  MatchOver  StalePress  LobbyRefusal  NotAllowed  UnknownMatch
    └── Fault                  ours or the world's: an incident id for the user, an ERROR for the log
        ├── StoreFault  ReplayDiverged  RenderFault
        └── DeliveryFault      retry_after seconds, or permanent

A refusal carries a catalog id and parameters, never a sentence; the sentence is made where the reader's language is known.
"""

from typing import Any


class TavoliereError(Exception):
    """Base of everything this project raises on purpose."""


class Refusal(TavoliereError):
    """An expected no.

    `code` is a catalog id; `params` fill its placeholders (int, str, `Text`, `Who` or tuples of them).
    """

    def __init__(self, code: str, /, **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.params = params

    def __str__(self) -> str:
        inside = ", ".join(f"{key}={value!r}" for key, value in self.params.items())
        return f"{self.code}({inside})"


class ParseError(Refusal):
    """The text is not in the game's notation; `near` holds up to five notations that are legal and close."""

    def __init__(self, code: str, /, *, near: tuple[str, ...] = (), **params: Any) -> None:
        super().__init__(code, **params)
        self.near = near


class AmbiguousAction(ParseError):
    """The text fits more than one action; `near` names them."""


class IllegalAction(Refusal):
    """The action is well written and not allowed here; `rule` is a heading anchor of the game's rules page."""

    def __init__(self, code: str, /, *, rule: str, near: tuple[str, ...] = (), **params: Any) -> None:
        super().__init__(code, **params)
        self.rule = rule
        self.near = near


class NotYourTurn(Refusal):
    """The seat is not among those to act."""


class NotSeated(Refusal):
    """The user holds no seat in this match."""


class MatchOver(Refusal):
    """The match has ended and takes no more actions."""


class StalePress(Refusal):
    """The button belongs to an earlier decision than the present one."""


class LobbyRefusal(Refusal):
    """A lobby action that the lobby's state forbids."""


class NotAllowed(Refusal):
    """The user, or the bot, lacks the right or the permission."""


class UnknownMatch(Refusal):
    """No match has that code, or none is meant here."""


class Fault(TavoliereError):
    """Something broke that the user is not to blame for; the message is English, for the log."""


class StoreFault(Fault):
    """The database did not do what it was asked."""


class ReplayDiverged(Fault):
    """Records no longer fold into the match they came from; `version` is the first that differs."""

    def __init__(self, message: str, *, version: int | None = None) -> None:
        super().__init__(message)
        self.version = version


class RenderFault(Fault):
    """A picture could not be drawn; the text board stands in."""


class DeliveryFault(Fault):
    """A message could not be delivered: try again after `retry_after` seconds, or never when `permanent`."""

    def __init__(self, message: str, *, retry_after: float | None = None, permanent: bool = False) -> None:
        super().__init__(message)
        self.retry_after = retry_after
        self.permanent = permanent
