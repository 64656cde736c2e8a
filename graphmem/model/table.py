"""Rows of a user's own query."""

from typing import Any

from graphmem.model.base import Frozen


class Table(Frozen):
    """Columns by name and rows of plain values; nodes become maps of their properties."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    truncated: bool = False
