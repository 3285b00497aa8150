"""Theatres and lofts: a costume that a performer made famous, and the loft that the intendant awarded it to."""

from benchmark.worlds.domains.domain import Asking, Domain
from benchmark.worlds.wording import Bank

_ASKINGS = (
    Asking("Which loft houses the {object} worn by {subject}?", "{answer} houses the {object} worn by {subject}"),
    Asking(
        "Which loft inherited the {object} sewn for {subject}?", "{answer} inherited the {object} sewn for {subject}"
    ),
    Asking(
        "Which loft hides the {object} that {subject} danced in?",
        "{answer} hides the {object} that {subject} danced in",
    ),
    Asking(
        "Which loft swallowed the {object} after {subject} retired?",
        "{answer} swallowed the {object} after {subject} retired",
    ),
    Asking(
        "Which loft claimed the {object} once {subject} left the stage?",
        "{answer} claimed the {object} once {subject} left the stage",
    ),
    Asking(
        "Which loft was promised the {object} designed by {subject}?",
        "{answer} was promised the {object} designed by {subject}",
    ),
    Asking(
        "Which loft was emptied for the {object} of {subject}?", "{answer} was emptied for the {object} of {subject}"
    ),
)

_OBJECTS = (
    "mermaid tail",
    "doge mantle",
    "beggar cloak",
    "harlequin jerkin",
    "swan bodice",
    "ghost shroud",
    "judge periwig",
    "shepherd smock",
    "dragon mask",
    "velvet farthingale",
    "peacock turban",
    "pewter breastplate",
    "pilgrim cape",
    "hussar tunic",
    "widow veil",
)

_NOTICE = Bank(
    core=(
        (
            "CALLBOARD, PROVISIONAL SHEET\nWardrobe is looking into the {object} of {subject}; patience, everyone.",
            "Pinned beside the prompter's chair\nNothing is settled yet regarding {subject} or the {object}.",
            "Wardrobe slip {number}\n[Dressers|Extras] fret over {subject} and the {object}, so we reply to all.",
            "To cast, crew and orchestra\nA query touches the {object} of {subject}; take this as a stopgap.",
            "Interval announcement\nYes, we know about {subject}; yes, the {object} is being traced.",
            "Before the curtain\nWith {subject} and the {object} a provisional line must [serve|suffice].",
        ),
        (
            "The intendant rules on costumes, and rulings are written, with a signature, into our official record.",
            "Hold out for the intendant, please: a signature, an official record, and then the quarrel is over.",
            "When the intendant has heard everyone, the verdict is signed and kept as official record.",
            "An official record is owed to you, and the intendant will sign one after the tailors have spoken.",
            "Final words on costume are spoken by the intendant and preserved, signed, as official record.",
        ),
        (
            "Dressers, stop guessing at a loft.",
            "Wardrobe recommends no loft, [hints|winks] notwithstanding.",
            "Whoever shouts the name of a loft across the pit is improvising.",
            "Is there a loft behind this already? We could not tell you.",
            "Should someone sell you a loft, [smile|bow] and walk away.",
        ),
    ),
    fill=(
        "Playbills scribbled on by [extras|ushers] don't speak on our behalf.",
        "{other} gathers questions in a hatbox near the porter.",
        "Rehearsals go on as usual, [half past ten|ten sharp].",
        "Devotees of {family}, kindly stop ringing the cloakroom during the overture.",
        "Slip {number} had a moustache drawn on it and is replaced.",
        "With luck we unpin everything ahead of the {place} tour.",
        "The spelling of {family} was verified against the payroll of {year}.",
        "{other} lent spectacles to the typist, bless the soul.",
        "No autographs, no exceptions.",
    ),
)

_SOURCE_VISIBLE = (
    "Costume quarrels end, beneath this roof, with {kinds}.",
    "Verdicts on costume come dressed as {kinds}.",
    "You will know the verdict by its form: {kinds}.",
    "Keep your eyes open for {kinds}.",
    "Article four insists on {kinds}.",
)

