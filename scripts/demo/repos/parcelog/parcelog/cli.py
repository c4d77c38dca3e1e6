"""Command line."""

from __future__ import annotations

import argparse
import sys
from datetime import datetime, timezone
from pathlib import Path

from .claims import ClaimRegister
from .feeds import read_feed
from .ledger import Ledger, UnknownParcel
from .report import anomaly_lines, history_lines
from .retention import purge
from .settings import CARRIERS, load_site


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="parcelog")
    parser.add_argument("--site", type=Path, default=Path("deploy/north.json"))
    commands = parser.add_subparsers(dest="command", required=True)

    bring = commands.add_parser("import", help="merge a carrier's feed")
    bring.add_argument("--carrier", choices=sorted(CARRIERS), required=True)
    bring.add_argument("feed", type=Path)

    show = commands.add_parser("show", help="print a parcel's history")
    show.add_argument("parcel")

    clean = commands.add_parser("purge", help="drop old closed parcels")
    clean.add_argument("--days", type=int)
    return parser


def main(argv: list[str] | None = None) -> int:
    args = build_parser().parse_args(argv)
    site = load_site(args.site)
    ledger = Ledger.load(site.ledger_path)
    if args.command == "import":
        events, report = read_feed(args.feed.read_text(encoding="utf-8"), args.carrier)
        stored, repeats = ledger.merge(events)
        for line, reason in report.skipped:
            print(f"{args.feed}:{line}: skipped: {reason}", file=sys.stderr)
        print(f"{stored} scans stored, {repeats} repeats, {len(report.skipped)} skipped")
    elif args.command == "show":
        try:
            print("\n".join(history_lines(ledger, args.parcel)))
        except UnknownParcel:
            print(f"no history for {args.parcel}", file=sys.stderr)
            return 1
        for line in anomaly_lines(ledger, args.parcel):
            print(f"! {line}")
        return 0
    else:
        days = args.days if args.days is not None else site.retention_days
        claims = ClaimRegister.load(site.claims_path)
        for parcel in purge(ledger, claims, datetime.now(timezone.utc), days):
            print(f"dropped {parcel}")
    ledger.save(site.ledger_path)
    return 0
