"""The lines of an archive: one JSON object each, as short as it can be and always the same."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from graphmem.store.archive import ArchivedNode


def node_line(node: ArchivedNode) -> bytes:
    """A node: its properties, among them its uid."""
    return _line(node.properties)


def link_lines(node: ArchivedNode) -> Iterator[tuple[str, bytes]]:
    """The relationships that begin at a node, each with its type; those of one type in order."""
    found = sorted((link.type, link.target, _text(link.properties)) for link in node.links)
    for kind, target, held in found:
        ends = f'{{"from":{_text(node.uid)},"to":{_text(target)}'
        yield kind, f'{ends},"properties":{held}}}\n'.encode()


def _line(value: Mapping[str, Any]) -> bytes:
    return (_text(value) + "\n").encode()


def _text(value: Any) -> str:
    return json.dumps(
        value, ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")
    )
