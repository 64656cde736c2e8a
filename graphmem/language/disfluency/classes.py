"""Closed classes of English words, by what may stand in a row."""


def words(text: str) -> frozenset[str]:
    """A class of words, written in a row."""
    return frozenset(text.split())


SUBJECTS = words("i we they he she")
ARTICLES = words("the a an my our your their its every")
CONJUNCTIONS = words("and but or if because cuz 'cause cos than as whether unless although though")
MODALS = words("would could should must might shall wouldn't couldn't shouldn't")
NEGATED = words("don't doesn't didn't isn't aren't wasn't weren't can't won't haven't hasn't")
CONTRACTED = frozenset(
    f"{word}'{end}"
    for word, ends in {
        "i": "m d ve ll", "we": "re d ve ll", "they": "re d ve ll", "you": "re d ve ll",
        "he": "s d ll", "she": "s d ll", "it": "s d ll", "that": "s d ll", "there": "s d ll re",
        "what": "s d ll re", "who": "s d ll", "where": "s", "how": "s", "here": "s", "let": "s",
    }.items()
    for end in ends.split()
)  # fmt: skip
INTERROGATIVES = words("what which why how where when who whose")
_PREPOSITIONS = words("of to from with at into between without among during")
DETERMINERS = words("these those this some any")
NEVER_DOUBLED = (
    SUBJECTS | ARTICLES | CONJUNCTIONS | MODALS | NEGATED | CONTRACTED | INTERROGATIVES
    | _PREPOSITIONS
)  # fmt: skip
"""Words that cannot stand twice in a row, since they begin what the next words go on with."""
# These can: "I told you you could", "gave it it", "the thing is is that", "what I do do".
AT_THE_BEGINNING = words("it you that there so do did does is was are were can") | DETERMINERS
# These end a clause, so that the next may begin alike: "the plane came in in May".
PARTICLES = words("in on up out off over for about by through down")
BE = words("is was are were be been being am")
OTHERS = words(
    "me us him her them his not no has have had will may does did do can that it you there just"
    " one all each both many much more most other another whatever while until since before after"
)
FUNCTION = NEVER_DOUBLED | AT_THE_BEGINNING | PARTICLES | BE | OTHERS
OPENERS = SUBJECTS | CONJUNCTIONS | CONTRACTED | words("it you there that this so")
# "If you can you can come": here one clause ends and the next begins in the same words.
SUBORDINATORS = words(
    "if when whenever where wherever what whatever who whoever once until unless as how before"
    " after than whether while which"
)
COMPARATIVES = words("more less worse")
DISCOURSE = words("and but or so because cuz 'cause cos if then well yeah yes oh okay ok now no")
# Neither ends a phrase nor stands alone, so a phrase that ends in it is not yet one.
UNFINISHED = (
    SUBJECTS | ARTICLES | CONJUNCTIONS | MODALS | NEGATED | CONTRACTED | _PREPOSITIONS
    | words("is was are were have has had do does did")
)  # fmt: skip
BEGINS_A_PHRASE = (
    ARTICLES | CONJUNCTIONS | CONTRACTED | INTERROGATIVES | _PREPOSITIONS | PARTICLES
    | DETERMINERS | words("it you that there so one some all")
)  # fmt: skip
HELPERS = MODALS | words("do does did can will don't doesn't didn't can't won't")
AUXILIARIES = MODALS | NEGATED | words("is was are were do does did have has had can will")
# What ties two words to one beginning or end: "two- or three-day", "option b or c".
TOGETHER = words("and or nor")
