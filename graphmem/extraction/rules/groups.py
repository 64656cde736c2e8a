"""What a sentence leaves behind for later pronouns: its mentions, and whom "we" means."""

from collections.abc import Mapping, Sequence

from graphmem.extraction.rules.entities import Thing
from graphmem.extraction.rules.mentions import Mention
from graphmem.extraction.rules.people import Meant, Scene
from graphmem.model.parse import SUBJECTS, Sentence, Token


def mentions_of(
    sentence: Sentence,
    scene: Scene,
    meant: Mapping[int, Meant],
    things: Sequence[Thing],
    *,
    turn: int,
    place: int,
) -> list[Mention]:
    """The mentions of a sentence; a participant spoken of by name is one, unless addressed."""
    found = [
        thing.mention(turn=turn, sentence=place)
        for thing in things
        if not _is_likened(sentence, thing)
        if thing.sort == "thing"
        or ((thing.proper or thing.token.dep != "attr") and not _is_where(sentence, thing.token))
    ]
    for i, person in meant.items():
        token = sentence[i]
        spoken_of = token.pos == "PROPN" and token.dep in (*SUBJECTS, "dobj", "pobj", "dative")
        if spoken_of and person.label != scene.speaker:
            found.append(
                Mention(person.label, person.reference, "person", False, turn, place, token.start)
            )
    return sorted(found, key=lambda one: one.start)


def _is_likened(sentence: Sentence, thing: Thing) -> bool:
    """As in "they are like a family": it is no family that is spoken of."""
    token = thing.token
    return not thing.proper and token.dep == "pobj" and sentence.head(token).low == "like"


def _is_where(sentence: Sentence, token: Token) -> bool:
    """As in "the actress in Hamlet": the name of a play, and of nobody."""
    return token.dep == "pobj" and sentence.head(token).low in ("in", "at", "into")


def group_of(
    sentence: Sentence, scene: Scene, meant: Mapping[int, Meant], things: Sequence[Thing]
) -> str | None:
    """How to write the people whom "we" means after this sentence, or None."""
    for token in sentence:
        if token.low in ("i", "me") and token.dep == "conj":
            label = _label(sentence.head(token), meant, things)
            return f"{label} and {scene.speaker}" if label else None
        if token.low == "i" and token.dep in SUBJECTS:
            label = _companion(sentence, sentence.head(token), meant, things)
            if label:
                return f"{scene.speaker} and {label}"
    return None


def _companion(
    sentence: Sentence, verb: Token, meant: Mapping[int, Meant], things: Sequence[Thing]
) -> str | None:
    for prep in sentence.children(verb, "prep"):
        inner = sentence.child(prep, "pobj")
        if prep.low == "with" and inner is not None:
            return _label(inner, meant, things)
    return None


def _label(noun: Token, meant: Mapping[int, Meant], things: Sequence[Thing]) -> str | None:
    if noun.i in meant:
        return meant[noun.i].label
    thing = next((one for one in things if one.token.i == noun.i), None)
    if thing is None or thing.sort == "thing" or (not thing.proper and not thing.reference.owner):
        return None
    return thing.label
