"""Kills leagues of every format, resumes them, and compares their stores with undisturbed ones: run by test_kills.sh.
Usage: kills.py SOLVENT BUILD SCRATCH KILLS ALLOCATIONS SEED

First the arbiter dies at points at which it has just changed a file or started a process (tests/shims/deaths.c): in the smallest
league at each point after which a file stays changed, in other formats at some, with 1,000 kills at each. Then the arbiter and the
processes below it are killed at random moments. Those are found by who has started them, as other leagues may run on this machine.
In the smallest league an allocation is refused as well: the run ends by itself, as if it were killed, or does without.
docs/OPERATING.md says what must be equal after which kill: Case.same() and Case.undisturbed() hold every league against that."""
import collections
import contextlib
import ctypes
import json
import os
import pathlib
import random
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time

SOLVENT, BUILD, SCRATCH = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
KILLS, ALLOCATIONS, SEED = int(sys.argv[4]), sys.argv[5], int(sys.argv[6])
PATIENCE_S = 240
STOP = "stop_when: {top: 1, max_deals: 30, confidence: 0.8}"
# Of each format: bots, seats, deals, further lines of the league file, further options. bot1 to bot4 are copies of PROGRAMS.
PROGRAMS = "tiny", "random", "careful", "tiny"
FORMATS = {
    "round_robin": (2, 2, 1, [], ["--no-trial"]),
    "fixed": (3, 2, 2, ["seatings: fixed"], []),
    "tables": (4, 3, 1, ["tables: 2"], ["--no-trial"]),
    "gauntlet": (3, 2, 1, ["format: gauntlet", "candidates: [bot2]"], ["--no-trial"]),
    "swiss": (4, 2, 1, ["format: swiss", "rounds: 2"], ["--no-trial", "--save", "copy.db"]),
    "knockout": (4, 2, 1, ["format: knockout"], ["--no-trial"]),
    "stop_when": (2, 2, 0, [STOP], ["--no-trial"]),
    "stop_candidates": (3, 2, 0, ["format: gauntlet", "candidates: [bot1, bot2]", STOP], ["--no-trial"]),
    "sprt": (2, 2, 0, ["format: sprt", "sprt: {candidate: bot1, baseline: bot2, elo0: 0, elo1: 400}"], ["--no-trial"]),
    "ladder": (4, 2, 1, ["format: ladder", "budget: {games: 8}"], []),
}
KINDS = "files", "commits", "syncs", "writes", "scratch", "starts"  # of points
LASTING = KINDS[:3 if KILLS >= 1000 else 2]
NO_MEMORY = "solvent: no memory left; run the same command again"
LACK = "no memory|Cannot allocate memory|SQLite refuses|no thread to write|the sandbox does not work"  # of memory, as it or a library says
BWRAP = ["bwrap", "--ro-bind", "/", "/", "--unshare-all", "true"]
SANDBOXED = bool(shutil.which("bwrap")) and subprocess.run(BWRAP, stderr=subprocess.DEVNULL).returncode == 0
# A bot of our own user that is in no sandbox could kill its supervisor itself.
KEEPERS = ("supervisor", "bubblewrap", "first process") if SANDBOXED else ("supervisor",) if os.geteuid() == 0 else ()
ROLES = ("arbiter", "keepers", "program") if KEEPERS else ("arbiter", "program")
ENV = {**os.environ, "TMPDIR": str(SCRATCH / "tmp"), "LD_PRELOAD": str(BUILD / "tests/shims/libdeaths.so"),
       "SOLVENT_POINTS_TOLD": str(SCRATCH / "told")}
lots = random.Random(SEED)
kills, calls, told = (collections.Counter() for _ in range(3))


def fail(text):
    sys.exit(f"kills.py: {text} (SOLVENT_KILLS_SEED={SEED})")


# ---- processes ------------------------------------------------------------------------------------------------------------------


def read(pid, what):
    try:
        return pathlib.Path(f"/proc/{pid}/{what}").read_bytes()
    except OSError:
        return b""


