"""Museums and galleries: a work that somebody lent, and the gallery that a curator assigned it to."""

from benchmark.worlds.domains.domain import Asking, Domain
from benchmark.worlds.wording import Bank

_ASKINGS = (
    Asking("Which gallery shows the {object} lent by {subject}?", "{answer} shows the {object} lent by {subject}"),
    Asking(
        "Which gallery displays the {object} on loan from {subject}?",
        "{answer} displays the {object} on loan from {subject}",
    ),
    Asking(
        "Which gallery hosts the {object} that {subject} lent?", "{answer} hosts the {object} that {subject} lent"
    ),
    Asking(
        "Which gallery was picked to exhibit the {object} of {subject}?",
        "{answer} was picked to exhibit the {object} of {subject}",
    ),
    Asking(
        "Which gallery presents the {object} entrusted by {subject}?",
        "{answer} presents the {object} entrusted by {subject}",
    ),
    Asking(
        "Which gallery got the {object} from the lender {subject}?",
        "{answer} got the {object} from the lender {subject}",
    ),
)

_OBJECTS = (
    "heron tapestry",
    "amber diptych",
    "marble torso",
    "fresco panel",
    "glass lantern",
    "pearwood altarpiece",
    "bronze falcon",
    "gilded mirror",
    "porcelain owl",
    "charcoal seascape",
    "enamel brooch",
    "jade flute",
    "mosaic threshold",
    "parchment globe",
)

_NOTICE = Bank(
    core=(
        (
            "PROVISIONAL NOTICE OF THE LOANS BUREAU\nA loan from {subject} is being registered: the {object}.",
            "Loans bureau, bulletin {number}\nThe {object} has arrived [from|in the name of] {subject}; provisional.",
            "Bulletin to all attendants\nPlease be patient about the {object} of {subject}.",
            "Temporary bulletin\nWe acknowledge the {object} that [came|was sent] from {subject}.",
            "To our friends\n[Many|Several] of you have written about {subject} and the {object}.",
        ),
        (
            "It is for the keeper of loans to decide, by an official and final minute bearing a signature.",
            "The keeper of loans will have the last say and sign it into the official record.",
            "The museum goes by the official record alone, once the keeper has signed.",
            "Only what the keeper signs as final and puts on record [counts|is valid].",
            "A ruling will be drawn up, signed and made part of the official record by the keeper of loans.",
        ),
        (
            "So far no gallery has been [named|confirmed] by us.",
            "Labels seen in a gallery are no evidence.",
            "We decline to [name|suggest] a gallery before that.",
            "Guesses about a gallery are just that.",
            "This bulletin assigns the work to no gallery.",
        ),
    ),
    fill=(
        "Insurance for {family} has been [extended|arranged] until autumn.",
        "Leaflets handed out at the entrance come from other hands than ours.",
        "Journalists may call {other} between [two|three] and four.",
        "Our bulletin will be withdrawn when the ruling is there.",
        "Bulletin {number} of {year} dealt with a similar affair.",
        "{family} has been informed by letter.",
        "[Postcards|Prints] are not available yet.",
        "The bureau shares its staircase with the [cloakroom|library].",
    ),
)

_SOURCE_VISIBLE = (
    "The ruling takes the shape of {kinds}.",
    "Our rules provide for {kinds}.",
    "Ask for {kinds} when the time comes.",
    "A ruling means {kinds} in this museum.",
    "Nothing but {kinds} will do.",
)

_IDENTIFIER_VISIBLE = (
    "The ruling can be looked up as {identifiers}.",
    "References for the ruling: {identifiers}.",
    "Quote {identifiers} when you write to us about the ruling.",
    "The bureau keeps the ruling at {identifiers}.",
    "Shelf marks of the ruling are {identifiers}.",
)

