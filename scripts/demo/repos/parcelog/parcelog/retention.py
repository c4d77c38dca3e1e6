"""Dropping what is old and closed."""

from __future__ import annotations

from datetime import datetime

from .claims import ClaimRegister
from .ledger import Ledger
from .timeutil import days_between


def expired(ledger: Ledger, parcel: str, now: datetime, days: int) -> bool:
    """True when the parcel's last scan is terminal and more than `days` old."""
    last = ledger.latest(parcel)
    return last.terminal and days_between(last.at, now) > days


def purge(ledger: Ledger, claims: ClaimRegister, now: datetime, days: int) -> list[str]:
    """Drops expired parcels without an open claim; returns their ids."""
    dropped = []
    for parcel in ledger.parcels():
        if not expired(ledger, parcel, now, days):
            continue
        if claims.is_open(parcel):
            continue
        ledger.drop(parcel)
        dropped.append(parcel)
    return dropped
