"""Whether an English text holds a verb, told by its forms and by the words before them.

There is no dictionary here, so a form that may be a noun ("tulips", "saw") counts as a verb only
where one can stand: never behind an article, a number or a preposition.
"""

import re
from collections.abc import Iterable

_TOKEN = re.compile(r"[^\W_]+(?:['’][^\W_]+)*%?")
_POSSESSIVE = re.compile(r"['’]s$|(?<=s)['’]$")
_SHORT_FORMS = re.compile(
    r"(?:n['’]t|['’](?:re|ve|ll|d|m))$|^(?:he|she|it|that|there|what|who|where|how|here)['’]s$"
)


def _listed(text: str) -> frozenset[str]:
    return frozenset(text.split())


_ALWAYS = _listed("""
    am is are was were be been being isnt has have had do does did can could will would shall
    should may might must cannot ought became began bought brought built came caught chose forgot
    gave got grew heard held kept knew lent lost made met paid ran said sang sat sent slept sold
    spoke swam taught threw told took understood went won wrote drank drove ate flew froze hid led
    rode shook shone stole stood stuck swore swept wept wore thought learnt dreamt burnt forgave
    rebuilt rewrote withdrew overcame undertook swung wove strode
""")
# These are nouns, adjectives or base forms too.
_SOMETIMES = _listed("""
    beat bent bet bit bled blew bound bred broke burst cast cost crept cut dealt drew dug fed fell
    felt fled fought found ground hit hung hurt knelt laid lay left let lit meant put quit read
    rang rose saw set shot shut sank slid sought spent spun split spread sprang stung struck strung
    tore woke wound
""")
_NOT_PAST = _listed("""
    shed sled hundred kindred sacred naked wicked rugged beloved indeed infrared biped
""")
# Behind these stands a noun, or what goes with one.
_BEFORE_A_NOUN = _listed("""
    of in at on for from by with without into onto about over under between another other
    no some any every each
""")
# Behind these too, often with an adjective in between.
_BEGINS_A_NAME = _listed("""
    a an the this these those my our your his her its their many few several both half
    two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
    sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety
    hundred thousand dozen
""")
_ADVERBS = _listed("""
    all almost already also always both even ever first just later never not now often once only
    quite rather sometimes soon still then too usually well
""")
_PLURAL = _listed("""
    i you we they who people children men women folk police family team staff crew couple band
""")


def has_verb(text: str, *, verb: str, subject: Iterable[str], names: Iterable[str] = ()) -> bool:
    """Whether some word of the text is a verb.

    ``verb`` is the verb in its base form, its words joined by ``_``: it helps to know "plants".
    ``subject`` are the words that the subject is called by, and ``names`` the words of people's
    names; both in lower case. These are no verbs: a "Will" or a "May" speaks of a person.
    """
    subjects = frozenset(subject)
    people = frozenset(names)
    wanted = frozenset(verb.split("_"))
    before: list[str] = []
    for match in _TOKEN.finditer(text):
        written = match.group()
        word = _POSSESSIVE.sub("", written.lower())
        named = word in people and not written[0].islower()
        if not named and _is_verb(written.lower(), word, before, subjects, people, wanted):
            return True
        # What somebody has is a noun, but for "a friend of Ana's".
        owns = word != written.lower() and before[-1:] != ["of"]
        before.append("the" if owns else word)
    return False


def _is_verb(
    written: str,
    word: str,
    before: list[str],
    subjects: frozenset[str],
    people: frozenset[str],
    wanted: frozenset[str],
) -> bool:
    if word in _ALWAYS or _SHORT_FORMS.search(written):
        return True
    last = before[-1] if before else ""
    if last in _BEFORE_A_NOUN or last in _BEGINS_A_NAME or last.isdigit() or word in subjects:
        return False
    if word in _SOMETIMES:
        return True
    if len(word) > 3 and word.endswith("ed") and not word.endswith("eed"):
        return word not in _NOT_PAST
    behind = _last_but_adverbs(before)
    if len(word) > 2 and word.endswith("s") and not word.endswith("ss"):
        if behind in subjects or behind in _PLURAL:
            return True
        in_a_name = not _BEGINS_A_NAME.isdisjoint(before[-2:])
        return not in_a_name and not _bases(word).isdisjoint(wanted)
    return word in wanted and _are_many(before, behind, subjects, people)


def _last_but_adverbs(before: list[str]) -> str:
    for word in reversed(before):
        if word in _PLURAL or not (word in _ADVERBS or word.endswith("ly")):
            return word
    return ""


def _bases(word: str) -> set[str]:
    """What a form in -s may be a form of: "tries" of "try", "goes" of "go"."""
    found = {word[:-1]}
    if word.endswith("ies"):
        found.add(f"{word[:-3]}y")
    if word.endswith("es"):
        found.add(word[:-2])
    return found


def _are_many(
    before: list[str], last: str, subjects: frozenset[str], people: frozenset[str]
) -> bool:
    """Whether a plain form ("plant") may follow, as after "they", "the kids" or "Ana and Ben"."""
    if last in _PLURAL or (last.endswith("s") and last not in people):
        return True
    return before[-2:-1] == ["and"] and not (subjects | people).isdisjoint(before[-3:])


def is_verb_form(word: str) -> bool:
    """Whether a lower-case word, taken alone, may be a finite verb by its form."""
    past = len(word) > 3 and word.endswith("ed") and not word.endswith("eed")
    return word in _ALWAYS or word in _SOMETIMES or (past and word not in _NOT_PAST)
