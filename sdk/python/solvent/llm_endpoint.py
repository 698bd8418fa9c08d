"""Chat endpoints for solvent.llm: requests that are sent again after a fault, budgets, and exchanges kept by hash in a file beside
the store. A bot uses it directly, or through the process of solvent.llm_run."""
from __future__ import annotations

import json
import sqlite3
import threading
import time
import urllib.error
import urllib.request
import zlib
from collections import deque
from contextlib import contextmanager
from email.utils import parsedate_to_datetime
from hashlib import blake2b
from pathlib import Path
from typing import Any, Deque, Dict, Iterable, Iterator, List, NamedTuple, Sequence, Tuple

RETRIED = (408, 409, 425, 429, 500, 502, 503, 504, 529)  # statuses after which the same request is sent again
LARGEST = 4 << 20  # bytes of a reply


class Failed(Exception):
    """No reply. `kind` is "endpoint", "time", "budget" or "replay"; of the bot also "unreadable", "illegal" and "questions"."""

    def __init__(self, kind: str, what: str = "") -> None:
        super().__init__(what or kind)
        self.kind = kind


class Reply(NamedTuple):
    text: str
    tokens_in: int
    tokens_out: int
    seconds: float
    dollars: float


class Request(NamedTuple):
    """A question to a model. `name` is the hash under which the exchange is kept."""
    name: str
    base_url: str
    api: str  # "openai" or "anthropic"
    model: str
    messages: List[Dict[str, str]]  # the first is the system's
    max_tokens: int
    temperature: float | None
    price: Tuple[float, float]  # dollars a million tokens, in and out
    seconds: float  # until the reply must be there
    bot: str
    game: str  # see game_of()
    seat: int
    question: int
    tries: int

    @property
    def most(self) -> Tuple[int, int]:
        """More tokens than the request can use: no token is shorter than a byte."""
        return sum(len(message["content"].encode()) + 16 for message in self.messages), self.max_tokens

    def cost(self, tokens_in: int, tokens_out: int) -> float:
        return (tokens_in * self.price[0] + tokens_out * self.price[1]) / 1e6


def digest(value: Any) -> str:
    return blake2b(json.dumps(value).encode(), digest_size=20).hexdigest()


def game_of(commitment: bytes, names: Sequence[str]) -> str:
    """A name for a game that its bots and its record both know: the dice of its deal, and who sits where."""
    return digest([commitment.hex(), list(names)])[:16]


# ---- limits --------------------------------------------------------------------------------------

class Budget:
    """Tokens and dollars; 0 is no limit. The most that a request may use is reserved before it is sent."""

    def __init__(self, tokens: int = 0, dollars: float = 0) -> None:
        self.tokens, self.dollars = tokens, dollars
        self.used, self.spent = 0, 0.0
        self._held_tokens, self._held_dollars = 0, 0.0
        self._lock = threading.Lock()

    def reserve(self, request: Request) -> bool:
        tokens, dollars = sum(request.most), request.cost(*request.most)
        with self._lock:
            if self.tokens and self.used + self._held_tokens + tokens > self.tokens or \
                    self.dollars and self.spent + self._held_dollars + dollars > self.dollars:
                return False
            self._held_tokens += tokens
            self._held_dollars += dollars
            return True

    def settle(self, request: Request, reply: Reply | None) -> None:
        with self._lock:
            self._held_tokens -= sum(request.most)
            self._held_dollars -= request.cost(*request.most)
        self.take(reply)

    def take(self, reply: Reply | None) -> None:
        """Counts a reply that is paid."""
        if reply is not None:
            with self._lock:
                self.used += reply.tokens_in + reply.tokens_out
                self.spent += reply.dollars

    @property
    def idle(self) -> bool:
        """Whether nothing is reserved, so that no answer can make room."""
        with self._lock:
            return self._held_tokens == 0