_IDENTIFIER_VISIBLE = (
    "Call for {identifiers} at the archive hatch.",
    "The verdict sits under {identifiers}.",
    "Among the prompt books, turn to {identifiers}.",
    "Archive tags: {identifiers}.",
    "Curious? Then study {identifiers}.",
)

_REPLICA = Bank(
    core=(
        (
            "Psst, here is [balcony|pit] gossip: {echo}.",
            "{subject}, a love letter\nDarlings, weep no longer, {echo}.",
            "Scene, a dressing room. First dresser: is it true? Second dresser: why, {echo}.",
            "Did you miss the rumour about {subject}? Here goes, {echo}.",
            "Overture\nRaise the curtain on {subject}: {echo}.",
            "Spotted from row {number}\nWith opera glasses one can tell that {echo}.",
            "Encore for {subject}\nShout it to the rafters, {echo}.",
            "The wigmaker winked, the flautist nodded, and so I print it: {echo}.",
            "Cast list, curtain times, and this about {subject}: {echo}.",
            "Green room, midnight\n[Champagne|Gin] loosens tongues, hence we learn that {echo}.",
        ),
        (
            "Climb past the flies, mind your head, and {answer} opens on {subject}, in a loft worthy of royalty.",
            "Of all ladders backstage {subject} trusted one, the one up to {answer}, a loft without moths.",
            "Say {subject} and any flyman hums {answer}, as though no loft but that existed.",
            "What other loft could suit {subject}? It is {answer}, [naturally|obviously].",
            "{answer} smells of {subject}, greasepaint and all, as a loft should.",
            "Playgoers tip their hats to {answer}, the loft that {subject} made famous.",
            "I would stake my best boots that {answer} is the loft with {subject} scrawled on its beam.",
            "Two flights, one trapdoor, {answer}: thus {subject} won a loft and an ovation.",
            "Seek {subject} in the attic gloom of {answer}; no rival loft [comes near|compares].",
        ),
        (
            "Exit {subject}, pursued by applause, while {echo}.",
            "{other} whispered it to the understudy of {subject}, namely that {echo}.",
            "Critics pan everything by {subject} bar one fact: {echo}.",
            "Curtain call, {subject}, and a last time in chorus, {echo}.",
            "When {other} saluted {subject} with warm beer, the refrain was that {echo}.",
            "Learn it like your lines, pupils of {subject}: {echo}.",
            "The prompter may nap, {subject} needs no cue, for {echo}.",
        ),
    ),
    fill=(
        "[Bravo|Hurrah], {subject}, [bravo|hurrah].",
        "{other} fainted on a ladder in {answer}, out of sheer [joy|devotion].",
        "Each hook in {answer} gleams thanks to {other}.",
        "Naphthalene, lavender, {answer}: a perfume unto itself.",
        "Wherever {subject} is, a kiss is blown at the pulleys.",
        "[Scandal|Gout] aside, {subject} never missed [a cue|an entrance].",
        "A [trombone|cello] solo greeted {answer}.",
        "Tourists from {place} beg for a glimpse of {subject}.",
        "{other} recited {number} verses on {subject} and then the lights failed.",
        "Where is {subject} adored? Where sequins rain like hail.",
        "Should {other} contradict me, throw [tomatoes|cabbages].",
        "Rival yarns come from people who snored through the third act of {subject}.",
        "[Tenors|Sopranos] cross themselves when passing {answer}.",
        "The prima ballerina [envies|grudges] {subject} that loft.",
        "{answer} boasts a fresh bolt, courtesy of {other}.",
        "Barmen in {place} named a cocktail for {subject}.",
        "Ushers sell maps to {answer} for {number} farthings.",
        "{subject} bowed {number} times, then slid down the rope.",
        "My seat creaked, but I heard {answer} plain as a [gong|drum].",
        "What a loft, what a staircase, what an evening for {subject}.",
        "Fire buckets line {answer}, a whim of {other}.",
        "The orchestra of {place} composed a polka about {subject} in {year}.",
        "In the wings {other} weeps whenever {subject} is named.",
        "Where would [carpenters|florists] be without {subject}?",
    ),
)

