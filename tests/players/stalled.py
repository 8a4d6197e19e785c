"""A worker that never gets ready: it notes that it has begun, then waits for its end."""

import sys

from tests.players.odd import note

if __name__ == "__main__":
    note()
    sys.stdin.read()
