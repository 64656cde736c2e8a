import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.language.keys import entity_key, split_owner

WORDS = "the my Ana's guitars class party shoes C++ Rome big news"
names = st.one_of(
    st.text(min_size=1),
    st.lists(
        st.sampled_from(WORDS.split()),
        min_size=1,
        max_size=5,
    ).map(" ".join),
)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("my Support Groups", "the support group"),
        ("parties", "a party"),
        ("shoes", "shoe"),
        ("the classes", "class"),
        ("heroes", "Hero"),
        ("movies", "movie"),
        ("some children", "a child"),
        ("Café  Lumière", "café lumière"),
        ("rock-climbing", "rock climbing"),
        ("the neighbour’s cat", "the neighbour's cats"),
    ],
)
def test_two_ways_to_write_one_thing_have_one_key(one: str, other: str) -> None:
    assert entity_key(one) == entity_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("market", "marketing"),
        ("university", "universe"),
        ("guitar", "violin"),
        ("Mother's Day", "Father's Day"),
        ("C", "C++"),
        ("C#", "C++"),
        ("ski", "sky"),
        ("plan", "plane"),
        ("🎉", "🎈"),
    ],
)
def test_two_things_keep_two_keys(one: str, other: str) -> None:
    assert entity_key(one) != entity_key(other)


@pytest.mark.parametrize("name", ["John's job", "john’s job", "John's own job", "my job", "jobs"])
def test_the_owner_falls_away(name: str) -> None:
    assert entity_key(name, owners=("Maria", "John")) == "job"


def test_only_a_possessive_of_an_owner_falls_away() -> None:
    assert entity_key("Chris Evans", owners=("Chris",)) == entity_key("Chris Evans")
    assert entity_key("Chris' car", owners=("Chris",)) == "car"
    assert entity_key("Johnson's shop", owners=("John",)) == entity_key("Johnson's shop")
    assert entity_key("John's", owners=("John",)) == "john"


def test_a_possessive_tells_whose_it_is() -> None:
    assert split_owner("Peter  lang's old job", ["Ana", "Peter Lang"]) == ("Peter Lang", "old job")
    assert split_owner("Mother's Day", ["Ana"]) == (None, "Mother's Day")
    assert split_owner("Ana's", ["Ana"]) == (None, "Ana's")


def test_a_name_of_articles_only_keeps_its_last() -> None:
    assert entity_key("The The") == "the"


@given(names)
def test_a_key_is_never_empty_and_has_no_space(name: str) -> None:
    key = entity_key(name)
    assert key
    assert not any(letter.isspace() for letter in key)


@given(names)
def test_case_and_surrounding_space_do_not_matter(name: str) -> None:
    assert entity_key(f"  {name.casefold()} ") == entity_key(name.casefold())
    if name.isascii():
        assert entity_key(name.upper()) == entity_key(name.lower())


@given(st.from_regex(r"[b-df-hj-np-tv-z][a-z]{2,8}", fullmatch=True))
def test_an_article_changes_nothing(word: str) -> None:
    assert entity_key(f"the {word}") == entity_key(word)
