"""Server-sent events, line by line."""

from __future__ import annotations

import json
from typing import Any


class EventReader:
    """Takes the lines of a stream and gives the JSON data of each finished event."""

    def __init__(self) -> None:
        self._data: list[str] = []

    def line(self, line: str) -> Any | None:
        """Returns the data of the event that this line ends, or None."""
        if line.startswith("data:"):
            self._data.append(line[len("data:") :].removeprefix(" "))
            return None
        if line or not self._data:
            return None
        data, self._data = "\n".join(self._data), []
        return json.loads(data)
