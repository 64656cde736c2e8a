"""How many examples a property is tried on, under the profile of hypothesis that was chosen."""

from hypothesis import settings


def examples(count: int) -> int:
    """So many by default; under a profile of fewer examples, fewer in proportion."""
    default = settings.get_profile("default").max_examples
    chosen = settings.default
    return count if chosen is None else max(1, count * chosen.max_examples // default)
