"""Reading the times that carriers write."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

FORMATS = ("%Y-%m-%dT%H:%M:%S%z", "%Y-%m-%d %H:%M:%S", "%d.%m.%Y %H:%M:%S")


class BadStamp(ValueError):
    """A time that no known format fits."""


def fixed_zone(hours: float) -> timezone:
    """A zone without summer time."""
    return timezone(timedelta(hours=hours))


def parse_stamp(text: str, zone: timezone | None = None) -> datetime:
    """The instant that `text` names, in UTC.

    A time that carries its own zone keeps it. A time without one is taken to be in
    `zone`, and in UTC when no zone is given.
    """
    cleaned = text.strip().replace("Z", "+00:00")
    for pattern in FORMATS:
        try:
            value = datetime.strptime(cleaned, pattern)
        except ValueError:
            continue
        if value.tzinfo is None:
            value = value.replace(tzinfo=zone or timezone.utc)
        return value.astimezone(timezone.utc)
    raise BadStamp(f"no known time format fits {text!r}")


def days_between(earlier: datetime, later: datetime) -> float:
    """Days as a float; negative when `earlier` is later."""
    return (later - earlier).total_seconds() / 86_400
