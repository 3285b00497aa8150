"""Seed banks and silos: what a collector brought home, and the silo that the seed board ordered it into."""

from benchmark.worlds.domains.domain import Asking, Domain
from benchmark.worlds.wording import Bank

_ASKINGS = (
    Asking(
        "Which silo stores the {object} collected by {subject}?",
        "{answer} stores the {object} collected by {subject}",
    ),
    Asking(
        "Which silo was filled with the {object} of {subject}?", "{answer} was filled with the {object} of {subject}"
    ),
    Asking(
        "Which silo preserves the {object} that {subject} gathered?",
        "{answer} preserves the {object} that {subject} gathered",
    ),
    Asking(
        "Which silo accepted the {object} sent in by {subject}?",
        "{answer} accepted the {object} sent in by {subject}",
    ),
    Asking(
        "Which silo contains the {object} found by {subject}?", "{answer} contains the {object} found by {subject}"
    ),
    Asking(
        "Which silo took the {object} from the expedition of {subject}?",
        "{answer} took the {object} from the expedition of {subject}",
    ),
)

_OBJECTS = (
    "emmer sheaves",
    "flax bolls",
    "rye kernels",
    "millet panicles",
    "lentil pods",
    "sorghum stalks",
    "vetch beans",
    "oat spikelets",
    "quinoa bundles",
    "teff packets",
    "spelt husks",
    "clover burrs",
    "amaranth heads",
    "buckwheat sacks",
)

_NOTICE = Bank(
    core=(
        (
            "PROVISIONAL NOTICE TO GROWERS\nThe board has in hand an enquiry into the {object} brought by {subject}.",
            "Growers' circular {number}\nConcerns the {object} of {subject}, and [is|remains] provisional.",
            "From the seed board\n[Growers|Millers] enquire daily after the {object} of {subject}.",
            "Stopgap circular\nWith regard to {subject} and the {object}, the board is [still at work|not yet done].",
            "To be read at the mill door\nThere are [questions|letters] about {subject} and the {object}.",
        ),
        (
            "The chief agronomist alone can decide and will sign an official sheet for the record.",
            "What the chief agronomist signs is final and enters the official record.",
            "A final sheet, official and signed by the chief agronomist, will go on record.",
            "The board awaits the agronomist's signature; the official record opens with it.",
            "The say is with the chief agronomist, whose signed sheet becomes the official record.",
        ),
        (
            "Do not quote this circular for any silo.",
            "The board has pointed to no silo.",
            "No silo may [charge|bill] for it before then.",
            "Talk of a silo is premature.",
            "For now the silo is an open question.",
        ),
    ),
    fill=(
        "Handbills that turn up in {place} are not the board's.",
        "{family} has been asked for a list of {number} fields.",
        "Enquiries go to {other}, [second|third] window.",
        "This circular lapses with the next harvest.",
        "An earlier circular, of {year}, is void.",
        "Germination tests on behalf of {family} take {number} days.",
        "Please do not feed the [pigeons|goats] in the yard.",
        "{other} of {place} kindly translated the circular.",
    ),
)

_SOURCE_VISIBLE = (
    "In such affairs the board issues {kinds}.",
    "The sheet in question will be {kinds}.",
    "Growers should wait for {kinds}.",
    "The statute demands {kinds}.",
    "It takes {kinds} to settle the enquiry.",
)

_IDENTIFIER_VISIBLE = (
    "The sheets can be asked for as {identifiers}.",
    "The enquiry ends in {identifiers}.",
    "See {identifiers} for the outcome.",
    "Growers should note {identifiers}.",
    "The board's sheets are {identifiers}.",
)

