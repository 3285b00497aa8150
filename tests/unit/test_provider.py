"""Requests by hash, records of every attempt, and replies that are asked for once."""

import hashlib
import json
import threading

import pytest

from backbones.contracts import AnswerReply, Expansion
from backbones.provider import Completion, Fault, Generation, Message, Request, Usage
from backbones.recording import Recording, failure_record, reply_record
from backbones.sharing import Made, Replies, Sharing

GENERATION = Generation(model="m", temperature=0, max_tokens=20, structured="json_schema")
GOOD = Completion(
    text='{"query": "a record"}',
    finish_reason="stop",
    usage=Usage(input_tokens=11, output_tokens=7),
    provider_model="m-2026",
    request_id="c1",
    latency_s=1.5,
)


def request(text="Which vault?", **other):
    settings = {
        "role": "expand",
        "number": 1,
        "messages": (Message(role="system", content="Search."), Message(role="user", content=text)),
        "contract": Expansion,
        "prompt_version": "v1",
        "generation": GENERATION,
    }
    return Request(**{**settings, **other})


class Asked:
    """A provider that replies by a function and counts."""

    name = "asked"
    generation = GENERATION

    def __init__(self, reply=lambda: GOOD):
        self.requests = []
        self._reply = reply

    def complete(self, request):
        self.requests.append(request)
        return self._reply()


def failing():
    raise Fault("status_500", "the server answered 500; see the server", 0.25, "r7")


def test_the_prompt_hash_is_that_of_messages_schema_and_generation_in_canonical_json():
    content = {
        "messages": [{"role": "system", "content": "Search."}, {"role": "user", "content": "Which vault?"}],
        "schema": {
            "additionalProperties": False,
            "description": Expansion.__doc__,
            "properties": {"query": {"maxLength": 400, "minLength": 1, "title": "Query", "type": "string"}},
            "required": ["query"],
            "title": "Expansion",
            "type": "object",
        },
        "generation": {"model": "m", "temperature": 0.0, "max_tokens": 20, "structured": "json_schema"},
    }
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    assert request().prompt_hash == hashlib.sha256(text.encode()).hexdigest()


@pytest.mark.parametrize(
    "other",
    [
        {"text": "Which vault"},
        {"contract": AnswerReply},
        {"generation": GENERATION.model_copy(update={"temperature": 1.0})},
        {"generation": GENERATION.model_copy(update={"model": "n"})},
        {"generation": GENERATION.model_copy(update={"max_tokens": 21})},
        {"generation": GENERATION.model_copy(update={"structured": "json_mode"})},
    ],
)
def test_whatever_can_change_a_reply_changes_the_hash(other):
    assert request(**other).prompt_hash != request().prompt_hash


@pytest.mark.parametrize("other", [{"role": "propose"}, {"number": 2}, {"attempt": 3}, {"prompt_version": "v2"}])
def test_who_asks_and_when_leaves_the_hash(other):
    assert request(**other).prompt_hash == request().prompt_hash


def test_a_reply_is_recorded_whole_and_reads_back():
    records = []
    assert Recording(Asked(), records.append).complete(request(number=2, attempt=3)) == GOOD
    (record,) = records
    assert (record.role, record.round, record.attempt, record.call_id) == ("expand", 2, 3, "expand-2-3")
    assert record.messages == request().messages
    assert (record.contract, record.prompt_hash) == ("Expansion", request().prompt_hash)
    assert (record.model, record.generation, record.prompt_version) == ("asked", GENERATION, "v1")
    assert record.completion() == GOOD
    assert record.error is None
    assert type(record).model_validate_json(record.model_dump_json()) == record


def test_a_failed_attempt_is_recorded_with_its_sentence_and_seconds():
    records = []
    with pytest.raises(Fault, match="status_500"):
        Recording(Asked(failing), records.append).complete(request())
    (record,) = records
    assert (record.error, record.error_message) == ("status_500", "the server answered 500; see the server")
    assert (record.latency_s, record.request_id, record.reply) == (0.25, "r7", None)
    assert record.completion() is None


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        ({"text": "{"}, "malformed_json"),
        ({"text": "{}"}, "missing_field"),
        ({"finish_reason": "length"}, "truncated"),
        ({"refused": True}, "refusal"),
    ],
)
def test_a_reply_that_breaks_its_contract_is_recorded_as_it_came_and_how(change, kind):
    completion = GOOD.model_copy(update=change)
    record = reply_record(request(), "m", completion)
    assert record.error == kind
    assert record.completion() == completion


