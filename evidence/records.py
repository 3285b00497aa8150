"""Records: what an evidence policy can read a document as."""

from datetime import date
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

Role = Literal["final", "bridge", "terminal"]
Attestation = Literal["text", "metadata", "signature"]

# From weakest to strongest: who vouches for what the record says.
ATTESTATIONS: tuple[Attestation, ...] = ("text", "metadata", "signature")


class Record(BaseModel):
    """What a document settles (design: "Evidence policy").

    Attributes:
        role: `final` settles a subject itself, `bridge` hands it on, `terminal` settles what a bridge names.
        record_id: the record's own identifier, as written.
        subject: what the record says it is about.
        links_to: ids of the records that it hands the matter on to.
        attested_by: the reading that the record rests on.
        signer: the key that signed it, where it rests on a signature.
        effective: the day from which it is in force, where its policy reads dates.
        series: what tells the editions of one record from other records; only a dated record has one.
        replaces: the older editions that it took the place of.
    """

    model_config = ConfigDict(frozen=True)

    role: Role
    record_id: str
    subject: str = ""
    links_to: tuple[str, ...] = ()
    attested_by: Attestation = "text"
    signer: str = Field(default="", exclude_if=lambda value: not value)
    effective: date | None = Field(default=None, exclude_if=lambda value: value is None)
    series: str = Field(default="", exclude_if=lambda value: not value)
    replaces: tuple[str, ...] = Field(default=(), exclude_if=lambda value: not value)


def attestation_rank(record: Record | None) -> int:
    """0 for no record, then 1 upward by the strength of its attestation."""
    return 0 if record is None else 1 + ATTESTATIONS.index(record.attested_by)
