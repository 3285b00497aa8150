"""`keys new`, `sign`, `verify`: files, exit codes, and one clear line for bad input."""

import json
import stat

import pytest
from builders import QUESTION, bridge, final, terminal
from signing import KEY
from typer.testing import CliRunner

from evidence.keys import parse_public_keys
from graphs.cli import app

RUNNER = CliRunner()
COPY = "Everybody in Hale knows that the effects of Maren Tolliver lie in vault Corvin."


def run(*arguments):
    return RUNNER.invoke(app, [str(argument) for argument in arguments])


@pytest.fixture
def house(tmp_path):
    """A folder with a key, a corpus of a chain and a copy, and a signature policy."""
    assert run("keys", "new", "registrar", "--folder", tmp_path).exit_code == 0
    texts = {"a": bridge(), "b": terminal(), "c": COPY}
    lines = [json.dumps({"id": name, "text": text}) for name, text in texts.items()]
    (tmp_path / "corpus.jsonl").write_text("\n".join(lines))
    (tmp_path / "policy.yaml").write_text(
        "name: p\ntrust: signature\nkeys: public.jwks\nrules:\n- {by: signature, signers: [{key: registrar}]}\n"
    )
    return tmp_path


def sign(house, *arguments, corpus="corpus.jsonl", policy="signed-text"):
    key = house / "registrar.private.jwk"
    chosen = ["--policy", policy] if policy else []
    return run("sign", house / corpus, "--key", key, *chosen, "--out", house / "signed.jsonl", *arguments)


def test_a_new_private_key_is_for_its_owner_alone_and_never_printed(house):
    path = house / "registrar.private.jwk"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    secret = json.loads(path.read_text())["d"]
    result = run("keys", "new", "second", "--folder", house)
    assert secret not in result.output
    assert json.loads((house / "second.private.jwk").read_text())["d"] not in result.output
    assert secret not in (house / "public.jwks").read_text()
    assert [key.kid for key in parse_public_keys((house / "public.jwks").read_bytes(), "t").keys] == [
        "registrar",
        "second",
    ]


def test_mode_600_holds_under_any_umask(tmp_path):
    import os

    old = os.umask(0)
    try:
        assert run("keys", "new", "open", "--folder", tmp_path).exit_code == 0
    finally:
        os.umask(old)
    assert stat.S_IMODE((tmp_path / "open.private.jwk").stat().st_mode) == 0o600


def test_a_signed_corpus_verifies_and_answers_under_trust_signature(house):
    result = sign(house)
    assert result.exit_code == 0
    assert "signed 2 of 3" in result.stdout
    for option in (["--policy", house / "policy.yaml"], ["--keys", house / "public.jwks"]):
        verified = run("verify", house / "signed.jsonl", *option)
        assert (verified.exit_code, "2 signatures count, 0 don't, 1 unsigned" in verified.stdout) == (0, True)
    asked = run("ask", QUESTION, "--corpus", house / "signed.jsonl", "--policy", house / "policy.yaml", "--json")
    state = json.loads(asked.stdout)
    assert state["verdict"]["answer"] == "vault Orrin"
    assert [item["page"]["record"]["attested_by"] for item in state["evidence"] if item["page"]["record"]] == [
        "signature"
    ] * 2


def test_the_unsigned_corpus_is_refused_under_trust_signature(house):
    result = run("ask", QUESTION, "--corpus", house / "corpus.jsonl", "--policy", house / "policy.yaml")
    assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1)
    assert "policy init" in result.stderr
    assert "policy check" in result.stderr


def test_a_folder_gets_sidecar_files_that_verify_and_a_changed_byte_is_found(house):
    folder = house / "pages"
    folder.mkdir()
    (folder / "ruling.md").write_text(final())
    (folder / "blog.txt").write_text(COPY)
    key = house / "registrar.private.jwk"
    assert run("sign", folder, "--key", key, "--policy", "signed-text").exit_code == 0
    assert sorted(path.name for path in folder.iterdir()) == ["blog.txt", "ruling.md", "ruling.md.jws"]
    assert run("verify", folder, "--policy", house / "policy.yaml").exit_code == 0
    asked = run("ask", QUESTION, "--corpus", folder, "--policy", house / "policy.yaml", "--json")
    assert json.loads(asked.stdout)["verdict"]["answer"] == "vault Orrin"
    (folder / "ruling.md").write_text(final().replace("Orrin", "Orrim"))
    changed = run("verify", folder, "--policy", house / "policy.yaml")
    assert changed.exit_code == 1
    assert "ruling.md: text_changed" in changed.stdout


