"""`python -m training.derive`: makes further questions from the statements of the corpus.

They are for training only: made from the training part, with ``--development`` from that part
too, and never from the test part. Each statement gives questions of several forms, by grammar, with
the answer, its words and its turn; and such as are to be refused, since they ask of somebody else,
with another detail, of what was never done, or of what has been replaced. The file holds one a line
(`training.derived.DerivedQuestion`); the same seed gives the same file.
"""

import argparse
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from graphmem.adapters.parser import load_parser
from graphmem.errors import InputError
from graphmem.evaluation.corpus import (
    AnswerType,
    Expected,
    GoldConversation,
    GoldSpan,
    GoldStatement,
    GoldTurn,
    Modality,
    StatementKind,
)
from graphmem.evaluation.corpus_parts import CorpusSplit
from graphmem.language.pronouns import PRONOUNS
from graphmem.model.parse import Parser
from graphmem.model.workspace import EntityType, Polarity
from training.asking import (
    Asked,
    Clause,
    as_done,
    clause_of,
    of_parts,
    times,
    when,
    who,
    words,
    written,
    yes_no,
)
from training.derived import Change, DerivedQuestion, Detail, Form
from training.details import DAY, OF_YEAR, Details, put
from training.talk import conversations

OUTPUT = Path("build/derived.jsonl")

_WANTS = {
    Form.WHO: AnswerType.PERSON,
    Form.WHAT: AnswerType.THING,
    Form.WHERE: AnswerType.PLACE,
    Form.WHEN: AnswerType.DATE,
    Form.HOW_MANY: AnswerType.NUMBER,
    Form.HOW_MUCH: AnswerType.AMOUNT,
    Form.YES_NO: AnswerType.YES_NO,
}
_BY_OTHERS = (Modality.ADVISED, Modality.REQUESTED, Modality.REQUIRED, Modality.PROPOSED)


class Said(NamedTuple):
    """A statement with its turn, and its sentence where the grammar covers it."""

    turn: GoldTurn
    gold: GoldStatement
    clause: Clause | None


def derive(
    talk: GoldConversation, split: CorpusSplit, parse: Parser, *, seed: int = 0
) -> Iterator[DerivedQuestion]:
    """The questions of one conversation; raises `InputError` for one of the test part."""
    if split is CorpusSplit.TEST:
        raise InputError(
            f"{talk.header.id} is for test alone.", next_step="Derive from the training part."
        )
    found = list(_Deriving(talk, split, parse, seed).questions())
    # What two statements would answer differently, or one refuses, has no one answer.
    replies: dict[str, set[str | None]] = defaultdict(set)
    for one in found:
        replies[one.question].add(one.answer)
    seen: set[str] = set()
    ids: Counter[str] = Counter()
    for one in found:
        if len(replies[one.question]) == 1 and one.question not in seen:
            seen.add(one.question)
            ids[one.id] += 1
            again = f"/{ids[one.id]}" if ids[one.id] > 1 else ""
            yield one.model_copy(update={"id": one.id + again})


