"""The network of types that ships, on talk that nothing was fitted on."""

from graphmem.adapters.factory import make_token_encoder
from graphmem.adapters.parser import load_parser
from graphmem.extraction.local.extract import extract
from graphmem.extraction.local.model import load_model
from graphmem.extraction.local.network import word_vectors
from graphmem.model.workspace import EntityType
from graphmem.settings import load_settings
from tests.unit.extraction.lines import chunk

# What two people say, and the type of what they name.
TALKS = (
    ("We adopted a beagle from the shelter.", "Is she good with children?", "beagle", "thing"),
    ("The spaniel chewed my slippers again.", "Buy that spaniel a bone.", "spaniel", "thing"),
    (
        "I got my boots resoled at Hargreave Cobblers, they charge forty for it.",
        "Hargreave Cobblers did my bag too.",
        "Hargreave Cobblers",
        "org",
    ),
    (
        "Quillon Insurance turned down my claim, they say the pipe was old.",
        "I left Quillon Insurance years ago.",
        "Quillon Insurance",
        "org",
    ),
    ("I cooked mushroom risotto last night.", "You need stock.", "mushroom risotto", "thing"),
    ("They live on Tanyard Street.", "Tanyard Street floods.", "Tanyard Street", "place"),
    ("We drove up to Ballater on Sunday.", "Is there snow in Ballater?", "Ballater", "place"),
    ("The Bexhill Badgers won again.", "They have a new coach.", "Bexhill Badgers", "org"),
    (
        "The Riverside Half Marathon is in May, I've signed up.",
        "I ran it once.",
        "Riverside Half Marathon",
        "event",
    ),
    ("Dr Falk wants to see me again.", "He is thorough.", "Dr Falk", "person"),
    ("Rosalba moved here in June.", "She likes it.", "Rosalba", "person"),
    ("I track my runs with an app now.", "Does it tell the height?", "app", "system"),
)
_WANTED = 0.8


def test_types_of_fresh_talk_are_mostly_right() -> None:
    encode = word_vectors(make_token_encoder(load_settings()))
    wrong = []
    for asked, answered, name, wanted in TALKS:
        talk = chunk(f"Ana: {asked}", f"Bo: {answered}", people=("Ana", "Bo"))
        found = extract(talk, load_parser(), encode, load_model()).proposed.entities
        types = {one.name: one.type for one in found}
        if types.get(name) != wanted:
            wrong.append(f"{name}: {types}")
    assert len(wrong) <= (1 - _WANTED) * len(TALKS), "\n".join(wrong)


def test_every_proposed_entity_says_how_well_each_type_fits() -> None:
    encode = word_vectors(make_token_encoder(load_settings()))
    talk = chunk("Ana: Rosalba moved to Ballater in June.", "Bo: Ballater?", people=("Ana", "Bo"))
    found = extract(talk, load_parser(), encode, load_model()).proposed.entities
    assert found
    for one in found:
        best = max(range(len(EntityType)), key=one.type_scores.__getitem__)
        assert one.type is tuple(EntityType)[best]