def test_one_document_can_be_signed_by_hand(house):
    claims = ["--document", "c", "--role", "final", "--record-id", "HV-9", "--subject", "Maren Tolliver"]
    assert "signed 1 of 3" in sign(house, *claims, policy=None).stdout
    assert run("verify", house / "signed.jsonl", "--keys", house / "public.jwks").exit_code == 0


def test_a_copied_signature_is_named_by_document(house):
    sign(house)
    lines = [json.loads(line) for line in (house / "signed.jsonl").read_text().splitlines()]
    lines[2]["signature"] = lines[0]["signature"]
    (house / "signed.jsonl").write_text("\n".join(json.dumps(line) for line in lines))
    result = run("verify", house / "signed.jsonl", "--keys", house / "public.jwks")
    assert result.exit_code == 1
    assert "c: text_changed" in result.stdout


def test_verifying_a_corpus_without_a_signature_says_so(house):
    result = run("verify", house / "corpus.jsonl", "--keys", house / "public.jwks")
    assert (result.exit_code, "3 unsigned" in result.stdout) == (1, True)


def bad_cases(house):
    private, public = house / "registrar.private.jwk", house / "public.jwks"
    corpus, policy, out = house / "corpus.jsonl", house / "policy.yaml", house / "out.jsonl"
    (house / "private.yaml").write_text(policy.read_text().replace("public.jwks", "registrar.private.jwk"))
    (house / "unknown.yaml").write_text(policy.read_text().replace("key: registrar", "key: nobody"))
    (house / "nokeys.yaml").write_text(policy.read_text().replace("public.jwks", "nowhere.jwks"))
    (house / "broken.jwks").write_text("{")
    by_policy = ["--policy", "signed-text"]
    ask = ["ask", "x", "--corpus", corpus, "--policy"]
    return {
        "key exists": (["keys", "new", "registrar", "--folder", house], "already"),
        "key name with a path": (["keys", "new", "../x", "--folder", house], "letters"),
        "key in no folder": (["keys", "new", "x", "--folder", house / "no"], "can't be written"),
        "no day": (["keys", "new", "x", "--folder", house, "--expires", "soon"], "2027-12-31"),
        "sign with a public key": (["sign", corpus, "--key", public, *by_policy, "--out", out], "no private key"),
        "sign without a key file": (["sign", corpus, "--key", house / "no", *by_policy, "--out", out], "no readable"),
        "sign without out": (["sign", corpus, "--key", private, *by_policy], "--out"),
        "sign nothing": (["sign", corpus, "--key", private, "--out", out], "--policy"),
        "sign an unknown document": (["sign", corpus, "--key", private, "--document", "z", "--out", out], "'z'"),
        "sign what no policy reads": (
            ["sign", corpus, "--key", private, *by_policy, "--document", "c", "--out", out],
            "reads no record",
        ),
        "verify against nothing": (["verify", corpus], "--keys or --policy"),
        "verify with a private key": (["verify", corpus, "--keys", private], "private key"),
        "verify with broken keys": (["verify", corpus, "--keys", house / "broken.jwks"], "JSON"),
        "verify by a policy without signatures": (["verify", corpus, "--policy", "signed-text"], "by signature"),
        "policy with a private key": (
            [*ask, house / "private.yaml"],
            "private",
        ),
        "policy with an unknown key": (
            [*ask, house / "unknown.yaml"],
            "nobody",
        ),
        "policy without its keys": (["policy", "check", house / "nokeys.yaml", "--corpus", corpus], "nowhere.jwks"),
        "check without a corpus": (["policy", "check", policy, "--corpus", house / "no.jsonl"], "no such file"),
        "init without a corpus": (["policy", "init", house / "no.jsonl"], "no such file"),
        "quarantine in no folder": (["ask", "x", "--quarantine", house / "no" / "q.jsonl"], "--quarantine"),
    }


@pytest.mark.parametrize("case", range(20))
def test_bad_input_exits_with_two_and_one_line_and_shows_no_key(case, house):
    secret = json.loads((house / "registrar.private.jwk").read_text())["d"]
    cases = bad_cases(house)
    assert len(cases) == 20
    arguments, word = list(cases.values())[case]
    result = run(*arguments)
    assert result.exit_code == 2, result.output
    assert word in result.stderr
    assert "Traceback" not in result.output
    assert len(result.stderr.splitlines()) == 1
    assert secret not in result.output


def test_no_command_leaves_a_half_written_or_second_file(house):
    sign(house)
    assert not list(house.glob("*.new"))


def test_the_shared_test_key_is_not_in_any_output():
    assert json.loads(KEY.to_jwk())["d"] not in repr([KEY])
