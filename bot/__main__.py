"""`python -m bot` is `tavoliere`."""

from bot.cli import main

main()
