"""What a seat prepares in private: its draft of an answer and its standing text.

Owns the table `drafts`. Refuses to know what the texts mean. They are no part of the records: a commit takes away those it
has made void, and forgetting a user takes all of the user's seats.
"""

from sqlalchemy import Connection, bindparam, delete, insert, select

from bot.engine.core import Seat
from bot.match.model import DraftKind
from bot.store.database import Database
from bot.store.schema import drafts, matches

_OWN = (drafts.c.code == bindparam("of"), drafts.c.place == bindparam("at"), drafts.c.kind == bindparam("what"))
FIND_DRAFT = select(drafts.c.text).where(*_OWN)
CLEAR_DRAFT = delete(drafts).where(*_OWN)
FIND_VERSION = select(matches.c.version).where(matches.c.code == bindparam("of"))


class SqliteDrafts:
    """`bot.match.ports.Drafts` on a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, code: str, seat: Seat, kind: DraftKind) -> str | None:
        """Find a seat's text."""
        return await self._database.read(
            lambda connection: connection.execute(FIND_DRAFT, _key(code, seat, kind)).scalar(), doing=f"finding a draft of {code}"
        )

    async def swap(self, code: str, seat: Seat, kind: DraftKind, *, version: int, old: str | None, new: str | None) -> bool:
        """Put `new` in the place of `old`; False, and nothing done, where either the match or the text is another by now."""

        def work(connection: Connection) -> bool:
            key = _key(code, seat, kind)
            if connection.execute(FIND_VERSION, {"of": code}).scalar() != version:
                return False
            if connection.execute(FIND_DRAFT, key).scalar() != old:
                return False
            connection.execute(CLEAR_DRAFT, key)
            if new is not None:
                connection.execute(insert(drafts).values(code=code, place=seat, kind=kind, text=new))
            return True

        return await self._database.write(work, doing=f"keeping a draft of {code}")


def clear(connection: Connection, code: str, void: frozenset[tuple[Seat, DraftKind]]) -> None:
    """Take away the texts that a commit has made void, within its transaction."""
    if void:
        connection.execute(CLEAR_DRAFT, [_key(code, seat, kind) for seat, kind in sorted(void)])


def _key(code: str, seat: Seat, kind: DraftKind) -> dict[str, str | int]:
    return {"of": code, "at": seat, "what": kind}
