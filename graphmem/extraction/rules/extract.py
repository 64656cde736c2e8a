"""A chunk to a proposed workspace, by rules alone."""

from collections.abc import Mapping, Sequence

from graphmem.extraction.rules.capitals import Capitals, capitals_of
from graphmem.extraction.rules.captions import caption_answer
from graphmem.extraction.rules.chosen import Candidate, chosen
from graphmem.extraction.rules.clauses import Clause, clauses
from graphmem.extraction.rules.definite import Named
from graphmem.extraction.rules.draft import Draft
from graphmem.extraction.rules.entities import Thing, naming, things_in
from graphmem.extraction.rules.groups import group_of, mentions_of
from graphmem.extraction.rules.interrogatives import Asked
from graphmem.extraction.rules.kinds import sort_of
from graphmem.extraction.rules.mentions import Mentions
from graphmem.extraction.rules.people import Meant, Scene, scene_of, who_is_meant
from graphmem.extraction.rules.platitudes import Broad, echoes, how_broad
from graphmem.extraction.rules.replies import Reply, proposed_questions, questions_in, reply
from graphmem.extraction.rules.roles import roles_of
from graphmem.extraction.rules.roles_dates import dated
from graphmem.extraction.rules.roles_kin import belongings
from graphmem.extraction.rules.said_of import (
    Of,
    Read,
    has_to_do_with_speaker,
    said_of,
)
from graphmem.extraction.rules.sentences import Act, act_of
from graphmem.extraction.rules.setting import Setting
from graphmem.extraction.rules.slots import lemma_of
from graphmem.extraction.rules.times import When, times_in
from graphmem.extraction.rules.together import Told, told_together
from graphmem.extraction.rules.vague import Worth
from graphmem.extraction.rules.wordlists import OPINION_VERBS, SEEMING
from graphmem.model.chunk import Chunk, ChunkTurn
from graphmem.model.parse import Parsed, Parser, Sentence, Token
from graphmem.model.workspace import ProposedAnswer, ProposedWorkspace


def extract_by_rules(chunk: Chunk, parse: Parser) -> ProposedWorkspace:
    """Everything that the chunk says, as proposals; depends on nothing but the chunk."""
    parsed = parse([turn.text for turn in chunk.turns])
    reader = _Reader(chunk, capitals_of(parsed))
    for number, (turn, text) in enumerate(zip(chunk.turns, parsed, strict=True)):
        reader.read(number, turn, text)
    return reader.draft.workspace()


