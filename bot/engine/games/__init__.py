"""One module or package a game; it is registered by existing."""
