"""The paper's published figures (Socrates-RAG, Tables 1, 3 and 4): another backbone on other worlds.

They stand beside ours for orientation, and nothing here ranks one against the other.
"""

from benchmark.tables import Table

NOTE = "Published by the paper: another backbone on other worlds, not comparable with the figures above."


OUTPUT_TOKENS = {"socratic": 121_771, "expansion": 66_346}


def published() -> list[Table]:
    """The paper's outcomes, comparison, strata and costs."""
    return [
        Table(
            title="Paper: outcomes on its 48 worlds",
            columns=("policy", "safe", "unsafe", "abstained", "decisive recall", "one hop", "two hops"),
            rows=(
                ("socratic", "45/48 (93.8%)", "0/48", "3/48", "45/48", "24/24", "21/24"),
                ("expansion", "38/48 (79.2%)", "1/48", "9/48", "38/48", "24/24", "14/24"),
                ("RobustRAG (fixed context)", "0/48", "48/48", "0/48", "0/48", None, None),
                ("TrustRAG (fixed context)", "0/48", "24/48", "24/48", "0/48", None, None),
            ),
            notes=(NOTE,),
        ),
        Table(
            title="Paper: socratic against expansion",
            columns=("wins", "losses", "ties", "difference", "exact p", "wins by a resolved identifier"),
            rows=((8, 1, 39, "+14.6 points", ".0391", "7 of 8"),),
            notes=(NOTE,),
        ),
        Table(
            title="Paper: cost",
            columns=("policy", "calls", "output tokens", "latency s"),
            rows=(
                ("socratic", 144, OUTPUT_TOKENS["socratic"], 1215.6),
                ("expansion", 144, OUTPUT_TOKENS["expansion"], 758.9),
            ),
            notes=(NOTE,),
        ),
        Table(
            title="Paper: exploratory conditions, 12 development worlds each, never pooled",
            columns=("condition", "socratic safe", "expansion safe"),
            rows=(("identifier visible", "12/12", "11/12"), ("source type visible", "11/12", "11/12")),
            notes=(NOTE,),
        ),
    ]
