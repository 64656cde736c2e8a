"""Weighs statements for and against what a question asks, and writes them down; pure."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from graphmem.answering.extractive.candidates import Readings
from graphmem.answering.frame import QuestionFrame
from graphmem.language.names import without_names
from graphmem.language.time import write_day
from graphmem.language.words import content_stems
from graphmem.model.answer import QuestionKind
from graphmem.model.ids import turn_reference
from graphmem.model.links import LinkKind, StatementLink
from graphmem.model.memory import KnownStatement
from graphmem.model.portrait import Successor
from graphmem.model.search import SearchHit
from graphmem.model.story import Cause
from graphmem.model.thought import Consideration, Opinion, Stance
from graphmem.model.workspace import Kind, Modality, Network, Polarity
from graphmem.portraits.portray import alike, ended_by
from graphmem.portraits.validity import Gone, linked
from graphmem.portraits.writing import PAST_WORDS
from graphmem.reader import TurnReading
from graphmem.tools.rendering import one_line, turn_of, when_so
from graphmem.tools.stance import stance

# Fixed beforehand: the share of a question's own words that a statement has which says the same.
_SAYS_IT = 2 / 3
# Fixed beforehand: the log odds from which the reader is sure enough of yes or no.
_SURE = 1.0
# Of these neither is told: it may be so, or would be if something else were.
_UNTOLD = frozenset({Modality.POSSIBLE, Modality.CONDITIONAL, Modality.HYPOTHETICAL})
_OPINIONS = frozenset({Kind.OPINION, Kind.PREFERENCE})
_TURNED = {Stance.FOR: Stance.AGAINST, Stance.AGAINST: Stance.FOR, Stance.OPEN: Stance.OPEN}
_SIDES = tuple(Stance)
_HEADINGS = {Network.WORLD: "What is told", Network.OPINION: "Opinions"}


class WeighingInput(NamedTuple):
    """Statements that bear on a question, and what is known beside them.

    ``unstated`` are turns that answer and of which nothing is stated, ``readings`` what the reader
    says of turns, by their ids. ``later`` are by uid the statements said later that are linked to
    one of them, and as what; ``reasons`` are by uid those that its turns tell. ``called`` has names
    by Person uid; ``agent`` are the Person uids of the agent. ``now`` is the moment of which it is
    told.
    """

    frame: QuestionFrame
    statements: Sequence[KnownStatement]
    unstated: Sequence[SearchHit]
    readings: Readings
    later: Mapping[str, Sequence[tuple[LinkKind, KnownStatement]]]
    reasons: Mapping[str, Sequence[Cause]]
    called: Mapping[str, str]
    agent: Sequence[str]
    now: datetime


def weigh(material: WeighingInput) -> tuple[Consideration, ...]:
    """Every statement and turn once, by network and side, what holds first, then the newest."""
    statements = sorted(material.statements, key=lambda one: (one.said_at, one.uid))
    known = {one.uid: one for later in material.later.values() for _, one in later}
    known |= {one.uid: one for one in statements}
    links = [
        StatementLink(one.uid, uid, kind, "")
        for uid, later in material.later.items()
        for kind, one in later
    ]
    sides, past = _sides(statements, links, material), linked(known, links, material.now)
    found = [_consideration(group, sides, past, material) for group in alike(statements, links)]
    found += [_of_turn(hit, material) for hit in material.unstated]
    return tuple(
        sorted(
            found,
            key=lambda one: (
                (Network.WORLD, Network.OPINION, Network.AGENT).index(one.network),
                _SIDES.index(one.stance),
                one.past is not None,
                -(one.said_at - datetime.min).total_seconds(),
                one.text,
            ),
        )
    )


def stance_of(statement: KnownStatement, frame: QuestionFrame, readings: Readings) -> Stance:
    """The side of one statement by itself.

    A question for yes or no is affirmed or denied by what has most of its words, by polarity and
    modality. Else an opinion is for or against what it speaks of; and where it takes no side, the
    reader tells of its turn whether it says yes or no.
    """
    if statement.modality in _UNTOLD:
        return Stance.OPEN
    if frame.kind is QuestionKind.YES_NO:
        names = [name for person in frame.question.people for name in person.names]
        asked = content_stems(without_names(frame.text, names))
        held = asked & content_stems(statement.text)
        if len(held) >= _SAYS_IT * len(asked):
            negative = statement.polarity is Polarity.NEGATIVE
            denied = negative or statement.modality is Modality.DENIED
            return Stance.AGAINST if denied else Stance.FOR
    taken = stance(statement)
    if taken:
        return Stance.FOR if taken > 0 else Stance.AGAINST
    return _read_as(readings.get(turn_of(statement)), frame)


def _read_as(reading: TurnReading | None, frame: QuestionFrame) -> Stance:
    if reading is None or frame.kind is not QuestionKind.YES_NO:
        return Stance.OPEN
    if reading.answers < 0 or abs(reading.yes) < _SURE:
        return Stance.OPEN
    return Stance.FOR if reading.yes > 0 else Stance.AGAINST


def _sides(
    statements: Sequence[KnownStatement], links: Iterable[StatementLink], material: WeighingInput
) -> dict[str, Stance]:
    """By uid; what says the same as one that has a side, or contradicts it, has one by that."""
    sides = {one.uid: stance_of(one, material.frame, material.readings) for one in statements}
    told = dict(sides)
    for source, target, kind, _ in links:
        if kind not in (LinkKind.SUPPORTS, LinkKind.CONFLICTS_WITH):
            continue
        for one, other in ((source, target), (target, source)):
            if other in sides and told.get(one) is Stance.OPEN:
                same = kind is LinkKind.SUPPORTS
                told[one] = sides[other] if same else _TURNED[sides[other]]
    return told


def _consideration(
    group: Sequence[KnownStatement],
    sides: Mapping[str, Stance],
    past: Mapping[str, Gone],
    material: WeighingInput,
) -> Consideration:
    newest = group[-1]
    ended = ended_by(group, newest, past)
    tellers = (material.called.get(one.speaker_uid) for one in group)
    reasons = {cause.text: cause for one in group for cause in material.reasons.get(one.uid, ())}
    return Consideration(
        network=network_in(newest, material.agent),
        stance=next(
            (sides[one.uid] for one in reversed(group) if sides[one.uid] != "open"), Stance.OPEN
        ),
        text=newest.text,
        statement_uid=newest.uid,
        statement_uids=tuple(one.uid for one in group),
        turn_ids=_turns(group),
        told_by=" and ".join(dict.fromkeys(filter(None, tellers))),
        said_at=newest.said_at,
        interval=newest.interval,
        reasons=tuple(reasons.values()),
        past=ended.past if ended is not None else None,
        successor=_written(ended.by) if ended is not None and ended.by is not None else None,
    )


def network_of_turn(hit: SearchHit, agent: Collection[str]) -> Network:
    """The network of a turn of which nothing is stated."""
    return Network.AGENT if hit.speaker_uid in agent else Network.WORLD


def _of_turn(hit: SearchHit, material: WeighingInput) -> Consideration:
    return Consideration(
        network=network_of_turn(hit, material.agent),
        stance=_read_as(material.readings.get(hit.turn_id), material.frame),
        text=hit.text,
        turn_ids=(hit.turn_id,),
        told_by=hit.speaker,
        said_at=hit.said_at,
    )


def network_in(statement: KnownStatement, agent: Collection[str]) -> Network:
    """The network in which a statement is weighed, where these people (uids) are the agent."""
    if statement.network is Network.OPINION or statement.kind in _OPINIONS:
        return Network.OPINION
    return Network.AGENT if statement.speaker_uid in agent else Network.WORLD


def _written(later: KnownStatement) -> Successor:
    return Successor(
        text=later.text,
        statement_uid=later.uid,
        turn_ids=_turns([later]),
        said_at=later.said_at,
        interval=later.interval,
    )


def _turns(statements: Iterable[KnownStatement]) -> tuple[str, ...]:
    told = (
        turn_reference(one.conversation_id, turn) for one in statements for turn in one.turn_ids
    )
    return tuple(dict.fromkeys(told))


def missing_of(
    considerations: Sequence[Consideration], *, silent: str | None, yes_no: bool
) -> tuple[str, ...]:
    """What nobody told, a sentence each; ``silent`` is an agent who said nothing of it."""
    if not considerations:
        return ("Nothing is known that bears on it.",)
    sides = {one.stance for one in considerations if one.past is None}
    told = (
        (not yes_no or Stance.FOR in sides, "Nothing that holds is for it."),
        (not yes_no or Stance.AGAINST in sides, "Nothing that holds is against it."),
        (any(one.reasons for one in considerations), "No reason is told for any of it."),
        (silent is None, f"{silent} has said nothing of it."),
    )
    return tuple(sentence for known, sentence in told if not known)


def write_thought(
    question: str,
    considerations: Sequence[Consideration],
    missing: Sequence[str],
    *,
    agent: str | None,
    opinion: Opinion | None = None,
) -> str:
    """The opinion, then the considerations under their networks and sides, then what is missing."""
    parts = [f"# {one_line(question)}"]
    if opinion is not None:
        cited = (
            f"- {one.stance.value}: {one.speaker}: “{one_line(one.quote)}” [{one.turn_id}]"
            for one in opinion.reasons
        )
        head = f"{one_line(opinion.text)} (confidence {opinion.confidence:.2f}, {opinion.model})"
        parts.append("\n".join([head, *cited]))
    for network in dict.fromkeys(one.network for one in considerations):
        heading = _HEADINGS.get(network, f"What {agent} said")
        for side in Stance:
            lines = [
                _line(one) for one in considerations if (one.network, one.stance) == (network, side)
            ]
            if lines:
                where = "" if side is Stance.OPEN else f", {side.value}"
                parts.append("\n".join([f"## {heading}{where}", *lines]))
    if missing:
        parts.append("\n".join(["## Missing", *(f"- {one_line(one)}" for one in missing)]))
    return "\n\n".join(parts)


def _line(one: Consideration) -> str:
    words = one_line(one.text).rstrip(".")
    when = when_so(one.interval, one.said_at, words)
    why = " and ".join(
        f"because {one_line(cause.text)}" for cause in one.reasons if cause.text not in one.text
    )
    past, by = "", one.successor
    if one.past is not None and by is not None:
        past = f"; {PAST_WORDS[one.past]}: {one_line(by.text)} {_cited(by.turn_ids)}"
    return (
        f"- {words}{f' ({when})' if when else ''}{f', {why}' if why else ''} — "
        f"{one_line(one.told_by)}, {write_day(one.said_at)} {_cited(one.turn_ids)}{past}"
    )


def _cited(turns: Iterable[str]) -> str:
    return " ".join(f"[{turn}]" for turn in turns)
