"""Why no answer was released: each reason has a name and a sentence that a person understands."""

from enum import StrEnum


class Reason(StrEnum):
    """Named reasons to withhold an answer or to end without one."""

    BUDGET_SPENT = "budget_spent"
    INQUIRY_STOPPED = "inquiry_stopped"
    MODEL_CANNOT_DETERMINE = "model_cannot_determine"
    NO_CITATION = "no_citation"
    UNKNOWN_ALIAS = "unknown_alias"
    NO_RECORD_CITED = "no_record_cited"
    OTHER_SUBJECT = "other_subject"
    BRIDGE_WITHOUT_TERMINAL = "bridge_without_terminal"
    TERMINAL_WITHOUT_BRIDGE = "terminal_without_bridge"
    LINK_NAMES_ANOTHER = "link_names_another"
    CHAIN_TOO_LONG = "chain_too_long"
    NOT_THE_LAST_RECORD = "not_the_last_record"
    NOT_GROUNDED = "not_grounded"
    NAMES_A_RECORD = "names_a_record"
    CONFLICT = "conflict"
    FAILED = "failed"


SENTENCES: dict[Reason, str] = {
    Reason.BUDGET_SPENT: "The query budget is spent and no complete chain of records about the subject was found.",
    Reason.INQUIRY_STOPPED: "The inquiry stopped before a complete chain of records was found.",
    Reason.MODEL_CANNOT_DETERMINE: "The answerer read the pages and said that they don't settle the question.",
    Reason.NO_CITATION: "The draft answer cites no page.",
    Reason.UNKNOWN_ALIAS: "The draft answer cites a page that is not in evidence.",
    Reason.NO_RECORD_CITED: "None of the cited pages is a record under the evidence policy.",
    Reason.OTHER_SUBJECT: "The cited records are about another subject than the question's.",
    Reason.BRIDGE_WITHOUT_TERMINAL: "A cited record hands the matter on, and the record it names is not cited.",
    Reason.TERMINAL_WITHOUT_BRIDGE: "A terminal record is cited, but no cited record links the subject to it.",
    Reason.LINK_NAMES_ANOTHER: "A cited record hands the matter on to another record than the ones cited.",
    Reason.CHAIN_TOO_LONG: "The cited records' links run in a circle or past the policy's max_links.",
    Reason.NOT_THE_LAST_RECORD: "The question asks for a record, and the draft names another than the chain ends in.",
    Reason.NOT_GROUNDED: "The draft answer doesn't stand in the last record of its chain.",
    Reason.NAMES_A_RECORD: "The draft names a record of its chain, or its subject, and not what the record says.",
    Reason.CONFLICT: "Valid records about the subject disagree.",
    Reason.FAILED: "The run failed; see the error.",
}