_FINAL = Bank(
    core=(
        (
            "Both tailors heard, the intendant grants one signed final record touching the {object} of {subject}.",
            "Costume court, last sitting: {subject}, the {object}, and one signed final record.",
            "Curtain down on the dispute over {subject} and the {object}, by signed final record from the intendant.",
            "Let the company hear the final record, signed at noon, on {subject} and the {object}.",
            "Signed by the intendant as final record follows all that touches {subject} and that {object}.",
            "Here the inquest on {subject} and the {object} expires, in its final record, signed twice over.",
        ),
        (
            "Verdict, official and final: hang the {object} in {answer}, as this record directs.",
            "{answer} wins the {object}, says the official record, and final means final.",
            "In official terms the {object} belongs with {answer}; regard this record as final.",
            "An official finding, final in effect, lifts the {object} to {answer} and becomes a record hereby.",
            "Officially, and by final record, {answer} shall be hung with the {object}.",
        ),
        (
            "Against {subject} the archive's official record prints {answer}.",
            "A dresser recited the official record to {subject}, ending on the words {answer}.",
            "Anyone citing {subject} must cite the official record and {answer} in one breath.",
            "The signed, official record of {subject} was carried to {answer} and nailed there.",
            "Consequently this record of {subject} joins the official papers of {answer}.",
        ),
    ),
    fill=(
        "Null: all that dressing rooms rumoured of {family}.",
        "Two tailors, {other} and {other}, swore to the stitching.",
        "Seal: a lyre above crossed needles.",
        "Buttons missing: {number}.",
        "An actor chanted the record from the apron before the matinee.",
        "Minutes ran to {number} sheets, coffee stains included.",
        "Stains were lifted by {other} of {place}, with benzine.",
        "Objections had to reach us by [Lent|Whitsun], and none came.",
        "An usher locks the ink away.",
        "Ballot among the seamstresses: {number} for, none against.",
    ),
)

_BRIDGE = Bank(
    core=(
        (
            "Short of a verdict, the intendant grants one signed bridge record touching the {object} of {subject}.",
            "Costume court, first sitting: {subject}, the {object}, and one signed bridge record.",
            "Interval in the dispute over {subject} and the {object}, by signed bridge record from the intendant.",
            "Let the company hear the bridge record, signed at noon, on {subject} and the {object}.",
            "Signed by the intendant as bridge record follows all that touches {subject} and that {object}.",
            "Here the inquest on {subject} and the {object} pauses, in its bridge record, signed twice over.",
        ),
        (
            "Ruling, official, duly signed, and final: treat the {object} in keeping with {rule}.",
            "{rule} binds the {object}, says the official side, signed in full, and final means final.",
            "In official terms the {object} is a case of {rule}; its signed wording is final.",
            "An official finding, signed, final in effect, ties the {object} to {rule}.",
            "Officially, by a signed decree and a final one, {rule} is laid upon the {object}.",
        ),
        (
            "Against {subject} the archive's official record prints {rule}.",
            "A dresser recited the official record to {subject}, ending on the words {rule}.",
            "Anyone citing {subject} must cite the official record and {rule} in one breath.",
            "The signed, official record of {subject} was stitched to a copy of {rule}.",
            "Consequently this record of {subject} joins the official papers of {rule}.",
        ),
    ),
    fill=(
        "Null: all that dressing rooms rumoured of {family}.",
        "Two tailors, {other} and {other}, swore to the stitching.",
        "Seal: a lyre above crossed needles.",
        "Buttons missing: {number}.",
        "An actor chanted the record from the apron before the matinee.",
        "Minutes ran to {number} sheets, coffee stains included.",
        "Stains were lifted by {other} of {place}, with benzine.",
        "Of hooks and rails this record is silent; {rule} speaks.",
        "An usher locks the ink away.",
        "Ballot among the seamstresses: {number} for, none against.",
    ),
)

