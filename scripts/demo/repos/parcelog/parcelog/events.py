"""What a scan is."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import Enum


class Kind(str, Enum):
    """The kinds of scan that any carrier reports."""

    ACCEPTED = "accepted"
    DEPARTED = "departed"
    ARRIVED = "arrived"
    OUT_FOR_DELIVERY = "out_for_delivery"
    DELIVERED = "delivered"
    RETURNED = "returned"
    LOST = "lost"


TERMINAL = frozenset({Kind.DELIVERED, Kind.RETURNED, Kind.LOST})


@dataclass(frozen=True)
class Event:
    """One scan. `at` is an aware datetime in UTC; `sequence` is the row number in its feed."""

    parcel: str
    kind: Kind
    at: datetime
    depot: str
    carrier: str
    sequence: int = 0

    @property
    def terminal(self) -> bool:
        return self.kind in TERMINAL

    def to_row(self) -> dict[str, str]:
        return {
            "parcel": self.parcel,
            "kind": self.kind.value,
            "at": self.at.isoformat(),
            "depot": self.depot,
            "carrier": self.carrier,
            "sequence": str(self.sequence),
        }

    @classmethod
    def from_row(cls, row: dict[str, str]) -> "Event":
        return cls(
            parcel=row["parcel"],
            kind=Kind(row["kind"]),
            at=datetime.fromisoformat(row["at"]),
            depot=row["depot"],
            carrier=row["carrier"],
            sequence=int(row["sequence"]),
        )
