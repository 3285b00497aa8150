"""Keys, signed documents and signature policies that tests share."""

import json
from datetime import date
from typing import Any

from builders import QUESTION

from evidence.keys import PrivateKey, new_key
from evidence.policy import EvidencePolicy, parse_policy
from evidence.signatures import Claims, sign, text_sha256

__all__ = ["QUESTION"]

TODAY = date(2026, 6, 1)
KEY = new_key("registrar")
STRANGER = new_key("stranger")


def claims(text: str, **changes: Any) -> Claims:
    values = {
        "sha256": text_sha256(text),
        "role": "final",
        "record_id": "HV-1",
        "subject": "Maren Tolliver",
        "issued": date(2026, 1, 1),
    }
    return Claims.model_validate({**values, **changes})


def signed(text: str, key: PrivateKey = KEY, **changes: Any) -> dict[str, Any]:
    """The metadata of a signed document."""
    title = {"title": changes["title"]} if "title" in changes else {}
    return {**title, "signature": sign(claims(text, **changes), key)}


def signature_policy(
    *keys: PrivateKey, signers: list[dict[str, Any]] | None = None, **settings: Any
) -> EvidencePolicy:
    keys = keys or (KEY,)
    data = {
        "name": "signed",
        "trust": "signature",
        "as_of": TODAY.isoformat(),
        "keys": {"keys": [key.public.model_dump() for key in keys]},
        "rules": [{"by": "signature", "signers": signers or [{"key": key.kid} for key in keys]}],
        **settings,
    }
    return parse_policy(json.dumps(data).encode(), "test")
