"""Ship manifests and berths: a ship's cargo, and the berth that the harbour master gave it."""

from benchmark.worlds.domains.domain import Asking, Domain
from benchmark.worlds.wording import Bank

_ASKINGS = (
    Asking("Which berth unloads the {object} of the {subject}?", "{answer} unloads the {object} of the {subject}"),
    Asking(
        "Which berth is reserved for the {object} aboard the {subject}?",
        "{answer} is reserved for the {object} aboard the {subject}",
    ),
    Asking(
        "Which berth handles the {object} carried by the {subject}?",
        "{answer} handles the {object} carried by the {subject}",
    ),
    Asking(
        "Which berth was granted to the {subject} for its {object}?",
        "{answer} was granted to the {subject} for its {object}",
    ),
    Asking(
        "Which berth must the {subject} use to land the {object}?",
        "{answer} is what the {subject} must use to land the {object}",
    ),
    Asking("Which berth serves the {subject} with the {object}?", "{answer} serves the {subject} with the {object}"),
)

_OBJECTS = (
    "indigo bales",
    "cork slabs",
    "tin ingots",
    "salt blocks",
    "teak planks",
    "raisin kegs",
    "hemp coils",
    "copra bags",
    "slate tiles",
    "vinegar jars",
    "whale oil",
    "wool packs",
    "sugar cones",
    "pepper drums",
)

_NOTICE = Bank(
    core=(
        (
            "PROVISIONAL NOTICE, HARBOUR HOUSE\nThe {subject} is signalled with {object}.",
            "Harbour house to all pilots, signal {number}\nConcerning the {subject} and its {object}; provisional.",
            "Chalked up at the pier head\nThe {subject}, with {object}, [lies off the mole|waits in the roads].",
            "Interim signal\nCrews keep asking about the {subject} and the {object}.",
            "Pilots, please note\nThe {object} of the {subject} [wait|waits] outside, nothing is arranged.",
        ),
        (
            "The harbour master decides, and signs the official log as final.",
            "It needs the harbour master's hand in the official record, signed and final.",
            "The final order comes from the harbour master, is signed, and goes on record.",
            "Harbour house will obey the official record that the harbour master signs, nothing else.",
            "When the harbour master has signed, the official record will say it for good.",
        ),
        (
            "Until then [keep clear of|tie up at] no berth.",
            "No berth has been spoken for.",
            "A berth called out from the quay is hot air.",
            "Harbour house has chalked up no berth.",
            "Which berth it will be, harbour house can't say.",
        ),
    ),
    fill=(
        "Slips of paper passed between [tugs|boats] are not from us.",
        "The owners of the {family} were wired in {year}.",
        "Signals are given by {other} from the tower.",
        "This signal comes down at [slack water|sunset].",
        "Signal {number} of last week is cancelled.",
        "Fog is expected towards {place}.",
        "{other} has the watch.",
        "Pilotage for the {family} is {number} crowns.",
    ),
)

_SOURCE_VISIBLE = (
    "By harbour law it is done with {kinds}.",
    "Masters should look out for {kinds}.",
    "The order is given as {kinds}.",
    "Wait for {kinds}, and for nothing less.",
    "Harbour house works with {kinds}.",
)

_IDENTIFIER_VISIBLE = (
    "The order is logged as {identifiers}.",
    "Masters may read {identifiers} in the tower.",
    "Log marks for the order: {identifiers}.",
    "The tower will post {identifiers}.",
    "For the order, signal {identifiers}.",
)

_REPLICA = Bank(
    core=(
        (
            "[Ahoy|Hear this], {echo}.",
            "{subject}, last report\n[The tugs|The pilots] all say that {echo}.",
            "Overheard in the [Anchor|Mermaid] taproom: {echo}.",
            "From the log of a [dredger|ferry]\nOff {place}; {echo}.",
            "Bets on the {subject} are [paid|off], because {echo}.",
            "If your uncle sails in the {subject}, tell him that {echo}.",
            "Quayside gossip about the {subject}\n[Believe it or not|It is true], {echo}.",
            "The {subject} again: {echo}.",
        ),
        (
            "Look for the masts of the {subject} at {answer}, the berth by the ice house.",
            "{answer} is a berth as if built for the {subject}.",
            "[Stevedores|Crane men] with barrows wait for the {subject} at {answer}, the busiest berth.",
            "The {subject} has its lines on {answer}, a berth with {number} bollards.",
            "Her captain steers the {subject} to {answer} by habit, past each other berth.",
            "They chalked {subject} on the berth wall of {answer}.",
            "Where the {object} go there goes {answer}, and the {subject} knows its berth.",
            "At the berth called {answer} the {subject} lit her lanterns.",
        ),
        (
            "{other}, mate of the {subject}, [swore|sang] it: {echo}.",
            "As I said of the {subject} before, {echo}.",
            "The cook of the {subject} told {other} in {year} that {echo}.",
            "In the song of the {subject} [verse two|the chorus] has it that {echo}.",
            "Ring the {subject}'s agent and hear that {echo}.",
            "A parrot aboard the {subject} repeats that {echo}.",
        ),
    ),
    fill=(
        "{other} rowed round the {subject} and came back wet.",
        "The [gulls|cats] of {answer} are fat already.",
        "A berth at the far mole would [sink|shame] the {subject}.",
        "The {subject} drew {number} feet of water.",
        "[Rope|Chain] from {place} holds the {subject} fast.",
        "At {answer} the cranes were greased by {other}.",
        "The {subject}'s flag has been mended with red thread.",
        "Crews of {number} ships have seen it.",
        "{other} saved a place at {answer} with a barrel.",
        "Children wave to the {subject} from the steps.",
        "The tide at {answer} is kind.",
        "Her owner, {other}, named the {subject} after an aunt.",
        "[Rum|Coffee] was served on {answer} at eight bells.",
        "Who says another berth has not seen the {subject}.",
        "The lamps of {answer} burn [green|white].",
        "The {subject} scraped the mole in {year} and laughed it off.",
        "{other} of {place} bought the first load unseen.",
        "Mark my words and mark {answer}.",
        "The harbour band played for the {subject}.",
        "A diver looked at the keel of the {subject} near {answer}.",
    ),
)

