"""What waiting means here. The only file of this folder that its blocking twin does not follow."""

from __future__ import annotations

from asyncio import Lock as AsyncLock
from asyncio import sleep

__all__ = ["AsyncLock", "sleep"]
