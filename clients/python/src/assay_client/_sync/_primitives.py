"""What waiting means here. The only file of this folder that is written by hand."""

from __future__ import annotations

from threading import Lock
from time import sleep

__all__ = ["Lock", "sleep"]
