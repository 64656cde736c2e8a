"""Slots that hold one value at a time, and which words fill, change or empty them."""

from graphmem.language.words import stem, words

EMPLOYER = "employer"
WORK = "work"
HOME = "home"
PARTNER = "partner"

# The keys of entities that stand for a slot, in the form of `entity_key` (stems).
_ENTITIES = {
    WORK: "job work career employment profession occupation position",
    HOME: "home residence apartment_address hometown",
    PARTNER: """relationship marriage engagement partner girlfriend boyfriend wife husband spouse
        fiance fiancee romance""",
}
_PREDICATES = {
    EMPLOYER: "work_at work_for be_employed_at be_employed_by join_company",
    WORK: "work_as be_employed_as become_job",
    HOME: "live_in live_at reside_in move_to move_into relocate_to settle_in settle_down_in",
    PARTNER: """date marry be_married_to get_married_to be_engaged_to get_engaged_to go_out_with
        be_dating see_romantically propose_to""",
}
# What people ask for a slot by, besides: a "location" that is talked about may be anything.
_ASKED = {"location": HOME, "address": HOME, "city": HOME, "employer": WORK}
# These say of themselves that it was not so before.
_CHANGES = """
join_company become_job move_to move_into relocate_to settle_in settle_down_in marry
get_married_to get_engaged_to propose_to
"""
# Of these a thing has one value, whatever it is.
_SINGLE = "be_born_in be_born_on be_named name birthday age height surname"
_ENDS = """
leave left quit resign resigned retire retired split broke break divorce divorced former ex
end ended lose lost fired lay laid separated widowed
"""
# Words before a title that tell how it is borne, and not what the work is.
_MANNERS = "unemployed new current full part time own busy proud"
_GENERIC_TITLES = "employee worker employed resident working job role staff"


def _stemmed(key: str) -> str:
    return "_".join(stem(word) for word in key.split("_"))


_SINGLE_PREDICATES = frozenset(_SINGLE.split())
_ENDINGS = frozenset(_ENDS.split())
_NO_TITLES = frozenset(_GENERIC_TITLES.split())
_NO_PART_OF_TITLES = frozenset(_MANNERS.split())
_CHANGING = frozenset(_CHANGES.split())
_BY_ENTITY = {_stemmed(key): slot for slot, keys in _ENTITIES.items() for key in keys.split()}
_BY_PREDICATE = {word: slot for slot, keys in _PREDICATES.items() for word in keys.split()}


def slot_of_key(key: str) -> str | None:
    """The slot that an entity of this key stands for: ``job`` is work, ``marriage`` a partner."""
    return _BY_ENTITY.get(_stemmed(key))


def slot_of_predicate(predicate: str) -> str | None:
    """The slot that this predicate fills; the predicate itself where it has one value ever."""
    if predicate in _SINGLE_PREDICATES:
        return predicate
    return _BY_PREDICATE.get(predicate)


def slot_asked_for(key: str) -> str | None:
    """The slot that somebody asks for by this word: ``location`` is where one lives."""
    return slot_of_key(key) or _ASKED.get(key)


def keys_of(slot: str) -> tuple[str, ...]:
    """The exact keys of things that stand for a slot."""
    return tuple(_ENTITIES.get(slot, "").split())


def predicates_of(slot: str) -> tuple[str, ...]:
    """The predicates that fill a slot, or what is told of it."""
    wanted = told_of(slot)
    filling = {word for word, filled in _BY_PREDICATE.items() if filled in wanted}
    return tuple(sorted(filling))


def told_of(slot: str) -> frozenset[str]:
    """The slots that are meant by one: whoever asks about work asks about the employer too."""
    return frozenset([slot, EMPLOYER] if slot == WORK else [slot])


def changes(predicate: str) -> bool:
    """Tells whether a predicate says that its slot was filled otherwise before (``move_to``)."""
    return predicate in _CHANGING


def ends(name: str) -> bool:
    """Tells whether a predicate, role or state (``left_TechCorp``) tells that something is over."""
    parts = [part for part in name.lower().replace("-", "_").split("_") if part]
    return bool(parts) and (parts[0] in _ENDINGS or parts[:2] == ["hand", "in"])


def says_title(name: str) -> bool:
    """Whether a role of work tells what the work is (``nurse``; not ``employee``, ``new_job``)."""
    lowered = name.lower().replace(" ", "_")
    generic = lowered in _NO_TITLES or lowered.rsplit("_", 1)[-1] in {"job", "role", "position"}
    return not generic and not ends(name)


def title(role: str) -> str:
    """A role as people write it, without how it is borne: ``unemployed_founder`` is founder."""
    parts = [part for part in role.replace("_", " ").split() if part]
    while len(parts) > 1 and parts[0].lower() in _NO_PART_OF_TITLES:
        parts = parts[1:]
    return " ".join(parts)


def named_part(state: str) -> str | None:
    """The name at the end of a state's name: ``works_at_TechCorp`` gives TechCorp."""
    parts = [part for part in state.split("_") if part]
    kept: list[str] = []
    for part in reversed(parts):
        if not any(letter.isupper() or letter.isdigit() for letter in part):
            break
        kept.append(part)
    # All of it is the first word of a sentence at best: "Unemployed".
    return " ".join(reversed(kept)) if kept and len(kept) < len(parts) else None


def value_key(value: str) -> frozenset[str]:
    """The key of a value: the stems of its words."""
    return frozenset(stem(word) for word in words(value.replace("_", " ")))


def same_value(one: frozenset[str], other: frozenset[str]) -> bool:
    """Tells whether one only says more than the other: engineer, senior engineer."""
    return one <= other or other <= one
