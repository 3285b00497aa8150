"""The pages of a world, kind by kind."""

import random
from collections.abc import Iterator
from typing import NamedTuple

from benchmark.worlds.cast import Cast, Matter
from benchmark.worlds.domains.domain import Asking, Domain
from benchmark.worlds.labels import Condition, PageKind
from benchmark.worlds.resemblance import Shingles, resemblance, shingles
from benchmark.worlds.wording import Bank, Slots, composed, worded

# Every page's length in words is drawn from one distribution, so that length tells nothing of a page's kind.
SHORTEST, LONGEST = 70, 100
TOPICAL_PAGES = 5
# Of so many replicas no two share this part of their three-word shingles or more.
COMPARED_REPLICAS = 24
ALIKE = 0.55

KINDS_NAMED = ("a signed final record", "a signed bridge record and the signed storage record that it leads to")
_ID_LABELS = ("Record", "Entry", "Docket", "Register no.")
_SUBJECT_LABELS = ("Subject", "Concerning", "In the matter of")
_LINK_LABELS = ("Governed by", "Refers to", "Handed on to")
_RULE_LABELS = ("Rule", "Schedule", "Order", "Clause")
_NUMBERS = tuple(str(number) for number in range(2, 100))
_YEARS = tuple(str(year) for year in range(1702, 1990))


class Draft(NamedTuple):
    """A page before it has an id."""

    kind: PageKind
    text: str


class Setting(NamedTuple):
    """What all pages of a world share."""

    domain: Domain
    cast: Cast
    asking: Asking

    def slots(self, matter: Matter, answer: str = "", **more: str) -> Slots:
        """What sentences about a matter may name."""
        noun = self.domain.noun
        written = (f"{noun.capitalize()} {answer}", f"{answer} {noun.capitalize()}")
        return {
            "subject": (matter.subject,),
            "family": (matter.subject.split()[-1],),
            "object": (matter.object,),
            "answer": written if answer else (),
            "echo": (self.asking.echo,),
            "other": self.cast.others,
            "place": self.cast.places,
            "number": _NUMBERS,
            "year": _YEARS,
            **{name: (value,) for name, value in more.items()},
        }


def question(setting: Setting) -> str:
    """The world's question."""
    matter = setting.cast.matter
    return setting.asking.ask.format(subject=matter.subject, object=matter.object)


def notice(rng: random.Random, setting: Setting, condition: Condition) -> Draft:
    """The provisional notice; in the visible conditions it also names the kinds or the ids of the records."""
    domain, matter = setting.domain, setting.cast.matter
    core = domain.notice.core
    if condition == "source_visible":
        core += (domain.source_visible,)
    if condition == "identifier_visible":
        core += (domain.identifier_visible,)
    slots = setting.slots(
        matter,
        kinds=KINDS_NAMED[min(len(matter.rules), 1)],
        identifiers=" and ".join((matter.record_id, *matter.rules)),
    )
    return Draft("notice", composed(rng, Bank(core, domain.notice.fill), slots, _length(rng)))


def replicas(rng: random.Random, setting: Setting, count: int) -> Iterator[Draft]:
    """Coordinated pages with the false answer, no two the same and the first ones no near-duplicates."""
    slots = setting.slots(setting.cast.matter, setting.cast.false)
    kept: list[Shingles] = []
    for draft in _different(rng, "replica", setting.domain.replica, slots, None):
        if count == 0:
            return
        if len(kept) < COMPARED_REPLICAS:
            cut = shingles(draft.text)
            if any(resemblance(cut, other) >= ALIKE for other in kept):
                continue
            kept.append(cut)
        count -= 1
        yield draft


def topical(rng: random.Random, setting: Setting) -> Iterator[Draft]:
    """Background pages about the question's subject, which answer nothing."""
    return _different(rng, "background", setting.domain.topical, setting.slots(setting.cast.matter), TOPICAL_PAGES)


def background(rng: random.Random, setting: Setting, count: int) -> Iterator[Draft]:
    """Pages about the domain's other business."""
    slots = {name: values for name, values in setting.slots(setting.cast.matter).items() if name in _NEUTRAL}
    return _different(rng, "background", setting.domain.background, slots, count)


_NEUTRAL = ("other", "place", "number", "year")


def _different(rng: random.Random, kind: PageKind, bank: Bank, slots: Slots, count: int | None) -> Iterator[Draft]:
    """Pages of one kind, no two the same; without end where `count` is None."""
    seen: set[str] = set()
    while count is None or len(seen) < count:
        text = composed(rng, bank, slots, _length(rng))
        if text not in seen:
            seen.add(text)
            yield Draft(kind, text)


def decisive(rng: random.Random, setting: Setting) -> list[Draft]:
    """The records that settle the question, in the order of the chain."""
    return list(_chain(rng, setting, setting.cast.matter))


def decoys(rng: random.Random, setting: Setting) -> Iterator[Draft]:
    """Records of the same form about other subjects and rules."""
    for matter in setting.cast.decoys:
        for record in _chain(rng, setting, matter):
            yield Draft("decoy", record.text)


def _chain(rng: random.Random, setting: Setting, matter: Matter) -> Iterator[Draft]:
    """A matter's records: one final record, or a bridge, bridges between, and a storage record."""
    domain = setting.domain
    subject = (_SUBJECT_LABELS, matter.subject)
    own = (_ID_LABELS, matter.record_id)
    if not matter.rules:
        slots = setting.slots(matter, matter.answer)
        yield Draft("final", _record(rng, domain, "FINAL", [own, subject], domain.final, slots))
        return
    slots = setting.slots(matter, rule=matter.rules[0])
    fields = [own, subject, (_LINK_LABELS, matter.rules[0])]
    yield Draft("bridge", _record(rng, domain, "BRIDGE", fields, domain.bridge, slots))
    for rule, following in zip(matter.rules, matter.rules[1:], strict=False):
        slots = setting.slots(matter, rule=rule, next=following)
        fields = [(_ID_LABELS, rule), (_LINK_LABELS, following)]
        yield Draft("bridge", _record(rng, domain, "BRIDGE", fields, domain.middle, slots))
    slots = setting.slots(matter, matter.answer, rule=matter.rules[-1])
    fields = [(_RULE_LABELS, matter.rules[-1])]
    yield Draft("terminal", _record(rng, domain, "STORAGE", fields, domain.terminal, slots))


def _record(
    rng: random.Random, domain: Domain, kind: str, fields: list[tuple[tuple[str, ...], str]], bank: Bank, slots: Slots
) -> str:
    """A record: its heading, its fields in any order, its prose."""
    heading = worded(rng, rng.choice((f"SIGNED {kind} RECORD", f"Signed {kind.lower()} record")), {})
    heading += worded(rng, rng.choice(domain.signers), slots)
    lines = [heading, *(f"{rng.choice(labels)}: {value}" for labels, value in rng.sample(fields, len(fields)))]
    words = _length(rng) - len(" ".join(lines).split())
    return "\n".join([*lines, composed(rng, bank, slots, words)])


def _length(rng: random.Random) -> int:
    return rng.randint(SHORTEST, LONGEST)
