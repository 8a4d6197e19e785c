"""Splash & Bash: teams of three pawns and a helmsman race around a swimming pool."""