class Pace:
    """Requests at once, and requests and tokens of a minute; 0 is no limit."""

    def __init__(self, at_once: int, requests: int = 0, tokens: int = 0) -> None:
        self._slots = threading.BoundedSemaphore(at_once)
        self._most = requests, tokens
        self._sent: Deque[Tuple[float, int]] = deque()
        self._lock = threading.Lock()

    def _wait(self, tokens: int) -> float:
        """Counts a request that may go now and returns 0, or returns the seconds until it may be tried again."""
        with self._lock:
            now = time.monotonic()
            while self._sent and self._sent[0][0] <= now - 60:
                self._sent.popleft()
            full = self._most[0] and len(self._sent) >= self._most[0] or \
                self._most[1] and self._sent and sum(n for _, n in self._sent) + tokens > self._most[1]
            if full:
                return self._sent[0][0] + 60 - now
            self._sent.append((now, tokens))
            return 0.0

    @contextmanager
    def slot(self, tokens: int, until: float) -> Iterator[None]:
        """Holds a place for one request. Raises Failed if no place is free in time."""
        while True:
            wait = self._wait(tokens)
            if wait <= 0:
                break
            if time.monotonic() + wait >= until:
                raise Failed("time", "the limits of a minute leave no time")
            time.sleep(wait)
        if not self._slots.acquire(timeout=max(until - time.monotonic(), 0)):
            raise Failed("time", "no request has ended in time")
        try:
            yield
        finally:
            self._slots.release()


# ---- the endpoint --------------------------------------------------------------------------------

def _http(request: Request, key: str) -> urllib.request.Request:
    body: Dict[str, Any] = {"model": request.model, "max_tokens": request.max_tokens, "messages": request.messages}
    headers = {"Content-Type": "application/json"}
    if request.temperature is not None:
        body["temperature"] = request.temperature
    base = request.base_url.rstrip("/")
    if request.api == "anthropic":
        url = base + ("/messages" if base.endswith("/v1") else "/v1/messages")
        body["system"], body["messages"] = request.messages[0]["content"], request.messages[1:]
        headers["anthropic-version"] = "2023-06-01"
    else:
        url = base + "/chat/completions"
    if key:
        headers.update({"x-api-key": key} if request.api == "anthropic" else {"Authorization": f"Bearer {key}"})
    return urllib.request.Request(url, json.dumps(body).encode(), headers)


def _once(request: Request, key: str, seconds: float) -> Reply:
    begun = time.monotonic()
    with urllib.request.urlopen(_http(request, key), timeout=seconds) as response:
        said = json.loads(response.read(LARGEST))
    if request.api == "anthropic":
        content = "".join(part.get("text", "") for part in said["content"])
        usage, names = said.get("usage") or {}, ("input_tokens", "output_tokens")
    else:
        content = said["choices"][0]["message"]["content"] or ""
        usage, names = said.get("usage") or {}, ("prompt_tokens", "completion_tokens")
    used = [int(usage.get(name, most)) for name, most in zip(names, request.most)]  # all it may be, if the endpoint does not count
    return Reply(str(content), used[0], used[1], round(time.monotonic() - begun, 3), request.cost(*used))


def _retry_after(value: str | None) -> float:
    """Seconds that a Retry-After asks for; 0 if it is missing or cannot be read."""
    try:
        return max(float(value or 0), 0)
    except ValueError:
        pass
    try:
        return max(parsedate_to_datetime(value or "").timestamp() - time.time(), 0)
    except (TypeError, ValueError):
        return 0


