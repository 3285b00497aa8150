"""Price tables: what calls cost, and tables that can't be used."""

import pytest

from backbones.prices import load_prices
from evidence.errors import InputError
from evidence.state import ModelCall

TABLE = """
currency: EUR
models:
  openai:small: {input: 2.0, output: 10.0, cached: 0.5}
  openai:large: {input: 20, output: 100}
"""


@pytest.fixture
def table(tmp_path):
    (tmp_path / "prices.yaml").write_text(TABLE)
    return load_prices(tmp_path / "prices.yaml")


def call(model="openai:small", **tokens):
    return ModelCall(call_id="answer-1-1", role="answer", model=model, **tokens)


def test_a_call_costs_its_tokens_a_million_each(table):
    # 600,000 fresh at 2, 400,000 cached at 0.5, 100,000 out at 10: 1.2 + 0.2 + 1.0
    assert table.cost([call(input_tokens=1_000_000, cached_tokens=400_000, output_tokens=100_000)]) == pytest.approx(
        2.4
    )


def test_cached_input_without_a_price_of_its_own_costs_as_input(table):
    made = [call("openai:large", input_tokens=50_000, cached_tokens=50_000), call(output_tokens=1_000)]
    assert table.cost(made) == pytest.approx(1.0 + 0.01)


def test_json_is_read_too(tmp_path, table):
    (tmp_path / "prices.json").write_text(table.model_dump_json())
    assert load_prices(tmp_path / "prices.json") == table


def test_a_model_without_a_price_is_refused_by_name(table):
    with pytest.raises(InputError, match=r"openai:huge, only for openai:large, openai:small"):
        table.cost([call("openai:huge")])


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("currency: EUR\n", "models"),
        ("currency: EUR\nmodels: {}\n", "models"),
        ("currency: EUR\nmodels: {a: {input: -1, output: 1}}\n", "models.a.input"),
        ("currency: EUR\nmodels: {a: {input: .inf, output: 1}}\n", "models.a.input"),
        ("currency: EUR\nmodels: {a: {input: 1}}\n", "models.a.output"),
        ("currency: EUR\nmodels: {a: {input: 1, output: 1, per: call}}\n", "models.a.per"),
        ("models: [1,\n", "YAML"),
        ("just words", "table"),
    ],
)
def test_a_malformed_table_is_one_line_that_names_the_field(tmp_path, text, word):
    (tmp_path / "prices.yaml").write_text(text)
    with pytest.raises(InputError, match=word) as caught:
        load_prices(tmp_path / "prices.yaml")
    assert "\n" not in str(caught.value)


def test_a_missing_table_is_refused(tmp_path):
    with pytest.raises(InputError, match="no readable file"):
        load_prices(tmp_path / "none.yaml")
