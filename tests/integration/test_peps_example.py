"""The bundled example: its questions end as its README says, and its corpus is what the README says it is."""

import gzip
import itertools
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from evidence.policy import load_policy
from evidence.state import EvidenceState
from graphs import ask
from graphs.cli import app
from nodes.context import RunContext

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "peps"
ALL_PEPS = ROOT.parent / "shared" / "data" / "peps.jsonl.gz"

VERSIONS = "Which PEP governs the version comparison module in distutils today?"
VERSIONS_QUOTED = 'Which PEP governs the "version comparison module in Distutils" today?'
WSGI = "Which PEP is the current Web Server Gateway Interface for Python?"
ASGI = "Which PEP specifies the Asynchronous Server Gateway Interface?"
METADATA = 'Which PEP holds the "Metadata for Python Software Packages" now?'

# Read off the PEPs' own headers by hand; None where no PEP in force answers.
TRUE_ANSWERS = {VERSIONS: "PEP 440", WSGI: "PEP 3333", ASGI: None, METADATA: "PEP 566"}
OTHER_WORDINGS = {
    VERSIONS_QUOTED: "PEP 440",
    "Which PEP governs version comparison in distutils today?": "PEP 440",
    "Which PEP is the current specification of the Python Web Server Gateway Interface?": "PEP 3333",
    "Which PEP is the current WSGI?": "PEP 3333",
    "Which PEP defines the Wheel Binary Package Format?": "PEP 427",
}
# "Distutils" and "Python" are names that also stand in the titles of final PEPs about something else.
NAMED_WORDINGS = [
    ("Which PEP governs the version comparison module in Distutils today?", "PEP 440", "socratic", "paper"),
    ("Which PEP governs version comparison in Distutils today?", "PEP 440", "socratic", "paper"),
    ("Which PEP defines the metadata for Python software packages?", "PEP 566", "deepening", "guarded"),
    ("Which PEP defines the metadata for Python software packages?", "PEP 566", "deepening", "paper"),
]
GRAPHS = ("socratic", "expansion", "repetition", "deepening")
PROTOCOLS = ("guarded", "paper")


def asked(question: str, graph: str = "socratic", protocol: Any = "guarded") -> EvidenceState:
    return ask(question, graph=graph, context=RunContext(protocol=protocol))


def released(state: EvidenceState) -> str | None:
    assert state.verdict is not None
    assert state.error is None
    return state.verdict.answer


def chain_ids(state: EvidenceState) -> list[str]:
    assert state.verdict is not None
    return [link.record_id for link in state.verdict.chain.links] if state.verdict.chain else []


def documents(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (EXAMPLE / name).read_text(encoding="utf-8").splitlines()]


def peps() -> dict[str, dict[str, Any]]:
    return {document["id"]: document for document in documents("corpus.jsonl") if document["id"].startswith("pep-")}


# The questions


def test_the_poisoned_question_opens_on_blogs_alone() -> None:
    blogs = {page["id"] for page in documents("blogs.jsonl")}
    opening = [item.page for item in asked(VERSIONS).evidence if item.acquired_by == 0]
    assert len(opening) == 4
    assert all(page.document_id in blogs and "386" in page.text for page in opening)


@pytest.mark.parametrize("question", [VERSIONS, VERSIONS_QUOTED])
def test_socratic_answers_the_poisoned_question_with_its_chain(question: str) -> None:
    state = asked(question)
    assert released(state) == "PEP 440"
    assert chain_ids(state) == ["PEP 386", "PEP 440"]
    assert state.verdict is not None
    assert any(refuted.answer == "PEP 386" for refuted in state.verdict.refuted)
    assert any({"E1", "E2", "E3", "E4"} <= set(group) for group in state.verdict.suspects)


@pytest.mark.parametrize("graph", ["expansion", "repetition"])
def test_expansion_and_repetition_cannot_determine_the_poisoned_question(graph: str) -> None:
    state = asked(VERSIONS, graph)
    assert released(state) is None
    assert state.verdict is not None
    assert state.verdict.outcome == "cannot_determine"


