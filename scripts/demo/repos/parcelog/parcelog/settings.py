"""Carriers and paths."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Carrier:
    """How a carrier's feed is laid out. `utc_offset` is for times without a zone, in hours."""

    name: str
    layout: str
    delimiter: str
    time_column: str
    utc_offset: float


CARRIERS = {
    "norvik": Carrier("norvik", "csv", ";", "scan_time", 2.0),
    "calder": Carrier("calder", "csv", ",", "when", 0.0),
    "auster": Carrier("auster", "jsonl", "", "ts", 0.0),
}


@dataclass(frozen=True)
class Site:
    name: str
    retention_days: int
    ledger_path: Path
    claims_path: Path


def load_site(path: Path) -> Site:
    """Reads `deploy/<site>.json`. `retention_days` defaults to 90 when it is missing."""
    raw = json.loads(path.read_text(encoding="utf-8"))
    return Site(
        name=raw["site"],
        retention_days=int(raw.get("retention_days", 90)),
        ledger_path=Path(raw["ledger_path"]),
        claims_path=Path(raw["claims_path"]),
    )