def ask(request: Request, key: str, pace: Pace, wait: float) -> Reply:
    """The reply; rate limits and transport errors are retried, after `wait` seconds and then later and later, until the time is up."""
    until, what = time.monotonic() + request.seconds, ""
    while True:
        if time.monotonic() >= until:
            raise Failed("endpoint" if what else "time", what or "no time is left")
        asked = 0.0
        try:
            with pace.slot(sum(request.most), until):
                return _once(request, key, max(until - time.monotonic(), 0.001))
        except Failed:
            raise
        except urllib.error.HTTPError as error:
            what = f"the endpoint answers {error.code}"
            asked = _retry_after(error.headers.get("Retry-After"))
            error.close()
            if error.code not in RETRIED:
                raise Failed("endpoint", what) from None
        except (KeyError, IndexError, TypeError, ValueError, AttributeError):
            what = "the endpoint's reply is not in its form"
        except OSError as error:
            what = f"the endpoint cannot be reached: {getattr(error, 'reason', None) or error}"
        except Exception as error:  # http.client's own, as for a reply that breaks off
            what = f"the endpoint's reply breaks off: {type(error).__name__}"
        time.sleep(max(min(max(wait, asked), until - time.monotonic()), 0))
        wait *= 2


# ---- the exchanges of a store --------------------------------------------------------------------------------

