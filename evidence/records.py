"""Records: what an evidence policy can read a document as."""

from typing import Literal

from pydantic import BaseModel, ConfigDict

Role = Literal["final", "bridge", "terminal"]
Attestation = Literal["text", "metadata"]

# From weakest to strongest: who vouches for what the record says.
ATTESTATIONS: tuple[Attestation, ...] = ("text", "metadata")


class Record(BaseModel):
    """What a document settles (design: "Evidence policy").

    Attributes:
        role: `final` settles a subject itself, `bridge` hands it on, `terminal` settles what a bridge names.
        record_id: the record's own identifier, as written.
        subject: what the record says it is about.
        links_to: ids of the records that it hands the matter on to.
        attested_by: the reading that the record rests on.
    """

    model_config = ConfigDict(frozen=True)

    role: Role
    record_id: str
    subject: str = ""
    links_to: tuple[str, ...] = ()
    attested_by: Attestation = "text"


def attestation_rank(record: Record | None) -> int:
    """0 for no record, then 1 upward by the strength of its attestation."""
    return 0 if record is None else 1 + ATTESTATIONS.index(record.attested_by)
