"""The table: who may do what, when, and what is written down for it. Async; knows neither Discord nor SQL."""
