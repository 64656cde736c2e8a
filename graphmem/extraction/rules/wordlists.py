"""The words that the rules know; everything here is lower case."""

from graphmem.language.time.vocabulary import MONTH_NAMES, SEASONS, WEEKDAY_NAMES


def words_of(text: str) -> frozenset[str]:
    """The words of a text, as a set."""
    return frozenset(text.split())


def phrases_of(text: str) -> frozenset[str]:
    """The lines of a text, as a set."""
    return frozenset(line.strip() for line in text.strip().splitlines())


# ---- people

FEMALE_KIN = words_of(
    "mother mom mum mama daughter sister wife aunt auntie grandmother grandma granny niece "
    "girlfriend fiancée stepmother stepdaughter stepsister mother-in-law ex-wife queen lady girl "
    "woman"
)
MALE_KIN = words_of(
    "father dad papa son brother husband uncle grandfather grandpa grandad nephew boyfriend "
    "fiancé stepfather stepson stepbrother father-in-law ex-husband king gentleman boy man guy"
)
FEMALE_TITLES = words_of("actress waitress heroine hostess princess goddess stewardess duchess")
NEUTRAL_KIN = words_of(
    "child kid baby toddler sibling parent cousin spouse partner relative twin grandparent "
    "grandchild in-law family"
)
CLOSE = words_of(
    "friend colleague coworker co-worker boss manager neighbor neighbour roommate flatmate "
    "teacher coach mentor teammate student client customer classmate buddy co-founder cofounder "
    "doctor therapist trainer actor actress singer player artist author writer athlete musician "
    "dancer instructor tutor nurse lawyer accountant landlord surgeon dentist pal girlfriend "
    "boyfriend team crew"
)
KIN_PLURALS = words_of(
    "kids children parents sons daughters sisters brothers siblings twins cousins grandparents "
    "relatives folks aunts uncles nephews nieces babies"
)
PETS = words_of(
    "dog cat puppy kitten pup kitty pet rabbit hamster parrot horse turtle snake bird fish beagle "
    "greyhound lurcher tortoise lizard guinea-pig goldfish hen chicken goat"
)
KIN = FEMALE_KIN | MALE_KIN | NEUTRAL_KIN | KIN_PLURALS
PERSON_NOUNS = KIN | CLOSE | words_of("people person someone somebody folk men women")
COLLECTIVE = words_of("family couple staff folks crew fam")
NOT_KIN = words_of("queen lady girl woman king gentleman boy man guy baby")

# ---- things

PLACE_NOUNS = words_of(
    "lake beach park museum school college university hospital clinic church gym studio library "
    "cafe café restaurant bar pub office shop store market garden farm forest mountain mountains "
    "river sea ocean coast city town village home house apartment flat room kitchen yard pool "
    "court stadium theatre theater cinema airport station campus shelter camp campground hotel "
    "cabin barn field island hills woods valley harbor harbour zoo bakery center centre mall "
    "country neighborhood neighbourhood hometown backyard downtown countryside desert trail"
)
EVENT_NOUNS = words_of(
    "party wedding concert festival race marathon trip tour game match tournament competition "
    "conference meeting workshop class course retreat parade birthday anniversary ceremony show "
    "exhibition exhibit event dinner lunch brunch picnic date interview audition performance "
    "vacation holiday hike run walk visit exam test lesson campaign fundraiser gala fair session "
    "graduation recital convention outing barbecue bbq reunion surgery accident move swim"
)
ORG_NOUNS = words_of(
    "group club organization organisation agency charity band company firm union association "
    "council league squad society"
)
PROCESS_NOUNS = words_of("process procedure routine check workflow method recipe plan treatment")
SYSTEM_NOUNS = words_of(
    "app software website platform database console computer laptop phone system tool camera "
    "server program table spreadsheet site"
)
PROJECT_NOUNS = words_of("project startup business store shop studio book novel album blog")
CONCEPT_SUFFIXES = ("ness", "ity", "ism", "ment", "tion", "ship", "ance", "ence", "hood")
EMPTY_NOUNS = words_of(
    "thing things lot lots way ways time times bit kind sort something anything nothing "
    "everything one ones stuff part parts couple bunch day days week weeks month months year "
    "years moment moments hour hours minute minutes while today tomorrow yesterday tonight "
    "weekend morning evening afternoon night point case fact reason idea question answer word end "
    "start side rest matter most some all any more much many few others other none everyone "
    "everybody someone somebody anyone anybody nobody people person it that this these those what "
    "which who place lol pic pics picture pictures photo photos image wow thanks hey yeah god "
    "guess number name names blast ton tons half pair piece set level type fun"
)
# What one speaks of without its being a thing that "it" picks up later.
ABSTRACT_NOUNS = words_of(
    "work support difference boost call head heart love community goal challenge dream family fam "
    "life mind step future career effort passion growth journey experience energy view joy hope "
    "help progress success failure change memory feeling balance chance world mood health interest "
    "knowledge skill strength stress news luck money spirit peace advice taste look face eye hand "
    "stuff influence power wave go-to gameplay hype role impact talent attitude bit sense break "
    "vibe account perspective mindset opinion thought plan wish need care"
)