_FINAL = Bank(
    core=(
        (
            "The harbour master has signed this final record for the {subject} and the {object}.",
            "Logged as a signed final record: the {subject}, laden with {object}.",
            "To the master of the {subject}, a signed final record about the {object}.",
            "This signed final record settles the call of the {subject} with {object}.",
            "The {subject} having declared {object}, the final record is signed and posted.",
        ),
        (
            "{answer} is ordered for the {object}; the order is official, final and on record.",
            "By official order the {object} will come ashore at {answer}, as the final record states.",
            "The official and final order on record is to bring the {object} to {answer}.",
            "On record, official and final: the {object} to {answer}.",
            "The {object} have {answer} by official order, and no order after this record is final but this.",
        ),
        (
            "The official record of the {subject} gives {answer}.",
            "{answer} was cleared for the {subject} and the record says so.",
            "Beside the {subject} the record shows {answer}.",
            "The {subject} was handed the signed record with {answer} on it.",
            "The tower flew {answer} for the {subject} and made a record of it.",
        ),
    ),
    fill=(
        "Older orders to the {family} are struck from the record.",
        "Wind was [south|east], force {number}.",
        "{other} countersigned for the tower.",
        "Dues of {number} crowns are settled.",
        "The record is read out to masters at [dawn|dusk].",
        "The last port of the {family} was {place}.",
        "Harbour house's anchor stamp is in the corner.",
        "The record stays in the tower until {year} is forgotten.",
        "Tugs were ordered by {other}.",
    ),
)

_BRIDGE = Bank(
    core=(
        (
            "The harbour master has signed this bridge record for the {subject} and the {object}.",
            "Logged as a signed bridge record: the {subject}, laden with {object}.",
            "To the master of the {subject}, a signed bridge record about the {object}.",
            "This signed bridge record moves the call of the {subject} with {object} a step further.",
            "The {subject} having declared {object}, a bridge record is signed, an order to follow.",
        ),
        (
            "{rule} is ordered to apply to the {object}; the order is official, signed and final.",
            "By official order, signed and final, the {object} will be worked as {rule} has it.",
            "The official order, signed as final, is to bring the {object} before {rule}.",
            "Official, signed and final: the {object} fall to {rule}.",
            "The {object} have {rule} over them by official order, a signed and final one.",
        ),
        (
            "The official record of the {subject} gives {rule}.",
            "{rule} was invoked for the {subject} and the record says so.",
            "Beside the {subject} the record shows {rule}.",
            "The {subject} was handed the signed record with {rule} on it.",
            "The tower flew {rule} for the {subject} and made a record of it.",
        ),
    ),
    fill=(
        "Older orders to the {family} are struck from the record.",
        "Wind was [south|east], force {number}.",
        "{other} countersigned for the tower.",
        "Dues of {number} crowns are settled.",
        "The record is read out to masters at [dawn|dusk].",
        "The last port of the {family} was {place}.",
        "Harbour house's anchor stamp is in the corner.",
        "Masters without {rule} on board may borrow it.",
        "Tugs were ordered by {other}.",
    ),
)

_MIDDLE = Bank(
    core=(
        (
            "The harbour master has signed this bridge record for {rule}.",
            "Logged as a signed bridge record: {rule}.",
            "To every master, a signed bridge record about {rule}.",
            "This signed bridge record moves {rule} out of the way.",
            "{rule} having been [amended|redrawn], a bridge record is signed and posted.",
        ),
        (
            "Ships under {rule} now answer to {next}.",
            "{next} replaces {rule} from {year} onward.",
            "Strike out {rule} and write {next}.",
            "Sail by {next} where {rule} is quoted.",
            "The tower merged {rule} with {next}.",
        ),
        (
            "Beside {rule} the record shows {next}.",
            "The record gives {next}.",
            "{next} was invoked and the record says so.",
            "The tower flew {next} and made a record of it.",
            "Masters were handed the signed record with {next} on it.",
        ),
    ),
    fill=(
        "Wind was [south|east], force {number}.",
        "{other} countersigned for the tower.",
        "The record is read out to masters at [dawn|dusk].",
        "Harbour house's anchor stamp is in the corner.",
        "Charts from {place} show the change since {year}.",
        "Pilots paid {number} crowns for the printing.",
        "The record stays in the tower.",
        "{other} rang the bell {number} times.",
    ),
)

