import unittest
from datetime import datetime, timezone

from parcelog.feeds import read_feed

CALDER = "parcel,code,when,depot\ncd-7,delivered,2026-03-01 10:00:00,CD-1\n"
NORVIK = "parcel;code;scan_time;depot\nNV-1001;11;01.03.2026 10:00:00;NV-04\nNV-1001;77;01.03.2026 10:05:00;NV-04\n"


class ReadFeedTest(unittest.TestCase):
    def test_calder_keeps_ids_as_written(self):
        events, _ = read_feed(CALDER, "calder")
        self.assertEqual([event.parcel for event in events], ["cd-7"])

    def test_calder_times_are_utc(self):
        events, _ = read_feed(CALDER, "calder")
        self.assertEqual(events[0].at, datetime(2026, 3, 1, 10, 0, tzinfo=timezone.utc))

    def test_unknown_code_is_skipped_with_its_line(self):
        events, report = read_feed(NORVIK, "norvik")
        self.assertEqual(len(events), 1)
        self.assertEqual([line for line, _ in report.skipped], [3])


if __name__ == "__main__":
    unittest.main()
