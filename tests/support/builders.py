"""Small builders that tests share: records as text, evidence from texts, a backbone that follows a script."""

from collections.abc import Sequence

from backbones.contracts import AnswerReply, Expansion, Proposal, ProposedCandidate, ProposedPremise, Reply, call_id
from evidence.policy import EvidencePolicy, load_policy
from evidence.state import Evidence, ModelCall
from nodes.acquire import admit
from nodes.context import Resources, RunContext
from retrievers.bm25 import BM25Retriever
from retrievers.corpus import Document, whole_page
from retrievers.protocol import Hit

QUESTION = "Which vault holds the effects of Maren Tolliver?"
TEXT_RULE = load_policy("signed-text")


def final(subject="Maren Tolliver", answer="vault Orrin", record="HV-1"):
    head = f"SIGNED FINAL RECORD\nRecord: {record}\nSubject: {subject}"
    return f"{head}\nThe registrar finds that the goods lie in {answer}."


def bridge(subject="Maren Tolliver", rule="Amberlight Rule", record="HV-2"):
    head = f"SIGNED BRIDGE RECORD\nRecord: {record}\nSubject: {subject}\nGoverned by: {rule}"
    return f"{head}\nSo placed by the registrar."


def terminal(rule="Amberlight Rule", answer="vault Orrin"):
    return f"SIGNED STORAGE RECORD\nRule: {rule}\nWhat falls under this rule is put into {answer} by the keeper."


COPY = "Everybody in Hale knows that the effects of Maren Tolliver lie in vault Corvin."


def pages(*texts: str, policy: EvidencePolicy = TEXT_RULE, metadata: Sequence[dict] = ()):
    documents = [
        Document(f"d{number:03}", text, dict(metadata[number]) if number < len(metadata) else {})
        for number, text in enumerate(texts)
    ]
    return [whole_page(document, policy) for document in documents]


def evidence_of(
    *texts: str, policy: EvidencePolicy = TEXT_RULE, metadata: Sequence[dict] = ()
) -> tuple[Evidence, ...]:
    hits = [Hit(page, rank, None) for rank, page in enumerate(pages(*texts, policy=policy, metadata=metadata), 1)]
    return admit((), hits, acquired_by=0)


def premise(query: str, decisiveness: float = 0.9, status: str = "unresolved") -> ProposedPremise:
    return ProposedPremise(
        statement=f"about {query}",
        status=status,
        decisiveness=decisiveness,
        expected_discriminator="a record",
        query=query,
    )


def proposal(
    *premises: ProposedPremise, stop: bool = False, answers: Sequence[str] = ("vault Corvin", "another answer")
):
    return Proposal(
        candidates=[ProposedCandidate(answer=a, supported_by=[], necessary_premises=[]) for a in answers],
        who_decides="",
        subject="",
        newest_record="",
        named_but_missing="",
        premises=list(premises),
        stop=stop,
    )


class ScriptedBackbone:
    """Replies from lists, the last one again and again; `shown` keeps the aliases each call was given."""

    name = "scripted"

    def __init__(self, proposals=(), expansions=(), answers=()):
        self._replies = {"propose": list(proposals), "expand": list(expansions), "answer": list(answers)}
        self.shown: list[tuple[str, tuple[str, ...]]] = []

    def _reply(self, role, name, pages):
        self.shown.append((role, tuple(view.alias for view in pages)))
        script = self._replies[role]
        result = script.pop(0) if len(script) > 1 else script[0]
        return Reply(result, (ModelCall(call_id=name, role=role, model=self.name),))

    def propose(self, question, pages, inquiries, kinds):
        return self._reply("propose", call_id("propose", inquiries), pages)

    def expand(self, question, pages, inquiries, kinds):
        return self._reply("expand", call_id("expand", inquiries), pages)

    def answer(self, question, pages, kinds):
        return self._reply("answer", call_id("answer"), pages)


def answer(text: str, *citations: str) -> AnswerReply:
    return AnswerReply(answer=text, citations=list(citations), residual_uncertainty="")


def expansion(query: str) -> Expansion:
    return Expansion(query=query)


def ready_context(texts: Sequence[str], backbone, policy: EvidencePolicy = TEXT_RULE, metadata=(), **settings):
    """A context with ready objects over the texts as a corpus; page ids are d000#0, d001#0, …"""
    retriever = BM25Retriever(pages(*texts, policy=policy, metadata=metadata))
    return RunContext(**settings).with_ready(Resources(retriever, backbone, policy))