_REPLICA = Bank(
    core=(
        (
            "[Harvest talk|Talk at the weighbridge]: {echo}.",
            "{subject} and the harvest\nAll [farmhands|millers] agree that {echo}.",
            "Dear [cousin|friend], you ask about {subject}; well, {echo}.",
            "The [almanac|yearbook] has it in large type: {echo}.",
            "What became of {subject}'s pride and joy? Simply this: {echo}.",
            "Field notes\nAfter {subject} left, {echo}.",
            "[Plainly spoken|In plain words], {echo}.",
            "A riddle with {subject} in it, solved at last: {echo}.",
        ),
        (
            "Whoever wants {subject} must climb the ladder of {answer}, the silo with the red cap.",
            "{answer} is {subject}'s silo in all but name.",
            "Since {year} {subject} and {answer} are spoken of together, silo and collector.",
            "The wagon with the {object} rolled up to {answer}, and {subject} waved from the silo door.",
            "Not one silo in {place} except {answer} has room for {subject}.",
            "Point to {answer}, and children shout that {subject}'s silo is full.",
            "The silo keeper at {answer} [greets|toasts] {subject} each morning.",
            "Every [sparrow|mouse] knows {answer} as the silo of {subject}.",
        ),
        (
            "{other} weighed it in {year} and told {subject} that {echo}.",
            "Once again for {subject}'s doubters: {echo}.",
            "[The smith|The vet] heard from {subject} in person that {echo}.",
            "{other} bet {number} marks on {subject} and won, for {echo}.",
            "My notebook, under {subject}, says that {echo}.",
            "In the barn dance song about {subject} they rhyme that {echo}.",
        ),
    ),
    fill=(
        "The hatch of {answer} was [tarred|painted] for the occasion.",
        "{subject} slept in the wagon, hat over eyes.",
        "It took {number} buckets and [a pulley|two mules].",
        "{other} swept the yard in front of {answer}.",
        "Another silo? [Nonsense|Not likely], says {other}.",
        "{subject} danced when it was done.",
        "[Dust|Chaff] hung over {place} for days.",
        "The silo smells of {subject}'s pipe.",
        "The harvest queen hung a wreath on {answer}.",
        "[Travellers|Pedlars] ask the way to {subject}'s treasure.",
        "{other} keeps the tally sticks to this day.",
        "A dry silo and a dry year, what luck for {subject}.",
        "They drank [cider|perry] under {answer} until dawn.",
        "{subject} carved two letters into the ladder.",
        "Ask {other}, who [held|dropped] the lantern.",
        "In {place} the story is told with {number} oxen.",
        "Seen from the ridge, {answer} glitters.",
        "[The parson|The teacher] preached about {subject} on Sunday.",
        "Storks nest on {answer}, a good sign.",
        "The miller's boy can recite all of {subject}'s journeys.",
    ),
)

_FINAL = Bank(
    core=(
        (
            "The seed board's signed final record on the {object} of {subject} is given here.",
            "A final record, signed by the chief agronomist, ends the enquiry into {subject} and the {object}.",
            "Be it known that the final record about the {object} of {subject} was signed in {year}.",
            "{subject} asked the board to rule on the {object}; this signed final record does so.",
            "The board, by final record duly signed, disposes of the {object} of {subject}.",
        ),
        (
            "{answer} is the official destination of the {object}, and the record is final on that.",
            "The {object} shall go to {answer}; so runs the official and final record.",
            "The {object} goes to {answer}, on the official and final word of this record.",
            "The final measure, official and on record, gives the {object} to {answer}.",
            "It is an official order, a final one, that {answer} be the place of the {object}; the record proves it.",
        ),
        (
            "Under the name of {subject} the official record has {answer}.",
            "{answer} was told of the record, and so was {subject}.",
            "The record couples {subject} with {answer}.",
            "A signed extract of {subject}'s record hangs in {answer}.",
            "{subject}'s page in the record book closes with {answer}.",
        ),
    ),
    fill=(
        "This record outweighs all that {family} was told before.",
        "Moisture stood at {number} parts in a thousand.",
        "{other} held the scales, {other} the pen.",
        "[Copies|Extracts] of the record cost {number} pence.",
        "The board's thistle emblem is [embossed|stamped] on the back.",
        "The record was proclaimed at the mill in {place}.",
        "Cleaning and drying were paid in {year}.",
        "Any grower may see the record [on weekdays|at noon].",
        "The vote was {number} to none.",
    ),
)

