"""A bot that asks a language model: the game in words goes to a chat endpoint, and the last JSON object of the reply is the answer.
`solvent llm` starts it, and its other forms. docs/MODELS.md."""
from __future__ import annotations

import argparse
import json
import os
import sys
import time
import urllib.error
import urllib.request
from collections import deque
from pathlib import Path
from typing import Any, Deque, Dict, List, NoReturn, Sequence, Tuple

from . import text
from .bot import Bot
from .library import default
from .llm_endpoint import Budget, Exchanges, Failed, Pace, Replies, Reply, Request, digest, game_of
from .match import Match, Result
from .tables import BANK, DECISIONS, BidAnswer, BidQuestion, Event, JailQuestion, ManageQuestion, Status, When

BATCH = 6  # windows of one distance, before it doubles
UNASKED = tuple(row.question for row in DECISIONS if row.name in ("card", "claim", "gift", "tax"))
TEMPLATES = ("system", "turn", "retry")
ENDING_MS = 300  # of a decision's time, kept for what comes after the last reply
UNREADABLE = (Status.E_TRUNCATED, Status.E_DUPLICATE, Status.E_UNKNOWN, Status.E_TYPE, Status.E_RANGE, Status.E_MISSING,
              Status.E_LENGTH)  # of text.NotRead; others are illegal answers

PACKAGES: Dict[str | None, str | None] = {"zmq": "pyzmq"}  # by the names of their modules

# Why a question is answered by default, as the figure of the note "fallback".
FAILURES = {"unreadable": 1, "illegal": 2, "endpoint": 3, "time": 4, "budget": 5, "questions": 6, "replay": 7}


class Shared:
    """Exchanges by the process of `solvent llm run`, which has keys, budget and replies of the whole league."""

    def __init__(self, address: str) -> None:
        self.url = f"http://{address}/exchange"

    def answer(self, request: Request, key: str) -> Reply:
        body = json.dumps(request._asdict()).encode()
        try:
            with urllib.request.urlopen(urllib.request.Request(self.url, body), timeout=request.seconds + 5) as response:
                said = json.load(response)
        except urllib.error.HTTPError as error:
            raise Failed("endpoint", f"the process of 'solvent llm run' refuses: {error.read(200).decode('utf-8', 'replace')}") from None
        except (OSError, ValueError) as error:
            raise Failed("endpoint", f"'solvent llm run' cannot be reached: {error}") from None
        if "failed" in said:
            raise Failed(said["failed"], said["what"])
        return Reply(**said)


# ---- the bot -------------------------------------------------------------------------------------

