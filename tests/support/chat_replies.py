"""A server's replies to a whole run: they keep every contract and depend on the prompt alone."""

import hashlib
import json
import re

from openai_server import Reply, completion, schema_name


def obliging(body) -> Reply:
    """A reply that proposes and searches by the question's own words, and cites every record shown."""
    prompt = body["messages"][1]["content"]
    question = re.search("<question>(.*)</question>", prompt).group(1)
    words = [word for word in re.findall(r"[\w-]+", question) if word[0].isupper()][1:]
    shown = re.findall(r'<page alias="(E\d+)"', prompt)
    records = re.findall(r'<page alias="(E\d+)" record=', prompt)
    mark = hashlib.sha256(prompt.encode()).hexdigest()[:6]
    replies = {
        "Proposal": {
            "candidates": [
                {"answer": f"answer {mark}", "supported_by": ["E1"], "necessary_premises": []},
                {"answer": "another answer", "supported_by": [], "necessary_premises": []},
            ],
            "who_decides": "the registrar",
            "subject": "Ada Lorne",
            "newest_record": "",
            "named_but_missing": "",
            "premises": [
                {
                    "statement": "A record decides it.",
                    "status": "unresolved",
                    "decisiveness": 0.9,
                    "expected_discriminator": "a record",
                    "query": " ".join([*words, "record", mark]),
                }
            ],
            "stop": False,
        },
        "Expansion": {"query": " ".join([*words, "official", mark])},
        "AnswerReply": {"answer": f"answer {mark}", "citations": records or shown[:1], "residual_uncertainty": ""},
    }
    return completion(json.dumps(replies[schema_name(body)]))
