"""The two things between which a question lets choose."""

import pytest

from graphmem.adapters.parser import load_parser
from graphmem.answering.frame import alternatives_of


@pytest.mark.parametrize(
    ("question", "options"),
    [
        ("Was the boat red or blue?", ("red", "blue")),
        ("Is Ana's new boat red or blue now?", ("red", "blue")),
        ("Is it 1,240 or 1,310?", ("1,240", "1,310")),
        ("Is the rent 1,240 or 1,310 from May?", ("1,240", "1,310")),
        ("Which oar broke, the left one or the right one?", ("the left one", "the right one")),
        (
            "Number twelve or number seventeen: which is Ana's?",
            ("Number twelve", "number seventeen"),
        ),
        ("Did Ana row to Graz or to Linz?", ("to Graz", "to Linz")),
        ("Does Ana live by the sea or in the hills?", ("by the sea", "in the hills")),
        ("Who rowed, Ana or her brother?", ("Ana", "her brother")),
        ("Who is taller, Ana's brother or Ben?", ("Ana's brother", "Ben")),
        ("Did Ana or Ben paint it?", ("Ana", "Ben")),
        ("Is Ana or Ben older?", ("Ana", "Ben")),
        ("Was it frost or poor glue that broke it?", ("frost", "poor glue")),
        ("Is it Ana or Ben for whom the soup was made?", ("Ana", "Ben")),
        ("Did Ana drop the oar or the old rope when she fell?", ("the oar", "the old rope")),
        ("Does Ana prefer tea or coffee in the morning?", ("tea", "coffee")),
        ("Will Ana take the bike or leave it?", ("take the bike", "leave it")),
        ("Was the bed on Ward Five or Ward Seven?", ("Ward Five", "Ward Seven")),
        ("Where did Ana row?", ()),
        ("What did Ana or Ben buy?", ()),
        ("When did Ana or Ben move?", ()),
        ("How many dogs or cats does Ana have?", ()),
        ("Did Ana sell the boat, or did she keep it?", ()),
        ("or?", ()),
        ("Is it red, blue or green?", ()),
        ("Was Ana at the party or not?", ()),
    ],
)
def test_what_or_joins_is_chosen_between(question: str, options: tuple[str, ...]) -> None:
    assert alternatives_of(load_parser()([question])[0]) == options