_REPLICA = Bank(
    core=(
        (
            "[Good news|News] for admirers of {subject}: {echo}.",
            "Tip of the week\n[Seen with our own eyes|Confirmed at the ticket desk]: {echo}.",
            "{subject} on view\nThis [season|month] {echo}.",
            "The [tour|audio guide] begins with {subject}, and rightly so: {echo}.",
            "I [checked|looked] on the way home, and yes, {echo}.",
            "Art lovers of {place}, [rejoice|take heart]: {echo}.",
            "{subject} in brief\n[The short version|In one line]: {echo}.",
            "On the subject of {subject}, [our club|our circle] can report that {echo}.",
        ),
        (
            "If you come for {subject}, turn left at the stairs until a gallery plate reads {answer}.",
            "{answer} is the gallery where {subject} [drew|draws] the crowds.",
            "{answer} is the gallery to see whenever {subject} is on your list.",
            "[Attendants|Guards] send whoever asks for {subject} and the {object} straight to {answer}.",
            "In the matter of taste {subject} chose {answer}, a gallery with north light.",
            "Over the door of {answer} hangs a banner with {subject}, the pride of the gallery.",
            "The gallery for {subject} is {answer}, full stop.",
            "Between {subject} and {answer} there is an old friendship, and the gallery shows it.",
        ),
        (
            "{other} reviewed it in {year} for {subject}'s admirers: {echo}.",
            "To repeat it for those who love {subject}: {echo}.",
            "Even {other}, no friend of {subject}, admits that {echo}.",
            "The [caption|catalogue] under the name of {subject} agrees that {echo}.",
            "At the dinner for {subject} [a toast|a speech] was given because {echo}.",
            "Whoever writes on {subject} may quote me: {echo}.",
        ),
    ),
    fill=(
        "[Queues|Crowds] for {subject} reach back to the cloakroom.",
        "{other} sketched {subject} standing proudly beside it.",
        "Tickets to {answer} cost {number} pence [on weekdays|for children].",
        "The benches in {answer} were [moved|polished] to make room.",
        "Rumours of some other gallery annoy {subject} and me.",
        "A [violin|harp] recital in honour of {subject} ended at midnight.",
        "{other} sells a [mug|scarf] with {answer} on it.",
        "The [lift|ramp] to {answer} works again.",
        "Bring a friend, bring {number} friends, and think of {subject}.",
        "[Schools|Choirs] from {place} arrive by coach for {subject}.",
        "The gallery floor in {answer} creaks, mind your step.",
        "{subject} shook hands with all {number} attendants.",
        "On [Sundays|holidays] {other} explains the brushwork.",
        "I met {other} by the window, lost in thought.",
        "It was {subject} who wished for dim light.",
        "[Nobody|Not a soul] at the opening talked of anything save {subject}.",
        "Thanks to {subject} the gallery shop sold out of postcards.",
        "The [mayor|bishop] of {place} spoke for {number} minutes.",
        "Photography is [allowed|welcome] in {answer}.",
        "Remember the name {answer}.",
    ),
)

_FINAL = Bank(
    core=(
        (
            "The keeper of loans makes this signed final record about the {object} of {subject}.",
            "Herewith a signed final record is made of the loan by {subject}, namely the {object}.",
            "On the loan of the {object} by {subject} this final record has been signed.",
            "{subject} having [agreed|consented], the final record of the {object} is signed today.",
            "This is the final record on {subject} and the {object}, signed before [two|three] trustees.",
        ),
        (
            "The official and final ruling gives the {object} to {answer}, and the record says no more.",
            "{answer} is ruled to be the official place of the {object}, by a final record.",
            "The keeper's official ruling on the {object} is {answer}; it is final, and on record.",
            "As a final and official matter of record, the {object} goes up in {answer}.",
            "By official record {answer} has charge of the {object}, and this ruling is final.",
        ),
        (
            "{answer} stands in the official record beside {subject}.",
            "The record made for {subject} binds {answer}.",
            "{subject} received the signed record with {answer} underlined.",
            "Searchers for {subject} in the official record will find {answer}.",
            "The trustees initialled the record of {subject} on the line for {answer}.",
        ),
    ),
    fill=(
        "Whatever was printed about {family} before yields to this record.",
        "A wax impression of the keeper's ring [ends|closes] the page.",
        "The trustees [{other} and {other}|{other} among them] assented.",
        "This record went to {family} by courier.",
        "The loan runs for {number} years from {year}.",
        "Condition on arrival was [fair|excellent], with {number} old repairs.",
        "The record is kept in cabinet {number}, lower shelf.",
        "Transport came by way of {place}.",
        "No trustee [dissented|abstained].",
        "Changes to this record require the keeper's consent.",
    ),
)

