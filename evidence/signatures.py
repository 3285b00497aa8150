"""Signed records: a JWS (RFC 7515, EdDSA of RFC 8037) over a text's SHA-256 and what its record claims.

A signature is compact, with `alg` EdDSA, `typ` and the `kid` of a key in the policy's JWK set; keys, addresses or
certificates in its header are never read. Whatever is wrong with it has a name, and makes it count for nothing.
"""

import hashlib
import json
import re
from datetime import UTC, date, datetime
from enum import StrEnum
from typing import Annotated, Any, NamedTuple

import jwt
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from evidence.keys import PrivateKey, PublicKeys, from_base64url
from evidence.records import Role

SIGNATURE_FIELD = "signature"
ALGORITHM = "EdDSA"
# Keeps a signature that the same key made for another purpose from passing for a record (RFC 8725, 3.11).
TYPE = "socrates-record+jws"
SIGNATURE_BYTES, SIGNATURE_CHARACTERS = 64, 86
MAX_TOKEN_CHARACTERS = 65_536

_ALPHABET = re.compile(r"[A-Za-z0-9_.-]+")
_ENGINE = jwt.PyJWS(algorithms=[ALGORITHM])


class Fault(StrEnum):
    """Why a signature counts for nothing."""

    MALFORMED = "malformed"
    TRUNCATED = "truncated"
    ALGORITHM_NONE = "algorithm_none"
    ALGORITHM_UNKNOWN = "algorithm_unknown"
    WRONG_TYPE = "wrong_type"
    KEY_UNKNOWN = "key_unknown"
    KEY_EXPIRED = "key_expired"
    BAD_SIGNATURE = "bad_signature"
    CLAIMS_INVALID = "claims_invalid"
    TEXT_CHANGED = "text_changed"
    TITLE_CHANGED = "title_changed"
    NOT_YET_ISSUED = "not_yet_issued"
    RECORD_EXPIRED = "record_expired"
    SIGNER_NOT_NAMED = "signer_not_named"
    ROLE_NOT_ALLOWED = "role_not_allowed"
    SUBJECT_NOT_ALLOWED = "subject_not_allowed"


FAULTS: dict[Fault, str] = {
    Fault.MALFORMED: "The signature is no compact JWS.",
    Fault.TRUNCATED: "The signature is cut short.",
    Fault.ALGORITHM_NONE: "The signature says alg none, so nobody signed it.",
    Fault.ALGORITHM_UNKNOWN: "The signature uses another algorithm than EdDSA.",
    Fault.WRONG_TYPE: f"The signature was made for something else: its typ is not {TYPE}.",
    Fault.KEY_UNKNOWN: "The signature names a key that is not in the policy's JWK set.",
    Fault.KEY_EXPIRED: "The key that signed has expired.",
    Fault.BAD_SIGNATURE: "The signature doesn't verify under the key that it names.",
    Fault.CLAIMS_INVALID: "What was signed is no record's claims.",
    Fault.TEXT_CHANGED: "The signature is over another text: this one was changed, or the signature copied here.",
    Fault.TITLE_CHANGED: "The signature is over another title than the document shows.",
    Fault.NOT_YET_ISSUED: "The record is dated in the future.",
    Fault.RECORD_EXPIRED: "The record has expired.",
    Fault.SIGNER_NOT_NAMED: "The key is in the JWK set, but no signer of this rule names it.",
    Fault.ROLE_NOT_ALLOWED: "The key may not attest records of this role.",
    Fault.SUBJECT_NOT_ALLOWED: "The key may not attest records about this subject.",
}


