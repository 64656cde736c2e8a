"""Who is meant: the speaker's I, the addressee's you, names, and pronouns where that is sure."""

from dataclasses import dataclass
from typing import NamedTuple

from graphmem.extraction.rules.capitals import Capitals
from graphmem.extraction.rules.generic import generic, helped, several
from graphmem.extraction.rules.mentions import Mention, Mentions
from graphmem.extraction.rules.wordlists import words_of
from graphmem.model.chunk import Chunk, ChunkTurn
from graphmem.model.parse import SUBJECTS, Sentence, Token
from graphmem.model.workspace import Reference

_FIRST = frozenset({"i", "me", "my", "mine", "myself", "im", "i'm"})
_FIRST_PLURAL = frozenset({"we", "us", "our", "ours", "ourselves"})
_SECOND = frozenset({"you", "your", "yours", "yourself", "ya", "u"})
_SHE = frozenset({"she", "her", "hers", "herself"})
_HE = frozenset({"he", "him", "his", "himself"})
_THEY = frozenset({"they", "them", "their", "theirs", "'em"})
_IT = frozenset({"it", "its"})
_POSSESSIVE = frozenset({"my", "your", "our", "his", "their", "its", "whose"})
_HAPPENINGS = words_of(
    "experience time day moment feeling journey way reminder challenge honor blast adventure "
    "decision dream step night weekend pleasure relief shock surprise"
)
_OF_THE_WHOLE = words_of(
    "make keep take get rock nail kill put do deserve need worth let have want feel handle deal"
)
_GOING = words_of("take go happen suck work come hurt pay last matter remind show teach")
_EVERYBODYS = words_of(
    "generation world society life soul mind body planet future spirit heart humanity nature"
)
_LIKENED = frozenset({"about", "like", "for"})
_SHORTEST_NICKNAME = 3


class Meant(NamedTuple):
    """Whom a pronoun means.

    ``label`` is how to write them ("Ana", "Ana's sister"), ``reference`` whom the statement is
    about, ``plural`` whether a verb after it is in the plural, ``human`` whether it is somebody.
    """

    label: str
    reference: Reference
    plural: bool = False
    possessive: bool = False
    reflexive: bool = False
    human: bool = True


@dataclass(frozen=True)
class Scene:
    """Who speaks to whom.

    ``names`` gives the participant for each form of a name, lower case; ``known`` is what the
    chunk's other words tell of capitals.
    """

    speaker: str
    addressee: str | None
    names: dict[str, str]
    known: Capitals

    def participant(self, word: str) -> str | None:
        """The participant that bears this name or, if only one does, begins with it."""
        low = word.lower()
        if low in self.names:
            return self.names[low]
        if len(low) < _SHORTEST_NICKNAME or not word[:1].isupper():
            return None
        found = {name for form, name in self.names.items() if form.startswith(low)}
        return found.pop() if len(found) == 1 else None


def scene_of(chunk: Chunk, turn: ChunkTurn, known: Capitals) -> Scene:
    """The scene of one turn; there is an addressee where exactly one other takes part."""
    names: dict[str, str] = {}
    for person in chunk.people:
        for form in (person.name, *person.names):
            names[form.lower()] = person.name
            names.setdefault(form.lower().split()[0], person.name)
    speaker = next((p.name for p in chunk.people if p.uid == turn.speaker_uid), turn.speaker)
    others = chunk.other_people(turn.speaker_uid)
    return Scene(speaker, others[0].name if len(others) == 1 else None, names, known)


def who_is_meant(
    sentence: Sentence, scene: Scene, mentions: Mentions, *, turn: int
) -> dict[int, Meant]:
    """For each word of the sentence that stands for somebody or something sure: whom it means."""
    found: dict[int, Meant] = {}
    for token in sentence:
        meant = _meant(token, sentence, scene, mentions, turn)
        if meant:
            found[token.i] = meant
    return found


def _meant(
    token: Token, sentence: Sentence, scene: Scene, mentions: Mentions, turn: int
) -> Meant | None:
    low = token.low
    if _is_in_a_word(token, sentence):
        return None
    if token.pos == "PROPN" or token.ent == "PERSON":
        name = scene.participant(token.text)
        return Meant(name, Reference(name=name)) if name else None
    if token.tag not in ("PRP", "PRP$") and low not in ("i", "u", "ya", "mine"):
        return None
    possessive = token.tag == "PRP$" or low in _POSSESSIVE or low in ("mine", "yours", "ours")
    reflexive = low.endswith(("self", "selves"))
    if low in _FIRST:
        return Meant(scene.speaker, Reference(name=scene.speaker), False, possessive, reflexive)
    if low in _FIRST_PLURAL:
        if low == "our" and _of_everybody(token, sentence):
            return None
        both = low == "our" and any(t.low == "we" for t in sentence)
        return _we(scene, mentions, turn, possessive=possessive, reflexive=reflexive, together=both)
    if low in _SECOND:
        if scene.addressee is None or generic(token, sentence) or several(token, sentence):
            return None
        if reflexive and not any(t.low == "you" and t.dep in SUBJECTS for t in sentence):
            return None  # "taking time for yourself" is anybody's
        return Meant(scene.addressee, Reference(name=scene.addressee), False, possessive, reflexive)
    mention = _third(token, sentence, mentions, turn)
    if mention is None or reflexive:
        return None
    return Meant(
        mention.label,
        mention.reference,
        mention.plural,
        possessive,
        human=mention.sort != "thing",
    )