# ---- verbs

SAYING = words_of(
    "say tell mention report hear promise announce claim explain write complain insist warn admit "
    "confirm inform"
)
THINKING = words_of(
    "think guess believe feel suppose bet reckon doubt imagine figure find consider"
)
HOPING = words_of("hope wish")
WANTING = words_of("want plan intend hope aim wish decide consider look dream aspire prepare")
LIKING = words_of("love like enjoy prefer hate dislike adore loathe detest despise fancy")
CARRIED = words_of(
    "start begin keep continue try want plan hope need decide manage get go have use intend aim "
    "learn seem tend stop finish help"
)
SEEMING = words_of("be seem look sound feel taste smell become get stay remain mean")
FIRST_PERSON_BARE = words_of(
    "love enjoy hope miss like hate need want wish guess think appreciate wonder feel know believe"
)
HYPOTHETICAL = words_of("would could might may should 'd")
FUTURE = words_of("will 'll shall wo")

FEELINGS = words_of(
    "happy sad excited proud grateful thankful glad nervous scared afraid anxious worried angry "
    "upset lonely tired exhausted overwhelmed thrilled stoked pumped blessed lucky relieved "
    "disappointed frustrated passionate keen interested determined hopeful confident inspired "
    "motivated stressed bored jealous embarrassed ashamed fascinated amazed surprised sure "
    "psyched hyped eager curious content comfortable obsessed hooked swamped sorry "
    "impressed touched"
)

# ---- small talk

