"""Claims for damaged and lost parcels."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path


@dataclass
class Claim:
    parcel: str
    reason: str
    open: bool = True


class ClaimRegister:
    """The claims desk's list. Ids are stored in upper case."""

    def __init__(self, claims: list[Claim] | None = None) -> None:
        self._claims: dict[str, list[Claim]] = {}
        for claim in claims or []:
            self.file(claim)

    def file(self, claim: Claim) -> None:
        claim.parcel = claim.parcel.strip().upper()
        self._claims.setdefault(claim.parcel, []).append(claim)

    def settle(self, parcel: str) -> None:
        for claim in self._claims.get(parcel.strip().upper(), []):
            claim.open = False

    def is_open(self, parcel: str) -> bool:
        return any(claim.open for claim in self._claims.get(parcel, []))

    def open_count(self) -> int:
        return sum(1 for claims in self._claims.values() for claim in claims if claim.open)

    @classmethod
    def load(cls, path: Path) -> "ClaimRegister":
        if not path.exists():
            return cls()
        rows = json.loads(path.read_text(encoding="utf-8"))
        return cls([Claim(row["parcel"], row["reason"], row["open"]) for row in rows])

    def save(self, path: Path) -> None:
        rows = [
            {"parcel": claim.parcel, "reason": claim.reason, "open": claim.open}
            for claims in self._claims.values()
            for claim in claims
        ]
        path.write_text(json.dumps(rows, indent=2), encoding="utf-8")
