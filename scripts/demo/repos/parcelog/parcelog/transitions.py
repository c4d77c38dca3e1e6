"""Which scan may follow which."""

from __future__ import annotations

from .events import Kind

_NEXT = {
    Kind.ACCEPTED: {Kind.DEPARTED, Kind.ARRIVED, Kind.LOST},
    Kind.DEPARTED: {Kind.ARRIVED, Kind.LOST},
    Kind.ARRIVED: {Kind.DEPARTED, Kind.ARRIVED, Kind.OUT_FOR_DELIVERY, Kind.RETURNED, Kind.LOST},
    Kind.OUT_FOR_DELIVERY: {Kind.DELIVERED, Kind.ARRIVED, Kind.RETURNED, Kind.LOST},
    Kind.DELIVERED: {Kind.RETURNED},
    Kind.RETURNED: {Kind.ARRIVED},
    Kind.LOST: {Kind.ARRIVED},
}


def is_allowed(before: Kind, after: Kind) -> bool:
    return after in _NEXT[before]


def explain(before: Kind, after: Kind) -> str:
    """One line for the operator."""
    if is_allowed(before, after):
        return f"{before.value} -> {after.value} is fine"
    expected = ", ".join(sorted(kind.value for kind in _NEXT[before]))
    return f"{before.value} -> {after.value}: expected one of {expected}"
