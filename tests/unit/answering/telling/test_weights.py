from graphmem.answering.telling.weights import SIGNALS, SpanWeights, shipped_span_weights


def test_the_shipped_weights_are_few_and_tell_their_origin() -> None:
    shipped = shipped_span_weights()
    assert len(SIGNALS) <= 15
    assert all(getattr(shipped.weights, name) for name in SIGNALS)
    assert shipped.origin["f1"]["left_out"] > 0
    assert len(shipped.left_out) >= 6  # each conversation of the packaged sample


def test_the_vector_is_in_the_order_of_the_signals() -> None:
    vector = SpanWeights(behind=1.0, stated=2.0).vector()
    assert vector[SIGNALS.index("behind")] == 1.0
    assert vector[SIGNALS.index("stated")] == 2.0
    assert vector.sum() == 3.0