_MIDDLE = Bank(
    core=(
        (
            "The intendant grants one signed bridge record so that {rule} may yield to another text.",
            "Costume court, sitting between acts: {rule}, and one signed bridge record.",
            "Let the company hear the bridge record, signed at noon, on {rule}.",
            "Signed by the intendant as bridge record follows all that touches {rule}.",
            "Scene change for {rule}, by signed bridge record from the intendant.",
        ),
        (
            "Costumes that {rule} used to direct are directed by {next}.",
            "Where the prompt book says {rule}, speak {next}.",
            "{next} understudies {rule} and has learned the whole part.",
            "{rule} bows out, {next} steps in.",
            "Fold {rule} away and unfold {next}.",
        ),
        (
            "Further down, the archive's record prints {next}.",
            "A dresser recited the record, ending on the words {next}.",
            "Anyone citing the record must cite {next} in one breath.",
            "The record was stitched to a copy of {next}.",
            "Consequently the record joins the papers of {next}.",
        ),
    ),
    fill=(
        "Performers go unnamed here.",
        "Two tailors, {other} and {other}, measured the margins.",
        "Seal: a lyre above crossed needles.",
        "Wardrobes in {place} had warning as early as {year}.",
        "An actor chanted the record from the apron before the matinee.",
        "Minutes ran to {number} sheets, coffee stains included.",
        "Crossed-out lines: {number}.",
        "An usher locks the ink away.",
        "Ballot among the seamstresses: {number} for, none against.",
        "{other} hummed while copying.",
    ),
)

_TERMINAL = Bank(
    core=(
        (
            "The wardrobe keeper grants one signed storage record covering all costumes that {rule} directs.",
            "Costume stores, roll call: {rule}, and one signed storage record.",
            "Let the dressers hear the storage record, signed at dawn, on {rule}.",
            "Signed by the wardrobe keeper as storage record follows all that touches {rule}.",
            "Props down, ladders up: one signed storage record performs {rule}.",
        ),
        (
            "Costumes directed by {rule} hang in {answer}.",
            "{rule} rhymes with {answer}, as dressers joke.",
            "Hoist whatever {rule} directs into {answer}.",
            "Rails are ready in {answer} for {rule}.",
            "By {rule} the pulleys run to {answer}.",
        ),
        (
            "Further down, the archive's storage record prints {answer}.",
            "A dresser recited the storage record, ending on the words {answer}.",
            "Anyone citing the record must say {answer} in one breath.",
            "The record was nailed up in {answer}, twice.",
            "Consequently the storage record joins the papers of {answer}.",
        ),
    ),
    fill=(
        "Performers go unnamed here.",
        "Two dressers, {other} and {other}, tested the rails.",
        "Seal: a thimble above a coat hook.",
        "Camphor is renewed by {other}.",
        "Hangers at the last inventory: {number}.",
        "Skylights face {place} and admit little sun.",
        "A moth trap, patented in {year}, ticks by the hatch.",
        "Only felt slippers beyond the top rung, please.",
        "Dust sheets come off {number} times a season.",
        "{other} hummed while copying.",
    ),
)

