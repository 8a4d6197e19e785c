"""A local Discord for tests and for trying the bot without a token."""
