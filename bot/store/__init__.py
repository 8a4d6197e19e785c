"""SQLite through SQLAlchemy Core: the only place that speaks SQL."""
