"""The Discord face."""
