"""What every test run needs before it starts."""

import signal


def pytest_configure() -> None:
    """Take an ignored interrupt back: a run in the background inherits it so, and the programs that tests interrupt would too."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
