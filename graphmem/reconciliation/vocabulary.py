"""Words for kin and animals: one meaning in several words, and of whom one has only one."""

from graphmem.language.keys import entity_key

_KIN = {
    "mother": "mother mom mum mommy mummy mama ma",
    "father": "father dad daddy papa pa",
    "grandmother": "grandmother grandma granny nana gran",
    "grandfather": "grandfather grandpa granddad grandad",
    "sister": "sister sis",
    "brother": "brother bro",
    "daughter": "daughter",
    "son": "son",
    "child": "child kid",
    "wife": "wife",
    "husband": "husband hubby",
    "girlfriend": "girlfriend",
    "boyfriend": "boyfriend",
    "fiance": "fiance fiancee fiancé fiancée",
    "aunt": "aunt auntie aunty",
    "uncle": "uncle",
    "cousin": "cousin",
    "niece": "niece",
    "nephew": "nephew",
    "parent": "parent",
    "friend": "friend buddy pal",
    "colleague": "colleague coworker",
    "boss": "boss manager supervisor",
    "neighbour": "neighbour neighbor",
    "roommate": "roommate flatmate housemate",
}
_PETS = (
    "dog puppy cat kitten pet rabbit hamster parrot horse pony beagle poodle retriever bird fish"
)
_ONLY_ONE = frozenset(["mother", "father"])
_NO_FAMILY = frozenset(["friend", "colleague", "boss", "neighbour", "roommate"])
_SPOUSES = frozenset(["wife", "husband"])
_COUPLE = frozenset(["girlfriend", "boyfriend", "fiance"]) | _SPOUSES

_KIN_OF = {entity_key(word): kin for kin, line in _KIN.items() for word in line.split()}
_PET_KEYS = frozenset(entity_key(word) for word in _PETS.split())


def kin(key: str) -> str | None:
    """Kinship that the key names: ``mum`` a mother, ``older_sister`` a sister."""
    return _KIN_OF.get(key.rsplit("_", 1)[-1])


def other_kin(one: str, other: str) -> bool:
    """Tells whether the two cannot call one and the same; a girlfriend can become a wife."""
    kin_one, kin_other = kin(one), kin(other)
    if kin_one is None or kin_other is None or kin_one == kin_other:
        return False
    return not {kin_one, kin_other} <= _COUPLE


def is_family(kinship: str) -> bool:
    """Tells whether it is a tie of the family: two words for it then call the same people."""
    return kinship not in _NO_FAMILY


def is_pet(key: str) -> bool:
    """Tells whether the key calls an animal that lives with people."""
    return key.rsplit("_", 1)[-1] in _PET_KEYS


def only_one(key: str) -> bool:
    """Tells whether nobody has two of them."""
    return kin(key) in _ONLY_ONE and key in _KIN_OF


def is_married(key: str) -> bool:
    """Tells whether the key calls whom one is married to."""
    return key in _KIN_OF and kin(key) in _SPOUSES


def is_unmarried(key: str) -> bool:
    """Tells whether the key calls whom one is together with and not married to."""
    return key in _KIN_OF and kin(key) in _COUPLE - _SPOUSES