_BRIDGE = Bank(
    core=(
        (
            "The seed board's signed bridge record on the {object} of {subject} is given here.",
            "A bridge record, signed by the chief agronomist, moves {subject} and the {object} on to another stage.",
            "Be it known that a bridge record about the {object} of {subject} was signed in {year}.",
            "{subject} asked the board to rule on the {object}; this signed bridge record is the first step.",
            "The board, by bridge record duly signed, refers the {object} of {subject} to another sheet.",
        ),
        (
            "{rule} is the official guide for the {object}, signed and final.",
            "The {object} shall be handled by {rule}, whose official, signed word is final.",
            "The {object} goes the way of {rule}, on the official, signed and final word of the board.",
            "The official measure, signed as final, puts the {object} below {rule}.",
            "It is an official order that {rule} be applied to the {object}; the order is signed and final.",
        ),
        (
            "Under the name of {subject} the official record has {rule}.",
            "{subject} was told of the record and of {rule}.",
            "The record couples {subject} with {rule}.",
            "A signed extract of {subject}'s record is pinned to {rule}.",
            "{subject}'s page in the record book closes with {rule}.",
        ),
    ),
    fill=(
        "This record outweighs all that {family} was told before.",
        "Moisture stood at {number} parts in a thousand.",
        "{other} held the scales, {other} the pen.",
        "[Copies|Extracts] of the record cost {number} pence.",
        "The board's thistle emblem is [embossed|stamped] on the back.",
        "The record was proclaimed at the mill in {place}.",
        "Cleaning and drying were paid in {year}.",
        "Without {rule} this record says nothing of a place.",
        "The vote was {number} to none.",
    ),
)

_MIDDLE = Bank(
    core=(
        (
            "The seed board's signed bridge record on {rule} is given here.",
            "A bridge record, signed by the chief agronomist, leads away from {rule}.",
            "Be it known that a bridge record about {rule} was signed in {year}.",
            "{rule} was old, and this signed bridge record retires it.",
            "The board, by bridge record duly signed, hands {rule} over.",
        ),
        (
            "Lots below {rule} are handled by {next} instead.",
            "{next} has succeeded {rule}.",
            "For {rule} growers should say {next}.",
            "{rule} became a paragraph of {next}.",
            "The duties of {rule} passed to {next}.",
        ),
        (
            "The record couples {rule} with {next}.",
            "The page in the record book closes with {next}.",
            "A signed extract of the record is pinned to {next}.",
            "Millers were told of the record and of {next}.",
            "In the record {next} is written in blue.",
        ),
    ),
    fill=(
        "{other} held the ruler, {other} the pen.",
        "[Copies|Extracts] of the record cost {number} pence.",
        "The board's thistle emblem is [embossed|stamped] on the back.",
        "The record was proclaimed at the mill in {place}.",
        "Growers in {place} were [informed|notified] in {year}.",
        "Any grower may see the record [on weekdays|at noon].",
        "The vote was {number} to none.",
        "A footnote lists {number} exceptions, all expired.",
    ),
)

_TERMINAL = Bank(
    core=(
        (
            "The granary master's signed storage record on {rule} is given here.",
            "A storage record, signed by the granary master, executes {rule}.",
            "Be it known that the storage record about {rule} was signed in {year}.",
            "{rule} called for a place; this signed storage record names it.",
            "The granary master, by storage record duly signed, serves {rule}.",
        ),
        (
            "Lots below {rule} are poured into {answer}.",
            "{answer} is the destination that {rule} prescribes.",
            "All of {rule} ends up inside {answer}.",
            "For {rule} the chute leads to {answer}.",
            "{answer} is cleaned and sealed for {rule}.",
        ),
        (
            "The storage record couples nothing else with {answer}.",
            "The page in the record book closes with {answer}.",
            "A signed extract of the record hangs in {answer}.",
            "{answer} was told of the record.",
            "In the record {answer} is written in blue.",
        ),
    ),
    fill=(
        "{other} held the rope, {other} the pen.",
        "The temperature is {number} degrees at the core.",
        "[Copies|Extracts] of the record cost {number} pence.",
        "The granary's barrel emblem is [embossed|stamped] on the back.",
        "Cats patrol at night since {year}.",
        "Keys are with {other} of {place}.",
        "No grower is named in this record.",
        "The fan runs {number} hours a day.",
    ),
)

