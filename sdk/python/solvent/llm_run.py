"""`solvent llm run`: a league whose bots ask language models. One process beside the league has the keys, counts tokens and dollars,
keeps every exchange beside the store, and stops the league at its budget."""
from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Dict, List, Sequence, Tuple
from urllib.parse import quote

from .llm_endpoint import Budget, Exchanges, Failed, Pace, Replies, Request, game_of
from .packed import Reader

LONGEST = 16 << 20  # bytes of a request


class Server(ThreadingHTTPServer):
    """Listens for the bots' requests. `keys` has the key of each endpoint that they may ask; the first is the default."""
    daemon_threads = True
    request_queue_size = 256

    def __init__(self, address: str, exchanges: Exchanges, keys: Dict[str, str], api: str | None) -> None:
        host, _, port = address.rpartition(":")
        self.exchanges, self.keys, self.api = exchanges, keys, api
        self.spent, self.missing, self.stop, self.over = (threading.Event() for _ in range(4))
        super().__init__((host.strip("[]") or "127.0.0.1", int(port)), Handler)

    def answer(self, said: Dict[str, Any]) -> Dict[str, Any]:
        base = said["base_url"] or next(iter(self.keys))
        if base not in self.keys:
            raise PermissionError(f"{base} is not among its --base-url")
        api = said["api"] if said["base_url"] else self.api or ("anthropic" if "anthropic" in base else "openai")
        request = Request(**{**said, "base_url": base, "api": api, "price": tuple(said["price"])})
        while True:
            try:
                return self.exchanges.answer(request, self.keys[base])._asdict()
            except Failed as failed:
                if failed.kind not in ("budget", "replay"):
                    return {"failed": failed.kind, "what": str(failed)}
                # The league is stopped, and its open games are played from the kept exchanges when it goes on. So a budget that is
                # spent never looks like a choice. While requests are out, what they leave may be enough.
                if failed.kind == "replay" or self.exchanges.budget.idle:
                    (self.missing if failed.kind == "replay" else self.spent).set()
                    self.stop.set()
                if self.over.wait(0.05):
                    return {"failed": failed.kind, "what": str(failed)}


class Handler(BaseHTTPRequestHandler):
    server: Server

    def log_message(self, *arguments: Any) -> None:
        pass

    def do_POST(self) -> None:
        try:
            size = int(self.headers["Content-Length"])
            if self.path != "/exchange" or size > LONGEST:
                raise ValueError
            status, said = 200, json.dumps(self.server.answer(json.loads(self.rfile.read(size)))).encode()
        except PermissionError as error:
            status, said = 403, str(error).encode()
        except (ValueError, TypeError, KeyError):
            status, said = 400, b"this is no request of a bot of 'solvent llm'"
        try:
            self.send_response(status)
            self.send_header("Content-Length", str(len(said)))
            self.end_headers()
            self.wfile.write(said)
        except OSError:
            pass  # the bot is gone; the exchange is kept


def _options(argv: Sequence[str]) -> tuple[argparse.Namespace, List[str]]:
    parser = argparse.ArgumentParser(prog="solvent llm run", allow_abbrev=False, description=__doc__,
                                     epilog="Other options are those of 'solvent league run'.")
    add = parser.add_argument
    add("league", metavar="LEAGUE.yaml", help="its bots have --via HOST:PORT")
    add("--base-url", action="append", default=[], metavar="URL", help="an endpoint that bots may ask; again for another one")
    add("--key", action="append", default=[], metavar="NAME", help="the environment variable with its key (SOLVENT_LLM_KEY)")
    add("--api", choices=("openai", "anthropic"), help="the protocol of the first endpoint (by its address)")
    add("--fake", action="store_true", help="start an endpoint that needs no model ('solvent llm fake'), and ask it")
    add("--latency", type=float, default=0, metavar="SECONDS", help="time of a reply of --fake (0)")
    add("--listen", default="127.0.0.1:8600", metavar="HOST:PORT", help="where the bots ask (127.0.0.1:8600)")
    add("--store", metavar="FILE", help="the league's store (LEAGUE.db); prompts and replies go to LEAGUE.replies")
    add("--tokens", type=int, default=0, metavar="N", help="budget of the league, earlier runs included (no limit)")
    add("--dollars", type=float, default=0, metavar="X", help="likewise; the bots' --price says what a token costs (no limit)")
    add("--requests", type=int, default=16, metavar="N", help="requests at once (16)")
    add("--minute-requests", type=int, default=0, metavar="N", help="requests of a minute (no limit)")
    add("--minute-tokens", type=int, default=0, metavar="N", help="tokens of a minute, as they may be at most (no limit)")
    add("--backoff", type=float, default=1.0, metavar="SECONDS", help="first wait after an error (1)")
    add("--replay", metavar="FILE.replies", help="take replies from there, without an endpoint")
    options, rest = parser.parse_known_args(argv)
    if not (options.base_url or options.fake or options.replay):
        parser.error("found no --base-url, expected the address of a chat endpoint, --fake or --replay")
    if options.base_url and options.fake or len(options.key) > len(options.base_url):
        parser.error("found --fake or --key without an endpoint of its own, expected --base-url URL --key NAME for each")
    if options.requests < 1:
        parser.error("--requests: found a number below 1")
    if not options.listen.rpartition(":")[2].isdigit():
        parser.error(f"--listen: found '{options.listen}', expected HOST:PORT")
    return options, rest


