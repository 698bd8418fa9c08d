"""Two people in a league: ann answers her questions, and mallory attacks the server of `solvent league run`. Run by test_web_play.sh.
Usage: people.py SOLVENT LEAGUE.yaml STORE"""
import http.client
import json
import re
import socket
import subprocess
import sys
import threading
import urllib.parse

SOLVENT, LEAGUE, STORE = sys.argv[1:4]
WAIT_S = 120


class Person:
    """A person at the table; the run prints their address."""

    def __init__(self, url):
        self.url = urllib.parse.urlsplit(url)
        self.answered = 0

    def post(self, path, body):
        connection = http.client.HTTPConnection(self.url.hostname, self.url.port, timeout=WAIT_S)
        connection.request("POST", path, body, {"Origin": f"http://{self.url.netloc}"})
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer.status, text

    def answer(self, body):
        return self.post(self.url.path + "answer", body)

    def asks(self):
        """The questions of all matches, as they are put."""
        connection = http.client.HTTPConnection(self.url.hostname, self.url.port, timeout=WAIT_S)
        connection.request("GET", self.url.path + "events")
        kind = b""
        for line in connection.getresponse():
            if line.startswith(b"event: "):
                kind = line[7:].strip()
            elif line.startswith(b"data: ") and kind == b"ask":
                yield json.loads(line[6:])
            elif line.startswith(b"data: ") and kind == b"over" and not json.loads(line[6:])["more"]:
                return


def play(person):
    """Gives the usual answer to each question, or the first choice that is legal."""
    for ask in person.asks():
        usual = ask["usual"]
        plan = "".join(f"&level={unit['space'] * 8 + unit['level']}" for unit in usual.get("levels", ()))
        plan += "".join(f"&mortgage={space}" for space in usual.get("mortgage", ()))
        choices = ["", *(f"&choice={n}" for n in ask["choice_numbers"])]
        for body in (f"n={ask['number']}{choice}{more}" for choice in choices for more in ("", plan)):
            status, text = person.answer(body)
            assert status == 200, (status, text)
            if json.loads(text)["ok"]:
                person.answered += 1
                break
        else:
            raise AssertionError(f"no answer is taken: {ask}")


def attack(mallory, ann):
    """Forges answers and holds as many connections as it can; then resigns, or the league would wait."""
    held = []
    head = f"POST {mallory.url.path}answer HTTP/1.1\r\nHost: {mallory.url.netloc}\r\nOrigin: http://{mallory.url.netloc}\r\n"
    guess = ann.url.path[:-2] + ("0" if ann.url.path[-2] != "0" else "1") + "/answer"
    bodies = ("", "n=", "n", "&", "=" * 4000, "n=4294967295&" * 300, "to=1&" * 800, "\0" * 100, "n=\xff", "n=99999999999999999999")
    heads = (head + "Content-Length: 4000\r\n\r\nn=", head + "Content-Length: -1\r\n\r\n", head + f"Content-Length: {10**20}\r\n\r\n", head + "X: " + "x" * 20000,
             f"GET {mallory.url.path}events HTTP/1.1\r\nHost: {mallory.url.netloc}\r\n\r\n", "\0\xff" * 100, head[:20])
    for ask in mallory.asks():
        for body in (*bodies, f"n={ask['number'] + 1}", f"n={ask['number']}&to=9", f"n={ask['number']}&level=999999"):
            status = mallory.answer(body.encode("latin1"))[0]
            assert status in (400, 409), (body, status)
        assert mallory.answer("n=1&" * 2000)[0] == 413
        for path in (guess, mallory.url.path + ".." + ann.url.path + "answer"):
            assert mallory.post(path, f"n={ask['number']}")[0] == 404, path
        for begin in heads * 5:
            held.append(socket.create_connection((mallory.url.hostname, mallory.url.port), timeout=WAIT_S))
            held[-1].sendall(begin.encode("latin1"))
        assert mallory.post(mallory.url.path + "resign", "")[0] == 200
    return held


def watch(run, failed, of, *who):
    """Calls of(*who). If it fails, ends the league, which would wait for an answer."""
    try:
        of(*who)
    except Exception as wrong:
        failed.append(f"{of.__name__}: {wrong!r}")
        run.terminate()


def main():
    run = subprocess.Popen([SOLVENT, "league", "run", LEAGUE, "--store", STORE, "--no-trial"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    people, failed = {}, []
    while len(people) < 2:
        line = run.stderr.readline() or sys.exit("people.py: no addresses")
        found = re.fullmatch(r"(ann|mallory) plays at (\S+)\n", line)
        if found:
            people[found[1]] = Person(found[2])
    tasks = [threading.Thread(target=run.stderr.read, daemon=True), threading.Thread(target=watch, args=(run, failed, play, people["ann"])),
             threading.Thread(target=watch, args=(run, failed, attack, people["mallory"], people["ann"]))]
    for task in tasks:
        task.start()
    for task in tasks[1:]:
        task.join()
    if run.wait() != 0 or failed or people["ann"].answered == 0:
        sys.exit(f"people.py: status {run.returncode}, {people['ann'].answered} answers, {failed}")


main()
