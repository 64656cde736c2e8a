from graphmem.language.verbs import is_verb_form
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


def test_a_form_may_be_a_verb_by_itself() -> None:
    assert all(map(is_verb_form, ("planted", "went", "saw", "is")))
    assert not any(map(is_verb_form, ("red", "tulip", "seed", "hundred", "kindly")))
