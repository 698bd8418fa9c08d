"""A bot that asks a language model: the game in words goes to a chat endpoint, and the last JSON object of the reply is the answer.
docs/PYTHON.md, "A language model"."""
from __future__ import annotations

import argparse
import gzip
import json
import os
import sys
import threading
import time
import urllib.error
import urllib.request
from collections import deque
from email.utils import parsedate_to_datetime
from hashlib import blake2b
from pathlib import Path
from typing import Any, Deque, Dict, List, NamedTuple, Sequence

from . import text
from .bot import Bot
from .library import default
from .match import Match, Result
from .tables import DECISIONS, Event, Status, When

TEMPLATES = ("system", "turn", "retry")
ENDING_MS = 300  # of a decision's time, kept for what comes after the last reply
RETRIED = (408, 409, 425, 429, 500, 502, 503, 504, 529)  # statuses after which the same request is sent again
UNREADABLE = (Status.E_TRUNCATED, Status.E_DUPLICATE, Status.E_UNKNOWN, Status.E_TYPE, Status.E_RANGE, Status.E_MISSING,
              Status.E_LENGTH)  # of text.NotRead; others are illegal answers


class Failed(Exception):
    """No reply; `kind` is one of FAILURES."""

    def __init__(self, kind: str, what: str = "") -> None:
        super().__init__(what or kind)
        self.kind = kind


# Why a question is answered by default, as the figure of the note "fallback".
FAILURES = {"unreadable": 1, "illegal": 2, "endpoint": 3, "time": 4, "budget": 5, "questions": 6, "replay": 7}


class Reply(NamedTuple):
    text: str
    tokens_in: int
    tokens_out: int
    seconds: float


# ---- the endpoint --------------------------------------------------------------------------------

