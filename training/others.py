"""Questions asked of somebody else who takes part, to be refused unless that one did it too."""

import random
import re
from collections.abc import Iterable


def asked_of_others(
    question: str, answer: str | None, names: Iterable[str], drawn: random.Random, *, most: int
) -> list[str]:
    """The question asked of up to ``most`` of these people, who are neither in it nor its answer.

    One that names none of them is asked of nobody else.
    """
    names = sorted(names)
    asked = [name for name in names if re.search(_whole(name), question)]
    others = [name for name in names if name not in question and name != answer]
    if not asked:
        return []
    chosen = drawn.sample(others, min(most, len(others)))
    return [other.join(re.split(_whole(drawn.choice(asked)), question)) for other in chosen]


def _whole(name: str) -> str:
    return rf"(?<!\w){re.escape(name)}(?!\w)"
