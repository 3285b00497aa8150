"""No minute holds more requests or tokens than its limit, and nothing waits longer than it must."""

import threading
import time

import pytest
from clock import Clock
from hypothesis import given
from hypothesis import strategies as st

from backbones.bounds import Bounds
from backbones.contracts import Expansion
from backbones.pacing import Pace, Paced
from backbones.provider import Completion, Fault, Generation, Message, Request, Usage

GENERATION = Generation(model="m")


def pace(**limits):
    clock = Clock()
    return Pace(**limits, clock=clock, sleep=clock.sleep), clock


def times(limits, tokens):
    """When each of a row of requests is let through."""
    limited, clock = pace(**limits)
    found = []
    for amount in tokens:
        limited.admit(amount)(amount)
        found.append(clock.now)
    return found


def test_requests_beyond_the_limit_wait_until_the_first_is_a_minute_old():
    assert times({"requests": 2}, [1] * 5) == [0, 0, 60, 60, 120]


def test_tokens_beyond_the_limit_wait_for_as_many_as_they_need():
    assert times({"tokens": 100}, [60, 40, 50, 50]) == [0, 0, 60, 60]
    assert times({"tokens": 100}, [60, 50]) == [0, 60]


def test_a_request_above_the_whole_limit_goes_alone():
    assert times({"tokens": 100}, [10, 500, 10]) == [0, 60, 120]


def test_without_limits_nothing_waits():
    assert times({}, [10**9] * 3) == [0, 0, 0]


@given(
    limit=st.integers(1, 6),
    gaps=st.lists(st.floats(0, 50), min_size=1, max_size=40),
)
def test_no_minute_holds_more_requests_than_the_limit(limit, gaps):
    limited, clock = pace(requests=limit)
    let_through = []
    for gap in gaps:
        clock.now += gap
        limited.admit(1)
        let_through.append(clock.now)
    for first, later in zip(let_through, let_through[limit:], strict=False):
        assert later - first >= 60 - 1e-5


def request(text="x" * 40):
    return Request(
        role="expand",
        number=1,
        messages=(Message(role="user", content=text),),
        contract=Expansion,
        prompt_version="v",
        generation=GENERATION,
    )


class Provider:
    name = "p"
    generation = GENERATION

    def __init__(self, usage=None):
        self._usage = usage

    def complete(self, request):
        if self._usage is None:
            raise Fault("status_500", "no")
        return Completion(text="{}", usage=self._usage)


class Counted(Provider):
    made = 0

    def complete(self, request):
        self.made += 1
        return super().complete(request)


def test_the_providers_count_takes_the_place_of_the_guess():
    limited, clock = pace(tokens=100)
    paced = Paced(Provider(Usage(input_tokens=80, output_tokens=15)), limited)
    paced.complete(request())
    paced.complete(request())
    assert clock.now == 60


def test_a_failed_attempt_counts_by_its_guess():
    limited, clock = pace(tokens=15)
    for _ in range(2):
        with pytest.raises(Fault):
            Paced(Provider(), limited).complete(request())
    assert clock.now == 60


def until(seconds):
    return Bounds(deadline=time.monotonic() + seconds, deadline_name="run_deadline_s")


def test_a_request_whose_turn_comes_after_its_deadline_fails_by_that_limit_at_once_and_takes_no_place():
    limited, clock = pace(requests=1)
    asked = Counted(Usage(input_tokens=1))
    paced = Paced(asked, limited)
    paced.complete(request())
    with pytest.raises(Fault) as failed:
        paced.complete(request().model_copy(update={"bounds": until(59)}))
    assert (failed.value.kind, asked.made, clock.now) == ("run_deadline_s", 1, 0)
    paced.complete(request().model_copy(update={"bounds": until(3600)}))
    assert (asked.made, clock.now) == (2, 60)


def test_who_waits_behind_another_waits_no_longer_than_the_deadline():
    waiting, done = threading.Event(), threading.Event()
    limited = Pace(
        requests=1, clock=lambda: float(done.is_set()) * 60, sleep=lambda seconds: waiting.set() or done.wait(60)
    )
    limited.admit(1)
    first = threading.Thread(target=limited.admit, args=(1,))
    first.start()
    assert waiting.wait(60)
    with pytest.raises(Fault, match="run_deadline_s"):
        limited.admit(1, until(0))
    done.set()
    first.join(60)


def test_threads_share_one_pace():
    limited, clock = pace(requests=3)
    paced = Paced(Provider(Usage(input_tokens=1)), limited)
    threads = [threading.Thread(target=paced.complete, args=(request(),)) for _ in range(9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(5)
    assert clock.now == 120
