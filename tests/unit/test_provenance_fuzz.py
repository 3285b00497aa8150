"""Under `trust: signature` nothing gets out without a verified chain: corpora, citations and drafts at random.

The oracle below checks signatures with the cryptography library alone, from RFC 7515's definition: none of our
own verification, record reading or chain code.
"""

import base64
import hashlib
import json
from datetime import date
from itertools import pairwise

from builders import QUESTION, bridge, final, terminal
from hypothesis import event, given, settings
from hypothesis import strategies as st
from signing import KEY, STRANGER, TODAY, signature_policy, signed

from evidence.keys import PrivateKey, new_key
from evidence.release import admits
from evidence.state import Draft
from nodes.acquire import admit
from retrievers.corpus import Document, pages_of
from retrievers.protocol import Hit

OTHER_ROLE = new_key("clerk")
IMPOSTOR = PrivateKey("registrar", STRANGER.signer)
POLICY = signature_policy(
    KEY,
    OTHER_ROLE,
    signers=[{"key": "registrar", "subjects": ["Maren Tolliver", ""]}, {"key": "clerk", "roles": ["bridge"]}],
)
KEYS = {"registrar": KEY, "clerk": OTHER_ROLE}
ANSWERS = ["vault Orrin", "vault Corvin"]
IDS = ["HV-1", "HV-2", "Oak Rule"]

texts = st.one_of(
    st.builds(final, st.sampled_from(["Maren Tolliver", "Jon Pell"]), st.sampled_from(ANSWERS), st.sampled_from(IDS)),
    st.builds(bridge, st.just("Maren Tolliver"), st.sampled_from(IDS), st.sampled_from(IDS)),
    st.builds(terminal, st.sampled_from(IDS), st.sampled_from(ANSWERS)),
    st.sampled_from(ANSWERS).map(lambda answer: f"SIGNED: the effects of Maren Tolliver lie in {answer}."),
)
claims = st.fixed_dictionaries(
    {
        "role": st.sampled_from(["final", "bridge", "terminal"]),
        "record_id": st.sampled_from(IDS),
        "subject": st.sampled_from(["Maren Tolliver", "Jon Pell", ""]),
        "links_to": st.sampled_from([(), ("Oak Rule",), ("HV-2", "HV-1")]),
        "issued": st.sampled_from([date(2025, 1, 1), date(2026, 1, 1), date(2030, 1, 1)]),
        "expires": st.sampled_from([None, date(2026, 2, 1)]),
    }
)


ISSUED = [date(2025, 1, 1), date(2025, 1, 1), date(2026, 1, 1), date(2030, 1, 1)]


@st.composite
def coherent(draw):
    """A text and claims that fit it: what an honest registrar signs."""
    answer, one, other = draw(st.sampled_from(ANSWERS)), draw(st.sampled_from(IDS[:2])), IDS[2]
    subject = draw(st.sampled_from(["Maren Tolliver", "Maren Tolliver", "Jon Pell"]))
    form = draw(st.sampled_from(["final", "bridge", "terminal"]))
    one = other if form == "terminal" else one
    about = "" if form == "terminal" else subject
    links = (other,) if form == "bridge" else ()
    text = {
        "final": lambda: final(subject, answer, one),
        "bridge": lambda: bridge(subject, other, one),
        "terminal": lambda: terminal(one, answer),
    }[form]()
    return text, {
        "role": form,
        "record_id": one,
        "subject": about,
        "links_to": links,
        "issued": draw(st.sampled_from(ISSUED)),
    }


@st.composite
def document(draw, number):
    """A page with an honest, forged, copied, broken or missing signature, and metadata an attacker chose."""
    text, claimed = draw(st.one_of(coherent(), coherent(), st.tuples(texts, claims)))
    key = draw(st.sampled_from([KEY, KEY, KEY, OTHER_ROLE, STRANGER, IMPOSTOR]))
    kind = draw(st.sampled_from([*["honest"] * 8, "copied", "changed", "cut", "none", "unsigned"]))
    metadata = {} if kind == "unsigned" else signed(draw(texts) if kind == "copied" else text, key, **claimed)
    token = metadata.get("signature", "")
    if kind == "changed":
        place = draw(st.integers(0, max(0, len(token) - 1)))
        metadata["signature"] = token[:place] + draw(st.sampled_from("A_.9")) + token[place + 1 :]
    if kind == "cut":
        metadata["signature"] = token[: draw(st.integers(0, len(token)))]
    if kind == "none":
        head = base64.urlsafe_b64encode(b'{"alg":"none"}').decode().rstrip("=")
        metadata["signature"] = f"{head}.{token.split('.')[1]}."
    if draw(st.integers(0, 9)) == 9:
        metadata["title"] = draw(st.sampled_from([f"Maren Tolliver: {answer}" for answer in ANSWERS]))
    if draw(st.booleans()):
        metadata.update(status="Final", record={"role": "final"}, attested_by="signature")
    return Document(f"d{number}", text, metadata)


