"""Custom ids: everything a press needs, in at most 100 characters, so that a control works after a restart and after a month.

    t1b:<code>:<version>:<verb>[:<arg>]      a button
    t1s:<code>:<version>:<verb>[:<arg>]      a select

`arg` is the rest, a notation with blanks as `_`. The two templates are disjoint: discord.py calls every template that matches.
"""

import re
from dataclasses import dataclass
from typing import Final

from bot.errors import Fault
from bot.ui import limits

BUTTON: Final = "t1b"
SELECT: Final = "t1s"
_BODY: Final = r"(?P<code>[A-Z0-9]{6}):(?P<version>[0-9]{1,9}):(?P<verb>[a-z_]{1,16})(?::(?P<arg>.*))?"
BUTTON_TEMPLATE: Final = re.compile(f"{BUTTON}:{_BODY}")
SELECT_TEMPLATE: Final = re.compile(f"{SELECT}:{_BODY}")


@dataclass(frozen=True, slots=True)
class Press:
    """What a control says when used: which match, as of which version, which verb, with what; values are a select's picks."""

    code: str
    version: int
    verb: str
    arg: str = ""
    values: tuple[str, ...] = ()

    def custom_id(self, kind: str) -> str:
        """Write the id; raises Fault when it is longer than Discord takes."""
        text = f"{kind}:{self.code}:{self.version}:{self.verb}"
        if self.arg:
            text += ":" + self.arg.replace(" ", "_")
        if len(text) > limits.CUSTOM_ID:
            raise Fault(f"custom id of {len(text)} characters, at most {limits.CUSTOM_ID}: {text}")
        return text

    @classmethod
    def from_match(cls, found: re.Match[str]) -> "Press":
        """Read the id that one of the templates matched."""
        return cls(found["code"], int(found["version"]), found["verb"], (found["arg"] or "").replace("_", " "))


def codes_in(custom_ids: list[str]) -> set[tuple[str, int]]:
    """Collect the (code, version) pairs that a message's control ids name: how a message already sent is known again."""
    pairs = set()
    for custom_id in custom_ids:
        found = BUTTON_TEMPLATE.fullmatch(custom_id) or SELECT_TEMPLATE.fullmatch(custom_id)
        if found is not None:
            pairs.add((found["code"], int(found["version"])))
    return pairs