class Endpoint:
    """A chat endpoint: OpenAI's `chat/completions` or Anthropic's `messages`."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.anthropic = options.api == "anthropic"
        base = options.base_url.rstrip("/")
        self.url = base + ("/v1/messages" if self.anthropic else "/chat/completions")
        self.key = os.environ.get(options.key, "")
        self.slots = threading.BoundedSemaphore(options.requests)

    def _request(self, messages: Sequence[Dict[str, str]]) -> urllib.request.Request:
        options = self.options
        body: Dict[str, Any] = {"model": options.model, "max_tokens": options.max_tokens, "messages": list(messages)}
        headers = {"Content-Type": "application/json"}
        if options.temperature is not None:
            body["temperature"] = options.temperature
        if self.anthropic:
            body["system"], body["messages"] = messages[0]["content"], list(messages[1:])
            headers["anthropic-version"] = "2023-06-01"
        if self.key:
            headers.update({"x-api-key": self.key} if self.anthropic else {"Authorization": f"Bearer {self.key}"})
        return urllib.request.Request(self.url, json.dumps(body).encode(), headers)

    def _once(self, messages: Sequence[Dict[str, str]], seconds: float) -> Reply:
        begun = time.monotonic()
        with urllib.request.urlopen(self._request(messages), timeout=seconds) as response:
            said = json.loads(response.read(1 << 22))
        if self.anthropic:
            content = "".join(part.get("text", "") for part in said["content"])
            used = said["usage"]["input_tokens"], said["usage"]["output_tokens"]
        else:
            content = said["choices"][0]["message"]["content"] or ""
            usage = said.get("usage") or {}
            used = usage.get("prompt_tokens", 0), usage.get("completion_tokens", 0)
        return Reply(str(content), int(used[0]), int(used[1]), time.monotonic() - begun)

    def ask(self, messages: Sequence[Dict[str, str]], until: float) -> Reply:
        """The reply; rate limits and transport errors are retried, later and later, until the time is up."""
        wait = self.options.backoff
        what = "no time is left"
        while True:
            left = until - time.monotonic()
            if left <= 0 or not self.slots.acquire(timeout=left):
                raise Failed("time" if what == "no time is left" else "endpoint", what)
            asked = 0.0
            try:
                return self._once(messages, max(until - time.monotonic(), 0.001))
            except urllib.error.HTTPError as error:
                what = f"the endpoint answers {error.code}"
                asked = _retry_after(error.headers.get("Retry-After"))
                error.close()
                if error.code not in RETRIED:
                    raise Failed("endpoint", what) from None
            except (KeyError, IndexError, TypeError, ValueError):
                what = "the endpoint's reply is not in its form"
            except OSError as error:
                what = f"the endpoint cannot be reached: {getattr(error, 'reason', None) or error}"
            except Exception as error:  # http.client's own, as for a reply that breaks off
                what = f"the endpoint's reply breaks off: {type(error).__name__}"
            finally:
                self.slots.release()
            time.sleep(max(min(max(wait, asked), until - time.monotonic()), 0))
            wait *= 2


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


# ---- budgets and the record ----------------------------------------------------------------------

class Budget:
    """Tokens and dollars of a match or of the process; what a request may use at most is reserved before it is sent."""

    def __init__(self, tokens: int, dollars: float, price: Sequence[float]) -> None:
        self.tokens, self.dollars, self.price = tokens, dollars, price
        self.used, self.spent, self._reserved = 0, 0.0, [0, 0]
        self._lock = threading.Lock()

    def cost(self, tokens_in: int, tokens_out: int) -> float:
        return (tokens_in * self.price[0] + tokens_out * self.price[1]) / 1e6

    def reserve(self, tokens_in: int, tokens_out: int) -> bool:
        with self._lock:
            held = [self._reserved[0] + tokens_in, self._reserved[1] + tokens_out]
            if self.tokens and self.used + sum(held) > self.tokens or \
                    self.dollars and self.spent + self.cost(*held) > self.dollars:
                return False
            self._reserved = held
            return True

    def settle(self, tokens_in: int, tokens_out: int, reply: Reply | None) -> None:
        with self._lock:
            self._reserved = [self._reserved[0] - tokens_in, self._reserved[1] - tokens_out]
            if reply is not None:
                self.used += reply.tokens_in + reply.tokens_out
                self.spent += self.cost(reply.tokens_in, reply.tokens_out)


class Record:
    """Exchanges by hash, a compressed file each: what was sent, what came, tokens, time and cost."""

    def __init__(self, folder: str | None, replay: str | None) -> None:
        self.folder, self.replay = folder and Path(folder), replay and Path(replay)
        if self.folder:
            self.folder.mkdir(parents=True, exist_ok=True)

    @staticmethod
    def name(match: Match, number: int, tries: int, messages: Sequence[Dict[str, str]]) -> str:
        asked = json.dumps([match.rng._key, number, tries, list(messages)]).encode()
        return blake2b(asked, digest_size=20).hexdigest() + ".json.gz"

    def stored(self, name: str) -> Reply:
        assert self.replay
        try:
            with gzip.open(self.replay / name, "rt", encoding="utf-8") as file:
                said = json.load(file)
        except OSError:
            raise Failed("replay", f"found no stored reply {name}") from None
        if "failed" in said:
            raise Failed(said["failed"], said["what"])
        return Reply(said["reply"], said["tokens_in"], said["tokens_out"], said["seconds"])

    def keep(self, name: str, row: Dict[str, Any]) -> None:
        if self.folder:
            part = self.folder / f".{name}.{threading.get_ident()}"
            part.write_bytes(gzip.compress(json.dumps(row).encode(), mtime=0))
            part.replace(self.folder / name)


# ---- the bot -------------------------------------------------------------------------------------

class Talk:
    """The bot's state in a match."""

    def __init__(self, match: Match, options: argparse.Namespace) -> None:
        self.system = ""
        self.asked = self.fallbacks = 0
        self.notes = ""
        self.happened: Deque[str] = deque(maxlen=options.history or 1)
        self.budget = Budget(options.match_tokens, options.match_dollars, options.price)


