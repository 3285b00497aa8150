"""Editions of one record: the newest in force settles the matter, and the older ones hand it on to it."""

from collections.abc import Sequence
from typing import TypeVar

from evidence.records import Record

MaybeRecord = TypeVar("MaybeRecord", bound=Record | None)


def newest_in_force(records: Sequence[MaybeRecord]) -> list[MaybeRecord]:
    """Turn every older edition into a bridge to the newest of its series, and tell the newest what it replaces.

    A document's reader gives a record a date only once it is in force, so the newest dated one is the newest in
    force. Two of equal date both stay, and disagree openly if they do. An older edition under the newest one's id
    gets its date behind its own id, so that a link by that id leads to the newest alone. Running it on its own
    result changes nothing.
    """
    newest: dict[str, list[Record]] = {}
    for record in records:
        if record is not None and record.series and record.effective is not None:
            rivals = newest.setdefault(record.series, [])
            if not rivals or record.effective >= (rivals[0].effective or record.effective):
                newest[record.series] = [r for r in rivals if r.effective == record.effective] + [record]
    older = [r for r in records if r is not None and r.series and _is_older(r, newest[r.series])]
    names: dict[str, list[str]] = {}
    for record in older:
        names.setdefault(record.series, []).append(_dated(record))
    return [_edition(record, newest, names) for record in records]


def _is_older(record: Record, newest: Sequence[Record]) -> bool:
    return record.effective is not None and record.effective < (newest[0].effective or record.effective)


def _dated(record: Record) -> str:
    return f"{record.record_id} of {record.effective}"


def _edition(record: MaybeRecord, newest: dict[str, list[Record]], names: dict[str, list[str]]) -> MaybeRecord:
    if record is None or not record.series or record.series not in names:
        return record
    heads = newest[record.series]
    if not _is_older(record, heads):
        replaced = tuple(dict.fromkeys((*record.replaces, *names[record.series])))
        return record.model_copy(update={"replaces": replaced})
    targets = tuple(dict.fromkeys(head.record_id for head in heads))
    own_id = _dated(record) if record.record_id in targets else record.record_id
    return record.model_copy(update={"role": "bridge", "record_id": own_id, "links_to": targets, "series": ""})