class _Deriving:
    def __init__(
        self, talk: GoldConversation, split: CorpusSplit, parse: Parser, seed: int
    ) -> None:
        self._talk, self._split, self._seed = talk, split, seed
        pairs = [(turn, gold) for turn in talk.turns for gold in turn.statements]
        header = talk.header
        texts = [gold.text for _, gold in pairs]
        proper = {word for text in texts for word in re.findall(r"(?<=\w )[^\W\d_]\w*", text)}
        everything = (*header.people, *header.entities)
        proper |= {name.split()[0] for key in everything for name in header.names(key)}
        proper = {word for word in proper if word[:1].isupper()}
        self._said = [
            Said(turn, gold, clause_of(text, proper=proper))
            for (turn, gold), text in zip(pairs, parse(texts), strict=True)
        ]
        self._later = {old: said for said in self._said for old in said.gold.supersedes}
        self._unsure = {
            other for said in self._said for other in (*said.gold.corrects, *said.gold.contradicts)
        } | {said.gold.id for said in self._said if said.gold.contradicts}
        self._people = {
            *header.people,
            *(key for key, one in header.entities.items() if one.type is EntityType.PERSON),
        }
        self._orgs = {key for key, one in header.entities.items() if one.type is EntityType.ORG}
        self._names = {name for key in self._people for name in header.names(key)}
        self._places = {
            name
            for key, one in header.entities.items()
            if one.type is EntityType.PLACE
            for name in header.names(key)
        }
        self._details = Details(header, texts)

    def questions(self) -> Iterator[DerivedQuestion]:
        for said in self._said:
            if said.clause is None:
                continue
            replaced = said.gold.id in self._later
            if not replaced and said.gold.id not in self._unsure:
                yield from self._answerable(said, said.clause)
            if replaced:
                yield from self._superseded(said, said.clause)
            if said.gold.modality is not Modality.ACTUAL:
                yield from self._not_realised(said, said.clause)

    # ---- to be answered

    def _answerable(self, said: Said, clause: Clause) -> Iterator[DerivedQuestion]:
        gold = said.gold
        negative = gold.polarity is Polarity.NEGATIVE
        if negative != clause.negated:
            return
        asked = Asked(Form.YES_NO, yes_no(clause), "No" if negative else "Yes", clause.about)
        yield self._answered(said, asked)
        if negative:
            return
        parts = [*of_parts(clause, people=self._names, places=self._places)]
        dated = when(clause) if gold.time is not None and gold.time.edtf is not None else None
        if dated is not None:
            parts.append(dated)
        for one in parts:
            yield self._answered(said, one)
            yield from self._other_person(said, clause, one)
            yield from self._altered(said, one)
        whose = self._who(said, clause)
        if whose is not None:
            yield self._answered(said, whose)
            yield from self._altered(said, whose)

    def _who(self, said: Said, clause: Clause) -> Asked | None:
        """The question for the subject, where only one is told of it."""
        gold = said.gold
        same = [
            other
            for other in self._said
            if (other.gold.predicate, other.gold.object) == (gold.predicate, gold.object)
            and other.gold.subject != gold.subject
        ]
        word = self._word(gold, clause)
        asked = who(clause, word.value) if word is not None else None
        if same or word is None or asked is None:
            return None
        return Asked(word, asked, clause.about, "")

    def _word(self, gold: GoldStatement, clause: Clause) -> Form | None:
        """By which word the subject is asked for; None where it is not clear."""
        ids = set(_ids(gold))
        if ids <= self._orgs:
            return Form.WHO
        if not ids <= self._people:
            return None if ids & self._people else Form.WHAT
        if self._is_named(gold, clause):
            return Form.WHO
        # "Ana's blood sugar was 4.9" is about Ana, and asked for as a thing.
        is_name = clause.head.pos == "PROPN" or clause.head.ent == "PERSON"
        return None if is_name or clause.head.low in _KIN else Form.WHAT

    def _is_named(self, gold: GoldStatement, clause: Clause) -> bool:
        """Whether the subject of the sentence is whom the statement is about."""
        names = {
            word.lower()
            for key in _ids(gold)
            for name in self._talk.header.names(key)
            for word in re.findall(r"\w+", re.sub(r"\w+['’]s\b", "", name))
        }
        return clause.head.low in names

    # ---- to be refused

    def _other_person(self, said: Said, clause: Clause, asked: Asked) -> Iterator[DerivedQuestion]:
        gold = said.gold
        subject = _ids(gold)
        if len(subject) != 1 or subject[0] not in self._people or clause.has_own_pronoun():
            return
        if asked.question.count(asked.about) != 1 or clause.plural:
            return
        if not self._is_named(gold, clause) or len(asked.question.split()) < _LEAST_WORDS:
            return
        others = [
            key
            for key in self._talk.header.people
            if self._never(key, said) and self._details.proper(self._details.name(key))
        ]
        if not others:
            return
        other = self._random(said, "other", asked.form).choice(others)
        name = self._details.name(other)
        question = put(asked.question, asked.about, name)
        yield self._refused(
            said, asked._replace(question=question), Change.OTHER_PERSON, (asked.about, name)
        )

    def _never(self, key: str, said: Said) -> bool:
        """Whether nobody tells the like of somebody, who is not named in the statement either."""
        if key in _ids(said.gold) or any(
            re.search(rf"\b{re.escape(name)}\b", said.gold.text)
            for name in self._talk.header.names(key)
        ):
            return False
        verb = _verb(said.gold)
        return not any(key in _ids(one.gold) and _verb(one.gold) == verb for one in self._said)

    def _altered(self, said: Said, asked: Asked) -> Iterator[DerivedQuestion]:
        beside = asked.about or asked.answer
        alike = [
            one.gold.text
            for one in self._said
            if _verb(one.gold) == _verb(said.gold)
            and (not asked.about or set(_ids(one.gold)) & set(_ids(said.gold)))
        ]
        if len(asked.question.split()) < _LEAST_WORDS:
            return
        drawn = self._random(said, "altered", asked.form)
        for detail, was, other in self._details.altered(
            asked.question,
            drawn,
            without=beside,
            never_in=alike,
            dated=said.gold.kind is StatementKind.EVENT,
        ):
            question = put(asked.question, was, other)
            yield self._refused(
                said,
                asked._replace(question=question),
                Change.ALTERED_DETAIL,
                (was, other),
                detail=detail,
            )

    def _not_realised(self, said: Said, clause: Clause) -> Iterator[DerivedQuestion]:
        gold = said.gold
        if gold.polarity is Polarity.NEGATIVE:
            return
        for asked in as_done(clause, by_other=gold.modality in _BY_OTHERS):
            if len(asked.question.split()) <= _LEAST_WORDS or self._came_true(asked.question):
                continue
            yield self._refused(said, asked, Change.NOT_REALISED, (gold.modality.value, "actual"))

    def _came_true(self, question: str) -> bool:
        """Whether something told at any time sounds as if it had been done."""
        wanted = _content(question.partition(" ")[2])
        return any(
            one.gold.modality is Modality.ACTUAL
            and one.gold.polarity is Polarity.POSITIVE
            and len(wanted & _content(one.gold.text)) >= _ALIKE * len(wanted)
            for one in self._said
        )

    def _superseded(self, said: Said, clause: Clause) -> Iterator[DerivedQuestion]:
        gold, later = said.gold, self._later[said.gold.id]
        so = gold.modality is Modality.ACTUAL and later.gold.modality is Modality.ACTUAL
        verb = clause.verb
        plain = clause.auxiliary is None or (clause.auxiliary is verb)
        if (
            not so
            or not plain
            or clause.negated
            or gold.polarity is Polarity.NEGATIVE
            or gold.kind is not StatementKind.STATE
            or (verb.lemma == "use" and verb.tag == "VBD")  # "used to": it was over then already
            or later.gold.subject != gold.subject
        ):
            return
        timed = {token.i for phrase in times(clause) for token in phrase}
        now = clause._replace(rest=tuple(one for one in clause.rest if one.i not in timed))
        left = written(words(now.rest))
        if DAY.search(left) or OF_YEAR.search(left) or set(left.split()) & {"again", "now"}:
            return
        both = Asked(Form.YES_NO, yes_no(now, still=True), f"No. {later.gold.text}", clause.about)
        yield self._answered(said, both, also=later)
        word = self._word(gold, clause)
        asked = who(now, word.value, still=True) if word is not None else None
        if word is not None and asked is not None:
            changed = (gold.text, later.gold.text)
            yield self._refused(
                said, Asked(word, asked, "", ""), Change.SUPERSEDED, changed, also=later
            )

    # ---- as they are written

    def _answered(self, said: Said, asked: Asked, *, also: Said | None = None) -> DerivedQuestion:
        return self._question(said, asked, also).model_copy(
            update={
                "status": Expected.ANSWERED,
                "answer": asked.answer,
                "spans": () if also else self._spans(said, asked),
                "why": None,
            }
        )

    def _refused(
        self,
        said: Said,
        asked: Asked,
        why: Change,
        changed: tuple[str, str],
        *,
        detail: Detail | None = None,
        also: Said | None = None,
    ) -> DerivedQuestion:
        was, other = changed
        question = self._question(said, asked, also)
        return question.model_copy(
            update={
                "id": f"{question.id}/{why.value}" + (f"/{detail.value}" if detail else ""),
                "why": why,
                "detail": detail,
                "was": was,
                "put": other,
            }
        )

    def _question(self, said: Said, asked: Asked, also: Said | None) -> DerivedQuestion:
        """What the questions of a statement share; a refusal until it is made what it is."""
        quotes = [
            GoldSpan(turn=said.turn.id, quote=said.gold.quote),
            *(GoldSpan(turn=one.turn, quote=one.quote) for one in said.gold.also),
        ]
        if also is not None:
            quotes.append(GoldSpan(turn=also.turn.id, quote=also.gold.quote))
        subject = "" if asked.about or asked.form is Form.YES_NO else "/subject"
        return DerivedQuestion(
            id=f"{self._talk.header.id}/{said.gold.id}/{asked.form.value}{subject}",
            split=self._split,
            conversation=self._talk.header.id,
            statement=said.gold.id,
            question=asked.question,
            form=asked.form,
            wants=self._wants(said, asked),
            status=Expected.REFUSED,
            evidence=tuple(dict.fromkeys(one.turn for one in quotes)),
            quotes=tuple(quotes),
            why=Change.OTHER_PERSON,
        )

    def _wants(self, said: Said, asked: Asked) -> AnswerType:
        ids = set(_ids(said.gold))
        of_subject = not asked.about and asked.form is Form.WHO
        return AnswerType.ORG if of_subject and ids <= self._orgs else _WANTS[asked.form]

    def _spans(self, said: Said, asked: Asked) -> tuple[GoldSpan, ...]:
        """The answer's own words in the turn: as they are, or as the annotation has them."""
        if asked.form is Form.YES_NO:
            return ()
        wanted = [asked.answer, re.sub(r"^(?:the|an?) ", "", asked.answer, flags=re.IGNORECASE)]
        if asked.form is Form.WHEN and said.gold.time is not None:
            wanted = [said.gold.time.words]
        elif not asked.about:
            wanted += [
                words.partition("#")[0]
                for words, ids in said.turn.mentions.items()
                if ids == said.gold.subject and words.partition("#")[0].lower() not in PRONOUNS
            ]
        else:
            wanted += _shorter(wanted[-1])
        for one in wanted:
            match = re.search(rf"(?<!\w){re.escape(one)}(?!\w)", said.turn.text, re.IGNORECASE)
            if match is not None:
                return (GoldSpan(turn=said.turn.id, quote=match.group()),)
        return ()

    def _random(self, said: Said, *what: str) -> random.Random:
        place = (str(self._seed), self._talk.header.id, said.gold.id, *what)
        return random.Random("/".join(place))