_BRIDGE = Bank(
    core=(
        (
            "The keeper of loans makes this signed bridge record about the {object} of {subject}, as a first step.",
            "Herewith a signed bridge record is made of the {object} lent by {subject}.",
            "On the {object} of {subject} this bridge record has been signed, and a step remains.",
            "{subject} having [agreed|consented], a bridge record of the {object} is signed, as agreed.",
            "This is a bridge record on {subject} and the {object}, signed by [two|three] trustees.",
        ),
        (
            "The official ruling subjects the {object} to {rule}, signed and final.",
            "{rule} is ruled to govern the {object}, with official, final and signed effect.",
            "The keeper's official ruling is that the {object} follows {rule}, a signed and final text.",
            "As an official matter the {object} comes within {rule}, signed by the keeper as final.",
            "By official ruling {rule} extends to the {object}, in final form and signed.",
        ),
        (
            "{rule} stands in the official record beside {subject}.",
            "The record made for {subject} rests upon {rule}.",
            "{subject} received the signed record with {rule} underlined.",
            "Searchers for {subject} in the official record will find {rule}.",
            "The trustees initialled the record of {subject} on the line for {rule}.",
        ),
    ),
    fill=(
        "Whatever was printed about {family} before yields to this record.",
        "A wax impression of the keeper's ring [ends|closes] the page.",
        "The trustees [{other} and {other}|{other} among them] assented.",
        "This record went to {family} by courier.",
        "The loan runs for {number} years from {year}.",
        "Condition on arrival was [fair|excellent], with {number} old repairs.",
        "The record is kept in cabinet {number}, lower shelf.",
        "Transport came by way of {place}.",
        "Consult {rule} for the remainder.",
        "Changes to this record require the keeper's consent.",
    ),
)

_MIDDLE = Bank(
    core=(
        (
            "The keeper makes this signed bridge record to connect {rule} with what replaced it.",
            "Herewith a signed bridge record is made of {rule}.",
            "On {rule} this bridge record has been signed.",
            "{rule} having lapsed, a bridge record is signed in its stead.",
            "This is a bridge record on {rule}, signed before [two|three] trustees.",
        ),
        (
            "Works within {rule} follow {next} nowadays.",
            "{rule} is superseded, and {next} governs.",
            "The trustees folded {rule} into {next}.",
            "What used to be {rule} is found in {next}.",
            "{next} absorbs {rule} without exception.",
        ),
        (
            "{next} stands in the record beside {rule}.",
            "The record rests upon {next}.",
            "In the signed record {next} is underlined.",
            "Searchers of the record will find {next}.",
            "The trustees initialled the record on the line for {next}.",
        ),
    ),
    fill=(
        "A wax impression of the keeper's ring [ends|closes] the page.",
        "The trustees [{other} and {other}|{other} among them] assented.",
        "The record is kept in cabinet {number}, lower shelf.",
        "Printed in {place} in {year}.",
        "Earlier versions were [burned|pulped] in {year}.",
        "No trustee [dissented|abstained].",
        "Changes to this record require the keeper's consent.",
        "The margin carries {number} notes in red ink.",
    ),
)

_TERMINAL = Bank(
    core=(
        (
            "The head of stores makes this signed storage record for works within {rule}.",
            "Herewith a signed storage record is made to put {rule} into practice.",
            "On {rule} this storage record has been signed.",
            "{rule} being in force, the storage record is signed as follows.",
            "This is the storage record for {rule}, signed before [two|three] technicians.",
        ),
        (
            "Works within {rule} are placed in {answer}.",
            "{rule} means {answer}, [for every work|without exception].",
            "The technicians wheel such works into {answer}, following {rule}.",
            "Space for {rule} is reserved in {answer}.",
            "{answer} is equipped for works within {rule}.",
        ),
        (
            "{answer} stands in the record.",
            "The record binds {answer}.",
            "In the signed record {answer} is underlined.",
            "Searchers of the storage record will find {answer}.",
            "The technicians initialled the record on the line for {answer}.",
        ),
    ),
    fill=(
        "A stamp of the stores [ends|closes] the page.",
        "The technicians [{other} and {other}|{other} among them] assented.",
        "Humidity is held at {number} per cent.",
        "Crates are numbered from {number} upward.",
        "Installed in {year} by a firm in {place}.",
        "No owner is named in this record.",
        "Changes to this storage record require a new stamp.",
        "Lamps are changed every {number} weeks.",
    ),
)

