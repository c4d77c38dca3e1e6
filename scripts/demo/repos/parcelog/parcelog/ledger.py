"""The histories of all parcels."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

from .events import Event, Kind
from .transitions import is_allowed


class UnknownParcel(KeyError):
    """Asked for a parcel that has no history."""


def _fingerprint(event: Event) -> tuple[str, Kind, datetime]:
    """What makes two scans the same scan."""
    return (event.parcel, event.kind, event.at)


class Ledger:
    """One history per parcel, in memory, saved as JSON lines."""

    def __init__(self) -> None:
        self._events: dict[str, list[Event]] = defaultdict(list)
        self._seen: set[tuple[str, Kind, datetime]] = set()

    def __len__(self) -> int:
        return len(self._events)

    def __contains__(self, parcel: str) -> bool:
        return parcel in self._events

    def parcels(self) -> list[str]:
        """Ids as the carriers wrote them, sorted."""
        return sorted(self._events)

    def add(self, event: Event) -> bool:
        """Stores a scan; False when the same scan is there already."""
        key = _fingerprint(event)
        if key in self._seen:
            return False
        self._seen.add(key)
        self._events[event.parcel].append(event)
        return True

    def merge(self, events: Iterable[Event]) -> tuple[int, int]:
        """Adds a feed. Returns how many scans were stored and how many were repeats."""
        stored = 0
        repeats = 0
        for event in events:
            if self.add(event):
                stored += 1
            else:
                repeats += 1
        return stored, repeats

    def history(self, parcel: str) -> list[Event]:
        """The scans of a parcel, oldest first; scans of one instant in their feed's order."""
        if parcel not in self._events:
            raise UnknownParcel(parcel)
        return sorted(self._events[parcel], key=lambda event: (event.at, event.sequence))

    def latest(self, parcel: str) -> Event:
        return self.history(parcel)[-1]

    def anomalies(self, parcel: str) -> list[tuple[Event, Event]]:
        """Neighbouring scans that no parcel should go through."""
        scans = self.history(parcel)
        return [
            (before, after)
            for before, after in zip(scans, scans[1:])
            if not is_allowed(before.kind, after.kind)
        ]

    def drop(self, parcel: str) -> int:
        """Forgets a parcel. Its fingerprints are forgotten too, so that a late feed brings it back."""
        events = self._events.pop(parcel, [])
        for event in events:
            self._seen.discard(_fingerprint(event))
        return len(events)

    def billable(self, depot: str) -> int:
        """Scans made at a depot: the number that the depot invoices."""
        return sum(
            1 for events in self._events.values() for event in events if event.depot == depot
        )

    def by_carrier(self) -> dict[str, int]:
        counts: dict[str, int] = defaultdict(int)
        for events in self._events.values():
            for event in events:
                counts[event.carrier] += 1
        return dict(sorted(counts.items()))

    def save(self, path: Path) -> None:
        lines = [
            json.dumps(event.to_row(), sort_keys=True)
            for parcel in self.parcels()
            for event in self.history(parcel)
        ]
        path.write_text("\n".join(lines) + "\n" if lines else "", encoding="utf-8")

    @classmethod
    def load(cls, path: Path) -> "Ledger":
        ledger = cls()
        if not path.exists():
            return ledger
        for line in path.read_text(encoding="utf-8").splitlines():
            if line:
                ledger.add(Event.from_row(json.loads(line)))
        return ledger
