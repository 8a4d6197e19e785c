"""Who a request speaks for: one token a player, one for the developer's desk, one key a player and file.

Owns making and checking them from the secret that is kept with the world: a page open over a restart stays who it was. They are
signatures, so nothing has to be remembered.
"""

import base64
import hashlib
import hmac

DESK = "desk"


class Sessions:
    """Tokens made from one secret of 32 bytes."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def token(self, user_id: int) -> str:
        """Give a player's token."""
        return f"{user_id}.{self._sign(f'player {user_id}')}"

    def desk_token(self) -> str:
        """Give the desk's token."""
        return f"{DESK}.{self._sign(DESK)}"

    def user_of(self, token: str) -> int | None:
        """Give whose token it is, None for a false one and for the desk's."""
        name = token.partition(".")[0]
        if not (name.isascii() and name.isdigit()):
            return None
        return int(name) if hmac.compare_digest(token.encode(), self.token(int(name)).encode()) else None

    def is_desk(self, token: str) -> bool:
        """Say whether it is the desk's token."""
        return hmac.compare_digest(token.encode(), self.desk_token().encode())

    def file_key(self, user_id: int, file_id: int) -> str:
        """Give what lets one player load one file; an address that gets about opens nothing else."""
        return self._sign(f"file {user_id} {file_id}")

    def opens_file(self, key: str, user_id: int, file_id: int) -> bool:
        """Say whether the key is that of the player and the file."""
        return hmac.compare_digest(key.encode(), self.file_key(user_id, file_id).encode())

    def _sign(self, text: str) -> str:
        digest = hmac.new(self._secret, text.encode(), hashlib.sha256).digest()
        return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