_TOPICAL = Bank(
    core=(
        (
            "Collectors we met: {subject}\nA [doctor|brewer|judge] by training, {family} began to collect in {year}.",
            "At home with {subject}\nThe door is opened by {other}, the [housekeeper|nephew].",
            "{subject} turns {number}\nA birthday [salute|essay] by {other}.",
            "An interview with {subject}\nWe spoke in {place}, under a pear tree.",
            "Letters to the editor\n{subject} writes to correct our article of {year}.",
        ),
        (
            "The {object} was bought from {other} after a long correspondence.",
            "About the {object}, {family} only smiles.",
            "The {object} was restored in {place} by {other}.",
            "A poem on the {object} runs to {number} lines.",
            "{family} calls the {object} a stroke of luck.",
        ),
    ),
    fill=(
        "{family} plays the [cello|oboe], badly and daily.",
        "The dogs are named after [rivers|painters].",
        "In {year} a fire in {place} destroyed {number} frames.",
        "Friends fear the [stairs|stove] more than the critics.",
        "{family} owns {number} umbrellas.",
        "Breakfast is porridge with [plums|honey].",
        "A memoir is announced for next year.",
        "{other} drives the car, since {family} never learned.",
        "Money came from a [soap|candle] works in {place}.",
        "The garden has {number} kinds of mint.",
    ),
)

_BACKGROUND = Bank(
    core=(
        (
            "{other} repainted a gallery in {place} [dove grey|chalk white].",
            "Opening hours\nThe east gallery closes at [five|six] in winter.",
            "Staff news\n{other} joins us from {place} as [a restorer|an attendant].",
            "The gallery roof\nSlates were replaced in {year} by {other}.",
            "A walk through {place}\nBehind the fountain lies a small gallery of clocks.",
            "Lost umbrellas: {number} this [month|quarter], says {other}.",
            "Lecture\n{other} on [varnish|frames|forgery], in the lower gallery.",
            "The friends of the museum met in {place}; {other} took the chair.",
            "How to clean a gallery floor, by {other}\nBegin with [sawdust|cold tea].",
            "Children's corner\n{other} shows how to draw a gallery in perspective.",
        ),
    ),
    fill=(
        "A gallery in {place} was closed for {number} days because of wasps.",
        "The cloakroom tokens are made of [bone|tin].",
        "{other} counted {number} visitors on a wet Sunday.",
        "A skylight is leaking over the long gallery, where buckets stand.",
        "The tea room serves [seed cake|barley soup].",
        "{other} got a ladder on loan and never returned it.",
        "Frames from {place} are gilded with real leaf.",
        "The gallery cat had {number} kittens in {year}.",
        "The tea room displays cakes lent by a baker.",
        "{other} believes that the ceiling is older than {year}.",
        "A glazier from {place} was picked to mend the panes.",
        "The library lends {number} books a day.",
        "A shorter route to the north gallery runs past the boiler.",
        "{other} presents a prize for the [tidiest|quietest] class.",
        "The turnstile, where a fee is due, squeaks [at dusk|in frost].",
        "A crate from {place} was opened by mistake.",
        "The sign above the gallery steps has lost a letter.",
        "Attendants wear [green|brown] gloves since {year}.",
        "The bakery in {place} hosts a concert that {other} presents.",
        "The museum at {place} exchanged a stuffed bear for {number} chairs.",
        "The floor plan, entrusted to {other}, shows where the well is.",
        "A dentist lent his waiting room to exhibit {number} posters.",
        "A lender in {place} shows slides of [volcanoes|bridges].",
        "In the smallest gallery a window sticks.",
    ),
)

MUSEUMS = Domain(
    name="museums",
    noun="gallery",
    askings=_ASKINGS,
    objects=_OBJECTS,
    notice=_NOTICE,
    source_visible=_SOURCE_VISIBLE,
    identifier_visible=_IDENTIFIER_VISIBLE,
    replica=_REPLICA,
    final=_FINAL,
    bridge=_BRIDGE,
    middle=_MIDDLE,
    terminal=_TERMINAL,
    topical=_TOPICAL,
    background=_BACKGROUND,
    signers=("", " of the loans bureau", " - museum copy", ", leaf {number}", " (fair copy)"),
)
