import logging
import os

# Tracing would send state out, and hangs offline.
os.environ["LANGSMITH_TRACING"] = "false"
for name in ("bm25s", "httpx", "httpcore"):
    logging.getLogger(name).setLevel(logging.WARNING)
