"""A run's tables, with the paper's own counts as the data."""

import pytest

from benchmark.ablation import ABLATION, ALONE, WITHOUT_ONE, ablation_tables
from benchmark.compare import check_same_worlds, compare_tables, settings_table
from benchmark.manifest import Manifest
from benchmark.records import TerminalLine
from benchmark.redaction import without_text
from benchmark.report import (
    brief_tables,
    comparisons,
    fixed_comparisons,
    output_ratio_tables,
    report_tables,
    set_tables,
)
from benchmark.scoring import Scored, WorldSet, score
from benchmark.settings import GUARDED, OWN, PAPER, RunSettings, Variant
from benchmark.trace import difference, stages, traced
from benchmark.worlds.labels import Labels, Spellings
from evidence.errors import InputError
from evidence.state import EvidenceState, Inquiry, ModelCall, Verdict
from nodes.context import RULES

EVALUATION = WorldSet("AE", "hidden")


def scored(
    number: int,
    policy: str,
    result: str,
    variant: Variant = PAPER,
    hops: int = 1,
    prefix: str = "AE",
    domain: str = "estates",
    tokens: int = 10,
    condition: str = "hidden",
    searching: bool = True,
) -> Scored:
    world_id = f"{prefix}{number:02d}"
    outcome = {"safe": "answered", "unsafe": "answered", "abstained": "cannot_determine", "error": "error"}[result]
    answer = {"safe": "Vault Orrin", "unsafe": "Vault Corvin"}.get(result)
    call = ModelCall(call_id="answer-1-1", role="answer", model="m", input_tokens=100, output_tokens=tokens)
    state = EvidenceState(
        question="Which vault?",
        verdict=Verdict(outcome=outcome, answer=answer),
        calls=(call,),
        inquiries=(Inquiry(round=1, query="[red]one", returned=()),) if searching else (),
    )
    terminal = TerminalLine(
        world_id=world_id,
        policy=policy,
        protocol=variant.protocol,
        without=variant.without,
        outcome=outcome,
        trace=(),
        seconds=1.0,
        state=state,
    )
    labels = Labels(
        world_id=world_id,
        domain=domain,
        condition=condition,
        hops=hops,
        gold=Spellings(answer="Vault Orrin", spellings=("Vault Orrin",)),
        false=None,
        kinds={},
        decisive=("p#0",),
        oracle_queries=(),
        vocabulary=(),
    )
    return score(terminal, labels)


def papers_run():
    """48 worlds with the paper's outcomes: 45 and 38 safe, 0 and 1 unsafe, 8 wins and 1 loss."""
    mine = ["safe"] * 45 + ["abstained"] * 3
    theirs = ["safe"] * 37 + ["unsafe"] + ["abstained"] * 7 + ["safe"] + ["abstained"] * 2
    hops = [1] * 24 + [2] * 24
    return [
        *(scored(n, "socratic", result, hops=hops[n]) for n, result in enumerate(mine)),
        *(scored(n, "expansion", result, hops=hops[n]) for n, result in enumerate(theirs)),
    ]


def table(tables, beginning):
    return next(found for found in tables if found.title.startswith(beginning))


def test_the_papers_outcomes_give_the_papers_table():
    (socratic, expansion) = table(report_tables(papers_run(), frozenset()), "Outcomes").rows
    assert socratic[:8] == (
        "paper",
        "socratic",
        "45/48 (93.8%)",
        "83.2-97.9",
        "0/48 (0.0%)",
        "0.0-7.4",
        "3/48",
        "0/48",
    )
    assert (expansion[2], expansion[4], expansion[6]) == ("38/48 (79.2%)", "1/48 (2.1%)", "9/48")


