"""Scan histories of parcels."""

from .events import Event, Kind
from .ledger import Ledger

__all__ = ["Event", "Kind", "Ledger"]
__version__ = "0.4.0"
