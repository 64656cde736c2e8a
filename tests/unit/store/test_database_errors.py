"""What a caller hands over and no database can keep is told in graphmem's own words."""

import pytest

from graphmem.errors import InputError
from graphmem.store.database import translated_errors


def test_half_of_a_character_is_the_callers_to_mend() -> None:
    with pytest.raises(InputError, match="half of a character"), translated_errors():
        "\ud800".encode()  # as the driver does with every text
