import unittest
from datetime import datetime, timezone

from parcelog.timeutil import BadStamp, fixed_zone, parse_stamp


class ParseStampTest(unittest.TestCase):
    def test_written_zone_wins(self):
        at = parse_stamp("2026-03-01T10:00:00+10:00", fixed_zone(2))
        self.assertEqual(at, datetime(2026, 3, 1, 0, 0, tzinfo=timezone.utc))

    def test_given_zone_fills_in(self):
        at = parse_stamp("2026-03-01 10:00:00", fixed_zone(2))
        self.assertEqual(at, datetime(2026, 3, 1, 8, 0, tzinfo=timezone.utc))

    def test_no_zone_at_all_is_utc(self):
        at = parse_stamp("01.03.2026 10:00:00")
        self.assertEqual(at, datetime(2026, 3, 1, 10, 0, tzinfo=timezone.utc))

    def test_nonsense_is_refused(self):
        with self.assertRaises(BadStamp):
            parse_stamp("yesterday")


if __name__ == "__main__":
    unittest.main()
