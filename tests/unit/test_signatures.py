"""Signed records: what verifies, and the named reason for everything that doesn't."""

import base64
import hashlib
import json
from datetime import date

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st
from signing import KEY, STRANGER, TODAY, claims, signature_policy, signed

from evidence.errors import InputError
from evidence.keys import (
    PrivateKey,
    PublicKeys,
    from_base64url,
    new_key,
    parse_private_key,
    parse_public_keys,
    to_base64url,
)
from evidence.signatures import FAULTS, TYPE, Fault, Signed, sign, text_sha256, verify

TEXT = "The registrar finds that the effects of Maren Tolliver lie in vault Orrin."
KEYS = PublicKeys(keys=(KEY.public,))

# RFC 8037, appendix A: the private key of A.1, its public half of A.2, and the JWS of A.4.
RFC_JWK = {
    "kty": "OKP",
    "crv": "Ed25519",
    "d": "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A",
    "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
}
RFC_JWS = (
    "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc."
    "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg"
)


def check(token, text=TEXT, title="", keys=KEYS, as_of=TODAY):
    return verify(token, text, title, keys, as_of)


def b64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def by_hand(header: dict, payload: bytes, key: PrivateKey = KEY) -> str:
    """A compact JWS put together from RFC 7515, section 7.1, without the library."""
    head = f"{b64(json.dumps(header).encode())}.{b64(payload)}"
    return f"{head}.{b64(key.signer.sign(head.encode()))}"


def test_the_key_of_rfc_8037_is_read_and_its_public_half_is_the_rfcs():
    key = parse_private_key(json.dumps({**RFC_JWK, "kid": "rfc"}).encode(), "t")
    assert key.public.x == RFC_JWK["x"]


def test_the_signature_of_rfc_8037_verifies_under_its_key_and_is_refused_as_a_record():
    head, payload, signature = RFC_JWS.split(".")
    keys = parse_public_keys({"kty": "OKP", "crv": "Ed25519", "x": RFC_JWK["x"], "kid": "rfc"}, "t")
    keys.keys[0].verifier().verify(from_base64url(signature), f"{head}.{payload}".encode())
    assert verify(RFC_JWS, TEXT, "", keys, TODAY) == Fault.WRONG_TYPE


def test_a_signature_made_by_hand_from_the_rfc_verifies():
    payload = {
        "sha256": hashlib.sha256(TEXT.encode()).hexdigest(),
        "role": "bridge",
        "record_id": "HV-2",
        "subject": "Maren Tolliver",
        "links_to": ["Oak Rule"],
        "issued": "2026-01-01",
    }
    token = by_hand({"alg": "EdDSA", "typ": TYPE, "kid": "registrar"}, json.dumps(payload).encode())
    found = check(token)
    assert isinstance(found, Signed)
    assert (found.kid, found.claims.role, found.claims.links_to) == ("registrar", "bridge", ("Oak Rule",))


def test_what_is_signed_verifies_and_is_read_back():
    found = check(sign(claims(TEXT, links_to=("Oak Rule",)), KEY))
    assert found == Signed(claims(TEXT, links_to=("Oak Rule",)), "registrar")


GOOD = sign(claims(TEXT), KEY)
HEAD, PAYLOAD, SIGNATURE = GOOD.split(".")
HEADER = {"alg": "EdDSA", "typ": TYPE, "kid": "registrar"}
CLAIMS = claims(TEXT).model_dump_json(exclude_defaults=True).encode()


def header(**changes):
    return b64(json.dumps({**HEADER, **changes}).encode())


