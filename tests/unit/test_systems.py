"""Systems under attack families: the tables by hand, and a small run that goes on where it was."""

import pytest
from rich.console import Console

from benchmark.settings import GUARDED
from benchmark.systems import Asked, Line, Record, read_record, run_systems, write_record
from benchmark.systems_tables import systems_tables
from evidence.errors import InputError

QUIET = Console(quiet=True)


def line(family, system, ended, trust="text", protocol="guarded"):
    return Line(family=family, trust=trust, protocol=protocol, system=system, ended=ended)


RECORD = Record(
    seed=1,
    worlds=("W0", "W1", "W2", "W3", "W4", "W5"),
    attacker_pages=3,
    departures={"vanilla": ("Said of vanilla.",), "ircot": ("Said of ircot.",)},
    lines=(
        line("none", "socratic", "ssssss"),
        line("none", "ircot", "ssssss"),
        line("none", "vanilla", "uuuuae", "fixed", "own"),
        line("forged-record", "socratic", "sssssa"),
        line("forged-record", "ircot", "uuuuus"),
        line("forged-record", "vanilla", "aaaaaa", "fixed", "own"),
    ),
)


def test_each_cell_counts_the_worlds_that_ended_so():
    active, fixed, _ = systems_tables(RECORD)
    assert active.columns == ("protocol", "system", "none", "forged-record")
    assert active.rows == (
        ("guarded", "socratic", "6 / 0 / 0", "5 / 0 / 1"),
        ("guarded", "ircot", "6 / 0 / 0", "1 / 5 / 0"),
    )
    assert fixed.rows == (("own", "vanilla", "0 / 4 / 1 (1 errors)", "0 / 0 / 6"),)


def test_socratic_is_paired_with_each_system_and_holm_runs_over_a_family():
    paired = systems_tables(RECORD)[2]
    # Two-sided exact p: 6 wins of 6, 2/64 = .0312, doubled by Holm; 5 of 5, 2/32 = .0625, doubled; 5 of 6, 14/64.
    assert paired.rows == (
        ("ircot", "0 : 0, p 1.0000", "5 : 1, p 0.2188"),
        ("vanilla", "6 : 0, p 0.0625", "5 : 0, p 0.1250"),
    )


def test_departures_stand_under_the_table_of_the_system_they_are_of():
    active, fixed, _ = systems_tables(RECORD)
    assert active.notes[-1] == "ircot: Said of ircot."
    assert fixed.notes[-1] == "vanilla: Said of vanilla."


def test_a_record_is_read_as_it_was_written(tmp_path):
    write_record(tmp_path / "r.json", RECORD)
    assert read_record(tmp_path / "r.json") == RECORD
    (tmp_path / "r.json").write_text("{")
    with pytest.raises(InputError, match="no record of systems"):
        read_record(tmp_path / "r.json")
    with pytest.raises(InputError, match="can't be written"):
        write_record(tmp_path / "absent" / "r.json", RECORD)


@pytest.mark.parametrize(("asked", "named"), [({"families": ("magic",)}, "magic"), ({"trusts": ("luck",)}, "luck")])
def test_an_unknown_family_or_evidence_policy_is_refused_with_those_there_are(asked, named, tmp_path):
    with pytest.raises(InputError, match=f"'{named}': unknown; there are"):
        run_systems(Asked(("vanilla",), (GUARDED,), **asked), tmp_path, 1, QUIET)


def test_every_family_gets_its_worlds_and_a_second_start_runs_nothing_again(tmp_path, monkeypatch):
    asked = Asked(("socratic", "vanilla"), (GUARDED,), ("signature",), ("none", "forged-record"), made=2)
    record = run_systems(asked, tmp_path, 1, QUIET)
    assert [(one.family, one.trust, one.protocol, one.system, len(one.ended)) for one in record.lines] == [
        ("none", "signature", "guarded", "socratic", 2),
        ("none", "fixed", "own", "vanilla", 2),
        ("forged-record", "signature", "guarded", "socratic", 2),
        ("forged-record", "fixed", "own", "vanilla", 2),
    ]
    assert record.lines[0].ended == "ss"
    assert not any("s" in one.ended for one in record.lines if one.system == "vanilla")
    monkeypatch.setattr("benchmark.worker.course_of", None)
    monkeypatch.setattr("benchmark.world_files.make_worlds", None)
    assert run_systems(asked, tmp_path, 1, QUIET) == record