_ALIKE = 0.6
_LEAST_WORDS = 4  # of a question that is to be refused: fewer say too little to be wrong
_KIN = frozenset({
    "mother", "father", "sister", "brother", "son", "daughter", "wife", "husband", "aunt", "uncle",
    "cousin", "niece", "nephew", "mum", "dad",
})  # fmt: skip
_BEHIND = re.compile(r" (?:of|for|in|on|at|to|from|with|by|about|that|which|who) ")


def _shorter(answer: str) -> Iterator[str]:
    """An answer without what follows its noun, and that without its first words."""
    words = _BEHIND.split(answer, maxsplit=1)[0].split()
    for begin in range(len(words)):
        if len(words[-1]) > _FEW:
            yield " ".join(words[begin:])


_FEW = 3


def _ids(gold: GoldStatement) -> list[str]:
    return [gold.subject] if isinstance(gold.subject, str) else gold.subject


def _verb(gold: GoldStatement) -> str:
    """The predicate without the auxiliary that many begin with."""
    first, *more = gold.predicate.split()
    return more[0] if first in ("be", "have") and more else first


def _content(text: str) -> set[str]:
    """The longer words of a text, cut so that the forms of a word meet."""
    return {word[:5].lower() for word in re.findall(r"[^\W\d_]{4,}", text)}


