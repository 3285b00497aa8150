"""Retries: which faults are asked again, how long it waits, and what bounds it; time limits that hold."""

import threading
import time

import pytest

from backbones.bounds import Bounds
from backbones.contracts import Expansion
from backbones.provider import Completion, Fault, Generation, Message, Request
from backbones.retrying import LONGEST_WAIT_SECONDS, Retried, is_transport
from backbones.time_limit import TimeLimited

GENERATION = Generation(model="m")
DONE = Completion(text="{}")


class Scripted:
    """Fails by the script, then replies."""

    name, generation = "scripted", GENERATION

    def __init__(self, *faults):
        self._faults = list(faults)
        self.attempts = []

    def complete(self, request):
        self.attempts.append(request.attempt)
        if self._faults:
            raise self._faults.pop(0)
        return DONE


def request(**more):
    return Request(
        role="expand",
        number=1,
        messages=(Message(role="user", content="hi"),),
        contract=Expansion,
        prompt_version="v",
        generation=GENERATION,
        **more,
    )


def fault(kind="status_503", **more):
    return Fault(kind, "it failed", **more)


def test_transport_faults_are_asked_again_and_contract_faults_are_not():
    transport = "timeout connection connection_lost transport status_408 status_429 status_500 status_503 status_529"
    terminal = "status_400 status_401 status_403 status_404 malformed_json truncated refusal no_reply deadline_s"
    assert all(is_transport(fault(kind)) for kind in transport.split())
    assert not any(is_transport(fault(kind)) for kind in terminal.split())


def test_failed_attempts_come_with_the_reply_in_order():
    inner, waits = Scripted(fault("timeout"), fault("status_500")), []
    reply = Retried(inner, 3, waits.append).complete(request())
    assert inner.attempts == [1, 2, 3]
    assert [(call.call_id, call.error) for call in reply.earlier] == [
        ("expand-1-1", "timeout"),
        ("expand-1-2", "status_500"),
    ]
    assert len(waits) == 2


def test_when_attempts_are_used_up_the_last_fault_is_raised_with_those_before_it():
    inner = Scripted(*(fault() for _ in range(5)))
    with pytest.raises(Fault) as caught:
        Retried(inner, 3, lambda seconds: None).complete(request())
    assert inner.attempts == [1, 2, 3]
    assert [call.call_id for call in caught.value.earlier] == ["expand-1-1", "expand-1-2"]


def test_waits_grow_and_carry_jitter():
    waits = []
    inner = Scripted(*(fault() for _ in range(9)))
    with pytest.raises(Fault):
        Retried(inner, 9, waits.append).complete(request())
    base = [min(2**n, LONGEST_WAIT_SECONDS) for n in range(8)]
    assert all(low <= wait <= min(low + 1, LONGEST_WAIT_SECONDS) for low, wait in zip(base, waits, strict=True))
    assert any(wait != low for low, wait in zip(base, waits, strict=True))


@pytest.mark.parametrize(("asked", "waited"), [(17.0, 17.0), (86_400.0, LONGEST_WAIT_SECONDS)])
def test_retry_after_is_honoured_and_capped(asked, waited):
    waits = []
    Retried(Scripted(fault("status_429", retry_after_s=asked)), 3, waits.append).complete(request())
    assert waits == [waited]


def test_no_attempt_follows_that_the_questions_calls_or_deadline_dont_allow():
    for bounds in (Bounds(attempts=1), Bounds(deadline=time.monotonic() + 0.5)):
        inner = Scripted(fault(retry_after_s=1.0), fault())
        with pytest.raises(Fault):
            Retried(inner, 3, lambda seconds: None).complete(request(bounds=bounds))
        assert inner.attempts == [1]


def test_the_narrower_bounds_win_each_way():
    question, run = Bounds(3, 100.0, "deadline_s"), Bounds(5, 50.0, "run_deadline_s")
    assert question.and_also(run) == run.and_also(question) == Bounds(3, 50.0, "run_deadline_s")
    assert Bounds().and_also(question) == question


class Stuck:
    name, generation = "stuck", GENERATION

    def __init__(self):
        self.released = threading.Event()

    def complete(self, request):
        self.released.wait(60)
        return DONE


@pytest.mark.parametrize(
    ("limit", "bounds", "kind"),
    [
        (0.05, Bounds(), "timeout"),
        (60.0, Bounds(deadline=0.0), "deadline_s"),
        (60.0, Bounds(deadline=0.0, deadline_name="run_deadline_s"), "run_deadline_s"),
    ],
)
def test_a_call_that_never_ends_is_left_behind_by_the_name_of_what_cut_it_short(limit, bounds, kind):
    inner = Stuck()
    with pytest.raises(Fault) as caught:
        TimeLimited(inner, limit).complete(request(bounds=bounds))
    inner.released.set()
    assert caught.value.kind == kind


def test_an_error_of_the_call_passes_through_the_time_limit():
    with pytest.raises(Fault, match="it failed"):
        TimeLimited(Scripted(fault()), 5.0).complete(request())
    assert TimeLimited(Scripted(), 5.0).complete(request()) == DONE
