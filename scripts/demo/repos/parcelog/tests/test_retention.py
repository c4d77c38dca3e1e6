import unittest
from datetime import datetime, timedelta, timezone

from parcelog.claims import Claim, ClaimRegister
from parcelog.events import Event, Kind
from parcelog.ledger import Ledger
from parcelog.retention import purge

NOW = datetime(2026, 6, 1, tzinfo=timezone.utc)


def ledger_with(parcel, days_ago, kind=Kind.DELIVERED):
    ledger = Ledger()
    ledger.add(Event(parcel, kind, NOW - timedelta(days=days_ago), "CD-1", "calder"))
    return ledger


class PurgeTest(unittest.TestCase):
    def test_old_delivered_parcels_go(self):
        self.assertEqual(purge(ledger_with("CD-1", 91), ClaimRegister(), NOW, 90), ["CD-1"])

    def test_travelling_parcels_stay(self):
        self.assertEqual(purge(ledger_with("CD-1", 400, Kind.ARRIVED), ClaimRegister(), NOW, 90), [])

    def test_open_claim_keeps_a_parcel(self):
        claims = ClaimRegister([Claim("CD-1", "damaged")])
        self.assertEqual(purge(ledger_with("CD-1", 91), claims, NOW, 90), [])

    def test_settled_claim_does_not(self):
        claims = ClaimRegister([Claim("CD-1", "damaged")])
        claims.settle("CD-1")
        self.assertEqual(purge(ledger_with("CD-1", 91), claims, NOW, 90), ["CD-1"])


if __name__ == "__main__":
    unittest.main()
