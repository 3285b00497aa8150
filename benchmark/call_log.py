"""A run folder's provider calls: each recorded as it ends, and none asked twice, also after a kill."""

from functools import partial
from pathlib import Path

from backbones.pacing import Pace, Paced
from backbones.provider import Fault, Provider
from backbones.recording import CallRecord, Recording
from backbones.sharing import Made, Replies, Sharing
from benchmark.records import CALLS_FILE, Appender, CallLine, call_line, place_of, read_lines
from benchmark.replay import RecordedRun
from benchmark.settings import Key


class CallLog:
    """The file `calls.jsonl`, open for more lines, and the replies that it holds.

    Args:
        folder: the run folder; a torn last line is cut off already.
        only_hashes: keep hashes in place of messages and replies. Replies are then shared within a sitting
            alone, since no later one can read them.
        source: the run whose records answer in place of a model, or None.

    Attributes:
        pace: what the calls of this sitting wait for together; nothing by default.

    Raises:
        InputError: a damaged line.
        RecordsError: the file can't be opened for writing.
    """

    def __init__(self, folder: Path, only_hashes: bool = False, source: RecordedRun | None = None) -> None:
        self.pace = Pace()
        self._only_hashes = only_hashes
        self._source = source
        self._sharing: dict[Key, Sharing] = {}
        self._replies = Replies()
        self._standing: set[tuple[str, str]] = set()
        for line in read_lines(folder / CALLS_FILE, CallLine):
            self._know(line)
        self._appender = Appender(folder / CALLS_FILE)

    def _know(self, line: CallLine) -> None:
        completion = line.completion()
        self._standing.add((line.name, line.prompt_hash))
        if line.reused_from is not None:
            return
        if completion is not None:
            self._replies.add(line.prompt_hash, Made(line.name, completion))
        elif line.error is not None:
            fault = Fault(line.error, line.error_message or line.error, line.latency_s, line.request_id)
            self._replies.add_failure(line.prompt_hash, line.name, fault)

    def provider(self, key: Key, inner: Provider) -> Provider:
        """A provider for one terminal's calls, shared with all others' and recorded; a replay's are the record's."""
        once = partial(self._record_once, key)
        if self._source is not None:
            return self._source.provider(key, once)
        recorded = Recording(Paced(inner, self.pace), partial(self._record, key))
        self._sharing[key] = Sharing(recorded, self._replies, place_of(key), once)
        return self._sharing[key]

    def seconds(self, key: Key, measured: float) -> float:
        """A terminal's wall clock: what it would have taken alone, but for the pace's waits.

        A reply that was asked for elsewhere, or in an earlier sitting, counts with the seconds that it took then.
        Those of a replay are the record's.
        """
        if self._source is not None:
            return self._source.seconds[key]
        shared = self._sharing.get(key)
        return measured + (shared.owed_s if shared is not None else 0.0)

    def _record(self, key: Key, call: CallRecord) -> None:
        line = call_line(key, call.without_text() if self._only_hashes else call)
        self._appender.append([line.model_dump_json()])

    def _record_once(self, key: Key, call: CallRecord) -> None:
        """Record what wasn't asked for: it may stand since an earlier sitting, killed before its terminal."""
        if (f"{place_of(key)}/{call.call_id}", call.prompt_hash) not in self._standing:
            self._record(key, call)

    def close(self) -> None:
        """Close the file."""
        self._appender.close()
