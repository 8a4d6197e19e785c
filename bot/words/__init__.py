"""Events, choices and refusals as message ids with parameters."""