def test_the_papers_pairs_give_the_papers_p():
    (row,) = table(report_tables(papers_run(), frozenset()), "Paired").rows
    name, both, wins, losses, neither, ties, points, interval, p, holm = row
    assert (both, wins, losses, neither, ties, points) == (37, 8, 1, 2, 39, 14.6)
    assert (p, holm) == ("0.0391", None)
    assert name == "paper: socratic - expansion *"
    assert interval == "2.0 to 27.9"


def test_strata_hold_the_papers_hops():
    rows = table(report_tables(papers_run(), frozenset()), "By hop").rows
    assert [(row[1], row[2], row[3]) for row in rows] == [
        ("socratic", "1", "24/24"),
        ("socratic", "2", "21/24"),
        ("expansion", "1", "24/24"),
        ("expansion", "2", "14/24"),
    ]


def test_holm_covers_every_comparison_but_the_primary_one():
    run = papers_run() + [scored(n, "repetition", "abstained") for n in range(48)]
    run += [scored(n, policy, "safe", GUARDED) for n in range(48) for policy in ("socratic", "expansion")]
    found = comparisons(run)
    assert [(item.variant, item.second, item.adjusted is None) for item in found] == [
        (PAPER, "expansion", True),
        (PAPER, "repetition", False),
        (GUARDED, "expansion", False),
    ]
    assert found[1].adjusted == pytest.approx(2 * found[1].p)


def test_costs_are_shared_by_questions_and_by_safe_answers():
    tables = report_tables(papers_run(), frozenset())
    totals, shares = table(tables, "Cost: ").rows[0], table(tables, "Cost of a question").rows[0]
    assert totals[2:5] == (48, 4800, 480)
    assert shares[2:6] == (1.0, 100.0, 10.0, 1.0)
    assert shares[6:9] == (round(48 / 45, 3), round(4800 / 45, 3), round(480 / 45, 3))


def test_the_ratio_of_output_tokens_is_of_the_worlds_that_both_ended():
    mine = [scored(number, "socratic", "safe", tokens=30) for number in range(3)]
    theirs = [scored(number, "expansion", "safe", tokens=20) for number in range(2)]
    (table,) = output_ratio_tables([*mine, *theirs], "here")
    assert table.rows == (("paper", 2, 60, 40, 1.5),)
    assert "1.84" in table.notes[0]


def test_queries_kept_as_hashes_make_no_table_of_wins():
    plain = [scored(0, "socratic", "safe"), scored(0, "expansion", "abstained")]
    hashes = [
        item._replace(terminal=item.terminal.model_copy(update={"state": without_text(item.terminal.state)}))
        for item in plain
    ]
    wins = [
        [table.title for table in set_tables(items, EVALUATION, frozenset()) if table.title.startswith("Wins")]
        for items in (plain, hashes)
    ]
    assert (len(wins[0]), wins[1]) == (1, [])


def test_without_output_tokens_there_is_no_ratio():
    assert output_ratio_tables([scored(0, "socratic", "safe"), scored(0, "expansion", "safe", tokens=0)], "") == []


def test_no_safe_answer_leaves_its_cost_empty():
    rows = table(report_tables([scored(0, "socratic", "error")], frozenset()), "Cost of a question").rows
    assert rows[0][6:] == (None, None, None, None)


def test_sets_of_worlds_are_never_pooled():
    run = [
        scored(0, "socratic", "safe"),
        scored(0, "socratic", "unsafe", prefix="DS", condition="source_visible"),
        scored(0, "socratic", "abstained", prefix="DH"),
    ]
    titles = [found.title for found in report_tables(run, frozenset()) if found.title.startswith("Outcomes")]
    assert titles == [
        "Outcomes: 1 worlds, AE (hidden)",
        "Outcomes: 1 worlds, DS (source_visible)",
        "Outcomes: 1 worlds, DH (hidden)",
    ]