def test_the_direct_question_is_answered_without_a_search() -> None:
    state = asked(WSGI)
    assert released(state) == "PEP 3333"
    assert chain_ids(state)[-1] == "PEP 3333"
    assert not state.inquiries


def test_the_question_without_an_answer_ends_in_cannot_determine_and_names_what_would_settle_it() -> None:
    state = asked(ASGI)
    assert state.verdict is not None
    assert state.verdict.outcome == "cannot_determine"
    assert any("Asynchronous Server Gateway Interface" in p.expected_discriminator for p in state.verdict.unresolved)


def test_the_metadata_question_closes_open_links_before_it_answers() -> None:
    state = asked(METADATA)
    assert released(state) == "PEP 566"
    assert [inquiry.query for inquiry in state.inquiries if not inquiry.stop] == ["PEP 345 final PEP"]


@pytest.mark.parametrize(
    ("question", "arguments", "code", "headline"),
    [
        (VERSIONS, [], 0, "ANSWERED: PEP 440"),
        (VERSIONS, ["--graph", "expansion"], 3, "CANNOT DETERMINE"),
        (VERSIONS, ["--graph", "repetition"], 3, "CANNOT DETERMINE"),
        (WSGI, [], 0, "ANSWERED: PEP 3333"),
        (ASGI, [], 3, "CANNOT DETERMINE"),
        (METADATA, [], 0, "ANSWERED: PEP 566"),
    ],
)
def test_the_readmes_commands_end_as_it_says(question: str, arguments: list[str], code: int, headline: str) -> None:
    result = CliRunner().invoke(app, ["ask", question, *arguments])
    assert result.exit_code == code
    assert headline in result.stdout.splitlines()
    command = " ".join([f"socrates-rag ask '{question}'", *arguments])
    assert command in (EXAMPLE / "README.md").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("graph", GRAPHS)
@pytest.mark.parametrize(("question", "truth"), [*TRUE_ANSWERS.items(), *OTHER_WORDINGS.items()])
def test_no_policy_answers_wrongly(question: str, truth: str | None, graph: str, protocol: str) -> None:
    assert released(asked(question, graph, protocol)) in (None, truth)


@pytest.mark.parametrize(("question", "truth", "graph", "protocol"), NAMED_WORDINGS)
def test_a_record_that_shares_only_a_name_with_the_question_is_never_released(
    question: str, truth: str, graph: str, protocol: str
) -> None:
    assert released(asked(question, graph, protocol)) in (None, truth)


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("graph", GRAPHS)
@pytest.mark.parametrize("question", [WSGI, *(q for q, truth in OTHER_WORDINGS.items() if truth == "PEP 3333")])
def test_pep_333_is_never_released_as_the_current_wsgi(question: str, graph: str, protocol: str) -> None:
    state = asked(question, graph, protocol)
    assert released(state) != "PEP 333"
    assert chain_ids(state)[-1:] != ["PEP 333"]


# The corpus


def test_the_corpus_holds_thirty_to_sixty_peps_and_at_least_twelve_blogs_in_no_telling_order() -> None:
    ids = [document["id"] for document in documents("corpus.jsonl")]
    blogs = [document["id"] for document in documents("blogs.jsonl")]
    assert 30 <= len(peps()) <= 60
    assert sum("PEP 386" in page["text"] for page in documents("blogs.jsonl")) >= 12
    assert set(ids) == set(peps()) | set(blogs)
    assert len(set(ids)) == len(ids)
    places = [index for index, document_id in enumerate(ids) if document_id in set(blogs)]
    assert places[0] < len(ids) / 4
    assert places[-1] > len(ids) * 3 / 4
    assert (EXAMPLE / "corpus.jsonl").stat().st_size < 2_500_000


@pytest.mark.parametrize("chain", [(386, 440), (333, 3333), (241, 314, 345, 566)])
def test_supersession_chains_are_whole(chain: tuple[int, ...]) -> None:
    for old, new in itertools.pairwise(chain):
        assert peps()[f"pep-{old:04d}"]["superseded_by"] == [new]
    assert peps()[f"pep-{chain[-1]:04d}"]["superseded_by"] == []
    assert peps()[f"pep-{chain[-1]:04d}"]["status"] == "Final"


