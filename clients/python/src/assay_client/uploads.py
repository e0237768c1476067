"""Files on their way to a service."""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from pathlib import Path
from typing import IO, TypeAlias

Progress: TypeAlias = Callable[[int, int], None]
"""Called while a file is sent, with the bytes sent so far and the size of the file."""

Source: TypeAlias = "str | os.PathLike[str] | IO[bytes] | bytes"
"""A path, an open binary file, or the bytes themselves."""


class Upload:
    """An open file that counts what has been read of it. Closes what it opened itself."""

    def __init__(self, source: Source, name: str | None = None, progress: Progress | None = None) -> None:
        self._progress = progress
        self._own = isinstance(source, (str, os.PathLike))
        if isinstance(source, bytes):
            self._file: IO[bytes] = io.BytesIO(source)
        elif isinstance(source, (str, os.PathLike)):
            self._file = Path(source).open("rb")  # noqa: SIM115 - closed by close()
        elif isinstance(source, io.TextIOBase) or not hasattr(source, "read"):
            kind = type(source).__name__
            raise TypeError(f"A file to send is a path, bytes or a file opened in binary mode, not {kind}.")
        else:
            # A pipe cannot be measured or sent again.
            self._file = source if source.seekable() else io.BytesIO(source.read())
        given = source if isinstance(source, (str, os.PathLike)) else getattr(source, "name", None)
        self.name = name or (Path(given).name if isinstance(given, (str, os.PathLike)) else "file")
        self._start = self._file.tell()
        self.size = self.seek(0, os.SEEK_END)
        self.rewind()

    def read(self, size: int = -1) -> bytes:
        """Reads on, and reports."""
        chunk = self._file.read(size)
        if self._progress:
            self._progress(self.tell(), self.size)
        return chunk

    def rewind(self) -> None:
        """Goes back to where the upload began, so that it can be sent again."""
        self.seek(0)

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        """As a file does that begins where the upload begins; the HTTP library asks for the size with it."""
        return self._file.seek(offset + self._start if whence == os.SEEK_SET else offset, whence) - self._start

    def tell(self) -> int:
        """As a file does that begins where the upload begins."""
        return self._file.tell() - self._start

    def close(self) -> None:
        """Closes the file if this object opened it."""
        if self._own:
            self._file.close()