def children():
    """The processes of this machine that have not ended, by their parents."""
    below = collections.defaultdict(list)
    for pid in filter(str.isdigit, os.listdir("/proc")):
        stat = read(pid, "stat").rpartition(b")")[2].split()
        if len(stat) > 1 and stat[0] != b"Z":
            below[int(stat[1])].append(int(pid))
    return below


def roles(arbiter):
    """The role of each process below an arbiter, by its number."""
    found, below = {}, children()

    def visit(pid, role):
        for child in below[pid]:
            spaces = re.search(rb"NSpid:\t(.*)", read(child, "status"))  # its numbers, from ours to its innermost namespace
            numbers = spaces[1].split() if spaces else [b""]
            if role == "arbiter":
                if not read(child, "comm").startswith(b"solvent-supervi"):
                    continue  # a tool that copies or removes files
                found[child] = "supervisor"
            elif len(numbers) > 1:
                found[child] = "first process" if numbers[-1] == b"1" else "program"
            else:
                found[child] = "bubblewrap" if role == "supervisor" and SANDBOXED else "program"
            visit(child, found[child])

    visit(arbiter, "arbiter")
    return found


def strike(run, role, word=""):
    """Kills one process of that role below a run, with that word in its command line. Returns all words of that line, or None if the
    run ends first."""
    while run.poll() is None:
        victims = [pid for pid, other in roles(run.pid).items() if other == role]
        for pid in lots.sample(victims, len(victims)):
            with contextlib.suppress(ProcessLookupError), open(os.pidfd_open(pid), "rb") as handle:
                words = read(pid, "cmdline").decode(errors="replace").split("\0")
                if roles(run.pid).get(pid) == role and (not word or word in words):
                    signal.pidfd_send_signal(handle.fileno(), signal.SIGKILL)
                    return words
        time.sleep(0.005)
    return None


def all_gone(what):
    """Waits until no process of the killed runs is left. As we are their subreaper, they are our children."""
    def too_long(*_):
        fail(f"{what}: still there: {[(pid, read(pid, 'cmdline')) for pid in children()[os.getpid()]]}")

    signal.signal(signal.SIGALRM, too_long)
    signal.alarm(PATIENCE_S)
    with contextlib.suppress(ChildProcessError):
        while True:
            os.wait()
    signal.alarm(0)


class Remote:
    """A bot elsewhere, which comes back as often as it is killed."""

    def __init__(self, name):
        self.name, self.process, self.over = name, None, False
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.endpoint = f"tcp://127.0.0.1:{free.getsockname()[1]}"
        self.started = threading.Event()
        self.thread = threading.Thread(target=self.come)
        self.thread.start()
        self.started.wait()

    def come(self):
        while not self.over:
            self.process = subprocess.Popen([SCRATCH / "bots" / self.name, "--connect", self.endpoint], stdout=subprocess.DEVNULL,
                                            stderr=subprocess.DEVNULL)
            self.started.set()
            self.process.wait()

    def kill(self):
        process = self.process
        process.kill()
        return process.wait() == -signal.SIGKILL

    def end(self):
        self.over = True
        while self.thread.is_alive():
            self.process.kill()
            self.thread.join(0.1)


# ---- leagues --------------------------------------------------------------------------------------------------------------------


class League:
    """A league file, and the results of its league without a kill."""

    def __init__(self, name, sandboxed, remote=None):
        bots, seats, deals, lines, self.options = FORMATS[name]
        times, rounds = (4, 30) if sandboxed and KILLS >= 1000 else (1, 8)
        self.name, self.remote = name, remote
        self.season, self.decides = name == "ladder", name in ("stop_when", "stop_candidates", "sprt")
        self.text = f"name: {name}\nseats: {seats}\nrules: {{max_rounds: {rounds}}}\nclock: {{decision_ms: 20000}}\n"
        self.text += "" if self.season else f"seed: {'fedcba9876543210' * 4}\n"
        self.text += f"deals: {deals * times}\n" if deals else ""
        self.text += "".join(line.replace("games: 8", f"games: {8 * times}") + "\n" for line in lines)
        self.text += f"sandbox: {'bwrap' if sandboxed and SANDBOXED else 'none'}\nbots:\n"
        for i in range(1, bots + 1):
            where = f"endpoint: \"{remote.endpoint}\"" if remote and i == 1 else f"command: [../bots/bot{i}], matches: {2 * times}"
            self.text += f"  - {{name: bot{i}, {where}{', env: {LEVEL: 1}' if name == 'gauntlet' else ''}}}\n"
        began = time.monotonic()
        case = Case(self)
        case.end()
        self.took_s = time.monotonic() - began
        self.games, self.report, self.files = case.games, case.report(), case.files()
        if not self.games or any(game.lost for game in self.games.values()):
            fail(f"{name}: not a league of whole games: {self.games}")
        case.verify()


