"""Readers of the carriers' feeds. A bad row is skipped and reported, never guessed at."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import dataclass, field

from .events import Event, Kind
from .settings import CARRIERS, Carrier
from .timeutil import BadStamp, parse_stamp

NORVIK_CODES = {
    "01": Kind.ACCEPTED,
    "10": Kind.DEPARTED,
    "11": Kind.ARRIVED,
    "20": Kind.OUT_FOR_DELIVERY,
    "21": Kind.DELIVERED,
    "90": Kind.RETURNED,
    "99": Kind.LOST,
}


@dataclass
class FeedReport:
    """What a reader made of a feed."""

    read: int = 0
    skipped: list[tuple[int, str]] = field(default_factory=list)

    def skip(self, line: int, reason: str) -> None:
        self.skipped.append((line, reason))


def _kind(carrier: Carrier, code: str) -> Kind:
    if carrier.name == "norvik":
        return NORVIK_CODES[code]
    return Kind(code.lower())


def read_csv(text: str, carrier: Carrier, report: FeedReport) -> Iterator[Event]:
    """Norvik and Calder."""
    rows = csv.DictReader(io.StringIO(text), delimiter=carrier.delimiter)
    for number, row in enumerate(rows, start=2):
        try:
            event = Event(
                parcel=row["parcel"].strip(),
                kind=_kind(carrier, row["code"]),
                at=parse_stamp(row[carrier.time_column]),
                depot=row["depot"].strip(),
                carrier=carrier.name,
                sequence=number,
            )
        except (KeyError, ValueError, BadStamp) as error:
            report.skip(number, str(error))
            continue
        report.read += 1
        yield event


def read_jsonl(text: str, carrier: Carrier, report: FeedReport) -> Iterator[Event]:
    """Auster."""
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            event = Event(
                parcel=row["id"].strip(),
                kind=_kind(carrier, row["status"]),
                at=parse_stamp(row[carrier.time_column]),
                depot=row.get("site", "?"),
                carrier=carrier.name,
                sequence=number,
            )
        except (KeyError, ValueError, BadStamp) as error:
            report.skip(number, str(error))
            continue
        report.read += 1
        yield event


def read_feed(text: str, carrier_name: str) -> tuple[list[Event], FeedReport]:
    """All events of a feed, in the feed's order."""
    carrier = CARRIERS[carrier_name]
    report = FeedReport()
    reader = read_jsonl if carrier.layout == "jsonl" else read_csv
    return list(reader(text, carrier, report)), report