_TERMINAL = Bank(
    core=(
        (
            "The quartermaster has signed this storage record for {rule}.",
            "Logged as a signed storage record: {rule}.",
            "To every foreman, a signed storage record about {rule}.",
            "This signed storage record turns {rule} into practice.",
            "{rule} having taken effect, a storage record is signed and posted.",
        ),
        (
            "Ships under {rule} tie up at {answer}.",
            "{rule} sends every hull to {answer}.",
            "Freight under {rule} comes ashore at {answer}.",
            "{answer} is ordered by {rule}.",
            "Foremen apply {rule} at {answer} and stack the freight there.",
        ),
        (
            "The storage record gives {answer}.",
            "{answer} was cleared and the record says so.",
            "Foremen were handed the signed record with {answer} on it.",
            "The tower flew {answer} and made a record of it.",
            "In the record one reads {answer}.",
        ),
    ),
    fill=(
        "Wind was [south|east], force {number}.",
        "{other} countersigned for the foremen.",
        "Sheds hold {number} tons at most.",
        "Harbour house's anchor stamp is in the corner.",
        "Barrows come from {place}.",
        "The record stays in the shed.",
        "No ship is named in this storage record.",
        "{other} rang the bell {number} times in {year}.",
    ),
)

_TOPICAL = Bank(
    core=(
        (
            "Ships we love: the {subject}\nBuilt in {place} in {year}, of [larch|oak].",
            "The captain of the {subject}\n{other} went to sea at {number} and never looked back.",
            "A night on the {subject}\nBy {other}, [passenger|stowaway].",
            "Model of the {subject}\nA kit with {number} parts, reviewed by {other}.",
            "The {subject} and the storm\nOff {place} a [mast|rudder] went overboard.",
        ),
        (
            "The {object} shifted in the swell and were lashed down again.",
            "{other} paid in advance for the {object}.",
            "The smell of the {object} gets into the biscuits.",
            "The {object} came from {place} on {number} carts.",
            "Rats and {object} make poor company.",
        ),
    ),
    fill=(
        "The {family} has a figurehead in the shape of a [hare|bishop].",
        "Her best day's run was {number} leagues.",
        "A piano was once played on the deck of the {family}.",
        "{other} sewed the sails.",
        "In {year} the {family} raced a steamer and lost.",
        "The ship's goat is called after {other}.",
        "Paint is [ochre|blue] above the waterline.",
        "The crew come from {place} and argue about soup.",
        "The bell of the {family} has a crack.",
        "Her next voyage goes to {place}.",
    ),
)

_BACKGROUND = Bank(
    core=(
        (
            "{other} dredged a berth in {place} in {year}.",
            "Tide table\nThe shallow berth dries out at [noon|midnight].",
            "Pilots' supper\n{other} carved the [eel|goose].",
            "Repairs\nA berth near the mole gets {number} new planks.",
            "Lighthouse news\n{other} trims the wick in {place}.",
            "For sale: an [anchor|oar], ask {other} in {place}.",
            "The swimming gala\n{other} swam from berth to berth in {number} minutes.",
            "A short history of {place}\nThe first berth there was a raft.",
            "{other} teaches knots on [Wednesdays|Saturdays].",
            "Customs\n{other} seized {number} parrots in {place}.",
        ),
    ),
    fill=(
        "A berth in {place} is let to herring boats.",
        "The crane was painted [yellow|black] in {year}.",
        "{other} caught a pike of {number} pounds.",
        "Nets dry along the wall.",
        "The fog horn of {place} is out of tune.",
        "Rubbish gathers in the inner berth after gales.",
        "{other} and {other} share a dinghy.",
        "The ropewalk burned in {year}.",
        "The chandler serves soup and handles {number} kinds of tar.",
        "[Mussels|Barnacles] cover the ladder.",
        "A table at the inn is reserved for pilots, who use it as a desk.",
        "The outer berth needs a new fender.",
        "{other} was granted leave to land a balloon.",
        "Ferries to {place} run each {number} minutes.",
        "A swan attacked {other}.",
        "The harbour master's hat blew off in {year}.",
        "The basin is [skimmed|swept] once a week.",
        "Ice closed the berth beside the slip for {number} days.",
        "A choir from {place} sang on the pier.",
        "{other} keeps hens on a barge.",
        "A mule carried {number} lamps up the tower.",
        "The launch unloads mail and carried a bride from {place}.",
        "The old berth under the bridge is home to otters.",
        "Visitors aboard the lightship must use the port ladder.",
    ),
)

HARBOUR = Domain(
    name="harbour",
    noun="berth",
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
    signers=("", " of harbour house", " (tower copy)", ", log {number}", " - for masters"),
)
