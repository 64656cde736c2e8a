"""The signals that tell whether a claim is borne out, and by whom; pure."""

import re
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from graphmem.answering.beside import neighbours
from graphmem.answering.passages import Passage
from graphmem.answering.verification.claim import Claim
from graphmem.answering.verification.covering import rarities, says, share_of
from graphmem.answering.verification.reading import Reading, read_turn
from graphmem.model.search import SearchHit
from graphmem.retrieval.wording import stems_of

_FIRST_TURNS = 3
_TWO = 2
_READ = 8  # turns of either side that are read sentence by sentence
_TOGETHER = re.compile(r"\b(?:we|us|our|ours)\b", re.IGNORECASE)


class Signals(NamedTuple):
    """What is measured of a claim among the turns that were found, ranked blind to the speaker.

    "Own" turns are spoken by whom the claim is made of (or name a stranger), the others' are not.

    - ``ahead``: the best score of the others' turns, less that of the own ones
    - ``told_ahead``: the shares of the claim's words that speakers tell of themselves in one
      sentence, added up over the three of the others' turns that tell most, less the same of the
      own ones
    - ``others_first``: the share of the others' turns among the best three
    - ``heard_ahead``: the share that an own turn says of its listener ("your race"), less theirs
    - ``strength``: the best score of any turn, without what a dated turn gets for a "when"
    - ``told``: the largest share that anybody tells of themselves in one sentence
    - ``meaning``: the best cosine of any turn
    - ``missing_thing``: the rarity of the rarest thing that no turn around the best three holds
    - ``unseen``: how many of the claim's words no turn at all holds
    - ``judgement``: 1 for "Would Ana like …?", which claims nothing that has happened
    - ``of_two``: 1 where two speak among the turns that were found; there the first four are told
      again as ``…_of_two``, since of two, who tells a thing is nearly always whose it is
    """

    ahead: float
    told_ahead: float
    others_first: float
    heard_ahead: float
    strength: float
    told: float
    meaning: float
    missing_thing: float
    unseen: float
    judgement: float
    of_two: float = 0.0
    ahead_of_two: float = 0.0
    told_ahead_of_two: float = 0.0
    others_first_of_two: float = 0.0
    heard_ahead_of_two: float = 0.0

    def among(self, speakers: int) -> "Signals":
        """With those of a talk of two, where so many speak."""
        if speakers != _TWO:
            return self
        return self._replace(
            of_two=1.0,
            ahead_of_two=self.ahead,
            told_ahead_of_two=self.told_ahead,
            others_first_of_two=self.others_first,
            heard_ahead_of_two=self.heard_ahead,
        )


class Measured(NamedTuple):
    """Signals, the turns that tell, and the words that no turn around the best has.

    ``nearest`` is the best turn of all, ``own`` that of its side. ``other`` is the one whose
    speaker tells most of the claim of themselves, and ``other_told`` how much (0 to 1);
    ``own_share`` is the largest share of the claim's words that one own turn holds, and
    ``unread_told`` how much of it one of them that waits for extraction tells of its speaker.
    """

    signals: Signals
    nearest: Passage
    own: Passage | None
    other: Passage | None
    own_share: float
    other_told: float
    unread_told: float
    missing: tuple[str, ...]


class _Side(NamedTuple):
    """What the turns of one side tell: the best of them, the best three together."""

    told: float
    told_together: float
    heard: float

    @classmethod
    def of(cls, readings: Sequence[Reading]) -> "_Side":
        told = sorted((reading.told for reading in readings), reverse=True)[:_FIRST_TURNS]
        heard = max((reading.heard for reading in readings), default=0.0)
        return cls(max(told, default=0.0), sum(told), heard)


