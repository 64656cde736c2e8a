"""Forms that are verbs, told without a parser."""


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


def is_verb_form(word: str) -> bool:
    """Whether a lower-case word, taken alone, may be a finite verb by its form."""
    past = len(word) > 3 and word.endswith("ed") and not word.endswith("eed")
    return word in _ALWAYS or word in _SOMETIMES or (past and word not in _NOT_PAST)
