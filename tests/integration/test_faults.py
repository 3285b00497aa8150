"""The fault matrix: what each fault ends in, and what is recorded of it."""

import pytest
from faults import FAULTS, KEY

from benchmarks.fault_matrix import ATTEMPTS, POLICIES, matrix

pytestmark = pytest.mark.slow

FIRST_ROLE = {"socratic": "propose", "expansion": "expand"}


@pytest.fixture(scope="module")
def rows():
    return {(row.fault, row.policy): row for row in matrix()}


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("fault", list(FAULTS))
def test_a_fault_that_stays_is_a_terminal_error_after_its_attempts(rows, fault, policy):
    wrong, row = FAULTS[fault], rows[fault, policy]
    attempts = ATTEMPTS if wrong.transport else 1
    assert (row.outcome, row.error, row.served) == ("error", wrong.kind, attempts)
    assert row.state.verdict.answer is None
    assert [(call.role, call.attempt, call.error) for call in row.state.calls] == [
        (FIRST_ROLE[policy], number, wrong.kind) for number in range(1, attempts + 1)
    ]


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("fault", [name for name, wrong in FAULTS.items() if wrong.transport])
def test_a_transport_fault_that_passes_costs_one_recorded_attempt_and_nothing_else(rows, fault, policy):
    row = rows[f"{fault}, once", policy]
    assert row.state.error is None
    assert (row.outcome, row.state.verdict.answer) == ("answered", "vault Orrin")
    assert [(call.attempt, call.error) for call in row.state.calls] == [
        (1, FAULTS[fault].kind),
        (2, None),
        (1, None),
        (1, None),
    ]
    assert row.served == 4


@pytest.mark.parametrize("policy", POLICIES)
def test_no_server_is_a_terminal_error_too(rows, policy):
    row = rows["no server", policy]
    assert (row.outcome, row.error, len(row.state.calls)) == ("error", "connection", ATTEMPTS)


@pytest.mark.parametrize("policy", POLICIES)
def test_an_answer_that_cites_a_page_never_shown_is_a_terminal_error_and_no_abstention(rows, policy):
    row = rows["unknown alias cited", policy]
    assert (row.outcome, row.error, row.state.draft) == ("error", "unknown_alias", None)
    assert [call.error for call in row.state.calls] == [None, None, "unknown_alias"]


def test_no_key_gets_into_a_state(rows):
    assert not [row.fault for row in rows.values() if KEY in row.state.model_dump_json()]
