"""House bots."""
