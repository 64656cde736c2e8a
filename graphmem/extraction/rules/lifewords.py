"""The words that the rules for roles know; everything here is lower case."""

from graphmem.extraction.rules.wordlists import words_of

OCCUPATIONS = words_of(
    "nurse chef lead manager founder cofounder co-founder cto ceo cfo director boss head chair "
    "captain student intern assistant consultant accountant lawyer attorney doctor surgeon "
    "dentist vet tech technician developer engineer programmer designer teacher professor tutor "
    "coach trainer cashier barista architect cartographer conservator paramedic pilot officer "
    "analyst translator interpreter journalist editor photographer freelancer entrepreneur owner "
    "apprentice cook guard mechanic firefighter veteran volunteer streamer blogger influencer "
    "realtor scientist"
)
NOT_JOBS = words_of(
    "winner lover member mother father brother sister daughter supporter believer beginner "
    "dreamer newcomer stranger partner uncle player reader fan number reminder newbie sucker "
    "killer listener getter learner starter finisher contender fighter survivor thinker breaker "
    "mentor booster helper hunter pleaser performer follower explorer adventure adventurer leader "
    "sweater offer order matter letter paper dinner power factor error mirror color colour "
    "weather summer winter feather owner-occupier customer buyer roller goer quitter gamer man "
    "woman human computer center ladder corner river chapter poster anchor sponsor neighbor "
    "visitor career teaser saver changer rider walker swimmer perfectionist optimist enthusiast "
    "pessimist minimalist outsider keeper prayer door floor flavor behavior favor humor finger "
    "tower water disaster singer-lover"
)
JOB_NOUNS = words_of("job work position career gig internship")
WORKPLACES = words_of(
    "company firm hospital school university college clinic bank office agency restaurant shop "
    "store studio startup museum library ward station bakery cafe café department shelter"
)
BUSINESSES = words_of(
    "company startup business store shop studio bakery agency firm restaurant cafe café practice"
)
TEAMS = words_of("team club band label league agency squad orchestra")
SCHOOLS = words_of("school college university course program programme class academy bootcamp")
CLUB_NOUNS = words_of(
    "gym club group team band choir orchestra league organization society church class "
    "association party program troupe squad community brigade"
)
DIETS = words_of("vegetarian vegan pescatarian celiac coeliac diabetic pregnant")
ILLNESSES = words_of(
    "asthma diabetes cancer flu covid stroke migraine anxiety depression allergy fever cold "
    "pneumonia arthritis insomnia concussion surgery"
)
BODY_PARTS = words_of(
    "arm leg wrist ankle knee hip shoulder back foot hand finger toe neck rib elbow ligament "
    "tendon head nose collarbone hamstring"
)