def test_hashes_alone_leave_no_word_of_prompt_or_reply():
    record = reply_record(request("a private page"), "m", GOOD).without_text()
    written = record.model_dump_json()
    assert "private" not in written
    assert "a record" not in written
    assert record.reply_sha256 == hashlib.sha256(GOOD.text.encode()).hexdigest()
    assert record.completion() is None


def shared(inner, replies, place, records):
    return Sharing(Recording(inner, records.append), replies, place, records.append)


def test_an_identical_request_is_asked_once_and_the_reuse_says_of_which_call():
    inner, replies, records = Asked(), Replies(), []
    first = shared(inner, replies, "AE00/socratic/paper", records).complete(request())
    second = shared(inner, replies, "AE00/socratic/guarded", records).complete(request(number=2))
    assert len(inner.requests) == 1
    assert first == GOOD
    assert second == GOOD.model_copy(update={"reused_from": "AE00/socratic/paper/expand-1-1"})
    assert [record.reused_from for record in records] == [None, "AE00/socratic/paper/expand-1-1"]
    assert records[1].usage == GOOD.usage
    assert records[1].call_id == "expand-2-1"


def test_another_request_is_asked():
    inner, replies, records = Asked(), Replies(), []
    shared(inner, replies, "A", records).complete(request())
    shared(inner, replies, "B", records).complete(request("Which rule?"))
    assert len(inner.requests) == 2


def test_a_failure_is_never_reused():
    inner, replies, records = Asked(failing), Replies(), []
    for place in "AB":
        with pytest.raises(Fault):
            shared(inner, replies, place, records).complete(request())
    assert len(inner.requests) == 2
    assert [record.error for record in records] == ["status_500"] * 2


def test_threads_that_ask_the_same_at_once_make_one_call():
    asked, go = threading.Event(), threading.Event()

    def slow():
        asked.set()
        go.wait(5)
        return GOOD

    inner, replies, records = Asked(slow), Replies(), []
    threads = [
        threading.Thread(target=shared(inner, replies, place, records).complete, args=(request(),)) for place in "ABC"
    ]
    threads[0].start()
    asked.wait(5)
    for thread in threads[1:]:
        thread.start()
    go.set()
    for thread in threads:
        thread.join(5)
    assert len(inner.requests) == 1
    assert sorted(str(record.reused_from) for record in records) == ["A/expand-1-1", "A/expand-1-1", "None"]


def test_a_reply_of_an_earlier_sitting_to_this_very_call_is_no_reuse_and_not_recorded_again():
    inner, replies, records = Asked(), Replies(), []
    replies.add(request().prompt_hash, Made("A/expand-1-1", GOOD))
    assert shared(inner, replies, "A", records).complete(request()) == GOOD
    assert (inner.requests, records) == ([], [])


def test_a_retried_call_of_an_earlier_sitting_fails_and_succeeds_as_it_did():
    inner, replies, records = Asked(), Replies(), []
    replies.add(request().prompt_hash, Made("A/expand-1-2", GOOD))
    replies.add_failure(request().prompt_hash, "A/expand-1-1", Fault("timeout", "no reply", 9.0))
    provider = shared(inner, replies, "A", records)
    with pytest.raises(Fault, match="timeout"):
        provider.complete(request())
    assert provider.complete(request(attempt=2)) == GOOD
    assert (inner.requests, records) == ([], [])


def test_a_failure_record_holds_no_reply():
    record = failure_record(request(), "m", Fault("timeout", "no reply within the time limit"))
    assert record.without_text().reply_sha256 is None


def test_a_reused_reply_owes_the_seconds_that_it_took_when_it_was_made():
    slow = GOOD.model_copy(update={"latency_s": 1000.0})
    inner, replies, records = Asked(lambda: slow), Replies(), []
    first, second = (shared(inner, replies, place, records) for place in "AB")
    first.complete(request())
    second.complete(request())
    assert first.owed_s == 0
    assert 900 < second.owed_s <= 1000