Game = collections.namedtuple("Game", "deal seating bots lost record")


class Case:
    """A league in a folder of its own, from its beginning over some kills to its end."""

    def __init__(self, league):
        self.league, self.options = league, league.options
        self.games, self.ended = {}, False
        self.jobs = 1 if league.remote else lots.randint(1, 2)
        self.folder = SCRATCH / "case"
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir()
        (self.folder / "league.yaml").write_text(league.text)

    def start(self, point=""):
        (SCRATCH / "told").unlink(missing_ok=True)
        command = [SOLVENT, "league", "run", "league.yaml", "--store", "league.db", "-q", "-j", str(self.jobs), *self.options]
        with open(SCRATCH / "err", "w") as err:
            return subprocess.Popen(command, cwd=self.folder, env={**ENV, "SOLVENT_POINT": point}, stdin=subprocess.DEVNULL,
                                    stdout=subprocess.DEVNULL, stderr=err)

    def err(self):
        return (SCRATCH / "err").read_text(errors="replace")

    def run_to(self, point):
        """A run that is to die at a point. Returns whether it has, and what it has told: where it died, or how many points there are."""
        status = self.start(point).wait()
        lines = [line.split(" ", 2) for line in (SCRATCH / "told").read_text().splitlines()]
        if status not in (0, -signal.SIGKILL):
            fail(f"{self.league.name}: status {status} at {point}: {self.err()}")
        self.look(f"death at {point}")
        if status != 0:
            kind, _, call = lines[-1]
            kills[kind] += 1
            calls[call] += 1
        return status != 0, lines

    def refuse(self, number):
        """A run whose allocation of that number is refused. Returns whether there was one."""
        status = self.start(f"memory:{number}").wait()
        refused = (SCRATCH / "told").read_text().startswith(f"memory {number} ")
        what, last = f"allocation {number} refused", (self.err().splitlines() or [""])[-1]
        self.look(what)
        how = "went on" if status == 0 else "ended at once" if last == NO_MEMORY else "ended with an error"
        if status not in (0, 3) or (status == 3 and not (refused and re.search(LACK, last))):
            fail(f"{self.league.name}, {what}: status {status}: {self.err()}")
        if refused:
            told[how] += 1
        return refused

    def look(self, what):
        """Reads a copy of the store, as SQLite would clean up the store itself. Asserts that it is sound, and that no game is gone or has
        changed since the look before."""
        copy = SCRATCH / "copy"
        shutil.rmtree(copy, ignore_errors=True)
        copy.mkdir()
        for path in self.folder.glob("league.db*"):
            shutil.copy(path, copy)
        games, seats = {}, collections.defaultdict(list)
        with contextlib.closing(sqlite3.connect(copy / "league.db")) as db:
            if db.execute("SELECT 1 FROM sqlite_master WHERE name = 'matches'").fetchone():
                sound = db.execute("PRAGMA integrity_check").fetchall()
                if sound != [("ok",)]:
                    fail(f"{self.league.name}, {what}: {sound}")
                for number, bot, lost in db.execute("SELECT number, bot, dead + forfeited + late + malformed + illegal + overtime"
                                                    " FROM seats ORDER BY number, seat"):
                    seats[number].append((bot, lost))
                for number, deal, seating, record in db.execute("SELECT number, deal, seating, svr"
                                                                " FROM matches JOIN replays USING (number)"):
                    bots, lost = [bot for bot, _ in seats[number]], [bot for bot, lost in seats[number] if lost]
                    games[number] = Game(deal, seating, bots, lost, record)
                each, matches = db.execute("SELECT seats, (SELECT count(*) FROM matches) FROM league").fetchone()
                if not len(games) == len(seats) == matches or any(len(game.bots) != each for game in games.values()):
                    fail(f"{self.league.name}, {what}: games without a record or a seat")
                self.ended = self.league.season and db.execute("SELECT max(ended) FROM nights").fetchone() == (1,)
        for number, game in self.games.items():
            if games.get(number) != game:
                fail(f"{self.league.name}, {what}: game {number} is lost or another")
        self.games = games

    def end(self):
        """Plays the league to its end, as often as it pauses. The same command would begin another night of a season."""
        while not self.ended:
            status = self.start().wait()
            self.look("resumed")
            if status == 0:
                return
            self.pauses(status)

    def pauses(self, status):
        if status != 3 or "the run pauses" not in self.err():
            fail(f"{self.league.name}: a run ends with status {status}: {self.err()}")
        told["pauses"] += 1

    def report(self):
        command = [SOLVENT, "rank", "league.db", "--format", "json"]
        report = json.loads(subprocess.run(command, cwd=self.folder, capture_output=True, check=True).stdout)
        for bot in report.pop("bots"):
            del bot["processes_lost"]
            report.update({(bot["bot"], key): value for key, value in bot.items()})
        return report

    def verify(self):
        done = subprocess.run([SOLVENT, "verify", "-q", "league.db"], cwd=self.folder, capture_output=True, text=True)
        if done.returncode != 0:
            fail(f"{self.league.name}: not as recorded: {done.stdout}{done.stderr}")

    def files(self):
        """Returns the names of all files in the folder, except the logs of bots and the draft of a key."""
        paths = (str(path.relative_to(self.folder)) for path in self.folder.rglob("*"))
        return sorted(path for path in paths if not path.startswith((".solvent-key.", "league.logs")))

    def same(self, what):
        """Asserts that the league equals the undisturbed one: all records, the ranking, digest and head, and the files."""
        if self.games != self.league.games:
            fail(f"{self.league.name}, {what}: other games: {sorted(self.games)} instead of {sorted(self.league.games)}")
        report = self.report()
        if report != self.league.report:
            other = {key: value for key, value in report.items() if value != self.league.report.get(key)}
            fail(f"{self.league.name}, {what}: another report: {other}")
        if not self.ended and self.files() != self.league.files:
            fail(f"{self.league.name}, {what}: other files: {self.files()} instead of {self.league.files}")

    def undisturbed(self, what, struck):
        """Asserts that only killed bots have lost games, and that all other games with the same bots in the same seats are equal."""
        if sorted(self.games) != sorted(self.league.games) and not self.league.decides:
            fail(f"{self.league.name}, {what}: {len(self.games)} games instead of {len(self.league.games)}")
        for number, game in self.games.items():
            whole = self.league.games.get(number)
            if not game.lost and whole and whole[:3] == game[:3] and whole.record != game.record:
                fail(f"{self.league.name}, {what}: game {number} is another, though no bot was lost in it")
            if {f"bot{bot + 1}" for bot in game.lost} - struck:
                fail(f"{self.league.name}, {what}: game {number}: bots {game.lost} are lost, and only {struck} were killed")
            told["whole" if not game.lost else "lost"] += 1
        self.verify()


