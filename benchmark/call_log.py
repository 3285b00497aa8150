"""A run folder's provider calls: each recorded as it ends, and none asked twice, also after a kill."""

from pathlib import Path

from backbones.provider import Fault, Provider
from backbones.recording import CallRecord, Recording
from backbones.sharing import Made, Replies, Sharing
from benchmark.records import CALLS_FILE, Appender, CallLine, call_line, place_of, read_lines
from benchmark.settings import Key


class CallLog:
    """The file `calls.jsonl`, open for more lines, and the replies that it holds.

    Args:
        folder: the run folder; a torn last line is cut off already.
        only_hashes: keep hashes in place of messages and replies. Replies are then shared within a sitting
            alone, since no later one can read them.

    Raises:
        InputError: a damaged line.
        RecordsError: the file can't be opened for writing.
    """

    def __init__(self, folder: Path, only_hashes: bool = False) -> None:
        self._only_hashes = only_hashes
        self._replies = Replies()
        self._reuses: set[tuple[str, str]] = set()
        for line in read_lines(folder / CALLS_FILE, CallLine):
            self._know(line)
        self._appender = Appender(folder / CALLS_FILE)

    def _know(self, line: CallLine) -> None:
        completion = line.completion()
        if line.reused_from is not None:
            self._reuses.add((line.name, line.prompt_hash))
        elif completion is not None:
            self._replies.add(line.prompt_hash, Made(line.name, completion))
        elif line.error is not None:
            fault = Fault(line.error, line.error_message or line.error, line.latency_s, line.request_id)
            self._replies.add_failure(line.prompt_hash, line.name, fault)

    def provider(self, key: Key, inner: Provider) -> Provider:
        """A provider for one terminal's calls: shared with all others', and recorded."""

        def record(call: CallRecord) -> None:
            self._record(key, call)

        return Sharing(Recording(inner, record), self._replies, place_of(key), record)

    def _record(self, key: Key, call: CallRecord) -> None:
        line = call_line(key, call.without_text() if self._only_hashes else call)
        if line.reused_from is not None and (line.name, line.prompt_hash) in self._reuses:
            return  # it stands since an earlier sitting, which was killed before its terminal
        self._appender.append([line.model_dump_json()])

    def close(self) -> None:
        """Close the file."""
        self._appender.close()
