"""What is asked often is found by an index, however much is in the tables."""

from collections.abc import Iterator

import pytest
from sqlalchemy import Connection, event

from bot.engine.core import Seat
from bot.match.model import Status
from bot.store.database import Database
from bot.store.store import SqliteStore
from tests.store import samples
from tests.store.samples import ANNA, CHANNEL, NOON

pytestmark = pytest.mark.asyncio


@pytest.fixture
def asked(database: Database) -> Iterator[list[tuple[str, object]]]:
    """Every SELECT, UPDATE and DELETE with its parameters, as the driver gets it."""
    found: list[tuple[str, object]] = []

    def note(_connection: Connection, _cursor: object, sql: str, parameters: object, _context: object, many: bool) -> None:
        if sql.startswith(("SELECT", "UPDATE", "DELETE")) and not many:
            found.append((sql, parameters))

    engines = (database._readers.sync_engine, database._writer.sync_engine)
    for engine in engines:
        event.listen(engine, "before_cursor_execute", note)
    yield found
    for engine in engines:
        event.remove(engine, "before_cursor_execute", note)


async def test_no_frequent_statement_reads_a_whole_table(
    store: SqliteStore, database: Database, asked: list[tuple[str, object]]
) -> None:
    await store.commit(samples.first(request="r1"))
    await store.commit(samples.after(samples.header(), request="r2"))
    await store.load("K7M2QX", have=1)
    await store.places("K7M2QX")
    await store.drafts.swap("K7M2QX", Seat(0), "draft", version=2, old=None, new="x")
    await store.drafts.find("K7M2QX", Seat(0), "draft")
    await store.at_home(CHANNEL)
    await store.of_user(ANNA, statuses=frozenset(Status))
    await store.outbox.waiting(NOON)
    await store.outbox.next_try()
    await store.timers.next_due()
    for timer in await store.timers.due(NOON):
        await store.timers.drop(timer)
    for row in await store.outbox.pending("K7M2QX"):
        await store.outbox.postpone(row, error="503", until=NOON)
    statements = [*asked]

    def plans(connection: Connection) -> dict[str, list[str]]:
        explained = {}
        for sql, parameters in statements:
            rows = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", parameters)  # type: ignore[arg-type]  # as it came
            explained[sql] = [row.detail for row in rows]
        return explained

    whole = {sql: plan for sql, plan in (await database.read(plans)).items() if any(is_whole(step) for step in plan)}
    assert whole == {}
    assert len(statements) > 15


def is_whole(step: str) -> bool:
    """Tell whether a step of a plan reads a table from end to end."""
    return step.startswith("SCAN") and not step.startswith(("SCAN CONSTANT", "SCAN (subquery"))
