"""Match codes: six characters that nobody mistakes for others.

Owns the alphabet, making a code from random bytes and reading one as people type it. Refuses to know which codes are taken.
"""

import unicodedata
from collections.abc import Callable

ALPHABET = "23456789CDFGHJKMNPQRTVWXY"
LENGTH = 6

# No code holds the left character; the right one is what a reader took for it.
_LOOKALIKES = str.maketrans({"Z": "2", "S": "5", "B": "8", "U": "V", "O": "Q", "0": "Q"})
_IGNORED = frozenset("-_#.")


def make_code(entropy: Callable[[int], bytes]) -> str:
    """Make a code from a source of random bytes; every code is equally likely."""
    limit = 256 - 256 % len(ALPHABET)
    made = ""
    while len(made) < LENGTH:
        made += "".join(ALPHABET[byte % len(ALPHABET)] for byte in entropy(2 * LENGTH) if byte < limit)
    return made[:LENGTH]


def read_code(text: str) -> str | None:
    """Read a code leniently in case, blanks, hyphens and look-alike characters; None for what cannot be one."""
    plain = unicodedata.normalize("NFKC", text).upper().translate(_LOOKALIKES)
    kept = "".join(char for char in plain if not char.isspace() and char not in _IGNORED)
    return kept if len(kept) == LENGTH and set(kept) <= set(ALPHABET) else None