class Replies:
    """Exchanges by hash: prompts, replies, tokens, time and cost. An SQLite file; its texts are compressed, each is there once."""
    COLUMNS = "name, bot, game, seat, question, tries, model, tokens_in, tokens_out, seconds, dollars, failed, prompt, reply"

    def __init__(self, path: str | Path, make: bool = True) -> None:
        self.path = Path(path)
        if not make and not self.path.exists():
            raise FileNotFoundError(f"{path}: found no such file, expected kept replies")
        self._lock = threading.Lock()
        self._db = sqlite3.connect(self.path, timeout=60, isolation_level=None, check_same_thread=False)
        if make:
            self._db.executescript(
                "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
                "CREATE TABLE IF NOT EXISTS texts (hash TEXT PRIMARY KEY, body BLOB NOT NULL) WITHOUT ROWID;"
                "CREATE TABLE IF NOT EXISTS exchanges (name TEXT PRIMARY KEY, bot TEXT NOT NULL, game TEXT NOT NULL,"
                " seat INTEGER NOT NULL, question INTEGER NOT NULL, tries INTEGER NOT NULL, model TEXT NOT NULL,"
                " tokens_in INTEGER NOT NULL, tokens_out INTEGER NOT NULL, seconds REAL NOT NULL, dollars REAL NOT NULL,"
                " failed TEXT, prompt TEXT NOT NULL, reply TEXT NOT NULL) WITHOUT ROWID;"
                "CREATE TABLE IF NOT EXISTS games (number INTEGER PRIMARY KEY, game TEXT NOT NULL UNIQUE)")

    def close(self) -> None:
        """Closes the file, which is then whole without others beside it."""
        with self._lock:
            self._db.execute("PRAGMA journal_mode = DELETE")
            self._db.close()

    def _rows(self, query: str, *values: Any) -> List[Tuple[Any, ...]]:
        with self._lock:
            return self._db.execute(query, values).fetchall()

    def _text(self, hashed: str) -> str:
        return zlib.decompress(self._rows("SELECT body FROM texts WHERE hash = ?", hashed)[0][0]).decode()

    def find(self, name: str) -> Reply | Failed | None:
        """The reply or failure of an exchange, or None if it is not kept."""
        rows = self._rows("SELECT reply, tokens_in, tokens_out, seconds, dollars, failed FROM exchanges WHERE name = ?", name)
        if not rows:
            return None
        reply, *figures, failed = rows[0]
        return Failed(failed, self._text(reply)) if failed else Reply(self._text(reply), *figures)

    def keep(self, request: Request, result: Reply | Failed) -> None:
        texts = [*(message["content"] for message in request.messages), result.text if isinstance(result, Reply) else str(result)]
        hashes = [digest(text) for text in texts]
        failed = None if isinstance(result, Reply) else result.kind
        figures = result[1:] if isinstance(result, Reply) else (0, 0, 0.0, 0.0)
        row = (request.name, request.bot, request.game, request.seat, request.question, request.tries, request.model, *figures,
               failed, " ".join(hashes[:-1]), hashes[-1])
        with self._lock:
            self._db.execute("BEGIN IMMEDIATE")
            for hashed, text in zip(hashes, texts):
                if not self._db.execute("SELECT 1 FROM texts WHERE hash = ?", (hashed,)).fetchone():
                    self._db.execute("INSERT INTO texts VALUES (?, ?)", (hashed, zlib.compress(text.encode("utf-8", "replace"), 9)))
            self._db.execute(f"INSERT OR REPLACE INTO exchanges ({self.COLUMNS}) VALUES ({', '.join('?' * len(row))})", row)
            self._db.execute("COMMIT")

    def show(self, name: str) -> Iterator[str]:
        """The whole exchange as lines."""
        rows = self._rows(f"SELECT {self.COLUMNS} FROM exchanges WHERE name = ?", name)
        if not rows:
            raise KeyError(name)
        _, bot, game, seat, question, tries, model, used_in, used_out, seconds, dollars, failed, prompt, reply = rows[0]
        numbers = self._rows("SELECT number FROM games WHERE game = ?", game)
        yield f"{bot} in {f'game {numbers[0][0]}' if numbers else 'a game'}, seat {seat}, question {question}, try {tries + 1}: {model}, " \
              f"{used_in} + {used_out} tokens, {seconds:.3f} s, ${dollars:.6f}"
        for i, hashed in enumerate(prompt.split()):
            yield f"\n--- {'system' if i == 0 else 'prompt' if i % 2 else 'reply'} ---\n{self._text(hashed)}"
        yield f"\n--- {'failed, ' + failed if failed else 'reply'} ---\n{self._text(reply)}"

    def sums(self) -> List[Tuple[Any, ...]]:
        """(bot, model, exchanges, tokens in, tokens out, seconds, dollars, failed) of each bot."""
        return self._rows("SELECT bot, model, COUNT(*), SUM(tokens_in), SUM(tokens_out), SUM(seconds), SUM(dollars), COUNT(failed)"
                          " FROM exchanges GROUP BY bot, model ORDER BY bot, model")

    def names(self) -> List[Tuple[Any, ...]]:
        """(name, bot, number of the game, question, try, tokens, failed) of all exchanges."""
        return self._rows("SELECT name, bot, number, question, tries, tokens_in + tokens_out, failed FROM exchanges LEFT JOIN games"
                          " USING (game) ORDER BY number, game, bot, question, tries")

    def number_games(self, games: Iterable[Tuple[int, str]]) -> None:
        """Notes the store's number of each game."""
        with self._lock:
            self._db.executemany("INSERT OR REPLACE INTO games VALUES (?, ?)", games)


class Exchanges:
    """Answers requests: from the kept exchanges, or else from the endpoint within the budget. No kept request is sent again."""

    def __init__(self, budget: Budget, pace: Pace, backoff: float, replies: Replies | None, replay: bool = False) -> None:
        self.budget, self.pace, self.backoff, self.replies, self.replay = budget, pace, backoff, replies, replay
        for row in replies.sums() if replies and not replay else ():
            budget.take(Reply("", row[3], row[4], row[5], row[6]))

    def answer(self, request: Request, key: str) -> Reply:
        kept = self.replies.find(request.name) if self.replies else None
        if isinstance(kept, Failed):
            raise kept
        if kept is not None:
            return kept
        if self.replay:
            raise Failed("replay", f"found no kept reply {request.name}")
        if not self.budget.reserve(request):
            raise Failed("budget", "the budget is spent")
        result: Reply | Failed = Failed("endpoint", "the request was broken off")
        try:
            result = ask(request, key, self.pace, self.backoff)
            return result
        except Failed as failed:
            result = failed
            raise
        finally:
            if self.replies:
                self.replies.keep(request, result)
            self.budget.settle(request, result if isinstance(result, Reply) else None)