GREETINGS = words_of("hi hey hello morning evening welcome howdy yo hiya bye goodbye cheers")
BACKCHANNEL = words_of(
    "yeah yes yep yup no nope nah ok okay sure right exactly absolutely definitely totally indeed "
    "agreed true wow whoa woah woo oh ah aww aw haha ha lol hmm yay congrats congratulations "
    "thanks thank great cool nice awesome amazing perfect lovely brilliant fantastic wonderful "
    "sweet good deal course really oof ouch phew gosh same likewise sorry please"
)
DISCOURSE_WORDS = words_of(
    "yikes woohoo whew gotcha lemme wanna gonna gotta btw tbh omg ugh hooray hurrah kudos bravo "
    "ya yup ha hah hehe hm huh eh uh um ooh yum y'all hoo yay aha welp damn darn thx ty np pls plz "
    "lmao"
)
NO_NAMES = words_of(
    "tons super happy glad proud agreed awesome cool nice perfect brave best wishing hoping"
)
CALENDAR = frozenset(
    [
        *WEEKDAY_NAMES,
        *(f"{name}s" for name in WEEKDAY_NAMES),
        *MONTH_NAMES,
        *SEASONS,
        *("today", "tomorrow", "yesterday"),
    ]
)
YES = words_of(
    "yes yeah yep yup sure definitely absolutely totally indeed certainly exactly correct"
)
NO = words_of("no nope nah never not")
PRAISE = words_of(
    "great awesome amazing cool nice lovely wonderful fantastic sweet good perfect brilliant fun "
    "incredible beautiful super excellent interesting impressive fascinating neat rad epic sick "
    "delicious yummy tough rough terrible sad awful cute adorable kind thoughtful inspiring "
    "exciting true right important helpful hilarious funny gorgeous stunning delightful "
    "unbelievable fabulous terrific"
)
SMALL_TALK_STARTS = (
    "good luck", "take care", "see you", "see ya", "talk to you", "talk soon", "have fun",
    "have a great", "have a good", "have a nice", "keep it up", "keep up", "keep going", "good to",
    "great to", "nice to", "so good to", "glad to", "happy to", "let me know", "tell me", "thank",
    "thanks", "no problem", "no worries", "you're welcome", "my pleasure", "way to go", "well done",
    "good job", "great job", "nice job", "good for you", "i'm here for you", "you got this",
    "you've got this", "you rock", "good call", "long time no", "hope you", "i hope you", "enjoy",
    "stay safe", "check it out", "check out", "take a look", "look at", "here's", "here is",
    "here are", "sounds like", "sounds", "looks like", "what a", "how", "i see", "i agree",
    "i know", "of course", "good point", "go for it", "you bet", "i bet", "keep me posted",
    "sorry to hear", "sorry about", "i'm sorry", "can't wait to see you", "can't wait to hear",
    "take it easy", "sending", "wishing", "best of luck", "have an", "you're right",
    "you are right",
    "that's right", "believe in yourself", "bye", "i'm glad you", "i'm happy for you",
    "i'm so happy for you", "so happy for you", "so proud of you", "i'm proud of you",
    "i'm so proud of you", "glad you", "glad i could", "glad it",
    "cool to", "awesome to", "amazing to", "lovely to", "wonderful to", "so cool to", "so good to",
    "good catching", "great catching", "nice catching", "good chatting", "great chatting",
    "nice chatting", "good talking", "great talking", "nice talking", "good hearing",
    "great hearing", "nice hearing", "good seeing", "great seeing", "nice seeing",
    "you're the best", "you are the best", "i'll be honest", "to be honest",
    "must be", "must have been", "must've been", "always here", "lucky you", "wish you", "proud of",
    "no prob", "you'll", "you will", "you should", "you'd",
)  # fmt: skip
DISCOURSE = phrases_of(
    """
    by the way
    to be honest
    of course
    for sure
    you know
    i mean
    in fact
    as it happens
    if you please
    if i'm honest
    after all
    in my opinion
    speaking of which
    like i said
    as i said
    like i mentioned
    """
)
OPENERS = words_of(
    "well so also anyway plus and but or actually oh yeah yes no hey hi ok okay then now wow sure "
    "honestly basically luckily unfortunately thankfully anyways yep nah nope btw "
    "meanwhile sadly apparently lol haha definitely obviously surprisingly totally like right "
    "good though too yet however look besides otherwise"
)

GENERIC_YOU_VERBS = words_of("know see get tell imagine say")
NEGATORS = words_of("not n't never no nobody nothing none neither nor hardly barely nowhere cannot")
STEP_WORDS = words_of("first then next finally afterwards second third lastly")
TIME_LABELS = frozenset({"DATE", "TIME"})
NUMBER_LABELS = frozenset({"DATE", "TIME", "CARDINAL", "ORDINAL", "QUANTITY", "MONEY", "PERCENT"})
PLACE_LABELS = frozenset({"GPE", "LOC", "FAC"})
LOCATIVE = words_of("in at on near by over under inside outside around behind beside along")

# ---- words that carry little, or only in company

STATIVE = words_of(
    "be have live work own know need belong contain cost mean speak understand remain stay play "
    "study teach use like love enjoy prefer hate seem"
)
OPINION_VERBS = words_of(
    "feel appreciate inspire motivate amaze impress surprise matter remind mean help agree admire "
    "respect value cherish care miss suck rock deserve"
)
LASTING = words_of("be live work own know belong need")
EMPTY_ASKED = words_of(
    "up new going about be do go have happen how what you it thing think know get been doing "
    "wrong matter hear way ready"
)
WEAK_MODIFIERS = words_of(
    "own same other new good great big little small old whole last next first many few several "
    "more such some favorite favourite amazing awesome cool nice lovely different certain best "
    "better super real sweet beautiful much entire recent"
)
# Subjects that mean what other words have named.
POINTING_SUBJECTS = words_of("it that this they these those he she")
VAGUE_SUBJECTS = words_of("it that this these those they he she there which one everything")
WEAK_VERBS = words_of(
    "agree appreciate know see get understand bet hear mean say tell do think feel hope guess "
    "believe wait thank try"
)
AUXILIARIES = words_of(
    "do does did is are was were have has had can could would will should am may might"
)
HELPING = words_of("help let make give take remind keep bring allow show teach get")
