"""`solvent llm fake`: a chat endpoint that needs no model. It reads a prompt's text and nothing else, and answers as one of our
policies would, with noise: the model `careful+25` answers a quarter of its questions by chance. So models have a known order. It
speaks OpenAI's form and Anthropic's, and has faults if you want them."""
from __future__ import annotations

import argparse
import json
import sys
import threading
from collections import Counter
from hashlib import blake2b
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Dict, Sequence, Tuple

from .answerer import Answerer

FAULTS = ("slow", "429", "500", "cut", "prose", "illegal", "form", "hung", "dropped")
TEXTS = {"prose": "I would rather think {about it}.", "illegal": '{"choice": "nonsense", "bid": -5}'}


class Fake(ThreadingHTTPServer):
    """Every `every`-th request meets the next of FAULTS; 0: none does. A reply takes `latency` seconds."""
    daemon_threads = True
    request_queue_size = 256

    def __init__(self, port: int, every: int, latency: float, key: str, hang: float = 3) -> None:
        super().__init__(("127.0.0.1", port), Handler)
        self.every, self.latency, self.key, self.hang = every, latency, key, hang
        self.done: Counter[str] = Counter(dict.fromkeys((*FAULTS, "requests", "unauthorised", "tokens_in", "tokens_out"), 0))
        self.gone = threading.Event()
        self._lock = threading.Lock()
        self._answerers: Dict[str, Answerer] = {}
        self.url = f"http://127.0.0.1:{self.server_port}/v1"

    def take(self, authorised: bool) -> str | None:
        """Counts a request; the fault that it meets."""
        with self._lock:
            self.done["requests"] += 1
            self.done["unauthorised"] += not authorised
            number = self.done["requests"]
            fault = FAULTS[number // self.every % len(FAULTS)] if self.every and number % self.every == 0 else None
            if fault:
                self.done[fault] += 1
            return fault

    def count(self, tokens_in: int, tokens_out: int) -> None:
        with self._lock:
            self.done.update(tokens_in=tokens_in, tokens_out=tokens_out)

    def answer(self, model: str, system: str, messages: Sequence[Dict[str, str]]) -> str:
        """A policy's answer, or one by chance; the same for the same prompt."""
        policy, _, noise = model.partition("+")
        draw = int.from_bytes(blake2b(json.dumps([model, messages]).encode(), digest_size=8).digest(), "little")
        turn = messages[0]["content"]
        rules = system.split("\n\n", 1)[1].rsplit("Each time you are asked", 1)[0].rstrip("\n") + "\n"
        table, question = turn.split("The table now:\n\n", 1)[1].split("\n\nQuestion to ", 1)
        menu = question.count("\n1. ") and sum(line.split(". ")[0].isdigit() for line in question.split("\n"))
        if draw % 100 < int(noise or 0):
            return json.dumps({"choose": draw // 100 % menu + 1} if menu else {})
        with self._lock:
            if policy not in self._answerers:
                self._answerers[policy] = Answerer(policy)
            return self._answerers[policy].answer(rules, table + "\n", "Question to " + question)


class Handler(BaseHTTPRequestHandler):
    server: Fake

    def log_message(self, *arguments: Any) -> None:
        pass

    def _send(self, status: int, body: Any, headers: Sequence[Tuple[str, str]] = (), cut: bool = False) -> None:
        data = json.dumps(body).encode()
        self.send_response(status)
        for name, value in (("Content-Length", str(len(data))), *headers):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data[: len(data) // 2] if cut else data)
        self.close_connection = True

    def do_POST(self) -> None:
        try:
            self._post()
        except OSError:
            pass  # the client is gone

    def _post(self) -> None:
        fake, anthropic = self.server, self.path.endswith("/messages")
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        key = self.headers["x-api-key"] if anthropic else (self.headers["Authorization"] or "").partition("Bearer ")[2]
        fault = fake.take(not fake.key or key == fake.key)
        if fake.key and key != fake.key:
            return self._send(401, {"error": "wrong key"})
        messages = body["messages"] if anthropic else body["messages"][1:]
        system = body["system"] if anthropic else body["messages"][0]["content"]
        fake.gone.wait(fake.latency + (0.2 if fault == "slow" else fake.hang if fault == "hung" else 0))
        if fault in ("hung", "dropped"):
            self.close_connection = True
            return None
        if fault in ("429", "500"):
            return self._send(int(fault), {"error": key}, [("Retry-After", "0")])
        if fault == "form":
            return self._send(200, {"message": "no choices"})
        try:
            said = TEXTS.get(fault or "") or f"Well. {fake.answer(body['model'], system, messages)}"
        except Exception as error:
            return self._send(400, {"error": f"this is no prompt of solvent llm, or no policy: {error!r}"})
        used = sum(len(message["content"]) for message in messages) // 4 + len(system) // 4, len(said) // 4
        if fault != "cut":
            fake.count(*used)
        if anthropic:
            return self._send(200, {"content": [{"type": "text", "text": said}],
                                    "usage": {"input_tokens": used[0], "output_tokens": used[1]}}, cut=fault == "cut")
        return self._send(200, {"choices": [{"message": {"role": "assistant", "content": said}}],
                                "usage": {"prompt_tokens": used[0], "completion_tokens": used[1]}}, cut=fault == "cut")


def main(argv: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="solvent llm fake", allow_abbrev=False, description=__doc__, epilog="It prints its address, "
                                     "answers until the end of its input, and prints what it has done.")
    parser.add_argument("--port", type=int, default=0, metavar="N", help="where it listens on this machine (a free one)")
    parser.add_argument("--faults", type=int, default=0, metavar="N", help=f"every N-th request meets the next of: {', '.join(FAULTS)}")
    parser.add_argument("--latency", type=float, default=0, metavar="SECONDS", help="time of a reply (0)")
    parser.add_argument("--hang", type=float, default=3, metavar="SECONDS", help="time of a hung request, which is then dropped (3)")
    parser.add_argument("--key", default="", help="the key without which requests are refused (none)")
    options = parser.parse_args(argv)
    fake = Fake(options.port, options.faults, options.latency, options.key, options.hang)
    threading.Thread(target=fake.serve_forever, daemon=True).start()
    print(fake.url, flush=True)
    try:
        sys.stdin.read()
    except KeyboardInterrupt:
        pass
    fake.gone.set()
    print(json.dumps(fake.done), flush=True)
