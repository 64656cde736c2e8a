"""Pronouns: a closed class of English grammar, with the ways in which it is typed."""

import re
from collections.abc import Mapping
from enum import StrEnum


class GrammaticalPerson(StrEnum):
    """Grammatical person and number of a pronoun."""

    I = "1sg"  # noqa: E741 - that is what it is called
    WE = "1pl"
    YOU = "2"
    HE = "3m"
    SHE = "3f"
    IT = "3n"
    THEY = "3pl"
    THIS = "dem"


_FORMS = {
    GrammaticalPerson.I: ("i", "me", "my", "mine", "myself"),
    GrammaticalPerson.WE: ("we", "us", "our", "ours", "ourselves"),
    GrammaticalPerson.YOU: ("you", "your", "yours", "yourself", "yourselves", "u", "ur", "ya"),
    GrammaticalPerson.HE: ("he", "him", "his", "himself"),
    GrammaticalPerson.SHE: ("she", "her", "hers", "herself"),
    GrammaticalPerson.IT: ("it", "its", "itself"),
    GrammaticalPerson.THEY: ("they", "them", "their", "theirs", "themselves", "'em", "em"),
    GrammaticalPerson.THIS: ("this", "that", "these", "those", "one"),
}
PRONOUNS: Mapping[str, GrammaticalPerson] = {
    form: person for person, forms in _FORMS.items() for form in forms
}
POSSESSIVES = frozenset({"my", "our", "your", "his", "its", "their", "ur"})

# Typed without an apostrophe "im" and "ive" are still of the speaker; "ill" and "id" may be words.
_TYPED = {"im": GrammaticalPerson.I, "ive": GrammaticalPerson.I}
_WORD = re.compile(r"(?!U\b)[^\W_]+")  # "the U.S. team" is nobody who is spoken to


def persons_in(text: str) -> frozenset[GrammaticalPerson]:
    """The persons of a text's pronouns; "they've" and "I'm" have one each."""
    found = {PRONOUNS.get(word) or _TYPED.get(word) for word in map(str.lower, _WORD.findall(text))}
    return frozenset(one for one in found if one is not None)


def first_person(text: str) -> bool:
    """Tells whether a text speaks of its speaker."""
    return not persons_in(text).isdisjoint((GrammaticalPerson.I, GrammaticalPerson.WE))
