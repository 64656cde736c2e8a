from graphmem.language.words import content_stems, is_english


def test_english_is_told_by_its_small_words() -> None:
    assert is_english(["I planted forty tulips yesterday, and the dog helped me."])
    assert is_english(["Yeah, violin."])
    assert is_english([])
    assert not is_english(["Ayer planté cuarenta tulipanes y el perro ayudó con la tierra."])
    assert not is_english(["昨天我种了四十朵郁金香。"])


def test_a_name_of_small_words_has_words() -> None:
    assert content_stems("May") == {"mai"}
    assert content_stems("the gardens") == {"garden"}
