"""What verifying signatures costs: `python -m benchmarks.signatures`.

Pages a second over made-up pages of about 1 kB and over the example's PEPs (about 13 kB each), and the share of a
whole run over the signed PEPs: reading, verifying, indexing and one question without a model.
"""

import statistics
import sys
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path

from backbones.extractive import ExtractiveBackbone
from evidence.keys import PublicKeys, new_key
from evidence.policy import EvidencePolicy, load_policy
from evidence.rules import SignatureRule, Signer
from evidence.signatures import Claims, sign, text_sha256
from graphs.api import ask
from graphs.demo import POISONED
from nodes.context import Resources, RunContext
from retrievers.bm25 import BM25Retriever
from retrievers.corpus import Document, load_documents, pages_of
from retrievers.signing import claims_of, signed_documents

ROUNDS = 7
SMALL_PAGES = 1_000
EXAMPLE = Path(__file__).resolve().parent.parent / "examples" / "peps"
KEY = new_key("bench")
DAY = date(2026, 1, 1)
BY_METADATA = load_policy(str(EXAMPLE / "policy.yaml"))


def by_signature() -> EvidencePolicy:
    """The example's policy with its records told by signature."""
    rules = (SignatureRule(by="signature", signers=(Signer(key="bench"),)),)
    settings = {"trust": "signature", "keys": PublicKeys(keys=(KEY.public,)), "rules": rules, "as_of": DAY}
    return BY_METADATA.model_copy(update=settings)


def small_pages() -> list[Document]:
    """Signed pages of about 1 kB."""
    texts = [
        f"Ruling {n}. " + "The keeper puts what falls under it into the vault. " * 19 for n in range(SMALL_PAGES)
    ]
    claims = [
        Claims(sha256=text_sha256(text), role="final", record_id=f"R{n}", subject="goods", issued=DAY)
        for n, text in enumerate(texts)
    ]
    return [
        Document(f"d{n}", text, {"signature": sign(claim, KEY)})
        for n, (text, claim) in enumerate(zip(texts, claims, strict=True))
    ]


def signed_peps() -> list[Document]:
    """The example's documents, its records signed."""
    documents = load_documents(EXAMPLE / "corpus.jsonl")
    return signed_documents(documents, [claims_of(d, BY_METADATA, DAY, None) for d in documents], KEY)


def median_seconds(run: Callable[[], object]) -> float:
    """The median over `ROUNDS`, after one round to warm up."""
    run()
    times = []
    for _ in range(ROUNDS):
        started = time.perf_counter()
        run()
        times.append(time.perf_counter() - started)
    return statistics.median(times)


def read_all(documents: list[Document], policy: EvidencePolicy) -> int:
    """How many records the policy reads."""
    return sum(policy.read(d.text, {**d.metadata, "id": d.document_id}) is not None for d in documents)


def whole_run(documents: list[Document], policy: EvidencePolicy) -> str | None:
    """Read, verify and index a corpus, and ask it one question."""
    retriever = BM25Retriever(pages_of(documents, policy))
    context = RunContext().with_ready(Resources(retriever, ExtractiveBackbone(), policy))
    state = ask(POISONED, context=context)
    return state.verdict.answer if state.verdict else None


def main() -> None:
    """Print the figures."""
    policy, small, peps = by_signature(), small_pages(), signed_peps()
    records = read_all(peps, policy)
    if read_all(small, policy) != len(small) or records != read_all(peps, BY_METADATA):
        sys.exit("what is measured doesn't verify")
    if whole_run(peps, policy) != "PEP 440":
        sys.exit("the measured run doesn't answer")
    for name, documents, count in (("made-up pages of 1 kB", small, len(small)), ("signed PEPs", peps, records)):
        seconds = median_seconds(lambda documents=documents: read_all(documents, policy))
        sys.stdout.write(f"{count / seconds:9,.0f} signatures a second   {name} ({count})\n")
    verifying = median_seconds(lambda: read_all(peps, policy))
    run = median_seconds(lambda: whole_run(peps, policy))
    sys.stdout.write(
        f"{verifying * 1000:9.1f} ms of {run * 1000:.0f} ms: {verifying / run:.1%} of a run over the PEPs\n"
    )


if __name__ == "__main__":
    main()