def _is_in_a_word(token: Token, sentence: Sentence) -> bool:
    """As in "some me-time": a part of another word."""
    after = sentence[token.i + 1] if token.i + 1 < len(sentence) else token
    return (
        after.text == "-"
        and after.start == token.end
        and token.i + 2 < len(sentence)
        and (sentence[token.i + 2].start == after.end)
    )


def _of_everybody(token: Token, sentence: Sentence) -> bool:
    """As in "our future generations", "our souls": everybody's."""
    owned = sentence.head(token)
    return owned.lemma in _EVERYBODYS and not any(t.low in ("i", "we", "my") for t in sentence)


def _we(
    scene: Scene,
    mentions: Mentions,
    turn: int,
    *,
    possessive: bool,
    reflexive: bool,
    together: bool = False,
) -> Meant:
    group = mentions.group(turn)
    label = group or f"{scene.speaker} and others"
    if possessive and not group and not together:
        return Meant(scene.speaker, Reference(name=scene.speaker), False, True, reflexive)
    return Meant(label, Reference(name=scene.speaker), True, possessive, reflexive)


def _third(token: Token, sentence: Sentence, mentions: Mentions, turn: int) -> Mention | None:
    low = token.low
    if token.dep == "pobj" and sentence.head(token).low == "like":
        return None  # "a player like him" is not like that player
    if low in _SHE or (low == "her" and token.tag == "PRP$"):
        return mentions.person("f", turn=turn, before=token.start)
    if low in _HE:
        return mentions.person("m", turn=turn, before=token.start)
    if low in _THEY:
        if token.dep not in (*SUBJECTS, "dobj", "pobj", "poss") or helped(token, sentence):
            return None
        people = low not in ("them", "'em")
        start = token.start if people else _clause_start(token, sentence)
        return mentions.many(turn=turn, before=start, people=people)
    if low in _IT and token.dep != "expl":
        fits = token.dep in SUBJECTS or token.dep in ("dobj", "poss")
        if token.dep == "poss" and _has_own_thing(token, sentence):
            return None
        if not fits or points_ahead(token, sentence) or _of_the_whole(token, sentence):
            return None
        return mentions.thing(turn=turn, before=_clause_start(token, sentence))
    return None


def points_ahead(token: Token, sentence: Sentence) -> bool:
    """As in "It's great that ...", "it takes time to ...": the pronoun stands for what follows."""
    if token.dep not in SUBJECTS:
        return False
    verb = sentence.head(token)
    later = sentence.children(verb, "ccomp", "xcomp", "advcl", "csubj")
    if verb.lemma in ("seem", "take", "turn", "mean", "happen", "look"):
        return bool(later)
    told = sentence.child(verb, "acomp", "attr")
    if told is None:
        return False
    if told.dep == "acomp" and any(t.low == "so" for t in sentence.children(told, "advmod")):
        clause = sentence.child(told, "ccomp")
        if clause is not None and sentence.child(clause, "mark") is None:
            return False  # "It was so vivid I woke up"
    return any(t.i > told.i for t in later) or bool(
        [t for t in sentence.children(told, "ccomp", "xcomp", "csubj") if t.i > told.i]
    )


def _has_own_thing(token: Token, sentence: Sentence) -> bool:
    """As in "The kiln won me over with its size": whose it is, the clause itself says."""
    return any(t.dep in SUBJECTS and t.pos in ("NOUN", "PROPN") and t.i < token.i for t in sentence)


def _of_the_whole(token: Token, sentence: Sentence) -> bool:
    """As in "It's been crazy", "keep it up": how things are going, and no one thing."""
    verb = sentence.head(token)
    if token.dep in SUBJECTS:
        perfect = verb.low == "been"
        told = sentence.child(verb, "attr")
        event = told is not None and told.lemma in _HAPPENINGS
        about = verb.lemma == "be" and any(
            t.low in _LIKENED for t in sentence.children(verb, "prep")
        )
        worth = any(t.low == "worth" for t in sentence.children(verb))
        placed = verb.lemma == "be" and told is None and any(
            t.low in ("in", "at") for t in sentence.children(verb, "prep")
        ) and sentence.child(verb, "acomp") is None  # fmt: skip
        return event or worth or placed or perfect or about or verb.lemma in _GOING
    if verb.dep == "relcl":
        return True  # "kids who need it" need what the sentence is about
    return verb.lemma in _OF_THE_WHOLE


def _clause_start(token: Token, sentence: Sentence) -> int:
    """Where the clause of a word begins: what stands within it the word cannot mean."""
    above = token
    while above.head != above.i:
        above = sentence.head(above)
        if above.pos in ("VERB", "AUX") and above.dep not in ("relcl", "acl"):
            break
    return min(sentence.subtree(above)[0].start, token.start)