class LanguageModel(Bot):
    """Asks for what matters; the rest, and what fails, is answered by default."""
    version = "1"
    fallback = True
    when = {"manage": When.CAN_BUILD | When.CAN_LIFT | When.DEEDS_CHANGED}

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.name = options.name or options.model.rpartition("/")[2][:39]
        self.parallel = options.requests
        self.endpoint = Endpoint(options)
        self.record = Record(options.record, options.replay)
        self.budget = Budget(options.tokens, options.dollars, options.price)
        self.template = {name: (Path(options.templates) / f"{name}.txt").read_text(encoding="utf-8") for name in TEMPLATES}
        parts = "\0".join([*self.template.values(), str(options.menu), str(options.history), str(options.scratchpad)])
        self.hash = blake2b(parts.encode(), digest_size=8).hexdigest()

    @property
    def told(self) -> bool:
        return self.options.history > 0

    def match_start(self, match: Match) -> None:
        match.user = talk = Talk(match, self.options)
        room = f", up to {self.options.scratchpad} characters of which you are shown next time" if self.options.scratchpad else ""
        talk.system = self._fill("system", seat=str(match.seat), seats=str(match.seats), rules=text.rules(match.edition),
                                 scratchpad=room)
        match.log(f"model {self.options.model}, templates {self.hash}")

    def event(self, match: Match, event: Event) -> None:
        match.user.happened.append(text.event(match, event, self.options.names))

    def match_end(self, match: Match, result: Result | None) -> None:
        talk = match.user
        print(f"{self.name}: {talk.asked} questions, {talk.fallbacks} fallbacks, {talk.budget.used} tokens, "
              f"${talk.budget.spent:.4f}", file=sys.stderr)

    def _fill(self, template: str, **words: str) -> str:
        filled = self.template[template]
        for word, value in words.items():
            filled = filled.replace("{" + word + "}", value)
        return filled.rstrip("\n")

    def _turn(self, match: Match, question: str) -> str:
        talk = match.user
        history = "".join(f"{line}\n" for line in talk.happened)
        talk.happened.clear()
        return self._fill("turn", history=f"Since you were asked last:\n{history}\n" if history else "",
                          notes=f"Your note of the last time: {talk.notes}\n\n" if talk.notes else "",
                          table=text.table(match, self.options.names), question=question)

    def decide(self, match: Match, q: Any) -> Any:
        """Any question: the model's answer, or the default with the note that says why."""
        talk, begun = match.user, time.monotonic()
        question = text.question(match, q, self.options.menu, self.options.names)
        if forced(match, q):
            return None
        try:
            if talk.asked >= self.options.questions:
                raise Failed("questions", f"{talk.asked} questions are asked already")
            talk.asked += 1
            return self._converse(match, q, question, begun + self._seconds(match))
        except Failed as failed:
            talk.fallbacks += 1
            match.log(f"fallback, {failed.kind}: {failed}")
            match.note("fallback", FAILURES[failed.kind])
            return default(match, q)

    def _seconds(self, match: Match) -> float:
        """The time that a decision may take: its own, and its share of the bank."""
        if not match.decision_ms:
            return 3600.0
        share = match.bank_ms / max(self.options.questions - match.user.asked, 1)
        return max(match.decision_ms + share - ENDING_MS, match.decision_ms / 2) / 1000

    def _converse(self, match: Match, q: Any, question: str, until: float) -> Any:
        talk = match.user
        messages = [{"role": "system", "content": talk.system}, {"role": "user", "content": self._turn(match, question)}]
        for tries in range(self.options.tries):
            reply = self._exchange(match, tries, messages, until)
            try:
                answer = text.read(match, q, reply.text, self.options.menu, self.options.names)
            except text.NotRead as error:
                why = error
            else:
                talk.notes = _reason(reply.text)[:self.options.scratchpad]
                return answer
            messages += [{"role": "assistant", "content": reply.text or "(nothing)"},
                         {"role": "user", "content": self._fill("retry", why=str(why))}]
        raise Failed("unreadable" if why.status in UNREADABLE else "illegal", str(why))

    def _exchange(self, match: Match, tries: int, messages: List[Dict[str, str]], until: float) -> Reply:
        """One reply, from the endpoint or from the record; budgets are kept, and the exchange is recorded."""
        talk, name = match.user, Record.name(match, match.user.asked, tries, messages)
        if self.record.replay:
            return self.record.stored(name)
        most = sum(len(message["content"].encode()) + 16 for message in messages), self.options.max_tokens
        budgets = [self.budget, talk.budget]
        held = [budget for budget in budgets if budget.reserve(*most)]
        reply, row = None, {"model": self.options.model, "templates": self.hash, "messages": messages}
        try:
            if len(held) < len(budgets):
                raise Failed("budget", "the budget is spent")
            reply = self.endpoint.ask(messages, until)
            row.update(reply=reply.text, tokens_in=reply.tokens_in, tokens_out=reply.tokens_out, seconds=round(reply.seconds, 3),
                       dollars=self.budget.cost(reply.tokens_in, reply.tokens_out))
            return reply
        except Failed as failed:
            row.update(failed=failed.kind, what=str(failed))
            raise
        finally:
            for budget in held:
                budget.settle(*most, reply)
            self.record.keep(name, row)


