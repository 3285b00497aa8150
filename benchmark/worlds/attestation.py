"""Attested worlds: each record told by its words, by attested metadata and by a signature, and a policy for each.

The keys that sign are made from their names, the same for all worlds: they protect nothing but the benchmark's sums.
"""

import hashlib
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from benchmark.worlds.world import World, WorldPage
from evidence.keys import PrivateKey
from evidence.policy import EvidencePolicy, load_policy
from evidence.records import Record
from evidence.signatures import SIGNATURE_FIELD, Claims, sign, text_sha256

# Three evidence policies and the public keys; a folder of attested worlds holds a copy.
POLICIES = Path(__file__).parent / "policies"
ISSUED, LONG_AGO = date(2026, 1, 1), date(2025, 1, 1)


def _key(kid: str) -> PrivateKey:
    seed = hashlib.sha256(f"socrates-bench worlds/{kid}".encode()).digest()
    return PrivateKey(kid, Ed25519PrivateKey.from_private_bytes(seed))


REGISTRAR, CLERK = _key("registrar"), _key("clerk")


@lru_cache
def evidence_policies() -> dict[str, EvidencePolicy]:
    """The three policies, by the weakest attestation that each counts; all read a world's own records alike."""
    return {name: load_policy(str(POLICIES / f"{name}.yaml")) for name in ("text", "metadata", "signature")}


def with_attested_records(world: World) -> World:
    """The world with attestation on every page that its words make a record."""
    return world.model_copy(update={"pages": tuple(_with_attestation(page) for page in world.pages)})


def _with_attestation(page: WorldPage) -> WorldPage:
    record = evidence_policies()["text"].read(page.text, {})
    return page if record is None else page.model_copy(update={"metadata": attestation(page.text, record)})


def attestation(text: str, record: Record, issued: date = ISSUED) -> dict[str, Any]:
    """A genuine record's metadata: the attested fields and the registrar's signature."""
    fields = {"kind": record.role, "record": record.record_id, "subject": record.subject, "since": issued.isoformat()}
    onward = {"next": list(record.links_to)} if record.links_to else {}
    return {**fields, **onward, SIGNATURE_FIELD: signature(text, record, REGISTRAR, issued)}


def signature(text: str, record: Record, key: PrivateKey, issued: date = ISSUED) -> str:
    """A compact JWS over a text and its record's claims."""
    claims = Claims(
        sha256=text_sha256(text),
        role=record.role,
        record_id=record.record_id,
        subject=record.subject,
        links_to=record.links_to,
        issued=issued,
    )
    return sign(claims, key)
