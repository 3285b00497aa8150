"""What model calls cost, by a price table that the user gives."""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import yaml
from pydantic import Field, ValidationError

from evidence.errors import InputError
from evidence.state import Frozen, ModelCall

TOKENS_A_PRICE = 1_000_000

Money = Annotated[float, Field(ge=0.0, allow_inf_nan=False)]


class Price(Frozen):
    """A model's prices for a million tokens; `cached` is for input read from the provider's prompt cache."""

    input: Money
    output: Money
    cached: Money | None = None


class PriceTable(Frozen):
    """Prices by the name that call records show as the model (`openai:NAME`), all in one currency."""

    currency: Annotated[str, Field(min_length=1, max_length=12)]
    models: Annotated[dict[str, Price], Field(min_length=1)]

    def check(self, model: str) -> None:
        """Refuse a model that the table doesn't price: what it costs would count as nothing."""
        if model not in self.models:
            priced = ", ".join(sorted(self.models))
            raise InputError(f"prices: no price for model {model}, only for {priced}; add a line for it")

    def cost(self, calls: Iterable[ModelCall]) -> float:
        """What the calls cost, in the table's currency.

        Raises:
            InputError: a call of a model that the table doesn't price.
        """
        return sum(self._cost(call) for call in calls)

    def _cost(self, call: ModelCall) -> float:
        self.check(call.model)
        price = self.models[call.model]
        cached = price.input if price.cached is None else price.cached
        fresh = call.input_tokens - call.cached_tokens
        paid = fresh * price.input + call.cached_tokens * cached + call.output_tokens * price.output
        return paid / TOKENS_A_PRICE


def load_prices(path: str | Path) -> PriceTable:
    """Read a price table from a YAML or JSON file.

    Raises:
        InputError: no such file, or one that is no price table; names the field and the reason.
    """
    try:
        source = Path(path).read_bytes()
    except (OSError, ValueError):
        raise InputError(f"prices {str(path)!r}: no readable file; give a YAML or JSON price table") from None
    try:
        return PriceTable.model_validate(yaml.safe_load(source))
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError):
        raise InputError(f"prices {path}: neither valid YAML nor JSON; check its indentation and quotes") from None
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        field = ".".join(str(part) for part in first["loc"]) or "table"
        raise InputError(
            f"prices {path}: {field}: {first['msg']}; a table has a currency and, under models, "
            f"input, output and perhaps cached for each, a million tokens each"
        ) from None