BAD = {
    "not a string": (7, Fault.MALFORMED),
    "empty": ("", Fault.MALFORMED),
    "words": ("signed by the registrar", Fault.MALFORMED),
    "no dots": (HEAD, Fault.TRUNCATED),
    "not base64url": (f"{HEAD}.{PAYLOAD}.{SIGNATURE}=", Fault.MALFORMED),
    "characters that decoders skip": (f"{HEAD}.{PAYLOAD}.{SIGNATURE[:9]}!!!!{SIGNATURE[9:]}", Fault.MALFORMED),
    "four parts": (f"{GOOD}.{SIGNATURE}", Fault.MALFORMED),
    "header is no object": (f"{b64(b'[]')}.{PAYLOAD}.{SIGNATURE}", Fault.MALFORMED),
    "too long": (f"{HEAD}.{'A' * 100_000}.{SIGNATURE}", Fault.MALFORMED),
    "critical extension": (by_hand({**HEADER, "crit": ["exp"], "exp": 1}, CLAIMS), Fault.MALFORMED),
    "unencoded payload": (by_hand({**HEADER, "crit": ["b64"], "b64": False}, CLAIMS), Fault.MALFORMED),
    "cut in the signature": (GOOD[:-10], Fault.TRUNCATED),
    "cut inside a byte of the signature": (GOOD[:-20], Fault.TRUNCATED),
    "cut before the signature": (f"{HEAD}.{PAYLOAD}.", Fault.TRUNCATED),
    "cut before the last dot": (f"{HEAD}.{PAYLOAD}", Fault.TRUNCATED),
    "alg none": (f"{header(alg='none')}.{PAYLOAD}.", Fault.ALGORITHM_NONE),
    "alg None": (f"{header(alg='NoNe')}.{PAYLOAD}.{SIGNATURE}", Fault.ALGORITHM_NONE),
    "alg HS256": (f"{header(alg='HS256')}.{PAYLOAD}.{SIGNATURE}", Fault.ALGORITHM_UNKNOWN),
    "alg missing": (
        f"{b64(json.dumps({'kid': 'registrar'}).encode())}.{PAYLOAD}.{SIGNATURE}",
        Fault.ALGORITHM_UNKNOWN,
    ),
    "typ missing": (by_hand({"alg": "EdDSA", "kid": "registrar"}, CLAIMS), Fault.WRONG_TYPE),
    "typ JWT": (by_hand({**HEADER, "typ": "JWT"}, CLAIMS), Fault.WRONG_TYPE),
    "kid missing": (by_hand({"alg": "EdDSA", "typ": TYPE}, CLAIMS), Fault.KEY_UNKNOWN),
    "kid unknown": (sign(claims(TEXT), STRANGER), Fault.KEY_UNKNOWN),
    "key in the header": (
        by_hand({**HEADER, "kid": "x", "jwk": STRANGER.public.model_dump()}, CLAIMS, STRANGER),
        Fault.KEY_UNKNOWN,
    ),
    "another key under a known kid": (by_hand(HEADER, CLAIMS, STRANGER), Fault.BAD_SIGNATURE),
    "header changed": (f"{header(cty='x')}.{PAYLOAD}.{SIGNATURE}", Fault.BAD_SIGNATURE),
    "claims are no JSON": (by_hand(HEADER, b"HV-1"), Fault.CLAIMS_INVALID),
    "claims lack a role": (by_hand(HEADER, CLAIMS.replace(b'"role"', b'"rank"')), Fault.CLAIMS_INVALID),
    "claims of an unknown role": (by_hand(HEADER, CLAIMS.replace(b'"final"', b'"judge"')), Fault.CLAIMS_INVALID),
    "claims without an id": (by_hand(HEADER, CLAIMS.replace(b'"HV-1"', b'" "')), Fault.CLAIMS_INVALID),
    "another text's signature": (sign(claims(TEXT + " "), KEY), Fault.TEXT_CHANGED),
    "another title's signature": (sign(claims(TEXT, title="Vault Corvin"), KEY), Fault.TITLE_CHANGED),
    "dated tomorrow": (sign(claims(TEXT, issued=date(2026, 6, 2)), KEY), Fault.NOT_YET_ISSUED),
    "expired yesterday": (sign(claims(TEXT, expires=date(2026, 5, 31)), KEY), Fault.RECORD_EXPIRED),
}


@pytest.mark.parametrize("case", list(BAD))
def test_a_signature_that_counts_for_nothing_says_why(case):
    token, fault = BAD[case]
    assert check(token) == fault
    assert signature_policy().reading(TEXT, {"signature": token}).fault == fault
    assert signature_policy().read(TEXT, {"signature": token}) is None


def test_every_fault_has_a_sentence_of_its_own():
    assert set(FAULTS) == set(Fault)
    assert len(set(FAULTS.values())) == len(Fault)


@pytest.mark.parametrize(("day", "counts"), [(date(2026, 6, 1), True), (date(2026, 6, 2), False)])
def test_a_key_and_a_record_count_through_their_last_day(day, counts):
    ending = new_key("ending", expires=date(2026, 6, 1))
    keys = PublicKeys(keys=(KEY.public, ending.public))
    by_ending_key = verify(sign(claims(TEXT), ending), TEXT, "", keys, day)
    assert by_ending_key == (Signed(claims(TEXT), "ending") if counts else Fault.KEY_EXPIRED)
    ending_record = verify(sign(claims(TEXT, expires=date(2026, 6, 1)), KEY), TEXT, "", keys, day)
    assert isinstance(ending_record, Signed) == counts


