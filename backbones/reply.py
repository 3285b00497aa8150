"""A completion held to its contract: the raw text is checked, and nothing is repaired."""

from typing import TypeVar

from pydantic import BaseModel, ValidationError

from backbones.provider import Completion, Fault

Contract = TypeVar("Contract", bound=BaseModel)


def parsed(completion: Completion, contract: type[Contract]) -> Contract:
    """The completion as its contract's type.

    Raises:
        Fault: it was cut off or refused, is no JSON, or lacks a field or has one too many.
    """
    if completion.finish_reason == "length":
        raise Fault("truncated", "the reply was cut off at the token limit; raise it")
    if completion.refused:
        raise Fault("refusal", "the model refused")
    try:
        return contract.model_validate_json(completion.text)
    except ValidationError as error:
        raise _contract_fault(error) from None


def broken(completion: Completion, contract: type[BaseModel]) -> Fault | None:
    """How a completion breaks its contract, or None."""
    try:
        parsed(completion, contract)
    except Fault as fault:
        return fault
    return None


def _contract_fault(error: ValidationError) -> Fault:
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    field = ".".join(str(part) for part in first["loc"])
    if first["type"] == "json_invalid":
        hint = "'socrates-rag models check' says whether the server keeps to a schema"
        return Fault("malformed_json", f"the reply is not valid JSON; {hint}")
    if first["type"] == "missing":
        return Fault("missing_field", f"the reply lacks the field {field}")
    if first["type"] == "extra_forbidden":
        return Fault("extra_field", "the reply has a field that the contract doesn't know")
    return Fault("invalid_field", f"the reply's {field or 'whole'} is invalid: {first['type']}")
