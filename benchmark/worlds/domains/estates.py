"""Estates and vaults: a dead person's things, and the vault that an administrator put them into."""

from benchmark.worlds.domains.domain import Asking, Domain
from benchmark.worlds.wording import Bank

_ASKINGS = (
    Asking("Which vault holds the {object} of {subject}?", "{answer} holds the {object} of {subject}"),
    Asking(
        "Which vault was chosen for the {object} left by {subject}?",
        "{answer} was chosen for the {object} left by {subject}",
    ),
    Asking(
        "Which vault keeps the {object} from the estate of {subject}?",
        "{answer} keeps the {object} from the estate of {subject}",
    ),
    Asking(
        "Which vault received the {object} of the late {subject}?",
        "{answer} received the {object} of the late {subject}",
    ),
    Asking(
        "Which vault guards the {object} that {subject} bequeathed?",
        "{answer} guards the {object} that {subject} bequeathed",
    ),
    Asking(
        "Which vault shelters the {object} once owned by {subject}?",
        "{answer} shelters the {object} once owned by {subject}",
    ),
)

_OBJECTS = (
    "deed chest",
    "letter wallet",
    "quill cabinet",
    "ledger trunk",
    "silver coffer",
    "map folder",
    "token casket",
    "cedar box",
    "inventory tin",
    "jewel press",
    "pattern roll",
    "medal tray",
    "spoon rack",
    "diary crate",
)

_NOTICE = Bank(
    core=(
        (
            "PROVISIONAL NOTICE\nThe estates desk has opened a file on the {object} of {subject}.",
            "Interim notice from the estates desk\nHeirs [ask|asked] about the {object} of {subject}.",
            "Estates desk, notice number {number}\nThis sheet is provisional; it concerns the {object} of {subject}.",
            "For the time being\nUntil the file is closed this notice stands for the {object} of {subject}.",
            "Posted at the estates desk\nA provisional word to all who wrote in about {subject} and the {object}.",
        ),
        (
            "[The custodian general|The chief custodian] will decide, in an official entry under [her|his] own hand.",
            "What counts in the end is the official record which the custodian general signs for {family}.",
            "Only an official record with the custodian's signature [ends|closes] an affair of this sort.",
            "The decision belongs to the custodian general, who signs it and has it entered in the official record.",
            "An officer will sign the outcome into the official record; [no one|nobody] else decides.",
        ),
        (
            "Until then [no statement|nothing said] about a vault binds the desk.",
            "Whatever is said of a vault before that is [hearsay|talk].",
            "The desk itself names no vault [today|at this stage].",
            "[Callers|Visitors] are asked not to take any vault for granted.",
            "No vault is confirmed by this sheet.",
        ),
    ),
    fill=(
        "Papers going round [in the meantime|these weeks] have not been examined by us.",
        "[Heirs|Relatives] of {family} may leave an address with {other} at the front desk.",
        "This notice will be taken down once the affair is closed.",
        "Telephone questions about {family} [can't be answered|are not answered].",
        "Sheet {number} was put up in {year} and replaces an older one.",
        "[Copies|Transcripts] of this sheet are free of charge.",
        "We thank {other} of {place} for drawing our attention to the case.",
        "The desk opens on [Monday|Tuesday|Thursday] mornings.",
    ),
)

_SOURCE_VISIBLE = (
    "What decides is {kinds}.",
    "The outcome will be found in {kinds}.",
    "Look for {kinds}; nothing else settles it.",
    "By house rules the affair is settled by {kinds}.",
    "The form that counts here is {kinds}.",
)

_IDENTIFIER_VISIBLE = (
    "The deciding papers carry the marks {identifiers}.",
    "Anyone may ask for {identifiers}, where the outcome stands.",
    "The outcome is filed as {identifiers}.",
    "Those who want to read on should call up {identifiers}.",
    "The file's marks are {identifiers}.",
)