class Talk:
    """The bot's state in a match."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.system = ""
        self.asked = self.fallbacks = 0
        self.windows = self.next_window = 0  # questions to manage, and the first round in which the next one may come
        self.lot: Tuple[int, ...] = ()  # the last auction with a bid, and its limit
        self.limit = 0
        self.notes = ""
        self.happened: Deque[Event] = deque(maxlen=options.history or 1)
        self.budget = Budget(options.match_tokens, options.match_dollars)


class LanguageModel(Bot):
    """Asks for what matters; the rest, and what fails, is answered by default.

    An auction is one question: the limit of the first bid is the last word. Windows to manage are batched: one a round at first,
    then one in 2 rounds, in 4, in 8. A window that is passed over is no failure, as the next one offers the same. Minor questions
    (UNASKED) are left to the default, and so is the jail once all deeds are sold, when a stay is safe."""
    fallback = True  # the note "fallback" marks an answer that is not the model's
    when = {"manage": When.CAN_BUILD | When.CAN_LIFT | When.DEEDS_CHANGED}

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.name = options.name or options.model.rpartition("/")[2][:39]
        self.parallel = options.requests
        self.key = os.environ.get(options.key, "")
        kept = options.replay or options.record
        self.exchanges: Shared | Exchanges = Shared(options.via) if options.via else Exchanges(
            Budget(options.tokens, options.dollars), Pace(options.requests), options.backoff,
            Replies(kept, make=not options.replay) if kept else None, bool(options.replay))
        self.template = {name: (Path(options.templates) / f"{name}.txt").read_text(encoding="utf-8") for name in TEMPLATES}
        self.hash = digest([self.template, options.menu, options.history, options.scratchpad, options.names])[:16]
        self.version = f"1-{self.hash}"

    @property
    def told(self) -> bool:
        return self.options.history > 0

    def match_start(self, match: Match) -> None:
        match.user = talk = Talk(self.options)
        room = f", up to {self.options.scratchpad} characters of which you are shown next time" if self.options.scratchpad else ""
        talk.system = self._fill("system", seat=str(match.seat), seats=str(match.seats), rules=text.rules(match.edition),
                                 scratchpad=room)
        match.log(f"model {self.options.model}, templates {self.hash}")

    async def event(self, match: Match, event: Event) -> None:  # so it is called without a thread of its own
        match.user.happened.append(event)

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
        history = "".join(text.event(match, event, self.options.names) + "\n" for event in talk.happened)
        talk.happened.clear()
        return self._fill("turn", history=f"Since you were asked last:\n{history}\n" if history else "",
                          notes=f"Your note of the last time: {talk.notes}\n\n" if talk.notes else "",
                          table=text.table(match, self.options.names), question=question)

    def decide(self, match: Match, q: Any) -> Any:
        """Any question: the model's answer, or the default with the note that says why."""
        talk, begun = match.user, time.monotonic()
        if not self._matters(match, q):
            return None
        try:
            if talk.asked >= self.options.questions:
                raise Failed("questions", f"{talk.asked} questions are asked already")
            talk.asked += 1
            return self._converse(match, q, begun + self._seconds(match))
        except Failed as failed:
            talk.fallbacks += 1
            match.log(f"fallback, {failed.kind}: {failed}")
            match.note("fallback", FAILURES[failed.kind])
            return default(match, q)

    def _matters(self, match: Match, q: Any) -> bool:
        """Whether the model is asked."""
        talk, now = match.user, match.position.round
        if type(q) in UNASKED or forced(match, q) or isinstance(q, JailQuestion) and BANK not in match.position.owner:
            return False
        if isinstance(q, ManageQuestion):
            if now < talk.next_window:
                return False
            talk.next_window = now + (1 << talk.windows // BATCH)
            talk.windows += 1
        return not (isinstance(q, BidQuestion) and talk.lot == _lot(match) and q.amount > talk.limit)

    def _seconds(self, match: Match) -> float:
        """The time that a decision may take: its own, and its share of the bank."""
        if not match.decision_ms:
            return 3600.0
        share = match.bank_ms / max(self.options.questions - match.user.asked, 1)
        return max(match.decision_ms + share - ENDING_MS, match.decision_ms / 2) / 1000

    def _converse(self, match: Match, q: Any, until: float) -> Any:
        talk = match.user
        question = text.question(match, q, self.options.menu, self.options.names)
        messages = [{"role": "system", "content": talk.system}, {"role": "user", "content": self._turn(match, question)}]
        for tries in range(self.options.tries):
            reply = self._exchange(match, tries, messages, until)
            try:
                answer = text.read(match, q, reply.text, self.options.menu, self.options.names)
            except text.NotRead as error:
                why = error
            else:
                if isinstance(answer, BidAnswer):
                    talk.lot, talk.limit = _lot(match), max(answer.bid, answer.limit)
                talk.notes = _reason(reply.text)[:self.options.scratchpad]
                return answer
            messages += [{"role": "assistant", "content": reply.text or "(nothing)"},
                         {"role": "user", "content": self._fill("retry", why=str(why))}]
        raise Failed("unreadable" if why.status in UNREADABLE else "illegal", str(why))

    def _exchange(self, match: Match, tries: int, messages: List[Dict[str, str]], until: float) -> Reply:
        """One reply, within the budget of the match; the record names the exchange."""
        talk, options = match.user, self.options
        name = digest([match.rng._key, talk.asked, tries, options.model, messages])
        request = Request(name, options.base_url, options.api, options.model, messages, options.max_tokens, options.temperature,
                          (options.price[0], options.price[1]), max(until - time.monotonic(), 0.0), match.names[match.seat],
                          game_of(match.commitment, match.names), match.seat, talk.asked, tries)
        if not talk.budget.reserve(request):
            raise Failed("budget", "the budget of the match is spent")
        reply = None
        try:
            reply = self.exchanges.answer(request, self.key)
            match.log(f"exchange {name}: {reply.tokens_in} + {reply.tokens_out} tokens")
            return reply
        finally:
            talk.budget.settle(request, reply)


for _row in DECISIONS:
    setattr(LanguageModel, _row.name, LanguageModel.decide)


def _lot(match: Match) -> Tuple[int, ...]:
    """The auction that goes on."""
    p = match.position
    return p.turn, p.auction_space, p.auction_unit


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

def options_of(argv: Sequence[str]) -> tuple[argparse.Namespace, List[str]]:
    """The bot's options, and words for solvent.run."""
    parser = argparse.ArgumentParser(prog="solvent llm", allow_abbrev=False, description=__doc__)
    add = parser.add_argument
    add("--model", required=True, help="the model's name at the endpoint")
    add("--base-url", default="", metavar="URL", help="as http://127.0.0.1:8080/v1, https://api.anthropic.com")
    add("--api", choices=("openai", "anthropic"), help="the endpoint's protocol (by its address)")
    add("--key", default="SOLVENT_LLM_KEY", metavar="NAME", help="the environment variable with the key (SOLVENT_LLM_KEY)")
    add("--via", metavar="HOST:PORT", help="ask through 'solvent llm run', which listens there")
    add("--name", help="the name to play under (the model's)")
    add("--templates", default=str(Path(__file__).parent / "prompts"), metavar="DIR", help="system.txt, turn.txt and retry.txt")
    add("--no-menu", dest="menu", action="store_false", help="do not list legal answers")
    add("--names", action="store_true", help="show the other bots' names")
    add("--history", type=int, default=30, metavar="N", help="events shown with a question (30)")
    add("--scratchpad", type=int, default=0, metavar="N", help="characters of its own reason shown next time (0)")
    add("--tries", type=int, default=3, metavar="N", help="replies to a question that are read (3)")
    add("--questions", type=int, default=40, metavar="N", help="questions in a game (40)")
    add("--requests", type=int, default=16, metavar="N", help="requests at once (16)")
    add("--backoff", type=float, default=1.0, metavar="SECONDS", help="first wait after an error (1)")
    add("--max-tokens", type=int, default=1000, metavar="N", help="tokens of a reply (1000)")
    add("--temperature", type=float, metavar="T")
    add("--price", type=float, nargs=2, default=(0.0, 0.0), metavar=("IN", "OUT"), help="dollars a million tokens")
    add("--tokens", type=int, default=0, metavar="N", help="tokens of this process (no limit)")
    add("--dollars", type=float, default=0, metavar="X", help="dollars of this process (no limit)")
    add("--match-tokens", type=int, default=0, metavar="N", help="tokens of a match (no limit)")
    add("--match-dollars", type=float, default=0, metavar="X", help="dollars of a match (no limit)")
    add("--record", metavar="FILE", help="keep prompts and replies there")
    add("--replay", metavar="FILE", help="take replies from there, without an endpoint")
    options, rest = parser.parse_known_args(argv)
    options.api = options.api or ("anthropic" if "anthropic" in options.base_url else "openai")
    if not (options.base_url or options.via or options.replay):
        parser.error("found no --base-url, expected the address of a chat endpoint, or --via")
    if options.price == (0.0, 0.0) and (options.dollars or options.match_dollars):
        parser.error("a budget in dollars needs --price")
    if min(options.tries, options.requests, options.max_tokens) < 1 or min(options.history, options.scratchpad) < 0:
        parser.error("found a number below its least, expected --tries, --requests and --max-tokens from 1 on")
    return options, rest


def _usage(what: str) -> NoReturn:
    print(what, file=sys.stderr)
    sys.exit(2)


def show(argv: Sequence[str]) -> None:
    """Prints kept exchanges: a line for each, or one whole."""
    if not 1 <= len(argv) <= 2 or argv[0].startswith("-"):
        _usage("solvent llm show: found other words, expected STORE.replies and perhaps the name of an exchange")
    replies = Replies(argv[0], make=False)
    if len(argv) == 1:
        for name, bot, number, question, tries, tokens, failed in replies.names():
            print(f"{name} {bot} game {number or '?'} question {question}.{tries + 1} {tokens} tokens{f' failed: {failed}' if failed else ''}")
        return
    try:
        print(*replies.show(argv[1]), sep="\n")
    except KeyError:
        _usage(f"solvent llm show: {argv[0]}: found no exchange {argv[1]}")


def bot(argv: Sequence[str]) -> None:
    options, rest = options_of(argv)
    from .run import main as run
    run(LanguageModel(options), ["solvent llm", *rest])


def main(argv: Sequence[str] | None = None) -> None:
    words = list(sys.argv[1:] if argv is None else argv)
    form = words.pop(0) if words and not words[0].startswith("-") else "bot"
    try:
        if form == "bot":
            bot(words)
        elif form == "show":
            show(words)
        elif form == "run":
            from .llm_run import main as run
            run(words)
        elif form == "fake":
            from .llm_fake import main as fake
            fake(words)
        else:
            _usage(f"solvent llm: found '{form}', expected --model NAME, or one of run, fake, show")
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader has enough
    except ModuleNotFoundError as error:
        print(f"solvent llm: found no Python package '{error.name}', expected it: pip install {PACKAGES.get(error.name, error.name)}",
              file=sys.stderr)
        sys.exit(3)
    except OSError as error:
        _usage(f"solvent llm: {error}")


if __name__ == "__main__":
    main()
