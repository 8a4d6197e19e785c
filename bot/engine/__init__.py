"""Rules: pure and synchronous. No Discord, no clock, no SQL, no randomness but chance.py."""