@given(st.integers(0, len(TEXT.encode()) - 1), st.integers(1, 255))
def test_any_byte_changed_in_a_signed_text_makes_its_record_count_for_nothing(place, mask):
    raw = bytearray(TEXT.encode())
    raw[place] ^= mask
    changed = raw.decode("utf-8", errors="surrogateescape")
    assert check(GOOD, changed) == Fault.TEXT_CHANGED


@given(st.integers(0, len(GOOD) - 1), st.characters(min_codepoint=1, max_codepoint=300))
def test_any_character_changed_in_a_signature_makes_it_count_for_nothing(place, char):
    changed = GOOD[:place] + char + GOOD[place + 1 :]
    assert isinstance(check(changed), Fault) == (changed != GOOD)


def test_a_signature_cut_anywhere_is_called_so():
    assert {check(GOOD[:length]) for length in range(1, len(GOOD))} == {Fault.TRUNCATED}


@given(st.none() | st.booleans() | st.integers() | st.text() | st.lists(st.text()) | st.binary())
def test_no_value_in_the_signature_field_breaks_the_reader(value):
    assert signature_policy().read(TEXT, {"signature": value}) is None


@given(st.text(max_size=60), st.text(max_size=20), st.text(max_size=20))
def test_any_text_can_be_signed_and_verified(text, title, subject):
    found = check(sign(claims(text, title=title, subject=subject), KEY), text, title)
    assert isinstance(found, Signed)
    assert found.claims.subject == subject


def test_the_hash_is_sha256_of_the_texts_utf8():
    # FIPS 180-2, appendix B.1.
    assert text_sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


@pytest.mark.parametrize("raw", [b"", b"\x00", bytes(range(64))])
def test_base64url_has_one_spelling(raw):
    assert from_base64url(to_base64url(raw)) == raw
    assert "=" not in to_base64url(raw)


@pytest.mark.parametrize("text", ["AB", "A", "AA=", "A A", "A+A/"])
def test_another_spelling_is_refused(text):
    with pytest.raises(ValueError, match="base64url"):
        from_base64url(text)


# Who may attest what


@pytest.mark.parametrize(
    ("signer", "fault"),
    [
        ({"key": "registrar"}, None),
        ({"key": "registrar", "roles": ["final"]}, None),
        ({"key": "registrar", "subjects": ["maren .*", "Jon Pell"]}, None),
        ({"key": "registrar", "roles": ["bridge", "terminal"]}, Fault.ROLE_NOT_ALLOWED),
        ({"key": "registrar", "subjects": ["Jon Pell"]}, Fault.SUBJECT_NOT_ALLOWED),
        ({"key": "registrar", "subjects": ["Maren"]}, Fault.SUBJECT_NOT_ALLOWED),
        ({"key": "stranger"}, Fault.SIGNER_NOT_NAMED),
    ],
)
def test_a_policy_says_which_key_may_attest_which_role_and_subject(signer, fault):
    reading = signature_policy(KEY, STRANGER, signers=[signer]).reading(TEXT, signed(TEXT))
    assert reading.fault == fault
    assert (reading.record is None) == (fault is not None)


def test_a_verified_record_says_who_signed_it_and_is_the_strongest():
    record = signature_policy().read(TEXT, signed(TEXT))
    assert (record.attested_by, record.signer, record.record_id) == ("signature", "registrar", "HV-1")


def test_trust_signature_counts_nothing_else():
    rules = [
        {"by": "text", "role": "final", "match": "registrar", "record_id": "vault \\w+"},
        {"by": "metadata", "role": "final", "where": {"status": ["Final"]}, "record_id": {"field": "status"}},
        {"by": "signature", "signers": [{"key": "registrar"}]},
    ]
    policy = signature_policy(rules=rules, attested=["status"])
    assert policy.read(TEXT, {"status": "Final"}) is None
    assert policy.reading(TEXT, {"status": "Final", **signed(TEXT)}).rule == 3
    loose = signature_policy(rules=rules, attested=["status"], trust="text")
    assert loose.read(TEXT, {}).attested_by == "text"


