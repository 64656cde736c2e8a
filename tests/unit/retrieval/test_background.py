"""Work beside a block: done when the block ends, and its error is not told."""

import pytest

from graphmem.retrieval.background import in_background


def test_the_work_is_done_when_the_block_ends() -> None:
    done: list[str] = []
    with in_background(lambda: done.append("encoded")):
        pass
    assert done == ["encoded"]


def test_the_error_of_the_work_is_not_told_and_that_of_the_block_is() -> None:
    def fail() -> None:
        raise ValueError("of the work")

    with in_background(fail):
        pass
    with pytest.raises(KeyError, match="of the block"), in_background(fail):
        raise KeyError("of the block")
