"""Forms of English verbs, made from the lemma."""

_HISSING = ("s", "x", "z", "ch", "sh", "o")


def add_s(verb: str) -> str:
    """As in "plays", "tries", "goes", "teaches"."""
    if verb == "have":
        return "has"
    if verb == "be":
        return "is"
    if verb.endswith(_HISSING):
        return verb + "es"
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + "s"


_PAST = {
    "be": "was", "have": "had", "do": "did", "go": "went", "get": "got", "make": "made",
    "take": "took", "see": "saw", "come": "came", "give": "gave", "find": "found",
    "think": "thought", "tell": "told", "become": "became", "leave": "left", "feel": "felt",
    "bring": "brought", "begin": "began", "keep": "kept", "hold": "held", "write": "wrote",
    "stand": "stood", "hear": "heard", "let": "let", "mean": "meant", "set": "set",
    "meet": "met", "run": "ran", "pay": "paid", "sit": "sat", "speak": "spoke", "lie": "lay",
    "lead": "led", "read": "read", "grow": "grew", "lose": "lost", "fall": "fell",
    "send": "sent", "build": "built", "understand": "understood", "draw": "drew",
    "break": "broke", "spend": "spent", "cut": "cut", "rise": "rose", "drive": "drove",
    "buy": "bought", "wear": "wore", "choose": "chose", "eat": "ate", "fly": "flew",
    "win": "won", "teach": "taught", "catch": "caught", "sing": "sang", "swim": "swam",
    "sleep": "slept", "sell": "sold", "ride": "rode", "throw": "threw", "fight": "fought",
    "forget": "forgot", "know": "knew", "drink": "drank", "hurt": "hurt", "put": "put",
    "say": "said", "hit": "hit", "quit": "quit", "wake": "woke", "bake": "baked",
    "shoot": "shot", "steal": "stole", "hide": "hid", "feed": "fed", "beat": "beat",
}  # fmt: skip


def past_form(lemma: str) -> str:
    """The simple past: "went", "baked", "tried"."""
    if lemma in _PAST:
        return _PAST[lemma]
    if lemma.endswith("e"):
        return lemma + "d"
    if lemma.endswith("y") and lemma[-2:-1] not in "aeiou":
        return lemma[:-1] + "ied"
    short = len(lemma) <= 4 and lemma[-1:] not in "aeiouwxy" and lemma[-2:-1] in "aeiou"
    if short and lemma[-3:-2] not in "aeiou":
        return lemma + lemma[-1] + "ed"
    return lemma + "ed"