def test_a_copied_signature_cannot_carry_another_title():
    title = {"title": "The effects of Maren Tolliver lie in vault Corvin"}
    assert signature_policy().reading(TEXT, {**signed(TEXT), **title}).fault == Fault.TITLE_CHANGED


# Keys


def test_a_private_key_is_never_shown():
    secret = json.loads(KEY.to_jwk())["d"]
    assert secret not in repr(KEY)
    assert secret not in str(KEY)
    with pytest.raises(InputError) as error:
        parse_public_keys(KEY.to_jwk().encode(), "k.jwk")
    assert "private key" in str(error.value)
    assert secret not in str(error.value)


def test_a_private_key_is_written_and_read_back():
    assert parse_private_key(KEY.to_jwk().encode(), "t").public == KEY.public


BAD_KEYS = {
    "no JSON": (b"{", "JSON"),
    "a list": (b"[]", "object"),
    "no keys": (b'{"keys": []}', "keys"),
    "an RSA key": (b'{"keys": [{"kty": "RSA", "kid": "a", "n": "AA", "e": "AQAB"}]}', "keys.0"),
    "another curve": (json.dumps({**KEY.public.model_dump(), "crv": "X25519"}).encode(), "crv"),
    "a short x": (json.dumps({**KEY.public.model_dump(), "x": "AAAA"}).encode(), "32 bytes"),
    "no kid": (json.dumps({"kty": "OKP", "crv": "Ed25519", "x": KEY.public.x}).encode(), "kid"),
    "one kid twice": (json.dumps({"keys": [KEY.public.model_dump()] * 2}).encode(), "two keys"),
    "a symmetric key": (b'{"keys": [{"kty": "oct", "kid": "a", "k": "c2VjcmV0"}]}', "private"),
}


@pytest.mark.parametrize("case", list(BAD_KEYS))
def test_an_unfit_key_set_is_refused_in_one_line(case):
    source, word = BAD_KEYS[case]
    with pytest.raises(InputError) as error:
        parse_public_keys(source, "k.jwks")
    assert word in str(error.value)
    assert "k.jwks" in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("change", "word"),
    [({"d": None}, "Ed25519"), ({"d": "AAAA"}, "Ed25519"), ({"x": STRANGER.public.x}, "public half"), ({}, "")],
)
def test_an_unfit_private_key_is_refused_without_showing_it(change, word):
    jwk = {**json.loads(KEY.to_jwk()), **change}
    if not change:
        jwk.pop("d")
        word = "no private key"
    with pytest.raises(InputError, match=word) as error:
        parse_private_key(json.dumps(jwk).encode(), "k.jwk")
    assert json.loads(KEY.to_jwk())["d"] not in str(error.value)


def test_new_keys_differ_and_are_ed25519():
    one, other = new_key("a"), new_key("a")
    assert one.public.x != other.public.x
    assert isinstance(one.signer, Ed25519PrivateKey)


# In a policy


def refused(**settings):
    with pytest.raises(InputError) as error:
        signature_policy(**settings)
    return str(error.value)


def test_a_policy_that_names_an_unknown_key_is_refused():
    message = refused(signers=[{"key": "nobody"}])
    assert "'nobody'" in message
    assert "registrar" in message


def test_a_policy_with_a_private_key_is_refused_without_showing_it():
    private = json.loads(KEY.to_jwk())
    message = refused(keys={"keys": [private]})
    assert "private key" in message
    assert private["d"] not in message


def test_a_signature_rule_without_keys_is_refused():
    assert "JWK set" in refused(keys=None)


def test_a_trust_that_no_rule_reaches_is_refused():
    rules = [{"by": "text", "role": "final", "match": "x", "record_id": "x"}]
    assert "nothing would count" in refused(rules=rules)


def test_a_policy_reads_the_key_file_beside_it(tmp_path):
    from evidence.policy import load_policy

    (tmp_path / "public.jwks").write_text(json.dumps({"keys": [KEY.public.model_dump()]}))
    policy = tmp_path / "policy.yaml"
    policy.write_text(
        "name: p\ntrust: signature\nkeys: public.jwks\nrules:\n- {by: signature, signers: [{key: registrar}]}\n"
    )
    assert load_policy(str(policy)).read(TEXT, signed(TEXT)).record_id == "HV-1"
    (tmp_path / "public.jwks").unlink()
    with pytest.raises(InputError, match=r"public\.jwks"):
        load_policy(str(policy))
