"""Quiet hours and vacations: every branch of their arithmetic, across midnight, offsets and the nights the clocks change."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.errors import Refusal
from bot.match.people import VACATION_DAYS, Profile, Quiet, read_quiet, read_zone, zone_of

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("quiet", "now", "until"),
    [
        (Quiet(600, 780, "UTC"), NOON, NOON.replace(hour=13)),
        (Quiet(600, 720, "UTC"), NOON, None),
        (Quiet(721, 780, "UTC"), NOON, None),
        (Quiet(1320, 480, "UTC"), NOON, None),
        (Quiet(1320, 480, "UTC"), NOON.replace(hour=23), datetime(2026, 3, 2, 8, tzinfo=UTC)),
        (Quiet(1320, 480, "UTC"), NOON.replace(hour=3), NOON.replace(hour=8)),
        (Quiet(1320, 480, "UTC-03:00"), NOON.replace(hour=2), NOON.replace(hour=11)),
        # The night of 29 March 2026 has one hour less in Rome, that of 25 October one more.
        (Quiet(0, 480, "Europe/Rome"), datetime(2026, 3, 29, 0, 30, tzinfo=UTC), datetime(2026, 3, 29, 6, tzinfo=UTC)),
        (Quiet(0, 480, "Europe/Rome"), datetime(2026, 10, 25, 0, 30, tzinfo=UTC), datetime(2026, 10, 25, 7, tzinfo=UTC)),
    ],
)
def test_quiet_hours_end_on_the_wall_clock(quiet: Quiet, now: datetime, until: datetime | None) -> None:
    assert quiet.until(now) == until


@pytest.mark.parametrize(
    ("typed", "zone"),
    [("utc", "UTC"), ("+2", "UTC+02:00"), ("UTC-3:30", "UTC-03:30"), ("gmt+0545", "UTC+05:45"), ("Europe/Rome", "Europe/Rome")],
)
def test_zones_are_read(typed: str, zone: str) -> None:
    assert read_zone(typed) == zone
    assert read_zone(zone) == zone
    zone_of(zone)


@pytest.mark.parametrize("typed", ["", "+15", "Europe/Nowhere", "../etc/passwd", "Mars", "Europe"])
def test_what_is_no_zone_is_refused(typed: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_zone(typed)
    assert refused.value.code == "people.quiet.zone"


def test_a_place_nobody_knows_any_more_keeps_utc() -> None:
    assert zone_of("Atlantis/City") is UTC


@pytest.mark.parametrize(("start", "end", "code"), [("24", "8", "people.quiet.time"), ("8", "8:00", "people.quiet.empty")])
def test_hours_that_are_none_are_refused(start: str, end: str, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_quiet(start, end, "UTC")
    assert refused.value.code == code


def test_hours_are_read() -> None:
    assert read_quiet(" 22:30", "8", "+2") == Quiet(1350, 480, "UTC+02:00")


def test_days_not_taken_come_back_and_the_year_gives_new_ones() -> None:
    away = Profile(1).leaving(10, NOON)
    assert away.days_left(NOON) == VACATION_DAYS - 10
    back = away.back(NOON + timedelta(days=3, hours=1))
    assert back.days_left(NOON) == VACATION_DAYS - 4
    assert back.away(NOON + timedelta(days=4)) is None
    assert back.days_left(NOON.replace(year=2027)) == VACATION_DAYS
    assert back.leaving(VACATION_DAYS, NOON.replace(year=2027)).days_left(NOON.replace(year=2027)) == 0


def test_a_vacation_over_new_year_gives_nothing_to_the_next_vacation_of_the_old_year() -> None:
    eve = NOON.replace(month=12, day=30)
    away = Profile(1).leaving(10, eve)
    back = away.back(eve + timedelta(days=4))
    assert (back.year, back.days_left(eve + timedelta(days=4))) == (2026, VACATION_DAYS)


def test_vacations_are_refused_while_one_lasts_when_too_long_and_when_there_is_none() -> None:
    away = Profile(1).leaving(1, NOON)
    with pytest.raises(Refusal, match="on_already"):
        away.leaving(1, NOON)
    with pytest.raises(Refusal, match="too_long"):
        Profile(1).leaving(VACATION_DAYS + 1, NOON)
    with pytest.raises(Refusal, match="none"):
        Profile(1).back(NOON)


def test_a_vacation_begun_elsewhere_in_time_keeps_its_count() -> None:
    away = Profile(1, year=2027, used=2, away_from=NOON, away_until=NOON + timedelta(days=500))
    assert away.back(NOON + timedelta(days=400)).used == 2
