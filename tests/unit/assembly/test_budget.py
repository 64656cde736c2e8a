"""Whatever comes in, the text is never over its budget, and nothing is lost unnoticed."""

from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem.adapters.tokens import count_carefully
from graphmem.assembly.budget import Chosen, choose, trim, write
from graphmem.assembly.lines import Line
from graphmem.model.assembly import AssemblySettings, Category
from tests.examples import examples

words = st.text(st.characters(exclude_characters="\n\r"), min_size=1, max_size=60)
lines = st.builds(
    Line,
    text=words,
    says=words,
    turns=st.lists(st.sampled_from(["a/1", "a/2", "a/3"]), max_size=2).map(tuple),
    quotes=st.booleans(),
    statement=st.none() | st.sampled_from(["answer:1", "answer:2", "answer:3"]),
    group=st.sampled_from(["", "Nadia:", "Ole:"]),
    place=st.tuples(st.integers(0, 9)),
)
candidates = st.dictionaries(st.sampled_from(Category), st.lists(lines, max_size=8))


def awkward(text: str) -> int:
    """A tokenizer by which a text costs more than its lines: each further line costs twice."""
    return len(text) + 7 * text.count("\n") ** 2


@settings(max_examples=examples(200), deadline=None)
@given(
    candidates,
    st.integers(1, 400),
    st.sampled_from([count_carefully, len, awkward]),
    st.permutations([0.1, 0.2, 0.3, 0.4]),
)
def test_never_over_the_budget(
    given_lines: dict[Category, list[Line]], budget: int, count: object, shares: list[float]
) -> None:
    assert callable(count)
    people, known, processes, talk = shares
    shared = AssemblySettings(people=people, known=known, processes=processes, talk=talk)
    chosen = choose(given_lines, shared, budget=budget, count=count)
    trimmed = trim(chosen, budget=budget, count=count)
    text = write(trimmed.lines)
    assert not text or count(text) <= budget
    for category, found in given_lines.items():
        kept, left = trimmed.lines[category], trimmed.left_out[category]
        assert sorted(line.text for line in found) == sorted(
            [*(line.text for line in kept), *(one.text for one in left)]
        )
    statements = [line.statement for found in trimmed.lines.values() for line in found]
    told = [one for one in statements if one is not None]
    assert len(told) == len(set(told))


def test_lines_that_come_to_more_together_are_taken_away_again() -> None:
    found = [Line(f"line {n}", f"line {n}", place=(n,)) for n in range(20)]
    shared = AssemblySettings(people=0, known=1, processes=0, talk=0)
    chosen = choose({Category.KNOWN: found}, shared, budget=300, count=awkward)
    assert awkward(write(chosen.lines)) > 300
    trimmed = trim(chosen, budget=300, count=awkward)
    assert isinstance(trimmed, Chosen)
    assert 0 < awkward(write(trimmed.lines)) <= 300
    assert len(trimmed.lines[Category.KNOWN]) < len(chosen.lines[Category.KNOWN])