def test_every_successor_of_a_record_is_in_the_corpus() -> None:
    read = load_policy(str(EXAMPLE / "policy.yaml")).read
    records = [record for pep in peps().values() if (record := read(pep["text"], pep)) is not None]
    ids = {record.record_id for record in records}
    assert all(target in ids for record in records for target in record.links_to)


@pytest.mark.parametrize(
    ("number", "role"),
    [(440, "final"), (609, "final"), (658, "final"), (386, "bridge"), (333, "bridge")],
)
def test_the_policy_reads_peps_in_force_as_final_and_superseded_ones_as_bridges(number: int, role: str) -> None:
    pep = peps()[f"pep-{number:04d}"]
    record = load_policy(str(EXAMPLE / "policy.yaml")).read(pep["text"], pep)
    assert record is not None
    assert record.role == role
    assert record.record_id == f"PEP {number}"


@pytest.mark.parametrize("number", [222, 390, 396, 426, 444, 491])
def test_the_policy_reads_no_record_off_a_pep_that_was_not_adopted(number: int) -> None:
    pep = peps()[f"pep-{number:04d}"]
    assert pep["status"] in {"Rejected", "Withdrawn", "Deferred"}
    assert load_policy(str(EXAMPLE / "policy.yaml")).read(pep["text"], pep) is None


def test_blogs_carry_an_id_a_title_and_a_text_and_never_name_the_successor_or_their_making() -> None:
    for page in documents("blogs.jsonl"):
        assert set(page) == {"id", "title", "text"}
        assert 60 <= len(page["text"].split()) <= 140
        assert not re.search(r"\b(440|3333|fabricated|fictional|example corpus)\b", f"{page['title']} {page['text']}")


def test_no_two_blogs_share_a_sentence_or_seven_words_in_a_row() -> None:
    pages = documents("blogs.jsonl")
    for one, other in itertools.combinations(pages, 2):
        assert not sentences(one["text"]) & sentences(other["text"]), (one["id"], other["id"])
        assert not runs(one["text"]) & runs(other["text"]), (one["id"], other["id"])


def sentences(text: str) -> set[str]:
    return {" ".join(re.findall(r"\w+", part.casefold())) for part in re.split(r"(?<=[.!?])\s+", text)}


def runs(text: str, length: int = 7) -> set[tuple[str, ...]]:
    words = re.findall(r"\w+", text.casefold())
    return {tuple(words[i : i + length]) for i in range(len(words) - length + 1)}


def test_every_pep_says_that_it_is_in_the_public_domain() -> None:
    silent = [pep["id"] for pep in peps().values() if "public domain" not in " ".join(pep["text"].split())]
    assert not silent


needs_all_peps = pytest.mark.skipif(not ALL_PEPS.is_file(), reason=f"{ALL_PEPS} is absent: no PEPs to compare with")


@needs_all_peps
def test_build_gives_the_same_bytes_again(tmp_path: Path) -> None:
    output = tmp_path / "corpus.jsonl"
    command = [sys.executable, str(EXAMPLE / "build.py"), str(ALL_PEPS), "--output", str(output)]
    subprocess.run(command, check=True, capture_output=True)
    assert output.read_bytes() == (EXAMPLE / "corpus.jsonl").read_bytes()


@needs_all_peps
def test_pep_texts_and_successors_stand_as_in_the_source() -> None:
    with gzip.open(ALL_PEPS, "rt", encoding="utf-8") as lines:
        source = {pep["id"]: pep for pep in map(json.loads, lines)}
    for number, pep in peps().items():
        for field in ("text", "status", "type", "created", "superseded_by"):
            assert pep[field] == source[number][field], (number, field)


def test_build_refuses_a_source_that_is_not_there() -> None:
    command = [sys.executable, str(EXAMPLE / "build.py"), "no-such-file.gz"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 2
    assert "no-such-file.gz" in result.stderr
    assert "Traceback" not in result.stderr