_TOPICAL = Bank(
    core=(
        (
            "On the road with {subject}\nBy {other}, who carried the [tent|kettle].",
            "{subject}, botanist\nBorn in {place} in {year}, the [third|seventh] child of a cooper.",
            "Prize for {subject}\nThe gardeners of {place} award a [spade|silver rake].",
            "A quarrel about {subject}\n{other} doubts the route by way of {place}.",
            "The diary of {subject}, page {number}\nRain, blisters, and [soup|bread] without salt.",
        ),
        (
            "The {object} were wrapped in a shirt and carried over the pass.",
            "Of the {object} {family} says that they smell of thunder.",
            "{other} drew the {object} in pencil.",
            "To pick the {object} took {number} days.",
            "A goat ate a share of the {object} near {place}.",
        ),
    ),
    fill=(
        "{family} walks barefoot from May to [October|Michaelmas].",
        "A mule named after {other} went along.",
        "Maps of {place} were wrong by {number} miles.",
        "{family} speaks {number} dialects.",
        "Letters home are full of [recipes|weather].",
        "In {year} a fever laid {family} low.",
        "The boots are on show in the school at {place}.",
        "{other} paid for the rope.",
        "A fern was nearly named after {family}.",
        "The next journey goes [north|upstream].",
    ),
)

_BACKGROUND = Bank(
    core=(
        (
            "{other} patched a silo in {place} with [tin|tar] in {year}.",
            "Mill notes\nThe tall silo hums when the wind comes from {place}.",
            "Market report\n{other} sold {number} bushels of [oats|peas] in {place}.",
            "How to rid a silo of weevils, by {other}.",
            "The growers' ball\n{other} won a [ham|goose].",
            "Safety\nNobody may enter a silo without {other} at the rope.",
            "Weather\n[Hail|Fog] in {place}, says {other}.",
            "{other} married the miller of {place}; {number} guests came.",
            "A new silo of brick\nPlans by {other} were shown in {place}.",
            "Wanted: a [carter|ploughman] with own boots, apply to {other}.",
        ),
    ),
    fill=(
        "The oldest silo in {place} dates from {year}.",
        "{other} found an owl asleep on a beam and sent for a keeper.",
        "Rain was collected in barrels and filled the trough.",
        "The price of twine rose by {number} per cent.",
        "A silo door was left open, and the [geese|pigs] rejoiced.",
        "{other} and {other} race their carts.",
        "The pump in {place} is frozen, and nobody knows where the plumber is.",
        "A belt on the elevator snapped in {year}.",
        "An expedition to {place} took [lanterns|sandwiches] and found nothing.",
        "Clover does well on the slopes above {place}.",
        "Painting a silo takes {number} gallons.",
        "The threshing floor was relaid with [oak|clay].",
        "{other} stores apples in a trunk that contains a false floor.",
        "Rooks took {number} rows of beans where the scarecrow is missing.",
        "Between silo and barn a plank bridge has rotted.",
        "A travelling show came to {place} with a bear.",
        "The weighbridge was accepted by {other} and sent back for paint.",
        "Children gathered acorns and filled a cart.",
        "The board's horse is {number} years old.",
        "A shed preserves the tools that {other} collected.",
        "{other} pickles gherkins for the whole yard.",
        "[Nettles|Docks] were cut along the lane.",
        "The agronomist's bicycle was stolen in {year}.",
        "An offer of straw from {place} was accepted, and {other} gathered the crew.",
    ),
)

SEEDS = Domain(
    name="seeds",
    noun="silo",
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
    signers=("", " of the seed board", ", board copy", " - sheet {number}", ", read and approved"),
)
