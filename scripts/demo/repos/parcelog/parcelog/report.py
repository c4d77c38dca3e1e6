"""Text for people."""

from __future__ import annotations

from .ledger import Ledger
from .transitions import explain


def history_lines(ledger: Ledger, parcel: str) -> list[str]:
    return [
        f"{event.at:%Y-%m-%d %H:%M:%S}Z  {event.kind.value:<17} {event.depot} ({event.carrier})"
        for event in ledger.history(parcel)
    ]


def anomaly_lines(ledger: Ledger, parcel: str) -> list[str]:
    return [explain(before.kind, after.kind) for before, after in ledger.anomalies(parcel)]


def invoice_line(ledger: Ledger, depot: str, cents_per_scan: int) -> str:
    """Depots invoice per stored scan, so a scan that is not stored is not paid."""
    scans = ledger.billable(depot)
    return f"{depot}: {scans} scans, {scans * cents_per_scan / 100:.2f} EUR"
