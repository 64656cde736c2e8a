"""What every question is read against is kept for a moment, and never past a write."""

from graphmem.retrieval.ttl_cache import TtlCache


def test_a_value_is_kept_for_a_moment() -> None:
    looked: list[str] = []

    def look(key: str) -> int:
        looked.append(key)
        return len(looked)

    cache = TtlCache(look)
    assert [cache.of("a"), cache.of("a"), cache.of("b")] == [1, 1, 2]
    cache.forget()
    assert cache.of("a") == 3


def test_what_was_looked_up_before_a_write_is_not_kept_after_it() -> None:
    written = [1]

    def look(_: str) -> int:
        found = written[-1]
        if found == 1:  # somebody writes while it is looked up
            written.append(2)
            cache.forget()
        return found

    cache = TtlCache(look)
    assert cache.of("a") == 1
    assert cache.of("a") == 2
