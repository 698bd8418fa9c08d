#!/usr/bin/env python3
"""A chat endpoint that answers as careful does, from the prompt's text alone, with faults: every N-th request meets the next of FAULTS.
Writes its port, and at the end of its input what it did, as JSON."""
import json
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from answerer import Answerer

FAULTS = ("slow", "429", "500", "cut", "prose", "illegal", "form", "hung", "dropped")
EVERY = int(sys.argv[1])
KEY = "the-secret-key"
lock, answerer, gone = threading.Lock(), Answerer(), threading.Event()
done = dict.fromkeys((*FAULTS, "answered", "unauthorised", "tokens_in", "tokens_out"), 0)


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *arguments):
        pass

    def reply(self, status, body, headers=(), cut=False):
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(data)))
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data[: len(data) // 2] if cut else data)
        self.close_connection = True

    def said(self, text, cut=False):
        used = {"prompt_tokens": 700, "completion_tokens": 20}
        if not cut:
            with lock:
                done["tokens_in"] += 700
                done["tokens_out"] += 20
        self.reply(200, {"choices": [{"message": {"role": "assistant", "content": text}}], "usage": used}, cut=cut)

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        with lock:
            if self.headers["Authorization"] != f"Bearer {KEY}":
                done["unauthorised"] += 1
            done["answered"] += 1
            number = done["answered"]
            fault = FAULTS[number // EVERY % len(FAULTS)] if number % EVERY == 0 else None
            if fault:
                done[fault] += 1
            turn = next(m["content"] for m in body["messages"] if m["role"] == "user")
            rules = body["messages"][0]["content"].split("\n\n", 1)[1].rsplit("Each time you are asked", 1)[0].rstrip("\n") + "\n"
            table, question = turn.split("The table now:\n\n", 1)[1].split("\n\nQuestion to ", 1)
            answer = answerer.answer(rules, table + "\n", "Question to " + question)
        if fault == "slow":
            time.sleep(0.2)
        if fault in ("429", "500"):
            return self.reply(int(fault), {"error": KEY}, [("Retry-After", "0")])
        if fault == "hung":
            gone.wait(3)
            self.close_connection = True
            return None
        if fault == "dropped":
            self.close_connection = True
            return None
        if fault == "form":
            return self.reply(200, {"message": "no choices"})
        texts = {"prose": "I would rather think {about it}.", "illegal": '{"choice": "nonsense", "bid": -5}'}
        return self.said(texts.get(fault, f"Well. {answer}"), cut=fault == "cut")


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64


server = Server(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_port, flush=True)
sys.stdin.read()
gone.set()
print(json.dumps(done), flush=True)