def test_late_domains_are_marked_and_apart():
    run = [scored(n, "socratic", "safe", domain=domain) for n, domain in enumerate(("estates", "harbours"))]
    rows = table(report_tables(run, frozenset({"harbours"})), "By domain").rows
    assert [row[2] for row in rows] == ["estates", "harbours (late)"]
    apart = [
        found for found in report_tables(run, frozenset({"harbours"})) if found.title.startswith("Outcomes apart")
    ]
    assert [found.title for found in apart] == [
        "Outcomes apart: 1 worlds of harbours (late), AE (hidden)",
        "Outcomes apart: 1 worlds of the other domains, AE (hidden)",
    ]
    assert [row[2] for found in apart for row in found.rows] == ["1/1 (100.0%)", "1/1 (100.0%)"]


def test_a_brief_report_holds_the_outcomes_alone():
    assert [found.title for found in brief_tables(papers_run())] == ["Outcomes: 48 worlds, AE (hidden)"]


def test_the_papers_figures_stand_last_and_are_marked():
    paper = [found for found in report_tables(papers_run(), frozenset()) if found.title.startswith("Paper")]
    assert len(paper) == 4
    assert all("another backbone on other worlds" in found.notes[0] for found in paper)
    assert paper[0].rows[2][2] == "48/48"


def test_wins_are_classed_and_counted():
    found = table(set_tables(papers_run(), EVALUATION, frozenset()), "Wins")
    assert len(found.rows) == 8
    assert found.notes[0].startswith("0 of 8 wins used an identifier")


def test_the_ablation_has_guarded_paper_and_each_rule_left_out_and_alone():
    assert len(set(ABLATION)) == 14
    assert [variant.label for variant in ABLATION[:2]] == ["guarded", "guarded - open-links"]
    assert ALONE["grounded"].label == "paper + grounded"


def test_a_rule_earns_the_difference_it_makes():
    results = {GUARDED: ("safe", "safe"), WITHOUT_ONE["grounded"]: ("safe", "unsafe")}
    results |= {ALONE["grounded"]: ("abstained", "abstained"), PAPER: ("unsafe", "unsafe")}
    run = [
        scored(n, "socratic", result, variant, tokens=10 if variant is PAPER else 30)
        for variant, both in results.items()
        for n, result in enumerate(both)
    ]
    arms, earned = ablation_tables(run)
    assert [row[0] for row in arms.rows] == ["guarded", "guarded - grounded", "paper + grounded", "paper"]
    row = dict(zip([row[0] for row in earned.rows], earned.rows, strict=True))["grounded"]
    assert row[1:] == (1, -1, 0, 0, 0, -2, 0, 40)
    assert [row[0] for row in earned.rows] == list(RULES)


def test_two_runs_are_paired_by_world():
    first = [scored(n, "socratic", result) for n, result in enumerate(("safe", "safe", "abstained"))]
    second = [scored(n, "socratic", result) for n, result in enumerate(("safe", "unsafe", "safe"))]
    paired, costs, changes = compare_tables(first, second)
    assert paired.rows[0][1:8] == ("2/3", "2/3", 0, 1, 1, 1, 1)
    assert costs.rows[0][1:3] == (3, 3)
    assert [row[1:] for row in changes.rows] == [("AE01", "safe", "unsafe"), ("AE02", "abstained", "safe")]


def test_runs_that_share_no_arm_or_worlds_are_refused():
    with pytest.raises(InputError, match="share no policy"):
        compare_tables([scored(0, "socratic", "safe")], [scored(0, "expansion", "safe")])
    one, other = manifest("a"), manifest("b")
    with pytest.raises(InputError, match="different worlds"):
        check_same_worlds(one, other)
    assert settings_table(one.settings, other.settings).rows == (("worlds_sha256", "'a'", "'b'"),)


def manifest(worlds):
    settings = RunSettings(
        worlds_sha256=worlds,
        world_ids=("AE00",),
        policies=("socratic",),
        variants=(PAPER,),
        evidence_policy_sha256="0",
        prompt_version="1",
    )
    return Manifest(worlds="worlds", settings=settings, sittings=())