def counted(found: Sequence[DerivedQuestion]) -> Mapping[str, int]:
    """How many there are of each sort."""
    return Counter(
        f"refused, {one.why.value}" if one.why else f"answered, {one.form.value}" for one in found
    )


def main() -> None:
    """Derive, write and count."""
    parser = argparse.ArgumentParser(
        prog="python -m training.derive",
        description=__doc__,
        formatter_class=argparse.RawTextHelpFormatter,
    )
    parser.add_argument("--output", type=Path, default=OUTPUT, help="the file to write")
    parser.add_argument("--seed", type=int, default=0, help="draws what is put for what")
    parser.add_argument("--development", action="store_true", help="that part as well")
    arguments = parser.parse_args()
    parts = (CorpusSplit.TRAIN, *([CorpusSplit.DEVELOPMENT] if arguments.development else []))
    parse = load_parser()
    found = [
        one
        for part in parts
        for talk in conversations(part)
        for one in derive(talk, part, parse, seed=arguments.seed)
    ]
    output: Path = arguments.output
    output.parent.mkdir(parents=True, exist_ok=True)
    lines = (one.model_dump_json(exclude_none=True, exclude_defaults=True) for one in found)
    output.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    for sort, number in sorted(counted(found).items()):
        print(f"{number:7,}  {sort}")
    print(f"{len(found):7,}  in {output}")


if __name__ == "__main__":
    main()
