"""Cohen's kappa and F1: how far two people who decided the same cases agree."""

from collections import Counter
from collections.abc import Hashable, Sequence

Decided = Sequence[tuple[Hashable, Hashable]]


def share(pairs: Decided) -> float | None:
    """The share of cases decided alike; None without a case."""
    return sum(one == other for one, other in pairs) / len(pairs) if pairs else None


def kappa(pairs: Decided) -> float | None:
    """Agreement beyond chance; None where chance alone would make both agree on every case."""
    observed = share(pairs)
    if observed is None:
        return None
    first = Counter(one for one, _ in pairs)
    second = Counter(other for _, other in pairs)
    chance = sum(first[name] * second[name] for name in first) / len(pairs) ** 2
    return (observed - chance) / (1 - chance) if chance < 1 else None


def f1(both: int, first: int, second: int) -> float | None:
    """The harmonic mean of either's share of the other; None where neither has anything."""
    return 2 * both / (first + second) if first + second else None