def measure(
    claim: Claim, passages: Sequence[Passage], unread: Collection[str] = ()
) -> Measured | None:
    """Hold a claim against the turns that were found; None where there are none.

    ``unread`` are the ids of those that wait for extraction.
    """
    if not passages:
        return None
    scores = [blind_score(passage.hit) for passage in passages]
    ranked = sorted(range(len(passages)), key=lambda place: (-scores[place], place))
    texts = [_stems(passage.hit) for passage in passages]
    around = neighbours([passage.hit for passage in passages])
    own = _own(claim, passages, around)
    mine = [place for place in ranked if place in own]
    theirs = [place for place in ranked if place not in own]
    rarity = rarities(claim.words, texts)
    cover = share_of(claim.words, rarity)
    readings = {
        place: read_turn(passages[place], cover) for place in (*mine[:_READ], *theirs[:_READ])
    }
    my_side, their_side = (
        _Side.of([readings[place] for place in places[:_READ]]) for places in (mine, theirs)
    )
    near = _union(texts, (near for place in ranked[:_FIRST_TURNS] for near in around[place]))
    lost = [word for word in claim.words if not says(word, near)]
    everything = _union(texts, range(len(texts)))
    lowest = scores[ranked[-1]]
    signals = Signals(
        ahead=(scores[theirs[0]] if theirs else lowest) - (scores[mine[0]] if mine else lowest),
        told_ahead=their_side.told_together - my_side.told_together,
        others_first=sum(place not in own for place in ranked[:_FIRST_TURNS])
        / min(_FIRST_TURNS, len(ranked)),
        heard_ahead=my_side.heard - their_side.heard,
        strength=max(
            score - _contribution(passage.hit, "dated")
            for score, passage in zip(scores, passages, strict=True)
        ),
        told=max(my_side.told, their_side.told),
        meaning=max(_value(passage.hit, "meaning") for passage in passages),
        missing_thing=max((rarity[word] for word in lost if word.thing), default=0.0),
        unseen=float(sum(not says(word, everything) for word in lost)),
        judgement=float(claim.judgement),
    )
    # The first of equals is the one that ranks first.
    teller = max(theirs[:_READ], key=lambda place: readings[place].told, default=None)
    speakers = {passage.hit.speaker_uid for passage in passages}
    return Measured(
        signals.among(len(speakers)),
        passages[ranked[0]],
        passages[mine[0]] if mine else None,
        None if teller is None else passages[teller],
        max((_share(claim, texts[place]) for place in mine[:_READ]), default=0.0),
        0.0 if teller is None else readings[teller].told,
        max(
            (
                read_turn(passages[place], cover).told
                for place in mine
                if passages[place].hit.turn_id in unread
            ),
            default=0.0,
        ),
        tuple(word.word for word in lost),
    )


def blind_score(hit: SearchHit) -> float:
    """The score of a turn without what it gets for who speaks."""
    return hit.score - _contribution(hit, "speaker")


def _own(
    claim: Claim, passages: Sequence[Passage], around: Sequence[Sequence[int]]
) -> frozenset[int]:
    """The places of the turns of whom the claim is made; all where it is made of nobody."""
    if not claim.names:
        return frozenset(range(len(passages)))
    uids = {person.uid for person in claim.people}
    own = {place for place, item in enumerate(passages) if item.hit.speaker_uid in uids}
    if claim.stranger is not None:
        name = re.compile(rf"\b{re.escape(claim.stranger)}\b", re.IGNORECASE)
        naming = [place for place, item in enumerate(passages) if name.search(item.hit.text)]
        # Who was named a turn before is "she" in the next one.
        own.update(near for place in naming for near in around[place])
        # Of a company those who name it say "we".
        tellers = {passages[place].hit.speaker_uid for place in naming}
        own.update(
            place
            for place, item in enumerate(passages)
            if item.hit.speaker_uid in tellers and _TOGETHER.search(item.hit.text)
        )
    return frozenset(own)


def _share(claim: Claim, text: Collection[str]) -> float:
    return sum(says(word, text) for word in claim.words) / max(1, len(claim.words))


def _union(texts: Sequence[Collection[str]], places: Iterable[int]) -> set[str]:
    return set().union(*(texts[place] for place in places))


def _stems(hit: SearchHit) -> Collection[str]:
    return stems_of(f"{hit.text} {hit.caption}" if hit.caption else hit.text).counts


def _value(hit: SearchHit, name: str) -> float:
    return next((part.value for part in hit.parts if part.name == name), 0.0)


def _contribution(hit: SearchHit, name: str) -> float:
    return next((part.contribution for part in hit.parts if part.name == name), 0.0)