for _row in DECISIONS:
    setattr(LanguageModel, _row.name, LanguageModel.decide)


_CHOICES = {row.question for row in DECISIONS if set(row.parts) <= {"choice", "space"}}


def forced(match: Match, q: Any) -> bool:
    """Whether the question has one legal answer, which is the default."""
    return type(q) in _CHOICES and "\n2. " not in text.question(match, q)


def _reason(reply: str) -> str:
    """The reason in the last JSON object of a reply."""
    at = reply.find("{")
    found: Any = {}
    while at >= 0:
        try:
            found, size = json.JSONDecoder().raw_decode(reply[at:])
        except ValueError:
            size = 1
        at = reply.find("{", at + size)
    return str(found.get("reason", "")) if isinstance(found, dict) else ""


# ---- the command ---------------------------------------------------------------------------------

def _options(argv: Sequence[str]) -> tuple[argparse.Namespace, List[str]]:
    parser = argparse.ArgumentParser(prog="solvent.llm", allow_abbrev=False, description=__doc__)
    parser.add_argument("--model", required=True, help="the model's name at the endpoint")
    parser.add_argument("--base-url", required=True, metavar="URL", help="as http://127.0.0.1:8080/v1, https://api.anthropic.com")
    parser.add_argument("--api", choices=("openai", "anthropic"), help="the endpoint's protocol (by its address)")
    parser.add_argument("--key", default="SOLVENT_LLM_KEY", metavar="NAME", help="the environment variable with the key")
    parser.add_argument("--name", help="the name to play under (the model's)")
    parser.add_argument("--templates", default=str(Path(__file__).parent / "prompts"), metavar="DIR",
                        help="system.txt, turn.txt and retry.txt")
    parser.add_argument("--no-menu", dest="menu", action="store_false", help="do not list legal answers")
    parser.add_argument("--names", action="store_true", help="show the other bots' names")
    parser.add_argument("--history", type=int, default=30, metavar="N", help="events shown with a question (30)")
    parser.add_argument("--scratchpad", type=int, default=0, metavar="N", help="characters of its own reason shown next time (0)")
    parser.add_argument("--tries", type=int, default=3, metavar="N", help="replies to a question that are read (3)")
    parser.add_argument("--questions", type=int, default=40, metavar="N", help="questions in a game (40)")
    parser.add_argument("--requests", type=int, default=16, metavar="N", help="requests at once (16)")
    parser.add_argument("--backoff", type=float, default=1.0, metavar="SECONDS", help="first wait after an error (1)")
    parser.add_argument("--max-tokens", type=int, default=1000, metavar="N", help="tokens of a reply (1000)")
    parser.add_argument("--temperature", type=float, metavar="T")
    parser.add_argument("--price", type=float, nargs=2, default=(0.0, 0.0), metavar=("IN", "OUT"), help="dollars a million tokens")
    parser.add_argument("--tokens", type=int, default=0, metavar="N", help="tokens of this process (no limit)")
    parser.add_argument("--dollars", type=float, default=0, metavar="X", help="dollars of this process (no limit)")
    parser.add_argument("--match-tokens", type=int, default=0, metavar="N", help="tokens of a match (no limit)")
    parser.add_argument("--match-dollars", type=float, default=0, metavar="X", help="dollars of a match (no limit)")
    parser.add_argument("--record", metavar="DIR", help="keep prompts and replies there, a file each")
    parser.add_argument("--replay", metavar="DIR", help="take replies from there, without an endpoint")
    options, rest = parser.parse_known_args(argv)
    options.api = options.api or ("anthropic" if "anthropic" in options.base_url else "openai")
    if options.price == (0.0, 0.0) and (options.dollars or options.match_dollars):
        parser.error("a budget in dollars needs --price")
    return options, rest


def main(argv: Sequence[str] | None = None) -> None:
    options, rest = _options(sys.argv[1:] if argv is None else argv)
    from .run import main as run
    try:
        bot = LanguageModel(options)
    except OSError as error:
        sys.exit(f"solvent.llm: {error}")
    run(bot, [sys.argv[0], *rest])


if __name__ == "__main__":
    main()