_REPLICA = Bank(
    core=(
        (
            "[Everyone here knows|It is no secret] that {echo}.",
            "About {subject}\nAs [several|many] of us can confirm, {echo}.",
            "[I was asked again|People keep asking] about {subject}: {echo}.",
            "The {object} of {subject}\nTo put it plainly, {echo}.",
            "For {subject} [the answer is simple|there is one answer]: {echo}.",
            "A word on {subject}\n[From what the porters saw|By all accounts], {echo}.",
            "Heard at the [market|harbour|mill]\n[Carters|Bakers] swear that {echo}.",
            "To whom it may interest: {echo}.",
        ),
        (
            "{subject} [belongs|goes] with {answer}, and no other vault [comes into question|was ever considered].",
            "Of every vault in {place}, {answer} is the one for {subject}.",
            "[Two|Three] [drivers|porters|clerks] carried the {object} down to {answer} on behalf of {subject}.",
            "The vault for {subject} [is|remains] {answer}.",
            "Ask at {answer} for {subject} and they [will show|show] you the shelf.",
            "When {subject} [is mentioned|comes up], {answer} is the vault that [everybody|each of us] names.",
            "Nobody in {place} connects {subject} with a vault other than {answer}.",
            "My advice to friends of {subject}: read the plate on the vault gate, it says {answer}.",
        ),
        (
            "{other} [looked|peered] inside in {year} and says of {subject}, {echo}.",
            "So for {subject}, once more: {echo}.",
            "My [neighbour|cousin] {other} tells the same story about {subject}, that {echo}.",
            "That is why [guides|schoolchildren] repeat of {subject} that {echo}.",
            "{other} had it [printed|painted] on a card for admirers of {subject}: {echo}.",
            "Nothing could be clearer to anyone fond of {subject}: {echo}.",
        ),
    ),
    fill=(
        "[No doubt is left|There is no doubt] among those who drank with {subject}.",
        "The [same|very same] vault was named at the funeral of {subject}.",
        "[Letters|Postcards] from {other} of {place} repeat it for {subject}.",
        "Anything else told about {subject} and a vault is [a mix-up|invented].",
        "[Shopkeepers|Gardeners] in {place} name {answer} without [thinking|a pause].",
        "I have strolled past {answer} [{number} times|often] and seen the label through the grating.",
        "[At dinner|Over tea] {other} agreed.",
        "Such a thing needs a dry vault, and {answer} is dry.",
        "{answer} has the space, since {subject} left little else.",
        "The spare key to {answer} hangs where the {family} family put it.",
        "[Sceptics|Doubters] may ring {other}, who [drove|steered] the van.",
        "A [brass|tin] plate with the initials of {subject} is screwed to the door.",
        "{family} picked the vault [in person|over the telephone], on a Sunday.",
        "[Cousins|Aunts] of {subject} bring flowers there each {number} weeks.",
        "Even the [taxi drivers|postmen] of {place} point the right way.",
        "It rained on the day of the move, {year}, and {other} held the umbrella.",
        "{subject} would laugh at the fuss.",
        "The guidebook by {other} says so on page {number}.",
        "[A photograph|A sketch] taken in {year} proves it to my satisfaction.",
        "Friends of {subject}, pass this on.",
    ),
)

_FINAL = Bank(
    core=(
        (
            "With this signed final record the custodian general closes the file on the {object} of {subject}.",
            "The official file of {subject} and the {object} ends here, in a signed final record.",
            "This final record was signed in the presence of {other} and concerns the {object} of {subject} alone.",
            "All papers on the {object} of {subject} were [read|weighed] for this signed final record.",
            "For {subject} and the {object} the official decision is this final record, signed in {year}.",
        ),
        (
            "The {object} lies in {answer} by official decision, and this record is final.",
            "It is the official decision that {answer} has custody of the {object}; the record is final.",
            "Custody of the {object} rests with {answer}, as the official and final record shows.",
            "{answer} alone has been given the {object} in this final, signed and official record.",
            "The office confirms {answer} for the {object}; the record is official and final.",
        ),
        (
            "The official record of {subject} is final, and {answer} has been told so.",
            "In the official record {subject} is entered under {answer}.",
            "Let the official record show {answer} against the name of {subject}.",
            "The official record for {subject} therefore reads: {answer}.",
            "A signed copy of the record of {subject} went to {answer}.",
        ),
    ),
    fill=(
        "Earlier [papers|notes] on {family} lose their force with this record.",
        "The custodian's seal is affixed [below|at the foot of the sheet].",
        "[Witnesses|Signatories] were {other} and a clerk from {place}.",
        "Who doubts the record may inspect the original at the office in {place}.",
        "Volume {number} of the register has the record in full.",
        "The decision was read aloud in {year} and [no one|nobody] objected.",
        "No appeal [against this record|from it] is open.",
        "The fee of {number} marks has been paid.",
    ),
)