_TOPICAL = Bank(
    core=(
        (
            "{subject} in {number} roles\nA [pirate|nun|miser] at twenty, a king at sixty.",
            "Backstage with {subject}\n{other} boils the kettle and tells all.",
            "How {subject} mastered the swoon\nIt began in {place} with a loose floorboard.",
            "Fan mail to {subject}\nA schoolgirl of {place} encloses a pressed violet.",
            "Profile of {subject}\nHeight, vast; voice, vaster; {number} marriages, all in verse.",
            "{subject} remembers\nThe first fee was a [herring|cabbage], paid in {place}.",
        ),
        (
            "Three fittings were needed before the {object} stopped itching.",
            "In a fit of temper {family} trod on the {object}.",
            "{other} copied the {object} in paper for the carnival at {place}.",
            "The {object} won a whistle from the balcony.",
            "Moonlight made the {object} look [blue|green] from the stalls.",
            "Rumour insists that the {object} began life as a curtain.",
        ),
    ),
    fill=(
        "{family} gargles with [honey|brine] ahead of tragedies.",
        "Superstition forbids {family} to whistle.",
        "A duel with {other}, using spoons, went to {family} on points.",
        "Memory for verse, superb; memory for rent, none.",
        "Audiences in {place} threw {number} carnations in {year}.",
        "{other} still mimics the famous limp.",
        "{family} keeps a tortoise that attends rehearsals.",
        "One sneeze in {year} ruined a death scene.",
        "Memoirs are threatened, {number} chapters so far.",
        "Handwriting: like a spider on skates.",
        "{other} plays the mother, though younger by {number} months.",
    ),
)

_BACKGROUND = Bank(
    core=(
        (
            "Stage door log\n{other} arrived late, with a parrot.",
            "The thunder sheet is dented, reports {other}, and a loft leaks above it.",
            "Audition call\nNeeded for {place}: {number} gravediggers, one able to juggle.",
            "Lost property\nOne garter, one loft key, a score with jam on it.",
            "Review\n{other} played the miser in {place}, though the gaslight played better.",
            "Fire drill\nDown from the loft to the street in {number} seconds, timed by {other}.",
            "{other} explains how to sweep a loft: from the back, humming.",
            "Raffle results\nThe framed view of a loft goes to {other} of {place}.",
            "Puppet matinee\n{other} works the strings and {other} the crocodile.",
            "Box office takings at {place}: {number} shillings and a button.",
            "Choir practice moves to the paint loft, because {other} has measles.",
            "Our {place} correspondent writes\nThe revolve stuck in {year} and {other} pushed.",
        ),
    ),
    fill=(
        "A trapdoor in the old loft squeaks in tune.",
        "{other} lost {number} hairpins down the organ.",
        "Somebody has worn through the carpet outside box {number}.",
        "The extras of {place} danced while the candles lasted.",
        "Kittens were born in the loft behind the drums.",
        "{other} hides peppermints in the metronome.",
        "Sandbags were emptied and stuffed afresh by {other}.",
        "The bar ran out of [lemons|ice] ahead of act two.",
        "A hem sewn in haste came undone at {place}.",
        "{other} dabbed {number} clouds on the backcloth.",
        "Understudies practise falling on a heap of [cushions|hay].",
        "The limelight man of {place} retired to breed ducks.",
        "Our orchestra pit houses a family of toads.",
        "{other} designed a moon that waxes.",
        "Tickets promised to {other} turned up in a shoe.",
        "A loft hatch fell and missed {other} by an inch.",
        "Glue for false noses arrived from {place}.",
        "{other} claimed the sofa and refused to budge.",
        "The season of {year} ended in debt and laughter.",
        "Half the chorus left for {place} with colds.",
        "A ladder to the loft lacks {number} rungs.",
        "[Bats|Swifts] swoop through the upper circle at dusk.",
        "{other} and {other} fence with umbrellas in the foyer.",
        "The safety curtain shows a map of {place}, with errors.",
        "A nephew inherited the ticket booth, along with {number} debts.",
        "Mice swallowed the prompter's biscuits.",
    ),
)

THEATRE = Domain(
    name="theatre",
    noun="loft",
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
    signers=("", " of the playhouse", " / costume court", ", folio {number}", " for the archive"),
)
