"""Answers as tables."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeVar, get_args

from pydantic import BaseModel

if TYPE_CHECKING:
    import pandas

Item = TypeVar("Item", bound=BaseModel)


def _inside(annotation: object) -> type[BaseModel] | None:
    """The model of a field that holds one object, or none."""
    for each in (annotation, *get_args(annotation)):
        if isinstance(each, type) and issubclass(each, BaseModel):
            return each
    return None


def _is_list(annotation: object) -> bool:
    return any(getattr(each, "__origin__", None) in (list, dict) for each in (annotation, *get_args(annotation)))


def columns_of(model: type[BaseModel], before: str = "") -> list[str]:
    """Returns the names of all columns of a table of these items, in order."""
    names: list[str] = []
    for field, about in model.model_fields.items():
        name = before + (about.alias or field)
        inner = None if _is_list(about.annotation) else _inside(about.annotation)
        names += columns_of(inner, f"{name}.") if inner else [name]
    return names


def frame_of(items: Iterable[Item], model: type[Item]) -> pandas.DataFrame:
    """Returns one row per item. Objects inside become columns with a dot (``mood.name``), lists stay lists.

    The columns do not depend on the items: they are there for an empty list, and where an object is missing everywhere.
    Fields that a newer service sends are added at the end.
    """
    try:
        import pandas
    except ImportError as error:
        raise ImportError("Data frames need pandas: pip install 'assay-client[pandas]'") from error
    found = pandas.json_normalize([item.model_dump(mode="json", by_alias=True) for item in items])
    known = columns_of(model)
    objects = {name.rsplit(".", depth)[0] for name in known for depth in range(1, name.count(".") + 1)}
    added = [name for name in found.columns if name not in known and name not in objects]
    return found.reindex(columns=[*known, *added])