corpora = st.integers(1, 6).flatmap(lambda size: st.tuples(*(document(n) for n in range(size))))


def verified(page) -> dict | None:
    """The claims of a page's signature, by the cryptography library, or None where they don't hold for it."""
    try:
        head, payload, signature = str(page.metadata["signature"]).split(".")
        raw = [base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)) for part in (head, payload, signature)]
        header, claimed = json.loads(raw[0]), json.loads(raw[1])
        KEYS[header["kid"]].signer.public_key().verify(raw[2], f"{head}.{payload}".encode())
    except Exception:  # noqa: BLE001  whatever is wrong with it, it doesn't verify
        return None
    whole = claimed["sha256"] == hashlib.sha256(page.text.encode()).hexdigest()
    titled = claimed.get("title", "") == page.metadata.get("title", "")
    dated = claimed["issued"] <= TODAY.isoformat() <= claimed.get("expires", "9999-12-31")
    roles = {"registrar": ("final", "bridge", "terminal"), "clerk": ("bridge",)}[header["kid"]]
    subjects = {"registrar": ("Maren Tolliver", ""), "clerk": (claimed.get("subject", ""),)}[header["kid"]]
    allowed = claimed["role"] in roles and claimed.get("subject", "") in subjects
    return claimed if header["alg"] == "EdDSA" and whole and titled and dated and allowed else None


@settings(max_examples=400, deadline=None)
@given(
    corpora,
    st.none() | st.lists(st.sampled_from([f"E{n}" for n in range(1, 8)]), max_size=7),
    st.sampled_from([*ANSWERS, *ANSWERS, "Orrin", "Maren Tolliver", "", "vault Dace"]),
)
def test_no_released_answer_lacks_a_verified_chain_whose_last_record_contains_it(documents, cited, answer):
    evidence = admit((), [Hit(page, 1, None) for page in pages_of(documents, POLICY)], 0)
    citations = tuple(item.alias for item in evidence) if cited is None else tuple(cited)
    decision = admits(Draft(answer=answer, citations=citations), evidence, QUESTION, POLICY, grounded=True)
    if decision.chain is None:
        assert decision.reason is not None
        return
    event(f"released, chain of {len(decision.chain.records)}")
    records = decision.chain.records
    pages = [held.pages[0].page for held in records]
    assert all(held.pages[0].alias in citations for held in records)
    proofs = [verified(page) for page in pages]
    assert all(proof is not None for proof in proofs)
    assert "maren tolliver" in f"{proofs[0].get('subject', '')} {pages[0].text}".casefold()
    assert not proofs[-1].get("links_to")
    assert answer.casefold().removeprefix("vault ") in pages[-1].content.casefold()
    for proof, following in pairwise(proofs):
        names = {name.casefold() for name in proof.get("links_to", [])} | {proof["record_id"].casefold()}
        assert following["record_id"].casefold() in names


@settings(max_examples=200, deadline=None)
@given(texts, claims, st.data())
def test_any_byte_changed_in_a_signed_page_makes_its_record_count_for_nothing(text, claimed, data):
    whole = signature_policy()
    metadata = signed(text, **{**claimed, "issued": date(2025, 1, 1), "expires": None})
    assert whole.read(text, metadata) is not None
    raw = bytearray(text.encode())
    raw[data.draw(st.integers(0, len(raw) - 1))] ^= data.draw(st.integers(1, 255))
    (page, *_) = pages_of([Document("d", raw.decode(errors="surrogateescape") + "x", metadata)], whole)
    assert page.record is None
    assert whole.read(raw.decode(errors="surrogateescape"), metadata) is None


@settings(max_examples=200, deadline=None)
@given(corpora)
def test_what_counts_is_exactly_what_the_cryptography_library_verifies(documents):
    for page in pages_of(documents, POLICY):
        read = POLICY.read(page.text, page.metadata)
        # A spelling of base64url that decoders forgive is refused by us alone: stricter, never laxer.
        assert read is None or verified(page) is not None
