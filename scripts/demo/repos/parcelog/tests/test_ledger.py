import unittest
from datetime import datetime, timedelta, timezone

from parcelog.events import Event, Kind
from parcelog.ledger import Ledger

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=timezone.utc)


def scan(kind=Kind.ARRIVED, minutes=0, depot="NV-04", parcel="NV-1001", sequence=2):
    return Event(parcel, kind, NOON + timedelta(minutes=minutes), depot, "norvik", sequence)


class LedgerTest(unittest.TestCase):
    def test_history_is_oldest_first(self):
        ledger = Ledger()
        ledger.merge([scan(Kind.DELIVERED, 90), scan(Kind.ACCEPTED, 0), scan(Kind.ARRIVED, 30)])
        kinds = [event.kind for event in ledger.history("NV-1001")]
        self.assertEqual(kinds, [Kind.ACCEPTED, Kind.ARRIVED, Kind.DELIVERED])

    def test_retransmitted_rows_are_stored_once(self):
        """Norvik repeats a day's rows after an outage; the row numbers differ, the scans do not."""
        ledger = Ledger()
        stored, repeats = ledger.merge([scan(sequence=2), scan(sequence=57)])
        self.assertEqual((stored, repeats), (1, 1))

    def test_drop_lets_a_late_feed_bring_the_parcel_back(self):
        ledger = Ledger()
        ledger.add(scan())
        ledger.drop("NV-1001")
        self.assertTrue(ledger.add(scan()))

    def test_anomalies_name_both_scans(self):
        ledger = Ledger()
        ledger.merge([scan(Kind.ACCEPTED, 0), scan(Kind.DELIVERED, 5)])
        [(before, after)] = ledger.anomalies("NV-1001")
        self.assertEqual((before.kind, after.kind), (Kind.ACCEPTED, Kind.DELIVERED))


if __name__ == "__main__":
    unittest.main()
