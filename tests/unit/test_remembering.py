"""What the models make is remembered to the bit, and made anew where a test asks for that."""

import numpy as np

from graphmem.adapters.factory import make_token_encoder
from graphmem.settings import load_settings
from tests.remembering import nothing_remembered, remembering

SAID = ["I planted forty tulips.", "Lovely!"]


def test_a_call_is_remembered_whole() -> None:
    encoder = make_token_encoder(load_settings())
    plain = encoder.token_vectors(SAID)
    with remembering():
        once, again, other = (encoder.token_vectors(said) for said in (SAID, SAID, SAID[:1]))
        with nothing_remembered():
            anew = encoder.token_vectors(SAID)
    for made in (once, again, anew):
        for one, same in zip(made, plain, strict=True):
            assert one.spans == same.spans
            assert np.array_equal(one.vectors, same.vectors)
    assert again[0] is once[0]
    assert other[0] is not once[0]
    assert anew[0] is not once[0]
    assert encoder.token_vectors(SAID)[0] is not once[0]
