"""Hippo: four chariots, seven laps, sealed orders."""