class _Reader:
    """Reads the turns of a chunk in order and remembers who and what was spoken of."""

    def __init__(self, chunk: Chunk, known: Capitals) -> None:
        self._chunk = chunk
        self._known = known
        self._mentions = Mentions()
        self._named = Named()
        self._asked: Sequence[Asked] = ()
        self._asked_by = ""
        self._read: Sequence[Read] = ()
        self.draft = Draft()

    def read(self, number: int, turn: ChunkTurn, parsed: Parsed) -> None:
        """Read one turn."""
        scene = scene_of(self._chunk, turn, self._known)
        read: list[Read] = []
        opens = True
        earlier: When | None = None
        for place, sentence in enumerate(parsed.sentences):
            setting = self._setting(number, place, turn, scene, sentence, earlier)
            earlier = setting.times.next(sentence)
            act = act_of(sentence, opens=opens)
            opens = opens and act is Act.SMALL_TALK
            if act is Act.QUESTION:
                self._mentions.ends(number, place)
            read.append((setting, act))
            self.draft.add_things(setting)
        asked = self._asked if self._asked_by != turn.speaker_uid else ()
        self._state(turn, scene, read, asked)
        self._asked = questions_in([(setting, act is Act.QUESTION) for setting, act in read])
        self._asked_by = turn.speaker_uid
        self._read = read

    def _state(
        self,
        turn: ChunkTurn,
        scene: Scene,
        read: Sequence[Read],
        asked: Sequence[Asked],
    ) -> None:
        before, roles_before = self.draft.count, self.draft.roles
        replied = reply(asked, [(setting, act is Act.QUESTION) for setting, act in read])
        self.draft.add_answers(replied.answers)
        candidates, little = self._candidates(turn, read, replied)
        caption = caption_answer(turn, scene.speaker)
        kept = chosen(candidates, replied=bool(replied.answers), shown=caption is not None)
        for place, (setting, act) in enumerate(read):
            if act is not Act.STATEMENT or setting.sentence.start in replied.taken:
                continue
            for one in kept:
                if one.place == place:
                    self._add(one, read[place + 1][0] if place + 1 < len(read) else None)
            filled = self.draft.slots_since(roles_before)
            self.draft.add_roles(belongings(setting, without=filled & {"relationship"}))
        # What says little is told only of a turn that says and shows nothing else.
        if self.draft.count == before and caption is None:
            for one in sorted(little, key=lambda one: -len(one.clause.words))[:1]:
                self._add(one)
        self.draft.add_questions(
            proposed_questions(
                asked, [setting for setting, _ in read], self.draft.answers_since(before)
            ),
            since=before,
        )
        if caption:
            self.draft.add_answers([caption])

    def _candidates(
        self, turn: ChunkTurn, read: Sequence[Read], replied: Reply
    ) -> tuple[list[Candidate], list[Candidate]]:
        """What the turn may be told to say, and what of it says little."""
        heard = self._read if self._asked_by != turn.speaker_uid else ()
        candidates: list[Candidate] = []
        little: list[Candidate] = []
        for place, (setting, act) in enumerate(read):
            if act is not Act.STATEMENT or setting.sentence.start in replied.taken:
                continue
            found = told_once(clauses(setting.sentence), setting)
            for told in told_together(found, setting, reacts=not (candidates or replied.answers)):
                alone = not (candidates or replied.answers)
                if told.worth is Worth.NOTHING:
                    continue
                of = said_of(told.clause, setting, read[:place], heard)
                if told.worth is Worth.ENOUGH or stands(told, of, setting, alone=alone):
                    candidates.append(Candidate(place, told, setting, of))
                elif told.worth is Worth.LITTLE and not reacting(told, setting, heard):
                    little.append(Candidate(place, told, setting, of))
        return candidates, little

    def _add(self, one: Candidate, following: Setting | None = None) -> None:
        answers, told, setting = one.answers(), one.told, one.setting
        self.draft.add_answers(answers)
        for answer in answers[:1]:
            self.draft.add_roles(
                (dated(role, setting, following), entity)
                for part in told.parts
                for role, entity in roles_of(part, setting, said_in(part, setting, told, answer))
            )

    def _setting(
        self,
        number: int,
        place: int,
        turn: ChunkTurn,
        scene: Scene,
        sentence: Sentence,
        earlier: When | None,
    ) -> Setting:
        self._mentions.place = place
        sure = who_is_meant(sentence, scene, Mentions(), turn=number)
        things = things_in(sentence, scene, sure, self.draft.known)
        for mention in mentions_of(sentence, scene, sure, things, turn=number, place=place):
            self._mentions.add(mention)
        group = group_of(sentence, scene, sure, things)
        if group:
            self._mentions.add_group(number, group)
        meant = who_is_meant(sentence, scene, self._mentions, turn=number)
        named = naming(sentence)
        if named:
            self._learn(named[0], named[1], meant, things)
        things = things_in(sentence, scene, meant, self.draft.known)
        times = times_in(sentence, turn.text, turn.said_at, earlier=earlier)
        start = sentence.tokens[0].start
        lately = self._mentions.last_person(turn=number, before=start)
        fuller = self._named.fuller(sentence, meant, turn=number)
        self._named.add(things, turn=number)
        return Setting(sentence, turn, scene, meant, things, times, lately, fuller)

    def _learn(
        self, named: Token, name: str, meant: Mapping[int, Meant], things: Sequence[Thing]
    ) -> None:
        """Take the name that a thing is given for what it stands for from now on."""
        thing = next((one for one in things if one.token.i == named.i), None)
        reference = meant[named.i].reference if named.i in meant else None
        if thing is not None and not thing.proper:
            reference = thing.reference
        if reference is not None:
            self.draft.learn_name(reference, name)
            self._mentions.merge(name, reference)


def reacting(told: Told, setting: Setting, heard: Sequence[Read]) -> bool:
    """Whether it is a broad view of what the other has just spoken of."""
    broad = how_broad(told.clause, setting, reacts=True) is not Broad.NO
    return broad and echoes(told.clause, [one.sentence for one, _ in heard])


def stands(told: Told, of: Of | None, setting: Setting, *, alone: bool) -> bool:
    """Whether what says little alone may stand with the words that it is said of.

    ``alone`` in its turn, it must answer a question or have to do with the speaker: else it
    only reacts to what the other has said.
    """
    if of is None or how_broad(told.clause, setting, reacts=True) is not Broad.NO:
        return False
    mine = has_to_do_with_speaker(told.clause)
    opines = lemma_of(told.clause.verb) in OPINION_VERBS | SEEMING
    if told.worth is Worth.OPEN:
        if of.own or of.asks:
            return of.asks or mine or of.mine or not alone
        return not opines and (mine or told.clause.verb.tag in ("VBP", "VBD", "VBZ"))
    return of.asks or of.own or (mine and not opines)


def said_in(part: Clause, setting: Setting, told: Told, answer: ProposedAnswer) -> ProposedAnswer:
    """The answer as one of its clauses says it: denied or planned where that clause is."""
    if len(told.parts) == 1:
        return answer
    sort = sort_of(part, setting.meant, future=False)
    return answer.model_copy(update={"polarity": sort.polarity, "modality": sort.modality})


def told_once(found: Sequence[Clause], setting: Setting) -> list[Clause]:
    """The clauses without those that would say the same twice.

    Of "Peter says he is off" what he says is told; of "Peter says it's fine" the whole.
    """
    dropped: set[int] = set()
    for clause in found:
        if clause.reporter is None:
            continue
        subject = clause.subject
        clear = subject is not None and (
            subject.i in setting.meant or subject.pos in ("NOUN", "PROPN")
        )
        dropped.add(clause.reporter.i if clear else clause.verb.i)
    return [clause for clause in found if clause.verb.i not in dropped]