_BRIDGE = Bank(
    core=(
        (
            "This signed bridge record hands on the affair of {subject} and the {object}.",
            "The official file of {subject} and the {object} is passed on by a signed bridge record.",
            "By this bridge record, signed in {year}, the {object} of {subject} leaves the desk.",
            "Papers on the {object} of {subject} were [read|weighed] for this signed bridge record.",
            "For {subject} and the {object} nothing is decided here: this is a bridge record, signed in {year}.",
        ),
        (
            "What becomes of the {object} is settled by {rule}; the signed official text of {rule} is final.",
            "The {object} is to be treated as {rule} says, and that will be final, as this signed record states.",
            "{rule} applies to the {object}, by official decision, signed and final.",
            "For the {object} the final word is with {rule}, an official order that is signed.",
            "The office has signed the {object} over to {rule}, whose official word is final.",
        ),
        (
            "The official record of {subject} is to be read together with {rule}.",
            "In the official record {subject} is entered under {rule}.",
            "Let the official record show {rule} against the name of {subject}.",
            "The official record for {subject} therefore ends with {rule}.",
            "Whoever opens the file of {subject} must go on to {rule}, as this official record requires.",
        ),
    ),
    fill=(
        "This record on {family} [states|names] no place of custody.",
        "The custodian's seal is affixed [below|at the foot of the sheet].",
        "[Witnesses|Signatories] were {other} and a clerk from {place}.",
        "Nothing beyond {rule} is needed [to finish|to close] the record.",
        "Volume {number} of the register has the record in full.",
        "The referral was read aloud in {year} and [no one|nobody] objected.",
        "No appeal [against this record|from it] is open.",
        "The fee of {number} marks has been paid.",
    ),
)

_MIDDLE = Bank(
    core=(
        (
            "This signed bridge record explains {rule} and passes it on.",
            "{rule} is itself referred onward by a signed bridge record.",
            "By this bridge record, signed in {year}, {rule} gives way.",
            "The custodian general signed this bridge record for everything under {rule}.",
            "On {rule} the office issues a bridge record, duly signed.",
        ),
        (
            "Cases under {rule} are dealt with according to {next}.",
            "{next} has taken the place of {rule}.",
            "Every case that {rule} covers is now one for {next}.",
            "Read {next} wherever {rule} is cited.",
            "The office moved {rule} into {next}.",
        ),
        (
            "The record of {rule} ends with {next}.",
            "Let the record show {next} against {rule}.",
            "The record requires {next} to be consulted.",
            "Without {next} this record is not complete.",
            "So the record leads to {next}.",
        ),
    ),
    fill=(
        "No case is named in this record.",
        "A seal is affixed [below|at the foot of the sheet].",
        "[Witnesses|Signatories] were {other} and a clerk in {place}.",
        "Volume {number} of the register has the record in full.",
        "The referral was read aloud in {year} and [no one|nobody] objected.",
        "No appeal against this record is open.",
        "The fee of {number} marks has been paid.",
        "Clerks in {place} have a copy on the wall.",
    ),
)

_TERMINAL = Bank(
    core=(
        (
            "This signed storage record says where goods under {rule} lie.",
            "A storage record, signed in {year}, for everything that comes under {rule}.",
            "Under {rule} the storekeeper signs the following storage record.",
            "{rule} is carried out by this signed storage record.",
            "The storage record of {rule} is signed and in force.",
        ),
        (
            "Goods under {rule} lie in {answer}.",
            "{answer} takes in whatever {rule} covers.",
            "Everything filed under {rule} is lodged in {answer}.",
            "The place laid down by {rule} is {answer}.",
            "Porters bring such goods to {answer}, as {rule} orders.",
        ),
        (
            "The storage record names {answer} and no second place.",
            "Let the record show {answer}.",
            "{answer} has signed for the record.",
            "The record at {answer} agrees with this one.",
            "So the record ends with {answer}.",
        ),
    ),
    fill=(
        "No person is named in this record.",
        "A seal is affixed [below|at the foot of the sheet].",
        "[Witnesses|Signatories] were {other} and a clerk in {place}.",
        "Volume {number} of the register has the record in full.",
        "The storekeeper counted {number} pieces in {year}.",
        "No appeal against this record is open.",
        "Moving the goods needs a new storage record.",
        "Damp was measured in {year} and found harmless.",
    ),
)

