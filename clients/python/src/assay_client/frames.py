"""Answers as tables."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from pydantic import BaseModel

if TYPE_CHECKING:
    import pandas


def frame_of(items: Iterable[BaseModel]) -> pandas.DataFrame:
    """Returns one row per item. Objects inside become columns with a dot (``mood.valence``), lists stay lists."""
    try:
        import pandas
    except ImportError as error:
        raise ImportError("Data frames need pandas: pip install 'assay-client[pandas]'") from error
    return pandas.json_normalize([item.model_dump(mode="json", by_alias=True) for item in items])