# ---- kills ----------------------------------------------------------------------------------------------------------------------


def visit_points(league, every, other):
    """Lets runs die at each `every`-th point after which a file stays changed, and at each `other`-th of all others. One of five resumed
    runs dies, too; then the league goes on to its end."""
    points = Case(league).run_to("")[1]
    for kind, n in (point for point in points if point[0] in KINDS):
        step = every if kind in LASTING else other
        for number in range(1 + lots.randrange(step), int(n) + 1, step):
            case = Case(league)
            if case.run_to(f"{kind}:{number}")[0] and lots.randrange(5) == 0 and not case.ended:
                case.run_to(f"{lots.choice(KINDS)}:{lots.randint(1, 20)}")
            case.end()
            case.same(f"death at {kind}:{number}")
            all_gone(f"{league.name}, death at {kind}:{number}")


def refuse_memory(league):
    """Refuses some of the allocations of a run, one in each, or all of them."""
    made = int(dict(Case(league).run_to("")[1])["memory"])
    step = 1 if ALLOCATIONS == "all" else max(1, made // int(ALLOCATIONS))
    number = 1 + lots.randrange(step)
    case = Case(league)
    while case.refuse(number):
        case.end()
        case.same(f"allocation {number} refused")
        all_gone(f"{league.name}, allocation {number} refused")
        number += step
        case = Case(league)
    return made


def kill_one(league, run, role, struck):
    """Kills a process of that role. Returns False if the run ended first."""
    if role == "arbiter":
        run.kill()
        done = run.wait() == -signal.SIGKILL
    elif role == "remote bot":
        done = league.remote.kill()
    else:
        if role == "keepers":
            role = lots.choice(KEEPERS)
        words = strike(run, "program" if role == "gate" else role, "gate" if role == "gate" else "")
        done = words is not None
        struck.update(pathlib.Path(word).name for word in words or [])
    kills[role] += done
    return done


def random_kills(league, role, most):
    """Kills processes of one role at random moments of a league, and lets it come to its end."""
    case, n = Case(league), 0
    struck = {league.remote.name} if league.remote else set()
    if role == "program":
        case.options = ["--no-trial"]  # a bot that is killed in both its trials is set aside
    while n < most and not case.ended:
        run = case.start()
        while n < most and run.poll() is None:
            time.sleep(lots.random() * league.took_s / (1 if role == "arbiter" else 4))
            n += kill_one(league, run, role, struck)
        status = run.wait()
        case.look(f"kill of {role}")
        if status == 0:
            break
        if status != -signal.SIGKILL:
            case.pauses(status)
    case.end()
    if role in ("arbiter", "keepers"):
        case.same(f"kills of {role}")
    else:
        case.undisturbed(f"kills of {role}", struck)
    if not league.remote:
        all_gone(f"{league.name}, kills of {role}")


def main():
    for folder in "tmp", "bots":
        (SCRATCH / folder).mkdir()
    for i, program in enumerate(PROGRAMS):
        shutil.copy(BUILD / "bots" / program, SCRATCH / f"bots/bot{i + 1}")
    ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER: what a killed arbiter leaves behind becomes our child

    formats = os.environ.get("SOLVENT_FORMATS", " ".join(FORMATS)).split()
    every = max(1, 1000 // KILLS)
    for name in formats:
        visit_points(League(name, False), 1 if name == "round_robin" else every, 40 * every)
        print(f"{name}: {kills.total()} kills", flush=True)
    at_points = kills.total()

    made = refuse_memory(League("round_robin", True))
    print(f"memory refused at {told['ended at once'] + told['ended with an error'] + told['went on']} of {made} allocations: the run"
          f" ended at once {told['ended at once']} times, with an error {told['ended with an error']} times, and went on"
          f" {told['went on']} times", flush=True)

    shuffled = {role: lots.sample(formats, len(formats)) for role in ROLES}
    pairs = [(names[i], role) for i in range(len(formats)) for role, names in shuffled.items()]
    left = max(KILLS - at_points, KILLS // 3)
    each = max(2, left // len(pairs))
    leagues = {}
    for name, role in pairs[:left // each]:
        leagues[name] = leagues.get(name) or League(name, True)
        random_kills(leagues[name], role, each)
    remote = Remote("bot1")
    try:
        league = League("round_robin", True, remote)
        for role in "gate", "remote bot":
            random_kills(league, role, each)
    finally:
        remote.end()
    all_gone("remote bots")

    def amounts(names, counter=kills):
        return ", ".join(f"{counter[name]} {name}" for name in names)

    print(f"{kills.total()} kills in {len(formats)} formats: the arbiter at {at_points} points ({amounts(KINDS)};"
          f" after {amounts(calls, calls)}), and at random moments {amounts(('arbiter', *KEEPERS, 'program', 'gate', 'remote bot'))};"
          f" {told['pauses']} pauses; {told['lost']} of {told['whole'] + told['lost']} games were lost by bots that were killed;"
          f" all else is equal (SOLVENT_KILLS_SEED={SEED})")


main()
