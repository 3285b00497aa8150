"""Keys that sign records: a JWK set (RFC 7517) of Ed25519 keys (RFC 8037). A policy holds public ones only."""

import base64
import binascii
import json
from collections.abc import Mapping
from datetime import UTC, date, datetime
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from evidence.errors import InputError

KEY_BYTES = 32
# Members of a JWK that hold a secret, for every key type (RFC 7518, section 6; RFC 8037, section 2).
PRIVATE_MEMBERS = frozenset({"d", "p", "q", "dp", "dq", "qi", "oth", "k"})


def from_base64url(text: str) -> bytes:
    """Decode unpadded base64url (RFC 7515, section 2), in its one canonical spelling.

    Raises:
        ValueError: another alphabet, padding, or spare bits that are not zero.
    """
    try:
        raw = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except (binascii.Error, ValueError):
        raise ValueError("is not base64url") from None
    if to_base64url(raw) != text:
        raise ValueError("is not canonical base64url")
    return raw


def to_base64url(raw: bytes) -> str:
    """Encode as unpadded base64url."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode("ascii")


class PublicKey(BaseModel):
    """One public key; other members a JWK may have (`use`, `key_ops`, …) are left out.

    Attributes:
        kid: the name that signatures and policies know the key by.
        x: the public key, 32 bytes as base64url.
        exp: when the key ends, in seconds since 1970, or None; after that day nothing it signed counts.
    """

    model_config = ConfigDict(frozen=True, extra="ignore", hide_input_in_errors=True)

    kty: Literal["OKP"] = "OKP"
    crv: Literal["Ed25519"] = "Ed25519"
    alg: Literal["EdDSA"] = "EdDSA"
    kid: str = Field(min_length=1, max_length=200)
    x: str
    exp: int | None = Field(default=None, exclude_if=lambda exp: exp is None)

    @model_validator(mode="before")
    @classmethod
    def _no_secret(cls, data: Any) -> Any:
        if isinstance(data, Mapping) and PRIVATE_MEMBERS & set(data):
            raise ValueError("this is a private key where a public one belongs; give the public JWK set")
        return data

    @field_validator("x")
    @classmethod
    def _thirty_two_bytes(cls, value: str) -> str:
        if len(from_base64url(value)) != KEY_BYTES:
            raise ValueError(f"must be {KEY_BYTES} bytes")
        return value

    def has_ended(self, as_of: date) -> bool:
        """Whether the key's last day has passed."""
        return self.exp is not None and datetime.fromtimestamp(self.exp, UTC).date() < as_of

    def verifier(self) -> Ed25519PublicKey:
        """The key as the cryptography library takes it."""
        return _verifier(self.x)


@lru_cache(maxsize=256)
def _verifier(x: str) -> Ed25519PublicKey:
    return Ed25519PublicKey.from_public_bytes(from_base64url(x))


class PublicKeys(BaseModel):
    """A JWK set of public keys, each under a `kid` of its own."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    keys: tuple[PublicKey, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _names_are_unique(self) -> "PublicKeys":
        names = [key.kid for key in self.keys]
        for name in names:
            if names.count(name) > 1:
                raise ValueError(f"two keys have the kid {name!r}")
        return self

    def named(self, kid: str) -> PublicKey | None:
        """The key of that name, or None."""
        return next((key for key in self.keys if key.kid == kid), None)


class PrivateKey(NamedTuple):
    """A key that signs. Its repr shows its name alone."""

    kid: str
    signer: Ed25519PrivateKey
    exp: int | None = None

    def __repr__(self) -> str:
        return f"PrivateKey(kid={self.kid!r})"

    @property
    def public(self) -> PublicKey:
        """The public half."""
        return PublicKey(kid=self.kid, x=to_base64url(self.signer.public_key().public_bytes_raw()), exp=self.exp)

    def to_jwk(self) -> str:
        """The private JWK as JSON. For a file of mode 600 and for nothing else."""
        jwk = {**self.public.model_dump(), "d": to_base64url(self.signer.private_bytes_raw())}
        return json.dumps(jwk, indent=2) + "\n"


def new_key(kid: str, expires: date | None = None) -> PrivateKey:
    """Make a key; `expires` is its last day."""
    end = None if expires is None else int(datetime(expires.year, expires.month, expires.day, tzinfo=UTC).timestamp())
    return PrivateKey(kid, Ed25519PrivateKey.generate(), end)


def parse_public_keys(source: bytes | Mapping[str, Any], where: str) -> PublicKeys:
    """Read a JWK set of public keys, or one public JWK.

    Raises:
        InputError: no JWK set, an unfit key, or a private key; never shows a key.
    """
    data = _json_object(source, where) if isinstance(source, bytes) else source
    if "keys" not in data:
        data = {"keys": [data]}
    try:
        return PublicKeys.model_validate({"keys": data["keys"]})
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        place = ".".join(str(part) for part in first["loc"]) or "keys"
        raise InputError(f"keys {where}: {place}: {first['msg'].removeprefix('Value error, ')}") from None


def parse_private_key(source: bytes, where: str) -> PrivateKey:
    """Read a private Ed25519 JWK; `where` names it in errors, which never show it."""
    data = _json_object(source, where)
    if "d" not in data:
        raise InputError(f"key {where}: holds no private key; give the file that `keys new` wrote with mode 600")
    try:
        public = PublicKey.model_validate({name: data[name] for name in data if name not in PRIVATE_MEMBERS})
        key = Ed25519PrivateKey.from_private_bytes(from_base64url(str(data["d"])))
    except (ValidationError, ValueError):
        raise InputError(f"key {where}: is no Ed25519 JWK with kid, x and d (RFC 8037)") from None
    private = PrivateKey(public.kid, key, public.exp)
    if private.public.x != public.x:
        raise InputError(f"key {where}: its x is not the public half of its d")
    return private


def _json_object(source: bytes, where: str) -> dict[str, Any]:
    try:
        data = json.loads(source)
    except (ValueError, RecursionError):
        raise InputError(f"keys {where}: not valid JSON; it must be a JWK set (RFC 7517)") from None
    if not isinstance(data, dict):
        raise InputError(f"keys {where}: must be a JSON object, a JWK set (RFC 7517)")
    return data