def test_a_trace_begins_with_the_opening_and_ends_with_the_outcome():
    opening, first, outcome = stages(scored(0, "socratic", "safe"))
    assert opening == ()
    assert ("query", "[red]one") in first
    assert ("resolved", "nothing") in first
    assert outcome[0] == ("outcome", "answered: safe")


def test_a_trace_tells_who_won():
    mine, theirs = scored(0, "socratic", "safe"), scored(0, "expansion", "abstained")
    assert difference([mine, theirs]).startswith("win for socratic")
    assert difference([mine, mine]).startswith("tie")


def test_a_trace_takes_the_runs_first_variant_unless_told():
    run = [scored(0, policy, "safe", variant) for variant in (GUARDED, PAPER) for policy in ("socratic", "expansion")]
    assert {item.variant for item in traced(run, "AE00", ("socratic", "expansion"), None)} == {GUARDED}
    assert {item.variant for item in traced(run, "AE00", ("socratic",), "paper")} == {PAPER}
    for arguments, message in (
        (("AE77", ("socratic",), None), "AE77"),
        (("AE00", ("links",), None), "holds socratic, expansion"),
    ):
        with pytest.raises(InputError, match=message):
            traced(run, *arguments)


def test_variants_have_one_label_each():
    labels = [variant.label for variant in ABLATION]
    assert len(set(labels)) == len(labels)
    assert Variant(without=tuple(reversed(RULES[:2]))) == Variant(without=RULES[:2])


def run_with_fixed():
    run = papers_run()
    run += [scored(n, "robustrag", "unsafe", OWN, searching=False) for n in range(48)]
    return run + [
        scored(n, "trustrag-wide", "unsafe" if n < 24 else "abstained", OWN, searching=False) for n in range(48)
    ]


def test_active_policies_stand_above_and_fixed_context_below_with_no_search():
    departures = {"robustrag": ("Stopwords are spaCy's.",), "robustrag-wide": ("Stopwords are spaCy's.",)}
    outcomes = table(report_tables(run_with_fixed(), frozenset(), departures), "Outcomes")
    assert [row[:2] for row in outcomes.rows] == [
        ("Active acquisition", None),
        ("paper", "socratic"),
        ("paper", "expansion"),
        ("Fixed context", None),
        ("own", "robustrag"),
        ("own", "trustrag-wide"),
    ]
    assert [row[-1] for row in outcomes.rows] == [None, 48, 48, None, 0, 0]
    assert [row[4] for row in outcomes.rows[4:]] == ["48/48 (100.0%)", "24/48 (50.0%)"]
    assert outcomes.notes[-1] == "robustrag, robustrag-wide: Stopwords are spaCy's."


def test_a_run_of_one_block_has_no_headings():
    assert [row[1] for row in table(report_tables(papers_run(), frozenset()), "Outcomes").rows] == [
        "socratic",
        "expansion",
    ]


def test_socratic_is_compared_with_each_fixed_context_system_in_a_family_of_its_own():
    # 45 wins and no loss: p is 2 / 2**45, and Holm doubles the smaller of two equal ones.
    found = fixed_comparisons(run_with_fixed())
    assert [(item.variant, item.second) for item in found] == [(PAPER, "robustrag"), (PAPER, "trustrag-wide")]
    assert [item.p for item in found] == pytest.approx([2 / 2**45] * 2)
    assert [item.adjusted for item in found] == pytest.approx([2 * 2 / 2**45] * 2)
    assert [item.second for item in comparisons(run_with_fixed())] == ["expansion"]


def test_a_fixed_context_systems_trace_stands_beside_a_policys():
    run = run_with_fixed()
    assert [item.policy for item in traced(run, "AE01", ("socratic", "robustrag"), None)] == ["socratic", "robustrag"]
    assert [item.policy for item in traced(run, "AE01", ("socratic", "robustrag"), "paper")][1] == "robustrag"
