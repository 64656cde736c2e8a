"""Which of the turns that were found stand next to each other, told by the numbers of their ids."""

import re
from collections.abc import Sequence

from graphmem.model.search import SearchHit

_NUMBER = re.compile(r"\d+$")


def beside(hits: Sequence[SearchHit], step: int) -> list[int | None]:
    """Of each turn the place of the one that comes ``step`` turns later (before it where < 0).

    None where that was not found, and for a turn whose id ends in no number.
    """
    numbers = [_NUMBER.search(hit.dia_id) for hit in hits]
    addresses = [
        (hit.conversation_id, hit.session_id, int(number.group())) if number else None
        for hit, number in zip(hits, numbers, strict=True)
    ]
    at = {address: place for place, address in enumerate(addresses) if address is not None}
    return [
        None if address is None else at.get((*address[:2], address[2] + step))
        for address in addresses
    ]