class Claims(BaseModel):
    """What a signature covers.

    Attributes:
        sha256: of the document's whole text in UTF-8, in hex.
        title: the document's title, which readers see beside the text; "" for none.
        role: what kind of record it is.
        record_id: the record's own identifier.
        subject: what it is about.
        links_to: ids of the records that it hands the matter on to.
        issued: the day from which it is in force.
        expires: its last day, or None.
        series: names the record that this is an edition of; its id where empty.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    sha256: str = Field(pattern=r"^[0-9a-f]{64}$")
    title: str = ""
    role: Role
    record_id: Annotated[str, Field(min_length=1, pattern=r"\S")]
    subject: str = ""
    links_to: tuple[str, ...] = ()
    issued: date
    expires: date | None = None
    series: str = ""


class Signed(NamedTuple):
    """Claims whose signature verifies, and the key that made it."""

    claims: Claims
    kid: str


def text_sha256(text: str) -> str:
    """The hash that a signature covers."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def sign(claims: Claims, key: PrivateKey) -> str:
    """Sign a record's claims; gives a compact JWS."""
    payload = claims.model_dump_json(exclude_defaults=True).encode("utf-8")
    return _ENGINE.encode(payload, key.signer, algorithm=ALGORITHM, headers={"kid": key.kid, "typ": TYPE})


def verify(token: object, text: str, title: str, keys: PublicKeys, as_of: date) -> Signed | Fault:
    """Verify a document's signature as a whole: form, key, signature, text, title and dates.

    Args:
        token: the document's `signature`, as it stands in untrusted metadata.
        text: the document's whole text.
        title: its title, or "".
        keys: the policy's keys.
        as_of: the day to judge dates by.
    """
    header = _header(token)
    if isinstance(header, Fault):
        return header
    key = keys.named(header["kid"]) if isinstance(header.get("kid"), str) else None
    if key is None:
        return Fault.KEY_UNKNOWN
    if key.has_ended(as_of):
        return Fault.KEY_EXPIRED
    try:
        payload = _ENGINE.decode_complete(str(token), key.verifier(), algorithms=[ALGORITHM])["payload"]
    except jwt.InvalidSignatureError:
        return Fault.BAD_SIGNATURE
    except jwt.PyJWTError:
        return Fault.MALFORMED
    try:
        claims = Claims.model_validate_json(payload)
    except ValidationError:
        return Fault.CLAIMS_INVALID
    return _fault_of(claims, text, title, as_of) or Signed(claims, key.kid)


def _header(token: object) -> dict[str, Any] | Fault:
    """The protected header of a token that has the right form, or what is wrong with it."""
    if not isinstance(token, str) or not token or len(token) > MAX_TOKEN_CHARACTERS:
        return Fault.MALFORMED
    parts = token.split(".")
    if not _ALPHABET.fullmatch(token) or len(parts) > 3:
        return Fault.MALFORMED
    try:
        decoded = [from_base64url(part) for part in parts]
        header = json.loads(decoded[0])
    except (ValueError, RecursionError):
        return Fault.TRUNCATED if len(parts) < 3 or len(parts[2]) < SIGNATURE_CHARACTERS else Fault.MALFORMED
    if not isinstance(header, dict):
        return Fault.MALFORMED
    return _unfit(header) or (header if _is_whole(decoded) else Fault.TRUNCATED)


def _unfit(header: dict[str, Any]) -> Fault | None:
    algorithm = header.get("alg")
    if isinstance(algorithm, str) and algorithm.casefold() == "none":
        return Fault.ALGORITHM_NONE
    if algorithm != ALGORITHM:
        return Fault.ALGORITHM_UNKNOWN
    return None if header.get("typ") == TYPE else Fault.WRONG_TYPE


def _is_whole(decoded: list[bytes]) -> bool:
    return len(decoded) == 3 and len(decoded[2]) == SIGNATURE_BYTES


def _fault_of(claims: Claims, text: str, title: str, as_of: date) -> Fault | None:
    if claims.sha256 != text_sha256(text):
        return Fault.TEXT_CHANGED
    if claims.title != title:
        return Fault.TITLE_CHANGED
    if claims.issued > as_of:
        return Fault.NOT_YET_ISSUED
    if claims.expires is not None and claims.expires < as_of:
        return Fault.RECORD_EXPIRED
    return None


def today() -> date:
    """The day in UTC."""
    return datetime.now(UTC).date()