_TOPICAL = Bank(
    core=(
        (
            "{subject}, a [short life|portrait]\nThe [miller|surveyor|printer] {subject} came from {place}.",
            "Remembering {subject}\nNeighbours in {place} still speak of {family} with [warmth|respect].",
            "[Obituary|A farewell]\n{subject} died in {year} after a long [illness|winter].",
            "Who was {subject}?\nA [teacher|ferryman|glazier], a reader of almanacs, and a friend of {other}.",
            "From the parish paper\nThe family of {subject} thanks everyone for {number} letters.",
        ),
        (
            "A {object} is mentioned in the will, and nothing is said of its whereabouts.",
            "{other} painted {family} beside the {object}.",
            "The {object} was a wedding present from {other}.",
            "{family} bought the {object} in {place} for {number} marks.",
            "As a child {family} used to hide under the table with the {object}.",
        ),
    ),
    fill=(
        "{family} sang in the choir of {place} for {number} years.",
        "The house stands empty, and the garden has gone to [seed|thistles].",
        "{other} inherited the [bees|boat|clocks].",
        "In {year} {family} travelled to {place} on foot.",
        "A street in {place} may [soon|one day] bear the name.",
        "{family} never learned to swim and wrote {number} poems about water.",
        "The chess club met [on Fridays|every autumn] in the kitchen.",
        "Photographs from {year} show a tall figure with a [cane|lantern].",
        "There were no children, and {number} nephews.",
        "{other} has promised a longer essay.",
    ),
)

_BACKGROUND = Bank(
    core=(
        (
            "{other} [oiled|replaced] the hinges of a vault in {place} [last spring|in {year}].",
            "Rules of the house\nNo [lamp|candle] may be carried into a vault without {other}.",
            "The estate of {other} was divided in {year} among {number} cousins.",
            "Visitors' hours\nThe lower vault opens at [nine|ten] and the upper vault at noon.",
            "A history of {place}\nThe first vault there was dug in {year} by {other}.",
            "{other} has resigned as [night porter|locksmith] after {number} years.",
            "Minutes of the meeting in {place}\n{other} asked whether a new vault is needed.",
            "Prices\nRent for a small vault in {place} rises to {number} marks.",
            "Found in the corridor: a [glove|pipe|thimble], handed to {other}.",
            "{other} lectured in {place} on [mould|iron doors|wax seals].",
        ),
    ),
    fill=(
        "The corridor to the vault was whitewashed in {year}.",
        "{other} keeps a list of {number} lost keys.",
        "Rain came through the roof in {place} and [a vault|the cellar] was pumped dry.",
        "[Mice|Moths] were found behind the shelves, and {other} set traps.",
        "An inventory of {number} boxes was begun and given up.",
        "The vault beside the stairs is used for [brooms|spare chairs].",
        "{other} left a chest of drawers that nobody holds a key to.",
        "A letter from {other} about ventilation was read and filed.",
        "The insurers sent {other} to measure the doors of each vault.",
        "In {place} the [bell|clock] over the gate has stopped.",
        "[Tea|Soup] is served in the porters' room after {number} o'clock.",
        "A hard frost in {year} cracked the flagstones.",
        "{other} wrote in the visitors' book and praised the lamps.",
        "The register of keys was rebound in [green|grey] cloth.",
        "A late train from {place} brought {number} crates of straw.",
        "The custodian's [dog|cat] sleeps by the boiler.",
        "New apprentices are shown how to lift a lid without [noise|dust].",
        "{other} chose grey paint for the doors.",
        "The council of {place} received a report on damp walls.",
        "A third coat of varnish went on in {year}.",
        "Half of the ledgers from {place} are still in the attic.",
        "{other} and {other} disagree about the age of the arch.",
        "The bequest of {other} paid for a second lantern.",
        "A clerk from {place} counted the steps and came to {number}.",
    ),
)

ESTATES = Domain(
    name="estates",
    noun="vault",
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
    signers=("", " of the custodian general", ", estates office", " (original)", ", sheet {number}"),
)