def _report(replies: Replies) -> None:
    rows: List[Tuple[str, ...]] = [("bot", "model", "exchanges", "tokens in", "tokens out", "seconds", "dollars", "failed")]
    rows += [(*(str(value) for value in row[:5]), f"{row[5]:.1f}", f"{row[6]:.4f}", str(row[7])) for row in replies.sums()]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        print("  ".join(value.ljust(width) if i < 2 else value.rjust(width) for i, (value, width) in enumerate(zip(row, widths))).rstrip())


def _games(store: str) -> List[Tuple[int, str]]:
    """Number and name of all games in a store."""
    games = []
    with closing(sqlite3.connect(f"file:{quote(store)}?mode=ro", uri=True, timeout=5)) as db:
        for number, svr in db.execute("SELECT number, svr FROM replays"):
            fields = Reader(svr[4:]).value()
            assert isinstance(fields, list)
            games.append((number, game_of(fields[8], [str(seat[0]) for seat in fields[9]])))
    return games


def main(argv: Sequence[str]) -> None:
    options, rest = _options(argv)
    store = options.store or Path(options.league).stem + ".db"
    names = options.key + ["SOLVENT_LLM_KEY"] * (len(options.base_url) - len(options.key))
    keys = {url: os.environ.get(name, "") for url, name in zip(options.base_url, names)}
    if options.fake:
        from .llm_fake import Fake
        fake = Fake(0, 0, options.latency, "")
        threading.Thread(target=fake.serve_forever, daemon=True).start()
        keys = {fake.url: ""}
    replies = Replies(options.replay, make=False) if options.replay else Replies(Path(store).with_suffix(".replies"))
    budget = Budget(options.tokens, options.dollars)
    pace = Pace(options.requests, options.minute_requests, options.minute_tokens)
    exchanges = Exchanges(budget, pace, options.backoff, replies, bool(options.replay))
    try:
        server = Server(options.listen, exchanges, keys or {"": ""}, options.api)
    except OSError as error:
        sys.exit(f"solvent llm run: --listen {options.listen}: {error.strerror or error}")
    threading.Thread(target=server.serve_forever, daemon=True).start()
    program = os.environ.get("SOLVENT_PROGRAM") or shutil.which("solvent") or "solvent"
    environment = {name: value for name, value in os.environ.items() if name not in names}
    environment["PATH"] = os.path.dirname(program) + os.pathsep + environment.get("PATH", os.defpath)
    league = subprocess.Popen([program, "league", "run", options.league, "--store", store, "--no-trial", *rest], env=environment)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda number, frame: league.send_signal(signal.SIGTERM) if number == signal.SIGTERM else None)

    def stop() -> None:
        server.stop.wait()
        league.send_signal(signal.SIGINT)
    threading.Thread(target=stop, daemon=True).start()
    status = league.wait()
    server.over.set()
    server.shutdown()
    if not options.replay and os.path.exists(store):
        replies.number_games(_games(store))
    _report(replies)
    replies.close()
    if server.missing.is_set():
        print(f"solvent llm run: {options.replay}: found no reply to a question, expected those of a league with the same file, seed "
              "and templates", file=sys.stderr)
        sys.exit(1)
    if server.spent.is_set():
        print(f"solvent llm run: the budget is spent ({budget.used} tokens, ${budget.spent:.4f}): finished games are kept, and a "
              "larger budget goes on without asking again", file=sys.stderr)
        status = status or 1
    sys.exit(status if status >= 0 else 1)
