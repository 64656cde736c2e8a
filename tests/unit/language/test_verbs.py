import pytest

from graphmem.language.verbs import has_verb, is_verb_form
from graphmem.language.words import content_stems, is_english, words


@pytest.mark.parametrize(
    ("text", "verb", "subject"),
    [
        ("Ana planted forty tulips", "plant", "Ana"),
        ("Ana's dog died in May", "die", "dog"),
        ("Ana often plants tulips", "plant", "Ana"),
        ("Ana usually tries new tools", "try", "Ana"),
        ("The old dog from Porto barks at trams", "bark", "dog"),
        ("Ana is happy", "be", "Ana"),
        ("Ana won't go", "go", "Ana"),
        ("They've a boat", "have", "boat"),
        ("Ana and Ben plant tulips", "plant", "Ana"),
        ("Ana's kids love the sea", "love", "kids"),
        ("Ana's family know the sea", "know", "family"),
        ("Ana saw a saw", "see", "Ana"),
        ("A friend of Ana's adopted a dog", "adopt", "friend"),
        ("Will will come", "come", "Will"),
        ("James teaches maths", "teach", "James"),
    ],
)
def test_a_verb_is_found(text: str, verb: str, subject: str) -> None:
    assert has_verb(text, verb=verb, subject=words(subject), names=["ana", "ben", "james", "will"])


@pytest.mark.parametrize(
    ("text", "verb", "subject"),
    [
        ("Ana happy", "happy", "Ana"),
        ("James happy", "happy", "James"),
        ("Ana forty red tulips", "tulips", "Ana"),
        ("Ana forty coloured tulips", "tulip", "Ana"),
        ("Ana's tulips", "tulip", "Ana"),
        ("The saw of Ana", "see", "saw"),
        ("Ana two hundred tulips", "plant", "Ana"),
        ("Will happy", "be", "Will"),
        ("Ana and a red bed", "bed", "Ana"),
        ("", "be", ""),
    ],
)
def test_what_only_names_things_has_none(text: str, verb: str, subject: str) -> None:
    assert not has_verb(
        text, verb=verb, subject=words(subject), names=["ana", "ben", "james", "will"]
    )


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
